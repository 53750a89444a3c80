import type { ClientPlan, WebhookPlan } from "../../plan/typescript/client-plan.js";
import { type ErrorBody, readErrorBodies } from "./client-types.js";
import type { PairExplainer } from "./explain-pairs.js";
import type { Anchor, Callers, Position } from "./position.js";
import type { SurfaceChange } from "./surface-change.js";
import { namesIn } from "./type-text.js";

/** Compares the error bodies that methods have by status; those of methods that came or are gone are told of there. */
export function compareErrors(old: ClientPlan, now: ClientPlan, explain: PairExplainer): void {
  const [before, after] = [errorsOf(old), errorsOf(now)];
  const names = now.traits.operations.map(({ name }) => name);
  const known = [methodNames(old), methodNames(now)];
  for (const operation of names) {
    if (!known.every((methods) => methods.has(operation))) continue;
    const anchors = { old: pointersOf(old, operation), new: pointersOf(now, operation) };
    const add = (rule: string, level: SurfaceChange["level"], { status, type }: ErrorBody) => {
      const name = `ErrorBodies.${operation}.${status}`;
      explain.add({
        rule,
        level,
        element: `method \`${operation}\``,
        arguments: { status },
        names: level === "breaking" ? { old: name } : { new: name },
        roles: ["read"],
        types: ["ErrorBodies", ...namesIn(type)],
        anchors,
      });
    };
    const others = new Map(after.get(operation)?.map(({ status, type }) => [status, type]));
    for (const { status, type } of before.get(operation) ?? []) {
      const other = others.get(status);
      others.delete(status);
      if (other === undefined) add("sdk.error-body-removed", "breaking", { status, type });
      else
        explain.compare(type, other, "read", {
          owner: `the error body of \`${operation}\` for ${status}`,
          name: `ErrorBodies.${operation}.${status}`,
          path: [],
          old: errorAnchor(anchors.old, status),
          now: errorAnchor(anchors.new, status),
        });
    }
    for (const [status, type] of others) add("sdk.error-body-added", "compatible", { status, type });
  }
}

function methodNames({ resources }: ClientPlan): ReadonlySet<string> {
  return new Set(resources.flatMap(({ member, methods }) => methods.map(({ name }) => `${member}.${name}`)));
}

/** Error bodies by the names of methods. */
function errorsOf({ errors }: ClientPlan): ReadonlyMap<string, readonly ErrorBody[]> {
  return new Map(errors?.operations.map(({ operation, type }) => [operation, readErrorBodies(type)]));
}

function errorAnchor(pointers: readonly string[], name: string): Anchor {
  const [operation] = pointers;
  return {
    within: pointers,
    ...(operation !== undefined && { described: { source: { kind: "error", operation, name }, path: [] } }),
  };
}

function pointersOf(plan: ClientPlan, operation: string): readonly string[] {
  return plan.traits.operations.flatMap(({ name, pointer }) => (name === operation ? [pointer] : []));
}

/** Compares what webhooks and callbacks carry. */
export function compareWebhooks(old: ClientPlan, now: ClientPlan, explain: PairExplainer): void {
  const after = new Map(now.webhooks.map((webhook) => [webhook.name, webhook]));
  for (const webhook of old.webhooks) {
    const other = after.get(webhook.name);
    const callers = { old: callersOf(webhook.name, old), new: callersOf(webhook.name, now) };
    if (other === undefined) explain.add(webhookChange("sdk.webhook-removed", "breaking", webhook, callers));
    else comparePayload(webhook, other, callers, explain);
  }
  const before = new Set(old.webhooks.map(({ name }) => name));
  for (const webhook of now.webhooks)
    if (!before.has(webhook.name)) {
      const callers = { old: callersOf(webhook.name, old), new: callersOf(webhook.name, now) };
      explain.add(webhookChange("sdk.webhook-added", "compatible", webhook, callers));
    }
}

/** The operations of both contracts whose callbacks have a name of the client. */
interface CallersOfSides {
  readonly old: Callers;
  readonly new: Callers;
}

/**
 * The operations whose callbacks are known by a name: the first callback has its bare name, others have that of their operation before
 * it (`orders.create.onPaid`).
 */
function callersOf(name: string, { traits, webhooks }: ClientPlan): Callers {
  const own = traits.operations.find((operation) => name.startsWith(`${operation.name}.`));
  if (own !== undefined) return { only: own.pointer };
  const [bare = ""] = name.split(".", 1);
  const isApart = (caller: string) => webhooks.some((one) => `${one.name}.`.startsWith(`${caller}.${bare}.`));
  return { except: traits.operations.filter((one) => isApart(one.name)).map(({ pointer }) => pointer) };
}

function webhookChange(
  rule: string,
  level: SurfaceChange["level"],
  webhook: WebhookPlan,
  callers: CallersOfSides,
): SurfaceChange {
  const { name } = webhook;
  const side = level === "breaking" ? "old" : "new";
  const types = PART_NAMES.flatMap((part) => {
    const type = webhook[part];
    return type === undefined ? [] : [PARTS[part], ...namesIn(type)];
  });
  return {
    rule,
    level,
    element: `webhook \`${name}\``,
    arguments: { name },
    names: { [side]: name },
    roles: ["read"],
    types,
    anchors: { old: [], new: [] },
    described: { [side]: { source: { kind: "payload", name, callers: callers[side] }, path: [] } },
  };
}

const PARTS = { headers: "WebhookHeaders", payload: "WebhookPayloads", query: "WebhookQueries" } as const;
const PART_NAMES = ["headers", "payload", "query"] as const;

function comparePayload(
  old: WebhookPlan,
  now: WebhookPlan,
  callers: CallersOfSides,
  explain: PairExplainer,
): void {
  for (const part of PART_NAMES) {
    const [before, after] = [old[part], now[part]];
    const position: Position = {
      owner: `the ${part} of webhook \`${old.name}\``,
      name: `${PARTS[part]}.${old.name}`,
      path: [],
      old: {
        within: [],
        described: { source: { kind: part, name: old.name, callers: callers.old }, path: [] },
      },
      now: {
        within: [],
        described: { source: { kind: part, name: now.name, callers: callers.new }, path: [] },
      },
    };
    if (before !== undefined && after !== undefined) explain.compare(before, after, "read", position);
    else if (before !== undefined || after !== undefined)
      explain.add({
        rule: before === undefined ? "sdk.member-added" : "sdk.member-removed",
        level: before === undefined ? "compatible" : "breaking",
        element: position.owner,
        arguments: { name: position.name },
        names: before === undefined ? { new: position.name } : { old: position.name },
        roles: ["read"],
        types: [PARTS[part], ...namesIn(before ?? after ?? UNKNOWN)],
        anchors: { old: [], new: [] },
        described: {
          ...(position.old.described && { old: position.old.described }),
          ...(position.now.described && { new: position.now.described }),
        },
      });
  }
}

const UNKNOWN = { kind: "keyword", name: "unknown" } as const;

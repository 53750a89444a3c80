import type { ApiModel, WebhookModel } from "../model/api-model.js";
import { byText } from "../text/by-text.js";
import { pointerKeys } from "../text/json-pointer.js";
import { codeSpan } from "../text/code-span.js";
import { camel, words } from "../text/words.js";
import type { WebhookPlan } from "./client-plan.js";
import { claimName } from "./methods/claim-name.js";
import { fullName } from "./reading/answers.js";
import type { TypePlan } from "./type-plan.js";
import type { TypeSources } from "./methods/representations.js";
import { sameType, unionType } from "./types/type-builders.js";
import { planParts } from "./webhook-parts.js";

/** A request that the API makes, with the type of its body, where it has one, and the operations that it is a callback of. */
interface Sent {
  readonly webhook: WebhookModel;
  readonly payload: TypePlan | undefined;
  readonly owners: readonly string[];
}

/**
 * What each webhook and callback carries, sorted by name. What the contract gives one name although its body is
 * something else (the callbacks of two operations, two methods) is told apart by its operation, its method or the place
 * that its URL is read from: `onPaid`, `orders.create.onPaid`, `onPaid.put`. The first keeps the bare name: what has a
 * body before what has none, webhooks before callbacks, then as sorted; and whatever had a name before (`kept`) keeps that.
 *
 * @param kept - {@link WebhookPlan.identities} → name in an earlier generation.
 */
export function planWebhooks(
  { webhooks }: Pick<ApiModel, "webhooks">,
  sources: TypeSources,
  kept: Readonly<Record<string, string>> = {},
): readonly WebhookPlan[] {
  const sent = distinctPlaces(webhooks).flatMap(({ webhook, owners }): readonly Sent[] => {
    const schemas = webhook.body?.content.flatMap(({ schema }) => schema ?? []) ?? [];
    const types = schemas.map((schema) => sources.types.typeOf(schema, "answer"));
    const payload = types.length === 0 ? undefined : unionType(types);
    return payload === undefined && webhook.parameters.length === 0 ? [] : [{ webhook, payload, owners }];
  });
  const named = new Map<string, Sent[]>();
  const free = sent.filter((one) => {
    const name = kept[identityOf(one.webhook)];
    return name === undefined || !join(named, name, one);
  });
  for (const one of free.sort(byPrecedence)) {
    const candidates = candidatesFor(one, named);
    if (candidates.some((name) => join(named, name, one))) continue;
    named.set(claimName(candidates, new Set(named.keys())), [one]);
  }
  const plans = [...named]
    .sort(([left], [right]) => byText(left, right))
    .map((each) => planWebhook(each, sources));
  return sharedParts(sharedParts(plans, "headers", "WebhookHeaders"), "query", "WebhookQueries");
}

/** Adds what carries the same as those that have a name already, or is the first to have it. */
function join(named: Map<string, Sent[]>, name: string, one: Sent): boolean {
  const [first, ...others] = named.get(name) ?? [];
  if (first !== undefined && !isAlike(first.payload, one.payload)) return false;
  named.set(name, first === undefined ? [one] : [first, ...others, one]);
  return true;
}

function isAlike(left: TypePlan | undefined, right: TypePlan | undefined): boolean {
  return left === undefined || right === undefined ? left === right : sameType(left, right);
}

/** The callback component of several operations is one. */
function distinctPlaces(webhooks: readonly WebhookModel[]): readonly Omit<Sent, "payload">[] {
  const places = new Map<string, Omit<Sent, "payload">>();
  for (const webhook of webhooks) {
    const { owners = [] } = places.get(identityOf(webhook)) ?? {};
    const own = webhook.callbackOf === undefined ? [] : [fullName({ name: webhook.callbackOf })];
    places.set(identityOf(webhook), { webhook, owners: [...owners, ...own] });
  }
  return [...places.values()];
}

/** What a request is known by between generations: `petLost #/webhooks/petLost/post`. */
function identityOf({ name, origin }: WebhookModel): string {
  return `${name} ${origin.pointer}`;
}

function byPrecedence({ webhook: left, ...one }: Sent, { webhook: right, ...other }: Sent): number {
  return (
    Number(one.payload === undefined) - Number(other.payload === undefined) ||
    Number(left.callbackOf !== undefined) - Number(right.callbackOf !== undefined) ||
    byText(identityOf(left), identityOf(right))
  );
}

/** Names to try, best first. */
function candidatesFor(
  { webhook }: Sent,
  named: ReadonlyMap<string, readonly Sent[]>,
): [string, ...string[]] {
  const { name, method, callbackOf } = webhook;
  const own = `${callbackOf === undefined ? "webhook" : fullName({ name: callbackOf })}.${name}`;
  const [holder] = named.get(name) ?? [];
  // Beside another request of the same operation, the operation tells nothing apart.
  const isBeside = ownerOf(holder) === ownerOf({ webhook });
  const base = isBeside ? name : own;
  const from = sourceOfUrl(webhook);
  return [
    name,
    base,
    ...(holder?.webhook.method === method ? [] : [`${base}.${method.toLowerCase()}`]),
    ...(from === "" ? [] : [`${base}.${from}`]),
    ...(from === "" ? [] : [`${base}.${from}.${method.toLowerCase()}`]),
  ];
}

/** `failed` of a callback to `{$request.body#/urls/failed}` (OpenAPI, Callback Object); empty where there is none. */
function sourceOfUrl({ origin }: WebhookModel): string {
  const [expression = ""] = pointerKeys(origin.pointer).filter((key) => key.includes("{$"));
  return camel(words(/([^/#.{}]+)\}/.exec(expression)?.[1] ?? ""));
}

function ownerOf(sent: Pick<Sent, "webhook"> | undefined): string | undefined {
  const owner = sent?.webhook.callbackOf;
  return owner === undefined ? undefined : fullName({ name: owner });
}

function planWebhook(
  [name, requests]: readonly [string, readonly Sent[]],
  sources: TypeSources,
): WebhookPlan {
  const models = requests.map(({ webhook }) => webhook);
  const texts = models.flatMap(({ summary, description }) => [summary ?? [], description ?? []].flat());
  const payloads = requests.flatMap(({ payload }) => payload ?? []);
  const headers = planParts(models, "header", sources);
  const query = planParts(models, "query", sources);
  return {
    name,
    identities: models.map(identityOf),
    doc: { text: [...new Set([...texts, ...requests.map(wireText)])], tags: [] },
    ...(payloads.length > 0 && { payload: unionType(payloads) }),
    ...(headers !== undefined && { headers }),
    ...(query !== undefined && { query }),
  };
}

/** How a request comes: its method, and of a callback, where its URL is read from. */
function wireText({ webhook, owners }: Sent): string {
  const { method, url } = webhook;
  if (url === undefined) return `Comes as \`${method}\`.`;
  return `Comes as \`${method}\` to ${codeSpan(url)} of ${[...new Set(owners)].sort(byText).map(codeSpan).join(", ")}.`;
}

/** What several describe alike is written once: the others refer to the first. */
function sharedParts(
  plans: readonly WebhookPlan[],
  part: "headers" | "query",
  of: string,
): readonly WebhookPlan[] {
  const first = new Map<string, string>();
  return plans.map((plan) => {
    const type = plan[part];
    if (type === undefined) return plan;
    const text = JSON.stringify(type);
    const name = first.get(text);
    if (name === undefined) first.set(text, plan.name);
    return name === undefined ? plan : { ...plan, [part]: { kind: "member", of, name } };
  });
}

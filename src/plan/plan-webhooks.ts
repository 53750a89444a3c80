import type { ApiModel, WebhookModel } from "../model/api-model.js";
import { byText } from "../text/by-text.js";
import { pointerKeys } from "../text/json-pointer.js";
import { camel, words } from "../text/words.js";
import type { WebhookPlan } from "./client-plan.js";
import { claimName } from "./methods/claim-name.js";
import { fullName } from "./reading/answers.js";
import type { TypePlan } from "./type-plan.js";
import type { ModelTypes } from "./types/plan-model-types.js";
import { sameType, unionType } from "./types/type-builders.js";

/** A request that the API makes, with the type of what it carries. */
interface Sent {
  readonly webhook: WebhookModel;
  readonly payload: TypePlan;
}

/**
 * The payload of each webhook and callback, sorted by name. What the contract gives one name although it carries
 * something else (the callbacks of two operations, two methods) is told apart by its operation, its method or the place
 * that its URL is read from: `onPaid`, `orders.create.onPaid`, `onPaid.put`. The first keeps the bare name: webhooks
 * before callbacks, then as sorted; and whatever had a name before (`kept`) keeps that.
 *
 * @param kept - {@link WebhookPlan.identities} → name in an earlier generation.
 */
export function planWebhooks(
  { webhooks }: Pick<ApiModel, "webhooks">,
  types: Pick<ModelTypes, "typeOf">,
  kept: Readonly<Record<string, string>> = {},
): readonly WebhookPlan[] {
  const sent = distinctPlaces(webhooks).flatMap((webhook): readonly Sent[] => {
    const schemas = webhook.body?.content.flatMap(({ schema }) => schema ?? []) ?? [];
    const payload = unionType(schemas.map((schema) => types.typeOf(schema, "answer")));
    return schemas.length === 0 ? [] : [{ webhook, payload }];
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
  return [...named].sort(([left], [right]) => byText(left, right)).map(planWebhook);
}

/** Adds what carries the same as those that have a name already, or is the first to have it. */
function join(named: Map<string, Sent[]>, name: string, one: Sent): boolean {
  const [first, ...others] = named.get(name) ?? [];
  if (first !== undefined && !sameType(first.payload, one.payload)) return false;
  named.set(name, first === undefined ? [one] : [first, ...others, one]);
  return true;
}

/** The callback component of several operations is one. */
function distinctPlaces(webhooks: readonly WebhookModel[]): readonly WebhookModel[] {
  return [...new Map(webhooks.map((webhook) => [identityOf(webhook), webhook])).values()];
}

/** What a request is known by between generations: `petLost #/webhooks/petLost/post`. */
function identityOf({ name, origin }: WebhookModel): string {
  return `${name} ${origin.pointer}`;
}

function byPrecedence({ webhook: left }: Sent, { webhook: right }: Sent): number {
  return (
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

function planWebhook([name, requests]: readonly [string, readonly Sent[]]): WebhookPlan {
  const texts = requests.flatMap(({ webhook }) => [webhook.summary ?? [], webhook.description ?? []].flat());
  return {
    name,
    identities: requests.map(({ webhook }) => identityOf(webhook)),
    doc: { text: [...new Set(texts)], tags: [] },
    payload: unionType(requests.map(({ payload }) => payload)),
  };
}

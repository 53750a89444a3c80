import { type Diagnostic, diagnostic } from "../diagnostics/diagnostic.js";
import type { ApiModel, ParameterModel, WebhookModel } from "../model/api-model.js";
import type { PropertyModel } from "../model/schema-model.js";
import { byText } from "../text/by-text.js";
import { codeSpan } from "../text/printable.js";
import { pointerKeys } from "../text/json-pointer.js";
import { camel, words } from "../text/words.js";
import { fullName } from "./service/responses.js";
import type { WebhookPlan } from "./typescript/client-plan.js";
import { headerScalar } from "./typescript/inputs/plan-header.js";
import type { TypeSources } from "./typescript/inputs/representations.js";
import { claimName } from "./typescript/methods/method-names.js";
import type { MemberPlan, TypePlan } from "./typescript/type-plan.js";
import { parameterDoc } from "./typescript/types/schema-doc.js";
import { namesInType, sameType, unionType } from "./typescript/types/type-builders.js";

/** A request that the API makes, with the type of its body, where it has one, and the operations that it is a callback of. */
interface Sent {
  readonly webhook: WebhookModel;
  readonly payload: TypePlan | undefined;
  readonly owners: readonly string[];
}

/**
 * What each webhook and callback carries, sorted by name. What the contract gives one name although its body is
 * something else (the callbacks of two operations, two methods) is distinguished by its operation, its method or the place
 * that its URL is read from: `onPaid`, `orders.create.onPaid`, `onPaid.put`. The first keeps the bare name: what has a
 * body before what has none, webhooks before callbacks, then as sorted.
 */
export function planWebhooks(
  { webhooks }: Pick<ApiModel, "webhooks">,
  sources: TypeSources,
): readonly WebhookPlan[] {
  const sent = distinctLocations(webhooks).flatMap(({ webhook, owners }): readonly Sent[] => {
    const schemas = webhook.body?.content.flatMap(({ schema }) => schema ?? []) ?? [];
    const types = schemas.map((schema) => sources.types.typeOf(schema, "response"));
    const payload = types.length === 0 ? undefined : unionType(types);
    return payload === undefined && webhook.parameters.length === 0 ? [] : [{ webhook, payload, owners }];
  });
  const named = new Map<string, Sent[]>();
  for (const one of sent.sort(byPrecedence)) {
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
function distinctLocations(webhooks: readonly WebhookModel[]): readonly Omit<Sent, "payload">[] {
  const locations = new Map<string, Omit<Sent, "payload">>();
  for (const webhook of webhooks) {
    const { owners = [] } = locations.get(identityOf(webhook)) ?? {};
    const own = webhook.callbackOf === undefined ? [] : [fullName({ name: webhook.callbackOf })];
    locations.set(identityOf(webhook), { webhook, owners: [...owners, ...own] });
  }
  return [...locations.values()];
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
  // Beside another request of the same operation, the operation distinguishes nothing.
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

/**
 * The headers, or the query, that requests of one name carry: texts, as they arrive, and where the schema says which texts
 * there are, those. All are optional, also where the contract promises them: what a proxy takes away must not break a caller.
 *
 * @returns undefined where none are described
 */
export function planParts(
  requests: readonly WebhookModel[],
  location: "header" | "query",
  sources: TypeSources,
): TypePlan | undefined {
  const described = new Map<string, ParameterModel[]>();
  for (const parameter of requests
    .flatMap(({ parameters }) => parameters)
    .flatMap(arriving(sources.reader))) {
    if (parameter.in !== location) continue;
    // Servers hand names of headers out in lower case (RFC 9113 section 8.2.1; Fetch standard, `Headers`).
    const name = location === "header" ? parameter.name.toLowerCase() : parameter.name;
    described.set(name, [...(described.get(name) ?? []), parameter]);
  }
  if (described.size === 0) return undefined;
  const sorted = [...described].sort(([left], [right]) => byText(left, right));
  const members = sorted.map(([name, same]): MemberPlan => {
    const type = unionType(same.map((parameter) => partType(parameter, sources)));
    return { kind: "property", name, optional: true, type, doc: partDoc(same) };
  });
  return { kind: "object", members };
}

/**
 * A parameter as it arrives: each member of an exploded object by itself, under its own name (`style: form`) or in brackets
 * behind that of the object (`deepObject`). Members that have no name in the contract are skipped.
 */
function arriving(reader: TypeSources["reader"]): (parameter: ParameterModel) => readonly ParameterModel[] {
  return (parameter) => {
    const members = spreadMembers(parameter, reader);
    if (members === undefined) return [parameter];
    return members.map(({ name, required, schema }) => ({
      name: parameter.style === "deepObject" ? `${parameter.name}[${name}]` : name,
      in: parameter.in,
      required: parameter.required && required,
      deprecated: parameter.deprecated,
      schema,
      style: parameter.style,
      explode: false,
      allowReserved: parameter.allowReserved,
      sensitive: parameter.sensitive,
      origin: schema.origin,
    }));
  };
}

/** Diagnostics for query parameters of webhooks whose members arrive one by one, and have no names. */
export function diagnoseSpreadParameters(
  { webhooks }: Pick<ApiModel, "webhooks">,
  reader: TypeSources["reader"],
): readonly Diagnostic[] {
  return webhooks.flatMap(({ name: webhook, parameters }) =>
    parameters
      .filter((parameter) => hasNamelessMembers(parameter, reader))
      .map(({ name, origin }) => diagnostic("webhook/unnamed-members", origin.pointer, { name, webhook })),
  );
}

/** Every name that the types of a webhook use. */
export function namesInWebhook({ payload, headers, query }: WebhookPlan): readonly string[] {
  return [payload, headers, query].flatMap((type) => (type === undefined ? [] : namesInType(type)));
}

/** Members of an object that are parameters of their own; undefined: the parameter is one by itself. */
function spreadMembers(
  { in: location, schema, content, explode, style }: ParameterModel,
  reader: TypeSources["reader"],
): readonly PropertyModel[] | undefined {
  const isSpread = location === "query" && content === undefined && (explode || style === "deepObject");
  return isSpread ? reader.properties(schema) : undefined;
}

/** Whether an object says of members without names what they are, or names none. */
function hasNamelessMembers(parameter: ParameterModel, reader: TypeSources["reader"]): boolean {
  const members = spreadMembers(parameter, reader);
  if (members === undefined) return false;
  const { type } = reader.resolve(parameter.schema);
  const describesMore =
    type.kind === "object" && (typeof type.additional !== "string" || type.patterns.length > 0);
  return members.length === 0 || describesMore;
}

/** A list in the query, each of its values a pair of its own, is one text or several, as most servers read it. */
function partType(parameter: ParameterModel, { types, reader }: TypeSources): TypePlan {
  const { schema, content } = parameter;
  if (content !== undefined) return TEXT;
  const scalar = headerScalar(schema, reader);
  if (scalar?.exact === true && scalar.as === "text") return withoutNull(types.typeOf(schema, "response"));
  const isList = reader.resolve(schema).type.kind === "array";
  return isList && parameter.in === "query" && parameter.explode
    ? unionType([TEXT, { kind: "array", items: TEXT }])
    : TEXT;
}

/** No text is null. */
function withoutNull(type: TypePlan): TypePlan {
  if (type.kind !== "union") return type;
  return unionType(type.members.filter((member) => member.kind !== "keyword" || member.name !== "null"));
}

function partDoc(same: readonly ParameterModel[]): MemberPlan["doc"] {
  const docs = same.map(parameterDoc);
  const promised = same.some(({ required }) => required) ? ["The contract promises it."] : [];
  return {
    text: [...new Set([...docs.flatMap(({ text }) => text), ...promised])],
    tags: docs.every(({ tags }) => tags.length > 0) ? (docs[0]?.tags ?? []) : [],
  };
}

const TEXT: TypePlan = { kind: "keyword", name: "string" };

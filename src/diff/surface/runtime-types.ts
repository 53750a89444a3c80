import type { MemberPlan, TypePlan } from "../../plan/typescript/type-plan.js";
import { member } from "./client-types.js";

/*
 * The types of the runtime that planned types name, as far as a contract decides what callers see of them. Both clients have the same
 * runtime: a type that is not here is the same on both sides wherever its name and its arguments are.
 */

const TEXT: TypePlan = { kind: "keyword", name: "string" };
const NUMBER: TypePlan = { kind: "keyword", name: "number" };

const named = (name: string, ...parts: readonly TypePlan[]): TypePlan => ({
  kind: "name",
  name,
  ...(parts.length > 0 && { arguments: parts }),
});
const object = (members: readonly MemberPlan[]): TypePlan => ({ kind: "object", members });
const texts = object([{ kind: "index", type: TEXT, doc: { text: [], tags: [] } }]);
const value = (text: string): TypePlan => ({ kind: "literal", value: text });

/** Members whose types no contract changes; the name stands for the type. */
const fixed = (...names: readonly string[]): readonly MemberPlan[] =>
  names.map((name) => member(name, named(`runtime ${name}`), true));

const CALL_OPTIONS = fixed("signal", "deadline", "attempts", "timeout", "maxResponseBytes", "headers");
const KEYED_OPTIONS = [...CALL_OPTIONS, ...fixed("idempotencyKey", "intent")];

/** Options that every client takes, of which a contract may say more. */
const SERVER_OPTIONS: readonly MemberPlan[] = [
  member("baseUrl", TEXT, true),
  member("serverUrl", TEXT, true),
  member("serverVariables", texts, true),
  member("operationServers", texts, true),
];

const UNKNOWN: TypePlan = { kind: "keyword", name: "unknown" };

function response(body: TypePlan, status: TypePlan, others: readonly MemberPlan[] = []): TypePlan {
  return object([member("value", body), member("status", status), ...others]);
}

/** What a type of the runtime means, with its arguments; none: it is compared by name and arguments. */
const EXPANSIONS: Readonly<Record<string, (...parts: readonly TypePlan[]) => TypePlan>> = {
  ApiResponse: (body = UNKNOWN, status = NUMBER) => response(body, status),
  CallOptions: () => object(CALL_OPTIONS),
  ClientOptions: () => object([...SERVER_OPTIONS, ...fixed("other options of every client")]),
  ConditionalOptions: (of = TEXT) => object([...CALL_OPTIONS, member("ifMatch", named("StrongETag", of))]),
  DescribedCall: (body = UNKNOWN, headers = UNKNOWN) =>
    named("Call", body, named("DescribedResponse", body, headers)),
  DescribedResponse: (body = UNKNOWN, headers = UNKNOWN, status = NUMBER) =>
    response(body, status, [member("headerValues", headers)]),
  IntentOptions: () => object(fixed("intents", "intentRetention")),
  KeyedOptions: () => object(KEYED_OPTIONS),
  LimitOptions: () => object(fixed("pacing")),
  ModifyOptions: () => object([...CALL_OPTIONS, ...fixed("modifyAttempts")]),
  // Its index of `never` keeps members out. An operation that gets a parameter takes more than it.
  NoInput: () => object([]),
  ReadonlyArray: (items = UNKNOWN) => ({ kind: "array", items }),
  Rebuilt: (change = UNKNOWN, keys = UNKNOWN) => named("Omit", change, keys),
  ServerSentEvent: (data = TEXT) =>
    object([
      member("event", TEXT),
      member("data", data),
      member("id", TEXT, true),
      member("retry", NUMBER, true),
    ]),
  StartedOrDone: (body = UNKNOWN, started = UNKNOWN) => ({
    kind: "union",
    members: [
      object([member("outcome", value("done")), member("value", body)]),
      object([member("outcome", value("started")), member("operation", started)]),
    ],
  }),
  Versioned: (body = UNKNOWN, of = TEXT) =>
    object([member("value", body), member("etag", named("StrongETag", of))]),
};

/** What a type of the runtime means; undefined: it is compared by its name and arguments. */
export function expandRuntimeType(name: string, parts: readonly TypePlan[]): TypePlan | undefined {
  return Object.hasOwn(EXPANSIONS, name) ? EXPANSIONS[name]?.(...parts) : undefined;
}

/** Arguments that a type has where none are written. */
export function withDefaults(name: string, parts: readonly TypePlan[]): readonly TypePlan[] {
  const [first = UNKNOWN, second] = parts;
  if (name === "Call" && second === undefined) return [first, named("ApiResponse", first)];
  if (name === "PageSequence" && parts[2] === undefined)
    return [first, second ?? UNKNOWN, named("ApiResponse", second ?? UNKNOWN)];
  if (name === "ResultHandle") return [first, second ?? UNKNOWN, parts[2] ?? UNKNOWN];
  if (name === "StreamCall" && second === undefined)
    return [first, named("ApiResponse", named("AsyncIterable", first))];
  return parts;
}

/** Types that have everything of another: name → the names of those. */
const SUBTYPES: Readonly<Record<string, readonly string[]>> = {
  PageSequence: ["Call"],
  ResultHandle: ["OperationHandle"],
};

/** Whether a type of the runtime has everything that another has. */
export function isRuntimeSubtype(name: string, of: string): boolean {
  return Object.hasOwn(SUBTYPES, name) && SUBTYPES[name]?.includes(of) === true;
}

import type { ApiModel, HeaderModel } from "../../../model/api-model.js";
import { byText } from "../../../text/by-text.js";
import type { Trait } from "./trait.js";

/** Headers by which servers name a request: `X-Request-Id`, `X-Flow-ID`, `X-Amzn-Trace-Id`, `traceparent` (W3C Trace Context). */
export const REQUEST_ID_NAME =
  "(?:(?:x-)?(?:[a-z]{1,30}-){0,2}(?:request|correlation|trace|flow)-?id|traceparent)";

const NAME = new RegExp(`^${REQUEST_ID_NAME}$`, "i");

/** What else a contract describes as the identifier of a request. */
const DESCRIBED = [
  /\b(?:request|trace|tracing|correlation|flow)[ -](?:id|identifier)\b/i,
  /\b(?:id|identifier) (?:of|for) (?:the|this|each|every|a) (?:http |api )?request\b/i,
  /\bidentif(?:y|ies) (?:the|this|each|every|a) (?:http |api )?request\b/i,
];

/** Headers that have a meaning of their own, whatever their description names. */
const OTHERS =
  /^(?:etag|link|location|retry-after|.*-location|content-.*|.*idempotency.*|.*cookie.*|.*signature.*)$/i;

/** Characters of a description that are searched. */
const LONGEST = 500;

/** Names of identifiers that the caller gives, and the server sends back: `x-ms-client-request-id`. */
const BY_CALLER = /client/i;

/** The order in which a client asks: what the operator calls a request comes before what it is a part of. */
const ORDER = [/request/i, /correlation/i, /trace-?id/i, /flow/i];

/** Headers of responses that carry an identifier of the request, by their names (RFC 9110 section 5.1: in any case) or descriptions. */
export function recogniseRequestId({ operations }: ApiModel): Trait<readonly string[]> | undefined {
  const names = new Map<string, string>();
  for (const { responses } of operations)
    for (const { headers } of responses)
      for (const header of headers)
        if (isRequestId(header)) names.set(header.name.toLowerCase(), header.name);
  if (names.size === 0) return undefined;
  const facts = inRequestIdOrder([...names.values()]);
  return {
    facts,
    reason: `Responses have ${facts.map((name) => `"${name}"`).join(", ")}, which identify a request.`,
  };
}

/** Names of headers in the order in which a client asks for them. */
export function inRequestIdOrder(names: readonly string[]): readonly string[] {
  return [...names].sort((left, right) => rankOf(left) - rankOf(right) || byText(left, right));
}

/** Whether a header identifies a request by its name, and the server gives it. */
export function isRequestIdName(name: string): boolean {
  return NAME.test(name) && !BY_CALLER.test(name);
}

function isRequestId({ name, description = "", schema }: HeaderModel): boolean {
  if (BY_CALLER.test(name)) return false;
  if (isRequestIdName(name)) return true;
  const text = description.slice(0, LONGEST);
  const isText = schema === undefined || ["any", "ref", "string"].includes(schema.type.kind);
  return isText && !OTHERS.test(name) && DESCRIBED.some((pattern) => pattern.test(text));
}

function rankOf(name: string): number {
  const found = ORDER.findIndex((pattern) => pattern.test(name));
  return found === -1 ? ORDER.length : found;
}

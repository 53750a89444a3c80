import type { ApiModel } from "../../../model/api-model.js";
import { byText } from "../../../text/by-text.js";
import { successResponses } from "../responses.js";
import type { Trait } from "./trait.js";

/** Headers by which servers name a request: `X-Request-Id`, `Request-Id`, `X-Amzn-Trace-Id`, `traceparent` (W3C Trace Context). */
const NAME = /^(?:(?:x-)?(?:[a-z]+-){0,2}(?:request|correlation|trace)-?id|traceparent)$/i;

/** Names of identifiers that the caller gives, and the server sends back: `x-ms-client-request-id`. */
const BY_CALLER = /client/i;

/** The order in which a client asks: what the operator calls a request comes before what it is a part of. */
const ORDER = [/request/i, /correlation/i, /trace-?id/i];

/** Headers of successes that carry an identifier of the request, by their names (RFC 9110 section 5.1: in any case). */
export function recogniseRequestId({ operations }: ApiModel): Trait<readonly string[]> | undefined {
  const names = new Map<string, string>();
  for (const operation of operations)
    for (const { headers } of successResponses(operation))
      for (const { name } of headers)
        if (NAME.test(name) && !BY_CALLER.test(name)) names.set(name.toLowerCase(), name);
  if (names.size === 0) return undefined;
  const facts = [...names.values()].sort(
    (left, right) => rankOf(left) - rankOf(right) || byText(left, right),
  );
  return {
    facts,
    reason: `Responses have ${facts.map((name) => `"${name}"`).join(", ")}, which identify a request.`,
  };
}

function rankOf(name: string): number {
  const found = ORDER.findIndex((pattern) => pattern.test(name));
  return found === -1 ? ORDER.length : found;
}

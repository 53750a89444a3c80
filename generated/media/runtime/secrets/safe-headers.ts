import { shownProducts, shownTrace } from "../errors/shown-code.js";

/**
 * Response and request headers that may be shown, lower case: they say how HTTP went and carry neither payload nor
 * identity. Everything else is left out; an allow-list, because what a server adds tomorrow is unknown today.
 */
const shown: ReadonlySet<string> = new Set([
  "accept",
  "age",
  "allow",
  "cache-control",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "deprecation",
  "etag",
  "if-match",
  "if-none-match",
  "last-modified",
  "ratelimit",
  "ratelimit-limit",
  "ratelimit-policy",
  "ratelimit-remaining",
  "ratelimit-reset",
  "retry-after",
  "sunset",
  "traceparent",
  "vary",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
]);

/** Identifiers of requests: shown where they are nothing else, because a server can put a phone number there (SEC-1). */
const traces: ReadonlySet<string> = new Set([
  "x-correlation-id",
  "x-request-id",
  "x-trace-id",
]);

/** What server and proxies say of themselves: shown where it is names of products, because any text can stand there. */
const products: ReadonlySet<string> = new Set(["server", "via"]);

/** Headers that stay hidden whatever the caller adds to the allow-list. */
const neverShown: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "proxy-authorization",
  "set-cookie",
]);

/**
 * The headers of a message that may be shown.
 *
 * @param more - names that the caller allows in addition (any case); names of credentials stay hidden all the same.
 * @returns lower-case names with their values, in the order of `headers`.
 */
export function safeHeaders(
  headers: Headers,
  more: readonly string[] = [],
): Readonly<Record<string, string>> {
  const allowed = new Set(more.map((name) => name.toLowerCase()));
  const safe: Record<string, string> = {};
  headers.forEach((value, name) => {
    if (neverShown.has(name)) return;
    if (allowed.has(name)) safe[name] = value;
    else if (traces.has(name)) safe[name] = shownTrace(value);
    else if (products.has(name)) safe[name] = shownProducts(value);
    else if (shown.has(name)) safe[name] = value;
  });
  return safe;
}

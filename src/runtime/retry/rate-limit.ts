import { readRetryAfter, waitUntil } from "../http/header-fields.js";

/** Seconds since the epoch, and no delay: 2001 and later. */
const epoch = 1_000_000_000;

/** Milliseconds that a response asks for: `Retry-After`, else those until the limit resets that a 429 is about. */
export function retryAfterLimit(
  headers: Headers,
  now: number,
  status: number,
): number | undefined {
  const requested = readRetryAfter(headers, now);
  return requested === undefined && status === 429
    ? limitWait(headers, now)
    : requested;
}

/**
 * Milliseconds until a limit of requests resets: `RateLimit-Reset`, in seconds (IETF draft "RateLimit header fields for HTTP"), `t` of
 * `RateLimit` in its later versions, or `X-RateLimit-Reset`: seconds, a time since the epoch, or a date with its zone.
 *
 * @param now - milliseconds since the epoch
 * @returns undefined when no header says so, or when requests are left: then something else was the reason
 */
function limitWait(headers: Headers, now: number): number | undefined {
  const field = headers.get("ratelimit") ?? "";
  const left = valueOf(headers, "remaining") ?? parameter(field, "r");
  const reset = valueOf(headers, "reset") ?? parameter(field, "t");
  if (reset === undefined || (left !== undefined && left > 0)) return undefined;
  if (reset < epoch) return reset * 1000;
  const at = reset < epoch * 1000 ? reset * 1000 : reset;
  return waitUntil(at, headers, now);
}

/** A number, or a date (RFC 9110 section 5.6.7, RFC 3339) as milliseconds since the epoch. */
function valueOf(headers: Headers, name: string): number | undefined {
  for (const prefix of ["ratelimit-", "x-ratelimit-", "x-rate-limit-"]) {
    const text = headers.get(prefix + name)?.trim() ?? "";
    if (/^\d{1,15}(?:\.\d+)?$/.test(text)) return Number(text);
    // A date without a zone can mean any of a day's hours.
    const date = /\d{4}.*(?:GMT|Z|[+-]\d\d:\d\d)$/.test(text)
      ? Date.parse(text)
      : Number.NaN;
    if (!Number.isNaN(date)) return date;
  }
  return undefined;
}

/** A parameter of the only item of a structured field (RFC 9651): of several limits it is not known which one was met. */
function parameter(field: string, name: string): number | undefined {
  if (field.includes(",")) return undefined;
  const found = new RegExp(`[;\\s]\\s*${name}=(\\d{1,15})`).exec(field);
  return found === null ? undefined : Number(found[1]);
}

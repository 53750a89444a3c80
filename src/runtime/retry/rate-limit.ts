import { readRetryAfter } from "../http/header-fields.js";

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
 * `RateLimit` in its later versions, or `X-RateLimit-Reset`, seconds or a time since the epoch.
 *
 * @param now - milliseconds since the epoch
 * @returns undefined when no header says so, or when requests are left: then something else was the reason
 */
function limitWait(headers: Headers, now: number): number | undefined {
  const field = headers.get("ratelimit") ?? "";
  const left = numberOf(headers, "remaining") ?? parameter(field, "r");
  const reset = numberOf(headers, "reset") ?? parameter(field, "t");
  if (reset === undefined || (left !== undefined && left > 0)) return undefined;
  if (reset < epoch) return reset * 1000;
  const at = reset < epoch * 1000 ? reset * 1000 : reset;
  const respondedAt = Date.parse(headers.get("date") ?? "");
  return Math.max(0, at - (Number.isNaN(respondedAt) ? now : respondedAt));
}

function numberOf(headers: Headers, name: string): number | undefined {
  for (const prefix of ["ratelimit-", "x-ratelimit-", "x-rate-limit-"]) {
    const text = headers.get(prefix + name)?.trim() ?? "";
    if (/^\d{1,15}(?:\.\d+)?$/.test(text)) return Number(text);
  }
  return undefined;
}

/** A parameter of the only item of a structured field (RFC 9651): of several limits it is not known which one was met. */
function parameter(field: string, name: string): number | undefined {
  if (field.includes(",")) return undefined;
  const found = new RegExp(`[;\\s]\\s*${name}=(\\d{1,15})`).exec(field);
  return found === null ? undefined : Number(found[1]);
}

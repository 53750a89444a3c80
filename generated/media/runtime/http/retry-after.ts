/** Milliseconds: a server that asks for more (a hundred years) means never, and no date holds it. */
const longest = 3_155_760_000_000;

/**
 * Milliseconds that a `Retry-After` asks for (RFC 9110 section 10.2.3): seconds, or an HTTP date.
 *
 * A date is counted from the answer's own `Date` when it has one, so that a wrong local clock does not matter.
 *
 * @param now - milliseconds since the epoch
 * @returns from 0 to a hundred years; undefined when there is none or it cannot be read
 */
export function readRetryAfter(
  headers: Headers,
  now: number,
): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (text === undefined || text === "") return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text))
    return Math.min(longest, Number(text) * 1000);
  const until = Date.parse(text);
  if (Number.isNaN(until) || !/[A-Za-z]{3}/.test(text)) return undefined;
  const answered = Date.parse(headers.get("date") ?? "");
  const wait = until - (Number.isNaN(answered) ? now : answered);
  return Math.min(longest, Math.max(0, wait));
}

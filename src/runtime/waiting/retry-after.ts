/**
 * How long the server asks to wait (RFC 9110 section 10.2.3): seconds, or an HTTP date.
 *
 * @param now - milliseconds since the Unix epoch; used only when the answer has no `Date` of its own
 * @returns milliseconds, 0 for a date that has passed; undefined when the header is missing or unreadable
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (text === undefined || text === "") return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return undefined;
  // Against the server's own clock: the two need not agree.
  const sentAt = Date.parse(headers.get("date") ?? "");
  return Math.max(0, at - (Number.isNaN(sentAt) ? now : sentAt));
}

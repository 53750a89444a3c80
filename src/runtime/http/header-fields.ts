import { ArgumentError } from "../errors/argument-error.js";

/**
 * Checks a header before the platform does: its own error would show the value, and the value may be a secret.
 *
 * @throws ArgumentError when name or value cannot be sent (RFC 9110 section 5); only the name is shown
 */
export function checkHeader(name: string, value: string): void {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
    throw new ArgumentError({
      happened: `${JSON.stringify(name)} is not a header name.`,
    });
  }
  if (typeof value !== "string") {
    throw new ArgumentError({
      happened: `The value of the header "${name}" must be a string.`,
    });
  }
  if (!/^[\t\x20-\x7E\x80-\xFF]*$/.test(value)) {
    throw new ArgumentError({
      happened: `The value of the header "${name}" has characters that a header cannot carry.`,
      remedy: "Use printable characters of ISO 8859-1.",
    });
  }
}

/**
 * Sets a header that the platform would take.
 *
 * @throws ArgumentError as {@link checkHeader}
 */
export function setHeader(headers: Headers, name: string, value: string): void {
  checkHeader(name, value);
  headers.set(name, value);
}

/** Milliseconds: a server that asks for more (a hundred years) means never, and no date holds it. */
const longestWait = 3_155_760_000_000;

/**
 * Milliseconds that a `Retry-After` asks for (RFC 9110 section 10.2.3): seconds, or an HTTP date.
 *
 * A date is counted from the response's own `Date` when it has one, so that a wrong local clock does not matter.
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
    return Math.min(longestWait, Number(text) * 1000);
  const until = Date.parse(text);
  if (Number.isNaN(until) || !/[A-Za-z]{3}/.test(text)) return undefined;
  return waitUntil(until, headers, now);
}

/**
 * Milliseconds from a response until a time, counted from its own `Date` when it has one.
 *
 * @param time - milliseconds since the epoch
 * @param now - milliseconds since the epoch, for a response without a `Date`
 * @returns from 0 to a hundred years
 */
export function waitUntil(time: number, headers: Headers, now: number): number {
  // Without a date that can be read, `NaN`.
  const respondedAt = Date.parse(headers.get("date") ?? "") || now;
  return Math.min(longestWait, Math.max(0, time - respondedAt));
}

/**
 * Adds cookies to those that a request has: it may carry one `Cookie` header, with all of them (RFC 6265 section 5.4).
 *
 * @param cookies - `name=value`, or several, divided by `; `
 */
export function addCookies(headers: Headers, cookies: string): void {
  const others = headers.get("cookie");
  headers.set("cookie", others === null ? cookies : `${others}; ${cookies}`);
}

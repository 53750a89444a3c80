import { hidden } from "../secrets/mask-members.js";

/** Deeper than any error of a token endpoint; a hostile one must not exhaust the stack. */
const DEEPEST = 32;

/**
 * A copy of parsed JSON that holds the access key in no text and no member name (TOK-7): an error answer may echo what
 * it was sent. To be used after parsing, which undoes the escapes that a key could hide behind (RFC 8259 section 7).
 */
export function withoutKey(value: unknown, key: string): unknown {
  return hideIn(value, spellingsOf(key), 0);
}

/** The headers of an answer, without the key in their values; identifiers of requests are shown, and may be an echo. */
export function headersWithoutKey(headers: Headers, key: string): Headers {
  const spellings = spellingsOf(key);
  const kept = new Headers();
  headers.forEach((value, name) => {
    kept.append(name, hideInText(value, spellings));
  });
  return kept;
}

function hideIn(
  value: unknown,
  spellings: readonly string[],
  depth: number,
): unknown {
  if (typeof value === "string") return hideInText(value, spellings);
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) return hidden;
  if (Array.isArray(value))
    return value.map((one: unknown) => hideIn(one, spellings, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      hideInText(name, spellings),
      hideIn(member, spellings, depth + 1),
    ]),
  );
}

function hideInText(text: string, spellings: readonly string[]): string {
  return spellings.reduce((rest, one) => rest.replaceAll(one, hidden), text);
}

/** The key as it is, and as an address, a form or JSON inside of a text spells it. */
function spellingsOf(key: string): readonly string[] {
  const json = JSON.stringify(key).slice(1, -1);
  const encoded = [
    encodeURIComponent(key),
    // Not quite what encodeURIComponent makes (URL standard, application/x-www-form-urlencoded).
    new URLSearchParams([["", key]]).toString().slice(1),
  ];
  const lowerCase = encoded.map((one) =>
    one.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
  );
  return [
    ...new Set([
      key,
      json,
      json.replaceAll("/", "\\/"),
      ...encoded,
      ...lowerCase,
    ]),
  ];
}

import { ArgumentError } from "../errors/argument-error.js";

/** Which characters stay as they are: unreserved alone, or reserved ones of a query or a path too (`allowReserved`). */
export type Allowed = "unreserved" | "query" | "path";

/**
 * Percent-encodes a value (RFC 6570 section 3.2.1). With `allowReserved` of OpenAPI, reserved characters and
 * percent-encoded triplets stay, except those that would end the value: `# & + = [ ]` in a query, `/ ? # [ ]` in a
 * path (OpenAPI 3.2, Parameter Object: a path parameter never holds an unescaped `/`, `?` or `#`).
 *
 * @throws ArgumentError when the text holds half of a surrogate pair, which has no encoding
 */
export function percentEncode(
  value: string,
  allowed: Allowed = "unreserved",
): string {
  // Nearly every value ends here: it has unreserved characters alone (RFC 3986 section 2.3).
  if (/^[\w.~-]*$/.test(value)) return value;
  try {
    if (allowed === "unreserved") return strict(value);
    return value
      .split(unescaped[allowed])
      .map((part, index) => (index % 2 === 0 ? strict(part) : part))
      .join("");
  } catch {
    throw new ArgumentError({
      happened: "A value holds half of a surrogate pair.",
    });
  }
}

/** What is not encoded; split by it, a text has the kept parts at odd places. */
const unescaped: Readonly<Record<Exclude<Allowed, "unreserved">, RegExp>> = {
  query: /(%[0-9A-Fa-f]{2}|[:/?@!$'()*,;])/,
  path: /(%[0-9A-Fa-f]{2}|[:@!$&'()*+,;=])/,
};

/** `encodeURIComponent` leaves five characters that RFC 3986 reserves. */
function strict(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

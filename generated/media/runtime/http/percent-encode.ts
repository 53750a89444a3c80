import { ArgumentError } from "../errors/argument-error.js";

/** Which characters stay as they are: unreserved alone, or reserved ones too (OpenAPI, `allowReserved`). */
export type Allowed = "unreserved" | "reserved";

/**
 * Percent-encodes a value (RFC 6570 section 3.2.1). With `reserved`, reserved characters and percent-encoded triplets
 * stay, except those that would end the value in a query: `# & + = [ ]`.
 *
 * @throws ArgumentError when the text holds half of a surrogate pair, which has no encoding
 */
export function percentEncode(
  value: string,
  allowed: Allowed = "unreserved",
): string {
  try {
    if (allowed === "unreserved") return strict(value);
    return value.replace(
      /%[0-9A-Fa-f]{2}|[:/?@!$'()*,;]|[^:/?@!$'()*,;%]+|%/g,
      (part) =>
        /^(?:%[0-9A-Fa-f]{2}|[:/?@!$'()*,;])$/.test(part) ? part : strict(part),
    );
  } catch {
    throw new ArgumentError({
      happened: "A value holds half of a surrogate pair, which cannot be sent.",
      remedy: "Send well-formed text.",
    });
  }
}

/** `encodeURIComponent` leaves five characters that RFC 3986 reserves. */
function strict(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

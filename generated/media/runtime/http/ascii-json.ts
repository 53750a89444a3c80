/**
 * The same JSON in ASCII: every character above U+007E as `\uXXXX`, beyond U+FFFF as two of them (RFC 8259 section 7). Such
 * characters stand in strings alone. Headers carry the characters of ISO 8859-1 at most, as bytes that are no UTF-8.
 */
export function asciiJson(json: string): string {
  return json.replace(
    /[\u007F-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

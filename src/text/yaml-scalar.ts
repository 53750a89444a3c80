/** Words that YAML 1.1 or 1.2 reads as something else than a text. */
const RESERVED = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

/** Texts that YAML reads as they are, in a block and between braces: no number, no sign with a meaning. */
const PLAIN = /^[A-Za-z_$][\w$.=-]*$/;

/** A text as a value or a key of YAML, whatever it contains: without quotes where it needs none. */
export function yamlScalar(text: string): string {
  return PLAIN.test(text) && !RESERVED.test(text) ? text : yamlQuoted(text);
}

/** A text in quotes, as YAML and JSON have it; what a terminal would obey or hide is escaped. */
export function yamlQuoted(text: string): string {
  return JSON.stringify(text).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}

/** A value on one line: `{ header: Location, undeclared: true }`. */
export function yamlFlow(value: unknown): string {
  if (typeof value === "string") return yamlScalar(value);
  if (Array.isArray(value)) return `[${value.map(yamlFlow).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, one]) => `${yamlScalar(key)}: ${yamlFlow(one)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** A list of texts on one line: `["a", "b"]`. */
export function yamlList(texts: readonly string[]): string {
  return `[${texts.map(yamlQuoted).join(", ")}]`;
}

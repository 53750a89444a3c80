/**
 * What of a pattern for names (`patternProperties`) TypeScript can say as well: that names begin with a text. The
 * pattern is a regular expression that may match anywhere in a name (JSON Schema 2020-12, core 10.3.2.2).
 */
export interface NamePattern {
  /** How all names begin that it matches; empty: nothing is known, or there is nothing that they have in common. */
  readonly prefix: string;
  /** Whether it matches every name that begins so; with an empty prefix: every name. */
  readonly whole: boolean;
}

/** A character of a pattern that stands for itself, as it is or escaped. */
const PLAIN = /^(?:[\p{L}\p{Nd} _\-/@:#,~=!%&"'<>;]|\\[^\p{L}\p{Nd}])/u;
/** What may follow: a character that is repeated, or left out, is not certain. */
const REPEATED = /^[*+?{]/u;
/** Any characters, in the spellings of published contracts: `.*`, `[\s\S]*`, `[^]*`, `[\w\W]*`. */
const ANY = String.raw`(?:\.|\[(?:\^|\\s\\S|\\S\\s|\\w\\W|\\W\\w|\\d\\D|\\D\\d)\])[*+]\??`;
/**
 * Any rest, in a group (`(.*)`, as TypeBox writes its records) or not. A name that consists of the prefix alone is what
 * `.+` does not match; nobody has one.
 */
const ANY_REST = new RegExp(String.raw`^(?:${ANY}|\((?:\?:)?${ANY}\))?\$?$`, "u");

/** Reads a pattern; whatever is not understood is a pattern of which nothing is known. */
export function readNamePattern(pattern: string): NamePattern {
  if (ANY_REST.test(pattern.replace(/^\^/u, "")) && pattern !== "^$") return { prefix: "", whole: true };
  if (!pattern.startsWith("^") || pattern.includes("|")) return { prefix: "", whole: false };
  let rest = pattern.slice(1);
  let prefix = "";
  for (let found = PLAIN.exec(rest)?.[0]; found !== undefined; found = PLAIN.exec(rest)?.[0]) {
    const next = rest.slice(found.length);
    if (REPEATED.test(next)) return { prefix, whole: false };
    prefix += found.replace(/^\\/u, "");
    rest = next;
  }
  return { prefix, whole: prefix !== "" && rest !== "$" && ANY_REST.test(rest) };
}

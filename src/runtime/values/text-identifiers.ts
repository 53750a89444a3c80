import type { ParsedMembers } from "../descriptors/media-descriptor.js";
import { readJson } from "./json-text.js";

/**
 * Parses JSON text in which identifiers are text, whatever the server wrote.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function readTextIdentifiers(
  text: string,
  described: ParsedMembers,
): unknown {
  return readJson(quoteIdentifiers(text, described));
}

/**
 * Puts integers that a server wrote for identifiers into quotation marks, before the text is parsed: the contract says that
 * they are text, and JSON.parse would round those beyond 2^53. Inside a string a name is followed by `\"`, and stays.
 *
 * @param described - members that are identifiers, alone or in a list
 * @returns the same text when it holds none, or is not JSON
 */
export function quoteIdentifiers(
  text: string,
  { identifiers = [] }: ParsedMembers,
): string {
  const spelled = identifiers.map((name) =>
    JSON.stringify(name).replace(/[$()*+.?[\\\]^{|}]/g, "\\$&"),
  );
  const member = new RegExp(
    `((?:${spelled.join("|")})\\s*:\\s*)(-?\\d+(?=\\s*[,}])|\\[[^"[\\]{}]*\\])`,
    "g",
  );
  return text.replace(
    member,
    (_, start: string, value: string) =>
      start + value.replace(/(^|[[,\s])(-?\d+)(?=[\],\s]|$)/g, '$1"$2"'),
  );
}

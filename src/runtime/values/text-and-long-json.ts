import type { ParsedMembers } from "../descriptors/media-descriptor.js";
import { readLongJson } from "./long-json.js";
import { quoteIdentifiers } from "./text-identifiers.js";

/**
 * Parses JSON text with identifiers that are text, and with 64-bit integers that are numbers.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function readTextAndLongJson(
  text: string,
  described: ParsedMembers,
): unknown {
  return readLongJson(quoteIdentifiers(text, described), described);
}

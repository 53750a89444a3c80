import type { PropertyModel } from "../../model/schema-model.js";
import { byText } from "../../text/by-text.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import type { CursorPagination, Trait } from "./trait.js";

/**
 * Names under which an answer says that there is another page, whatever cursor it has. `isTruncated` is one, as services
 * of storage have it; `truncated` alone is none: elsewhere it says that something of this page was cut off, and pages that
 * ended with it would be lost.
 */
const MORE =
  /^(?:has_?more(?:_?(?:pages|items|results|data))?|has_?next(?:_?page)?|is_?truncated|more_?(?:pages|results|available))$/i;
/** Names under which it says that there is none. */
const LAST = /^(?:is_?)?last(?:_?page)?$/i;

/**
 * The flag of an answer that ends a sequence of pages: one that tells of more before one that tells of the last, the first
 * by name. The reason is the end of a sentence; empty where there is none.
 */
export function findEnd(
  properties: readonly PropertyModel[],
  reader: SchemaReader,
): Trait<Pick<CursorPagination, "more" | "last">> {
  const flags = properties
    .filter(({ schema }) => reader.resolve(schema).type.kind === "boolean")
    .map(({ name }) => name)
    .sort(byText);
  const more = flags.find((name) => MORE.test(name));
  if (more !== undefined) return { facts: { more }, reason: `, until "${more}" is false` };
  const last = flags.find((name) => LAST.test(name));
  return last === undefined
    ? { facts: {}, reason: "" }
    : { facts: { last }, reason: `, until "${last}" is true` };
}

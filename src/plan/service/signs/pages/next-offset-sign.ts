import { findNextOffset } from "../../traits/pagination/next-offset.js";
import { findOffset } from "../../traits/pagination/page-fields.js";
import { shownPath } from "../../traits/pagination/paths.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import { configuredPath, fieldName, linesOf } from "./paging-lines.js";
import { type FoundSign, shownField } from "./shown-position.js";

/**
 * The next offset as a number that every response may have: a client that counts would ask for other items than the service names, and one
 * that follows it may not find an end.
 */
export function nextOffsetSign(shown: ShownPages): FoundSign {
  const { operation, list, members, fields } = shown;
  const offset = findOffset(fields);
  const next = offset && findNextOffset(offset, members);
  if (offset === undefined || next === undefined || list === undefined || operation.method === "POST")
    return undefined;
  return {
    shown: `its response has "${shownPath(next.path)}" for "${shownField(offset)}"`,
    missing: "nothing says that the last page is without it; the lines follow it until it is absent",
    lines: linesOf(shown, `next: ${configuredPath(next.path)}`, `cursor: ${fieldName(shown, offset)}`),
  };
}

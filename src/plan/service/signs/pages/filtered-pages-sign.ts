import { isFiltered } from "../../traits/pagination/filtered-pages.js";
import { findOffset, findPageNumber } from "../../traits/pagination/page-fields.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import { type FoundSign, shownField } from "./shown-position.js";

/** A number that a client would count, where a text says that pages are filtered: a client that counts loses items, or has some twice. */
export function filteredPagesSign(shown: ShownPages): FoundSign {
  const { fields, list } = shown;
  const position = findOffset(fields) ?? findPageNumber(fields);
  if (position === undefined || list === undefined || !isFiltered(shown)) return undefined;
  return {
    shown: `it takes "${shownField(position)}" and returns a list`,
    missing:
      "a text says that its pages are filtered: the items of a page do not tell where the next one begins, nor which one is the last",
    lines: [],
  };
}

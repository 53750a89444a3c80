import { memberAt } from "../values/member-at.js";
import type { LastItemPaging } from "./paging-descriptor.js";
import { type ArrivedPage, end, named, type NextPosition } from "./position.js";

/** Goes on after the last item of the page. */
export function followLastItem(
  paging: LastItemPaging,
  page: ArrivedPage,
): NextPosition {
  return page.items.length === 0
    ? end
    : named(
        memberAt(page.items.at(-1), paging.id),
        "The last item has no identifier",
      );
}

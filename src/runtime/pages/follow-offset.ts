import { numberAt } from "../values/member-at.js";
import type { OffsetPaging } from "./paging-descriptor.js";
import {
  type ArrivedPage,
  counted,
  end,
  type NextPosition,
  type Position,
} from "./position.js";

/** Goes on after the items so far. */
export function followOffset(
  paging: OffsetPaging,
  page: ArrivedPage,
  at: Position | undefined,
): NextPosition {
  const { first = 0 } = paging;
  const offset = Number(at ?? first) + page.items.length;
  const total = numberAt(page.value, paging.total);
  return page.items.length === 0 ||
    (total !== undefined && offset - first >= total)
    ? end
    : counted(page, offset);
}

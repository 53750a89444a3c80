import { memberAt, numberAt } from "../values/member-at.js";
import type { NumberPaging } from "./paging-descriptor.js";
import {
  type ArrivedPage,
  counted,
  end,
  type NextPosition,
  type Position,
} from "./position.js";

/** Goes on at the number after that of the page. */
export function followNumber(
  paging: NumberPaging,
  page: ArrivedPage,
  at: Position | undefined,
): NextPosition {
  // The first page, which was asked for without a number, can say which one it is.
  const isZero = at === undefined && numberAt(page.value, paging.current) === 0;
  const { first = isZero ? 0 : 1 } = paging;
  const number = Number(at ?? first);
  const total = numberAt(page.value, paging.total);
  // What has the next number or its address in place of a flag has null at the end; some servers respond with 404 beyond it.
  const last =
    memberAt(page.value, paging.more) === null ||
    (total === undefined
      ? page.items.length === 0
      : number - first + 1 >= total);
  return last ? end : counted(page, number + 1);
}

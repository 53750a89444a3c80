import { memberAt } from "../values/member-at.js";
import type { CursorPaging, PositionFields } from "./paging-descriptor.js";
import {
  type ArrivedPage,
  end,
  invalidPosition,
  named,
  type NextPosition,
  type Position,
} from "./position.js";

/** Goes on at the cursor that the page names. */
export function followCursor(
  paging: CursorPaging,
  page: ArrivedPage,
  _at: Position | undefined,
  more: boolean | undefined,
): NextPosition {
  const cursor = paging.nextHeader
    ? page.headers.get(paging.nextHeader)
    : cursorIn(memberAt(page.value, paging.next), paging.position);
  if (cursor === undefined || cursor === null || cursor === "")
    return more === true
      ? invalidPosition(
          "The page says that there is another, and names no cursor",
        )
      : end;
  return named(cursor, "The next cursor is neither text nor a number");
}

/** The cursor itself, where the server gives the whole address that it is a part of. */
function cursorIn(next: unknown, { name }: PositionFields): unknown {
  return typeof next === "string" && URL.canParse(next)
    ? (new URL(next).searchParams.get(name) ?? next)
    : next;
}

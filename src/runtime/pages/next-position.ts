import { memberAt, type MemberPath } from "../values/member-at.js";
import type { Paging } from "./paging-descriptor.js";
import {
  type ArrivedPage,
  end,
  type NextPosition,
  type Position,
} from "./position.js";

/**
 * Reads from a page where the next one begins.
 *
 * @param at - what this page was asked for with; undefined for a first page that was asked for with nothing
 */
export function nextPosition(
  paging: Paging,
  page: ArrivedPage,
  at: Position | undefined,
): NextPosition {
  const isMore = flagAt(page.value, paging.more);
  const isLast = flagAt(page.value, paging.last);
  const more = isMore ?? (isLast === undefined ? undefined : !isLast);
  return more === false ? end : paging.follow(paging, page, at, more);
}

function flagAt(
  page: unknown,
  path: MemberPath | undefined,
): boolean | undefined {
  const flag = memberAt(page, path);
  return typeof flag === "boolean" ? flag : undefined;
}

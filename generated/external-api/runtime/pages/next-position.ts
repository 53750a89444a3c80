import { memberAt, type MemberPath, numberAt } from "../values/member-at.js";
import { nextLink } from "./next-link.js";
import type { PagingDescriptor } from "./paging-descriptor.js";

/** What a page is asked for with: a cursor, an identifier, a page number, an offset or a link. */
export type Position = string | number | bigint;

/** A page as it came. */
export interface ArrivedPage {
  readonly value: unknown;
  readonly headers: Headers;
  readonly items: readonly unknown[];
}

/** Where the sequence goes on; or that it is over; or one sentence on why that cannot be told. */
export type NextPosition =
  | { readonly kind: "next"; readonly position: Position }
  | { readonly kind: "end" }
  | { readonly kind: "unreadable"; readonly reason: string };

const end: NextPosition = { kind: "end" };

/**
 * Reads from a page where the next one begins.
 *
 * @param at - what this page was asked for with; undefined for a first page that was asked for with nothing
 */
export function nextPosition(
  paging: PagingDescriptor,
  page: ArrivedPage,
  at: Position | undefined,
): NextPosition {
  const more = saysMore(paging, page.value);
  if (more === false) return end;
  switch (paging.style) {
    case "last-item":
      return page.items.length === 0
        ? end
        : named(
            memberAt(page.items.at(-1), paging.id),
            "The last item has no identifier",
          );
    case "number": {
      const number = Number(at ?? paging.first ?? 1);
      const total =
        paging.total === undefined
          ? undefined
          : numberAt(page.value, paging.total);
      const last =
        total === undefined
          ? page.items.length === 0
          : number - (paging.first ?? 1) + 1 >= total;
      return last ? end : { kind: "next", position: number + 1 };
    }
    case "offset": {
      const offset = Number(at ?? 0) + page.items.length;
      const total =
        paging.total === undefined
          ? undefined
          : numberAt(page.value, paging.total);
      return page.items.length === 0 || (total !== undefined && offset >= total)
        ? end
        : { kind: "next", position: offset };
    }
    case "link":
      return linked(
        paging.next === undefined
          ? nextLink(page.headers.get("link"))
          : memberAt(page.value, paging.next),
      );
    default:
      return cursored(memberAt(page.value, paging.next), more);
  }
}

/** Whether the page says that there is another; undefined when it says nothing of it. */
function saysMore(
  paging: PagingDescriptor,
  page: unknown,
): boolean | undefined {
  const more = flagAt(page, "more" in paging ? paging.more : undefined);
  const last = flagAt(page, "last" in paging ? paging.last : undefined);
  return more ?? (last === undefined ? undefined : !last);
}

function flagAt(
  page: unknown,
  path: MemberPath | undefined,
): boolean | undefined {
  const flag = path === undefined ? undefined : memberAt(page, path);
  return typeof flag === "boolean" ? flag : undefined;
}

function cursored(cursor: unknown, more: boolean | undefined): NextPosition {
  if (cursor === undefined || cursor === null || cursor === "")
    return more === true
      ? unreadable("The page says that there is another, and names no cursor")
      : end;
  return named(cursor, "The next cursor is neither text nor a number");
}

function linked(link: unknown): NextPosition {
  if (link === undefined || link === null || link === "") return end;
  return typeof link === "string"
    ? { kind: "next", position: link }
    : unreadable("The link to the next page is no text");
}

function named(position: unknown, otherwise: string): NextPosition {
  if (isPosition(position)) return { kind: "next", position };
  return unreadable(otherwise);
}

/** Text or a number, however long. */
export function isPosition(value: unknown): value is Position {
  return ["string", "number", "bigint"].includes(typeof value);
}

function unreadable(reason: string): NextPosition {
  return { kind: "unreadable", reason: `${reason}.` };
}

import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { memberAt, type MemberPath, numberAt } from "../values/member-at.js";
import type { PagingDescriptor, PositionFields } from "./paging-descriptor.js";
import { isObject } from "../values/is-object.js";

/** What a page is asked for with: a cursor, an identifier, a page number, an offset or a link. */
export type Position = string | number | bigint;

/** A page as it came. */
interface ArrivedPage {
  readonly value: unknown;
  readonly headers: Headers;
  readonly items: readonly unknown[];
}

/** Where the sequence goes on; or that it is over; or one sentence on why that cannot be told. */
type NextPosition =
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
  const more = reportsMore(paging, page.value);
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
      // The first page, which was asked for without a number, can say which one it is.
      const isZero =
        at === undefined && numberAt(page.value, paging.current) === 0;
      const { first = isZero ? 0 : 1 } = paging;
      const number = Number(at ?? first);
      const total = numberAt(page.value, paging.total);
      const last =
        total === undefined
          ? page.items.length === 0
          : number - first + 1 >= total;
      return last ? end : { kind: "next", position: number + 1 };
    }
    case "offset": {
      const { first = 0 } = paging;
      const offset = Number(at ?? first) + page.items.length;
      const total = numberAt(page.value, paging.total);
      return page.items.length === 0 ||
        (total !== undefined && offset - first >= total)
        ? end
        : { kind: "next", position: offset };
    }
    case "link":
      return linked(paging.links.next(paging.next, page));
    default:
      return cursored(
        paging.nextHeader
          ? page.headers.get(paging.nextHeader)
          : cursorIn(memberAt(page.value, paging.next), paging.cursor),
        more,
      );
  }
}

/** Whether the page says that there is another; undefined when it says nothing of it. */
function reportsMore(
  paging: PagingDescriptor,
  page: unknown,
): boolean | undefined {
  const more = flagAt(page, paging.more);
  const last = flagAt(page, paging.last);
  return more ?? (last === undefined ? undefined : !last);
}

function flagAt(
  page: unknown,
  path: MemberPath | undefined,
): boolean | undefined {
  const flag = memberAt(page, path);
  return typeof flag === "boolean" ? flag : undefined;
}

/** The cursor itself, where the server gives the whole address that it is a part of. */
function cursorIn(next: unknown, { name }: PositionFields): unknown {
  return typeof next === "string" && URL.canParse(next)
    ? (new URL(next).searchParams.get(name) ?? next)
    : next;
}

function cursored(cursor: unknown, more: boolean | undefined): NextPosition {
  if (cursor === undefined || cursor === null || cursor === "")
    return more === true
      ? invalidPosition(
          "The page says that there is another, and names no cursor",
        )
      : end;
  return named(cursor, "The next cursor is neither text nor a number");
}

function linked(link: unknown): NextPosition {
  if (link === undefined || link === null || link === "") return end;
  return typeof link === "string"
    ? { kind: "next", position: link }
    : invalidPosition("The next link is not text");
}

function named(position: unknown, otherwise: string): NextPosition {
  if (isPosition(position)) return { kind: "next", position };
  return invalidPosition(otherwise);
}

/** Text or a number, however long. */
export function isPosition(value: unknown): value is Position {
  return ["string", "number", "bigint"].includes(typeof value);
}

function invalidPosition(reason: string): NextPosition {
  return { kind: "unreadable", reason: `${reason}.` };
}

/** Members of an input. */
export type Members = Readonly<Record<string, unknown>>;

/** Where the requests of this kind of paging carry the position; undefined when a link takes their place. */
export function fieldsOf(paging: PagingDescriptor): PositionFields | undefined {
  switch (paging.style) {
    case "last-item":
      return paging.after;
    case "number":
      return paging.number;
    case "offset":
      return paging.offset;
    case "link":
      return undefined;
    default:
      return paging.cursor;
  }
}

/** The position that the input itself has; undefined when it has none. */
export function positionIn(
  descriptor: OperationDescriptor,
  fields: PositionFields,
  input: Members,
): Position | undefined {
  const position = memberAt(input, wayTo(descriptor, fields).join("/"));
  return isPosition(position) ? position : undefined;
}

/** The same input with that position in place of its own; without one when it is undefined. */
export function positionedInput(
  descriptor: OperationDescriptor,
  fields: PositionFields,
  input: Members,
  position: Position | undefined,
): Members {
  return withMember(input, wayTo(descriptor, fields), position);
}

/** Member names on the way to the place, as `memberAt` escapes them. */
function wayTo(
  descriptor: OperationDescriptor,
  fields: PositionFields,
): readonly string[] {
  if (fields.in === "body") {
    const way = fields.name.split("/");
    return descriptor.body?.from === "body" ? ["body", ...way] : way;
  }
  const parameter = descriptor.parameters?.find(
    (one) => one.in === fields.in && one.name === fields.name,
  );
  return [
    (parameter?.key ?? fields.name).replaceAll("~", "~0").replaceAll("/", "~1"),
    ...(fields.member?.split("/") ?? []),
  ];
}

function withMember(
  holder: Members,
  [step = "", ...rest]: readonly string[],
  value: unknown,
): Members {
  const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
  const { [name]: before, ...others } = holder;
  if (rest.length === 0)
    return value === undefined ? others : { ...others, [name]: value };
  const inner = isObject(before) ? { ...before } : {};
  return { ...others, [name]: withMember(inner, rest, value) };
}

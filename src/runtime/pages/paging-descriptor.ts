import type { ServerLink } from "../call/own-options.js";
import type { MemberPath } from "../values/member-at.js";
import type { ArrivedPage, NextPosition, Position } from "./position.js";

/** How an operation is paged, as the contract has it; a constant of the generated code. */
export type PagingDescriptor =
  CursorPaging | LastItemPaging | NumberPaging | OffsetPaging | LinkPaging;

/** Where a request carries the position. */
export interface PositionFields {
  readonly in: "query" | "path" | "header" | "body";
  /** Name on the wire; in a body the path of the member. */
  readonly name: MemberPath;
  /** Place in a parameter that is an object. */
  readonly member?: MemberPath;
}

/** What every kind of paging has. */
export interface Paging {
  /** Where requests carry the position; absent when a link takes their place. */
  readonly position?: PositionFields;
  /**
   * Reads from a page where the next one begins: `followCursor` and its like. A bundle has those that its descriptors name.
   *
   * @param paging - this descriptor
   * @param at - what the page was asked for with; undefined for a first page that was asked for with nothing
   * @param more - whether the page says that there is another; undefined when it says nothing of it
   */
  follow(
    paging: Paging,
    page: ArrivedPage,
    at: Position | undefined,
    more: boolean | undefined,
  ): NextPosition;
  /** What sends a request to a link, as the server wrote it; only for links: `linkTarget`. */
  readonly target?: (address: string) => ServerLink;
  /** Where the page has its items; empty when the page is the list itself. */
  readonly items: MemberPath;
  /** The contract lets a page be without the list: it has no items then. */
  readonly itemsOptional?: true;
  /**
   * Where the page says whether there is another; it ends the sequence whatever else the page says. Of numbered pages, it may be the
   * number or the address of the next one: null ends the sequence.
   */
  readonly more?: MemberPath;
  /** Where it says whether it is the last. */
  readonly last?: MemberPath;
}

/**
 * The page names the cursor of the next one; null, empty or absent after the last. A page that says that it is the last
 * ends the sequence whatever cursor it names; one that says nothing of it leaves that to the cursor.
 */
export interface CursorPaging extends Paging {
  /** Where the page has the next cursor. */
  readonly next?: MemberPath;
  /** Response header that has it, in place of the page. */
  readonly nextHeader?: string;
  readonly position: PositionFields;
}

/** The next page begins after the last item of this one; an empty page is the last. */
export interface LastItemPaging extends Paging {
  /** Where an item has what the next page begins after. */
  readonly id: MemberPath;
  readonly position: PositionFields;
}

/** Pages are numbered. */
export interface NumberPaging extends Paging {
  readonly position: PositionFields;
  /** Number of the first page. Default: what the first page has in `current`, where that is 0, else 1. */
  readonly first?: number;
  /** Where a page has its own number. */
  readonly current?: MemberPath;
  /** Where the page has how many pages there are; without it an empty page is the last. */
  readonly total?: MemberPath;
}

/** The request says how many items to leave out, or the number of the first item. */
export interface OffsetPaging extends Paging {
  readonly position: PositionFields;
  /** Number of the first item. Default 0. */
  readonly first?: number;
  /** Where the page has how many items there are; without it an empty page is the last. */
  readonly total?: MemberPath;
}

/** The response links to the next page: `Link` header with `rel="next"` (RFC 8288), or a member with a URL. */
export interface LinkPaging extends Paging {
  /** Absent: the link is in the header. */
  readonly next?: MemberPath;
  readonly target: (address: string) => ServerLink;
}

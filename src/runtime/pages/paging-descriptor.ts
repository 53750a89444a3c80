import type { ServerLink } from "../call/own-options.js";
import type { MemberPath } from "../values/member-at.js";

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

interface Paging {
  /** Where the page has its items; empty when the page is the list itself. */
  readonly items: MemberPath;
  /** The contract lets a page be without the list: it has no items then. */
  readonly itemsOptional?: true;
  /** Where the page says whether there is another; it ends the sequence whatever else the page says. */
  readonly more?: MemberPath;
  /** Where it says whether it is the last. */
  readonly last?: MemberPath;
}

/**
 * The page names the cursor of the next one; null, empty or absent after the last. A page that says that there is no other
 * ends the sequence whatever cursor it names; one that says nothing of it leaves that to the cursor.
 */
interface CursorPaging extends Paging {
  readonly style?: "cursor";
  /** Where the page has the next cursor. */
  readonly next?: MemberPath;
  /** Response header that has it, in place of the page. */
  readonly nextHeader?: string;
  readonly cursor: PositionFields;
}

/** The next page begins after the last item of this one; an empty page is the last. */
interface LastItemPaging extends Paging {
  readonly style: "last-item";
  /** Where an item has what the next page begins after. */
  readonly id: MemberPath;
  readonly after: PositionFields;
}

/** Pages are numbered. */
interface NumberPaging extends Paging {
  readonly style: "number";
  readonly number: PositionFields;
  /** Number of the first page. Default: what the first page has in `current`, where that is 0, else 1. */
  readonly first?: number;
  /** Where a page has its own number. */
  readonly current?: MemberPath;
  /** Where the page has how many pages there are; without it an empty page is the last. */
  readonly total?: MemberPath;
}

/** The request says how many items to leave out, or the number of the first item. */
interface OffsetPaging extends Paging {
  readonly style: "offset";
  readonly offset: PositionFields;
  /** Number of the first item. Default 0. */
  readonly first?: number;
  /** Where the page has how many items there are; without it an empty page is the last. */
  readonly total?: MemberPath;
}

/** The response links to the next page: `Link` header with `rel="next"` (RFC 8288), or a member with a URL. */
interface LinkPaging extends Paging {
  readonly style: "link";
  /** Absent: the link is in the header. */
  readonly next?: MemberPath;
  /** Finds and follows it: `pageLinks`. */
  readonly links: PageLinks;
}

/** How links to further pages are found and followed. */
export interface PageLinks {
  /** The link of a page: in the member at `path`, else in its header. */
  readonly next: (
    path: MemberPath | undefined,
    page: { readonly value: unknown; readonly headers: Headers },
  ) => unknown;
  /** What sends a request to a link, as the server wrote it. */
  readonly target: (address: string) => ServerLink;
}

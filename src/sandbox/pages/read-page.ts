import type { Call } from "../server/call.js";
import type { CursorCodec } from "./cursor-codec.js";

/** A page as the contract writes it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Null when there are no more pages. */
  readonly nextCursor: string | null;
}

/** A sequence of items, ordered by keys that are decimal numbers. */
export interface Sequence<Item> {
  /** All items that match, in order. */
  readonly items: readonly Item[];
  readonly keyOf: (item: Item, index: number) => string;
  readonly order: "ascending" | "descending";
}

/** The position of a walk and the size of its next page. */
export interface PageRequest {
  /** The most items of the page. */
  readonly limit: number;
  /** Undefined for the first page. */
  readonly cursor: string | undefined;
  /** Everything else that must stay as it is from page to page: filters, context, order. */
  readonly filters: unknown;
}

/**
 * Reads one page. A cursor holds the key of the last item, so the next page begins after it even when items come in,
 * or no longer match, meanwhile.
 * @throws Refusal `cursor_invalid`
 */
export function readPage<Item>(
  codec: CursorCodec,
  call: Call,
  { items, keyOf, order }: Sequence<Item>,
  { limit, cursor, filters }: PageRequest,
): Page<Item> {
  const { operationId } = call.operation;
  const request = { operationId, userId: call.caller.credential.userId, limit, filters };
  const last = cursor === undefined ? undefined : codec.read(request, cursor);
  const follows = (item: Item, index: number) => isAfter(keyOf(item, index), last, order);
  const start = items.findIndex(follows);
  if (start === -1) return { items: [], nextCursor: null };
  const end = Math.min(start + limit, items.length) - 1;
  const final = items[end];
  const more = final !== undefined && end + 1 < items.length;
  return {
    items: items.slice(start, end + 1),
    nextCursor: more ? codec.write(request, keyOf(final, end)) : null,
  };
}

/** Compares decimal numbers of any size as text. */
function isAfter(key: string, last: string | undefined, order: "ascending" | "descending"): boolean {
  if (last === undefined) return true;
  const greater = key.length === last.length ? key > last : key.length > last.length;
  return order === "ascending" ? greater : !greater && key !== last;
}

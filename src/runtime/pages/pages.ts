import { type ApiResponse, type Call, toCall } from "../call/call.js";
import type { CallOptions, Input } from "../call/call-options.js";
import type { Core } from "../call/core.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { ArgumentError, quoted } from "../errors/argument-error.js";
import { callOf, UnexpectedResponseError } from "../errors/call-errors.js";
import { hashOf } from "../values/fingerprint.js";
import { memberAt } from "../values/member-at.js";
import { inputMembers } from "../values/input-members.js";
import { snapshot } from "../values/snapshot.js";
import { readBookmark, writeBookmark } from "./bookmarks.js";
import { type Members, positionedInput, positionIn } from "./input-position.js";
import { nextPosition } from "./next-position.js";
import type { PagingDescriptor } from "./paging-descriptor.js";
import type { Position } from "./position.js";
import { isObject } from "../values/is-object.js";

/**
 * All items of a paged operation, requested page by page during iteration. Each iteration starts again. It ends at the page
 * that says it is the last, or names no further one. Options apply to every page: a deadline is the time of one, since what is
 * done between pages counts to none of them; `signal: AbortSignal.timeout(…)` bounds a walk as a whole.
 *
 * Awaited, it is one call: it gives the body of the first page, as the server sent it. Nothing is sent before it is awaited or
 * iterated.
 */
export interface PageSequence<
  Item,
  Page,
  Response extends ApiResponse<Page> = ApiResponse<Page>,
>
  extends AsyncIterable<Item>, Call<Page, Response> {
  /** The same, page by page. */
  pages(): AsyncIterable<SequencePage<Item, Page>>;
  /**
   * The rest of the sequence after the page that the bookmark is from, in this process or another. A bookmark from
   * another operation, other filters or another context is refused before anything is sent.
   */
  from(bookmark: string): PageSequence<Item, Page, Response>;
  /** The first item; undefined where there is none. */
  first(): Promise<Item | undefined>;
  /** At most so many items: further pages are not requested. */
  take(count: number): AsyncIterable<Item>;
  /**
   * All items in one list, up to a limit: a longer sequence raises `ArgumentError`, so that no item is lost.
   *
   * @param options - `limit`: the most items that fit
   */
  toArray(options: { readonly limit: number }): Promise<Item[]>;
}

/** One page of a sequence. */
export interface SequencePage<Item, Page> {
  readonly items: readonly Item[];
  /** The page as the server gave it. */
  readonly page: Page;
  /** What HTTP said around it. */
  readonly response: ApiResponse<Page>;
  /** What it was asked for with: the server's cursor, a number, an offset or a link; undefined for the first page. */
  readonly cursor: string | number | bigint | undefined;
  /** Goes on after this page (`from`); undefined on the last one. */
  readonly bookmark: string | undefined;
}

/**
 * Walks a paged operation. The input is copied: filters and context cannot change under way.
 */
export function pages<
  Item,
  Page,
  Response extends ApiResponse<Page> = ApiResponse<Page>,
>(
  core: Core,
  descriptor: OperationDescriptor,
  paging: PagingDescriptor,
  input?: Input,
  options: CallOptions = {},
): PageSequence<Item, Page, Response> {
  const walk: Walk = {
    core,
    descriptor,
    paging,
    input: snapshot(inputMembers(descriptor, input)),
    options: { ...options },
  };
  return new Sequence<Item, Page, Response>(walk, undefined);
}

interface Walk {
  readonly core: Core;
  readonly descriptor: OperationDescriptor;
  readonly paging: PagingDescriptor;
  readonly input: Members;
  readonly options: CallOptions;
}

class Sequence<
  Item,
  Page,
  Response extends ApiResponse<Page>,
> implements PageSequence<Item, Page, Response> {
  readonly [Symbol.toStringTag] = "PageSequence";
  readonly #walk: Walk;
  readonly #bookmark: string | undefined;
  #call: Call<Page, Response> | undefined;

  constructor(walk: Walk, bookmark: string | undefined) {
    this.#walk = walk;
    this.#bookmark = bookmark;
  }

  then<Fulfilled = Page, Rejected = never>(
    onFulfilled?: ((page: Page) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#first().then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Page | Rejected> {
    return this.#first().catch(onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Page> {
    return this.#first().finally(onFinally);
  }

  withResponse(): Promise<Response> {
    return this.#first().withResponse();
  }

  /** One call for the first page, however often it is awaited. */
  #first(): Call<Page, Response> {
    this.#call ??= toCall<Page, Response>(this.#request());
    return this.#call;
  }

  async #request(): Promise<Response> {
    const at =
      this.#bookmark === undefined
        ? undefined
        : readBookmark(this.#bookmark, await filtersOf(this.#walk));
    // What the server sent is what the contract says it is.
    return (await requestPage(this.#walk, at)) as Response;
  }

  from(bookmark: string): PageSequence<Item, Page, Response> {
    if (typeof bookmark === "string")
      return new Sequence<Item, Page, Response>(this.#walk, bookmark);
    // Undefined is the bookmark of the last page: a sequence from there would start again.
    throw new ArgumentError({
      call: callOf(this.#walk.descriptor),
      happened: "The bookmark of a page sequence must be a string.",
      remedy: "Stop after the page that has none.",
    });
  }

  async first(): Promise<Item | undefined> {
    for await (const item of this) return item;
    return undefined;
  }

  take(count: number): AsyncGenerator<Item, void, undefined> {
    checkCount(count, "`count`", this.#walk.descriptor);
    return firstOf(this, count);
  }

  async toArray(options: { readonly limit: number }): Promise<Item[]> {
    // JavaScript can leave out what the type requires.
    const limit = (options as typeof options | undefined)?.limit;
    checkCount(limit, "`limit`", this.#walk.descriptor);
    const all: Item[] = [];
    for await (const item of this) {
      if (all.length === limit)
        throw new ArgumentError({
          call: callOf(this.#walk.descriptor),
          happened: `The sequence has more than ${String(limit)} items.`,
          remedy: "Raise `limit`, or iterate instead.",
        });
      all.push(item);
    }
    return all;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  async *pages(): AsyncGenerator<SequencePage<Item, Page>, void, undefined> {
    const { core, descriptor, paging } = this.#walk;
    const filters = await filtersOf(this.#walk);
    const seen = new Set<Position | undefined>();
    const alike: string[] = [];
    let at =
      this.#bookmark === undefined
        ? undefined
        : readBookmark(this.#bookmark, filters);
    for (let index = 0; ; index += 1) {
      const cursor: Position | undefined =
        at ?? positionIn(descriptor, paging.position, this.#walk.input);
      // A server that repeats itself would be walked for ever.
      if (seen.has(cursor))
        throw unexpected(descriptor, "The server gave the same cursor twice.");
      seen.add(cursor);
      const page = await requestPage(this.#walk, at);
      const items = itemsOf(page.value, paging, descriptor);
      core.report("page", () => ({
        operation: descriptor.name,
        index,
        items: items.length,
      }));
      const next = nextPosition(paging, { ...page, items, alike }, cursor);
      if (next.reason) throw unexpected(descriptor, next.reason);
      at = next.position;
      const bookmark =
        at === undefined ? undefined : writeBookmark(filters, at);
      // What the server sent is what the contract says it is; the runtime does not check shapes twice.
      yield {
        items: items as readonly Item[],
        page: page.value as Page,
        response: page as ApiResponse<Page>,
        cursor,
        bookmark,
      };
      if (at === undefined) return;
    }
  }
}

/** A generator runs when its first item is asked for: who calls it has checked the number. */
async function* firstOf<Item>(
  items: AsyncIterable<Item>,
  count: number,
): AsyncGenerator<Item, void, undefined> {
  if (count === 0) return;
  let taken = 0;
  for await (const item of items) {
    yield item;
    taken += 1;
    if (taken === count) return;
  }
}

async function requestPage(
  walk: Walk,
  at: Position | undefined,
): Promise<ApiResponse<unknown>> {
  const { core, descriptor, paging, input, options } = walk;
  if (at === undefined) return core.execute(descriptor, input, options);
  return core.execute(
    descriptor,
    inputAt(walk, at),
    paging.target ? { ...options, target: paging.target(String(at)) } : options,
  );
}

/** The input with that position; a link takes the place of any. */
function inputAt(
  { descriptor, paging, input }: Walk,
  at: Position | undefined,
): Members {
  return paging.position
    ? positionedInput(descriptor, paging.position, input, at)
    : input;
}

function checkCount(
  count: number | undefined,
  of: string,
  descriptor: OperationDescriptor,
): void {
  if (Number.isSafeInteger(count) && Number(count) >= 0) return;
  throw new ArgumentError({
    call: callOf(descriptor),
    happened: `${of} must be an integer ≥ 0 (got ${quoted(count)}).`,
  });
}

/** What a bookmark is bound to: the operation and its whole input but for the position. */
async function filtersOf(walk: Walk): Promise<string> {
  const { descriptor } = walk;
  try {
    return await hashOf({
      operation: descriptor.name,
      filters: inputAt(walk, undefined),
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "it is not data";
    throw new ArgumentError({
      call: callOf(descriptor),
      happened: `The input of a page sequence must be plain data: ${reason}.`,
    });
  }
}

function itemsOf(
  page: unknown,
  paging: PagingDescriptor,
  descriptor: OperationDescriptor,
): readonly unknown[] {
  const items = memberAt(page, paging.items);
  if (items === null) return [];
  const isPage = isObject(page) && !Array.isArray(page);
  if (items === undefined && paging.itemsOptional === true && isPage) return [];
  if (Array.isArray(items)) return items;
  throw unexpected(
    descriptor,
    `The page has no list of items${paging.items === "" ? "" : ` in "${paging.items}"`}.`,
  );
}

function unexpected(
  descriptor: OperationDescriptor,
  happened: string,
): UnexpectedResponseError {
  return new UnexpectedResponseError({
    call: callOf(descriptor),
    happened,
    remedy:
      "Report it to the people who run the server; the pages so far are good.",
  });
}

import { describe, expect, it } from "vitest";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { followNumber } from "../../../src/runtime/pages/follow-number.js";
import { withPageHeaders } from "../../../src/runtime/pages/described-pages.js";
import { type PageSequence, pages } from "../../../src/runtime/pages/pages.js";
import type { DescribedResponse } from "../../../src/runtime/response/with-header-values.js";
import { memberAt } from "../../../src/runtime/values/member-at.js";
import { type FakeAnswer, fakeCore } from "../fake-core.js";

const list: OperationDescriptor = {
  name: "pets.list",
  method: "GET",
  path: "/pets",
  parameters: [{ name: "page", in: "query" }],
  responses: [],
  retryClass: "read",
};

/** Pages 1 to 3 with two items each, and empty ones after them. */
const threePages: FakeAnswer = ({ input }) => {
  const page = Number(memberAt(input, "page") ?? 1);
  return { value: { items: page > 3 ? [] : [page * 2 - 1, page * 2] } };
};

function sequence(answer = threePages) {
  const core = fakeCore(answer);
  const paging = { follow: followNumber, items: "items", position: { in: "query", name: "page" } } as const;
  return { core, list: pages<number, { items: number[] }>(core, list, paging) };
}

async function collect(items: AsyncIterable<number>): Promise<number[]> {
  const found: number[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("a sequence of pages that is awaited", () => {
  it("gives the described headers of its first page, also from a bookmark on", async () => {
    const described = {
      ...list,
      responses: [{ statuses: [200], content: [], headers: { "X-Left": { as: "integer" } } }],
    } as const;
    const core = fakeCore(async (call, index) => ({
      ...(await threePages(call, index)),
      headers: { "x-left": "7" },
    }));
    const paging = { follow: followNumber, items: "items", position: { in: "query", name: "page" } } as const;
    type Page = { items: number[] };
    type Described = PageSequence<number, Page, DescribedResponse<Page, { "X-Left"?: number }>>;
    const given: Described = withPageHeaders(pages(core, described, paging), described);
    expect((await given.withResponse()).headerValues).toEqual({ "X-Left": 7 });
    for await (const { bookmark = "" } of given.pages()) {
      const rest = await given.from(bookmark).withResponse();
      expect([rest.headerValues, rest.value.items]).toEqual([{ "X-Left": 7 }, [3, 4]]);
      break;
    }
  });

  it("gives the first page as it came, with one request however often", async () => {
    const { core, list: given } = sequence();
    expect(core.calls).toHaveLength(0);
    expect([await given, await given, (await given.withResponse()).status]).toEqual([
      { items: [1, 2] },
      { items: [1, 2] },
      200,
    ]);
    expect(core.calls).toHaveLength(1);
  });

  it("can be used as every promise", async () => {
    const { list: given } = sequence();
    expect(await given.then(({ items }) => items.length)).toBe(2);
    expect(await Promise.all([given, sequence().list])).toEqual([{ items: [1, 2] }, { items: [1, 2] }]);
    let ended = false;
    await given.finally(() => {
      ended = true;
    });
    expect(ended).toBe(true);
    const failing = sequence(() => {
      throw new Error("no");
    }).list;
    expect(await failing.catch((error: unknown) => (error as Error).message)).toBe("no");
  });

  it("gives the page after a bookmark", async () => {
    const { list: given } = sequence();
    for await (const { bookmark } of given.pages()) {
      expect(await given.from(bookmark ?? "")).toEqual({ items: [3, 4] });
      break;
    }
  });
});

describe("parts of a sequence", () => {
  it("first gives one item, or undefined where there is none", async () => {
    const { core, list: given } = sequence();
    expect(await given.first()).toBe(1);
    expect(core.calls).toHaveLength(1);
    expect(await sequence(() => ({ value: { items: [] } })).list.first()).toBeUndefined();
  });

  it.each<[count: number, items: number[], requests: number]>([
    [0, [], 0],
    [2, [1, 2], 1],
    [3, [1, 2, 3], 2],
    [9, [1, 2, 3, 4, 5, 6], 4],
  ])("take(%i) gives %j with %i requests", async (count, items, requests) => {
    const { core, list: given } = sequence();
    expect(await collect(given.take(count))).toEqual(items);
    expect(core.calls).toHaveLength(requests);
  });

  it("toArray gives all items, and an error where there are more than its limit", async () => {
    expect(await sequence().list.toArray({ limit: 6 })).toEqual([1, 2, 3, 4, 5, 6]);
    await expect(sequence().list.toArray({ limit: 5 })).rejects.toThrow(
      "The sequence has more than 5 items.",
    );
  });

  it.each<[given: unknown, shown: string]>([
    [-1, "-1"],
    [1.5, "1.5"],
    [Number.NaN, "NaN"],
    ["2", '"2"'],
    [undefined, "undefined"],
    [null, "null"],
    [[2], "a value of type object"],
  ])("a count of %j is refused before anything is sent", async (given, shown) => {
    const { core, list: items } = sequence();
    const count = given as number;
    const needs = (what: string) => ({
      name: "ArgumentError",
      happened: `${what} must be an integer ≥ 0 (got ${shown}).`,
    });
    await expect(items.toArray({ limit: count })).rejects.toMatchObject(needs("`limit`"));
    // At once: who never iterates it hears of it, too.
    expect(() => items.take(count)).toThrow(expect.objectContaining(needs("`count`")) as Error);
    expect(core.calls).toHaveLength(0);
  });

  it.each([undefined, null, 5])("toArray(%j) says that it needs a limit", async (options) => {
    const { core, list: items } = sequence();
    // Does not compile; plain JavaScript can give it.
    const given = options as unknown as { limit: number };
    await expect(items.toArray(given)).rejects.toThrow("`limit` must be an integer ≥ 0 (got undefined).");
    expect(core.calls).toHaveLength(0);
  });
});

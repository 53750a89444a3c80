import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { followCursor } from "../../../src/runtime/pages/follow-cursor.js";
import { followLastItem } from "../../../src/runtime/pages/follow-last-item.js";
import { followLink, linkTarget } from "../../../src/runtime/pages/follow-link.js";
import { followNumber } from "../../../src/runtime/pages/follow-number.js";
import { followOffset } from "../../../src/runtime/pages/follow-offset.js";
import { pages, type SequencePage } from "../../../src/runtime/pages/pages.js";
import type { PagingDescriptor } from "../../../src/runtime/pages/paging-descriptor.js";
import { memberAt } from "../../../src/runtime/values/member-at.js";
import { json, playAnswer, startTestServer } from "../call/test-server.js";
import { type FakeAnswer, fakeCore } from "../fake-core.js";

const list: OperationDescriptor = {
  name: "cabinets.list",
  method: "GET",
  path: "/cabinets",
  parameters: [
    { name: "limit", in: "query" },
    { name: "after-cursor", key: "cursor", in: "query" },
  ],
  responses: [],
  retryClass: "read",
};
const listPaging: PagingDescriptor = {
  follow: followCursor,
  items: "items",
  next: "nextCursor",
  position: { in: "query", name: "after-cursor" },
};

/** Three pages of two, by cursor `c1`, `c2`. */
const threePages: FakeAnswer = ({ input }) => {
  const cursor = memberAt(input, "cursor");
  const index = typeof cursor === "string" ? Number(cursor.slice(1)) : 0;
  return {
    value: { items: [index * 2, index * 2 + 1], nextCursor: index === 2 ? null : `c${String(index + 1)}` },
  };
};

/** Ends a walk that would go on for ever: then the test fails instead of hanging. */
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length > 50) throw new Error("the walk does not end");
  }
  return found;
}

describe("pages", () => {
  it("[RES-3] walks items and ends at a cursor that is null", async () => {
    const core = fakeCore(threePages);
    expect(await all(pages<number, unknown>(core, list, listPaging, { limit: 2 }))).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
    expect(core.calls.map((call) => call.input)).toEqual([
      { limit: 2 },
      { limit: 2, cursor: "c1" },
      { limit: 2, cursor: "c2" },
    ]);
  });

  it("carries the cursor in a member of a parameter", async () => {
    const core = fakeCore(({ input }) =>
      memberAt(input, "page/after") === "c1"
        ? { value: { items: [2], nextCursor: null } }
        : { value: { items: [1], nextCursor: "c1" } },
    );
    const paging = { ...listPaging, position: { in: "query", name: "page", member: "after" } } as const;
    const descriptor = { ...list, parameters: [{ name: "page", in: "query" }] } as const;
    expect(await all(pages<number, unknown>(core, descriptor, paging, { page: { size: 1 } }))).toEqual([
      1, 2,
    ]);
    expect(core.calls.map((call) => call.input)).toEqual([
      { page: { size: 1 } },
      { page: { size: 1, after: "c1" } },
    ]);
  });

  it("gives pages with their own cursor, and asks for none that nobody walks to", async () => {
    const core = fakeCore(threePages);
    const seen: SequencePage<number, unknown>[] = [];
    for await (const page of pages<number, unknown>(core, list, listPaging).pages()) {
      seen.push(page);
      if (seen.length === 2) break;
    }
    expect(seen.map(({ items, cursor }) => ({ items, cursor }))).toEqual([
      { items: [0, 1], cursor: undefined },
      { items: [2, 3], cursor: "c1" },
    ]);
    expect(core.calls).toHaveLength(2);
    expect(core.events.map(([, event]) => event)).toEqual([
      { operation: "cabinets.list", index: 0, items: 2 },
      { operation: "cabinets.list", index: 1, items: 2 },
    ]);
  });

  it("resumes after the page that a bookmark is from, in another client", async () => {
    const [first] = await all(
      pages<number, unknown>(fakeCore(threePages), list, listPaging, { limit: 2 }).pages(),
    );
    const again = pages<number, unknown>(fakeCore(threePages), list, listPaging, { limit: 2 });
    expect(await all(again.from(first?.bookmark ?? ""))).toEqual([2, 3, 4, 5]);
  });

  it("goes on, and resumes, after a cursor that is too long for a number", async () => {
    const next = 9007199254740993n;
    const two: FakeAnswer = ({ input }) => ({
      value: memberAt(input, "cursor") === next ? { items: [2] } : { items: [1], nextCursor: next },
    });
    const [first] = await all(pages<number, unknown>(fakeCore(two), list, listPaging, {}).pages());
    const again = pages<number, unknown>(fakeCore(two), list, listPaging, {});
    expect(await all(again)).toEqual([1, 2]);
    expect(await all(again.from(first?.bookmark ?? ""))).toEqual([2]);
  });

  it("begins at a raw cursor in the input", async () => {
    const walk = pages<number, unknown>(fakeCore(threePages), list, listPaging, { cursor: "c2" }).pages();
    const page = { items: [4, 5], nextCursor: null };
    expect(await all(walk)).toEqual([
      {
        items: [4, 5],
        page,
        response: { value: page, status: 200, headers: new Headers(), attempts: 1, waited: 0 },
        cursor: "c2",
        bookmark: undefined,
      },
    ]);
  });

  it.each<unknown>([undefined, null, 7, ["p1.x.y"]])(
    "refuses %j as a bookmark: it would begin anew, or raise another error",
    (given) => {
      const sequence = pages(
        fakeCore(() => ({ value: { items: [] } })),
        list,
        listPaging,
        {},
      );
      expect(() => sequence.from(given as string)).toThrow(
        "The bookmark of a page sequence must be a string.",
      );
    },
  );

  it("[ACC-8] refuses a bookmark of other filters before anything is sent", async () => {
    const [first] = await all(
      pages<number, unknown>(fakeCore(threePages), list, listPaging, { limit: 2 }).pages(),
    );
    const core = fakeCore(threePages);
    const other = pages<number, unknown>(core, list, listPaging, { limit: 3 }).from(first?.bookmark ?? "");
    await expect(all(other)).rejects.toMatchObject({ kind: "argument" });
    await expect(all(other.from("nonsense"))).rejects.toMatchObject({ kind: "argument" });
    expect(core.calls).toEqual([]);
  });

  it("[GEN-2] keeps the filters of the start when the caller changes the input under way", async () => {
    const core = fakeCore(threePages);
    const input = { limit: 2, filter: { names: ["a"] } };
    const walk = pages<number, unknown>(core, list, listPaging, input);
    input.limit = 9;
    input.filter.names.push("b");
    await all(walk);
    expect(core.calls.map((call) => call.input)).toMatchObject(
      Array.from({ length: 3 }, () => ({ limit: 2, filter: { names: ["a"] } })),
    );
  });

  it("[RES-3] raises when the server repeats a cursor", async () => {
    const core = fakeCore(({ input }) => ({
      value: { items: [0], nextCursor: memberAt(input, "cursor") === "b" ? "a" : "b" },
    }));
    await expect(all(pages(core, list, listPaging, { cursor: "a" }))).rejects.toMatchObject({
      kind: "unexpected-response",
      message: expect.stringContaining("same cursor twice") as string,
    });
    expect(core.calls).toHaveLength(2);
  });

  it.each<readonly [given: unknown, want: number]>([
    [null, 1],
    [undefined, 3],
    [3, 3],
    ["", 3],
  ])("ends where the number of the next page is null: %j", async (next, want) => {
    const core = fakeCore(({ input }) => {
      const page = Number(memberAt(input, "page") ?? 1);
      return { value: { items: page > 2 ? [] : [page], next } };
    });
    const position = { in: "query", name: "page" } as const;
    const walk = pages(core, list, { follow: followNumber, items: "items", more: "next", position });
    await all(walk);
    expect(core.calls).toHaveLength(want);
  });

  it.each([
    ["page", followNumber],
    ["skip", followOffset],
  ])("raises when %s gives the same items without identifiers again and again", async (name, follow) => {
    const core = fakeCore(() => ({ value: [{ code: "EUR" }, { code: "USD" }] }));
    const walk = pages(core, list, { follow, items: "", position: { in: "query", name } });
    await expect(all(walk)).rejects.toMatchObject({
      kind: "unexpected-response",
      happened: "The server gave the same items again.",
    });
    expect(core.calls).toHaveLength(10);
  });

  it.each([
    ["page", followNumber],
    ["skip", followOffset],
  ])("reads on after nine alike pages of %s, where another follows", async (name, follow) => {
    let calls = 0;
    const core = fakeCore(() => ({ value: (calls += 1) > 24 ? [] : [calls % 10 === 0 ? 1 : 0] }));
    const walk = pages(core, list, { follow, items: "", position: { in: "query", name } });
    expect(await all(walk)).toHaveLength(24);
  });

  it.each([
    ["page", followNumber],
    ["skip", followOffset],
  ])("raises when the server takes no notice of %s, before an item comes twice", async (name, follow) => {
    const core = fakeCore(() => ({ value: [{ id: 1n }, { id: 2n }] }));
    const walk = pages(core, list, { follow, items: "", position: { in: "query", name } });
    const seen: unknown[] = [];
    const walked = (async () => {
      for await (const item of walk) seen.push(item);
    })();
    await expect(walked).rejects.toMatchObject({
      kind: "unexpected-response",
      happened: "The server gave the same items again.",
    });
    expect(seen).toEqual([{ id: 1n }, { id: 2n }]);
    expect(core.calls).toHaveLength(2);
  });

  it.each([[0], [{ status: "open" }], [{}], [[0, 0]], [null]])(
    "takes items without identifiers that are alike for what they are: %j",
    async (item) => {
      const core = fakeCore(({ input }) => ({ value: memberAt(input, "page") === 3 ? [] : [item, item] }));
      const paging = { follow: followNumber, items: "", position: { in: "query", name: "page" } } as const;
      expect(await all(pages(core, list, paging))).toEqual([item, item, item, item]);
    },
  );

  it("goes on over pages of as many items, each with an identifier", async () => {
    const core = fakeCore(({ input }) => {
      const page = Number(memberAt(input, "page") ?? 1);
      return { value: page > 3 ? [] : [{ petId: page }] };
    });
    const paging = { follow: followNumber, items: "", position: { in: "query", name: "page" } } as const;
    expect(await all(pages(core, list, paging))).toEqual([{ petId: 1 }, { petId: 2 }, { petId: 3 }]);
  });

  it("[RES-3] ends at a page that says there is no other, whatever cursor it names", async () => {
    for (const [paging, last] of [
      [{ ...listPaging, more: "has_more" }, { has_more: false }],
      [{ ...listPaging, last: "isLast" }, { isLast: true }],
    ] as const) {
      const core = fakeCore((_, index) => ({
        value: { items: [index], nextCursor: "same", ...(index === 1 ? last : {}) },
      }));
      const walked = await all(pages<number, unknown>(core, list, paging).pages());
      expect(walked.map(({ items, bookmark }) => [items, typeof bookmark])).toEqual([
        [[0], "string"],
        [[1], "undefined"],
      ]);
    }
  });

  it("[RES-3] goes on after a page without the list that the contract does not promise", async () => {
    const core = fakeCore((_, index) => ({
      value: index === 1 ? { nextCursor: "b" } : { items: [index], nextCursor: index === 0 ? "a" : "" },
    }));
    expect(await all(pages(core, list, { ...listPaging, itemsOptional: true }))).toEqual([0, 2]);
  });

  it.each([null, [1], "text"])(
    "raises on %j in place of a page, whatever the contract promises of it",
    async (value) => {
      const core = fakeCore(() => ({ value }));
      await expect(all(pages(core, list, { ...listPaging, itemsOptional: true }))).rejects.toThrow(
        /no list of items/,
      );
    },
  );

  it("gives every page the options, the deadline among them", async () => {
    const core = fakeCore(threePages);
    await all(pages(core, list, listPaging, {}, { deadline: "3s" }));
    expect(core.calls.map(({ options }) => options)).toEqual(Array(3).fill({ deadline: "3s" }));
  });

  it.each([
    ["no list", { nextCursor: null }, /no list of items in "items"/],
    ["a cursor that is an object", { items: [], nextCursor: {} }, /neither text nor a number/],
    [
      "more to come and no cursor",
      { items: [], more: true },
      /says that there is another, and names no cursor/,
    ],
  ])("raises on a page with %s", async (_, value, want) => {
    await expect(
      all(
        pages(
          fakeCore(() => ({ value })),
          list,
          { ...listPaging, more: "more" },
        ),
      ),
    ).rejects.toThrow(want);
  });

  it("[RES-5] puts the cursor where the contract has it: deep in a body", async () => {
    const search: OperationDescriptor = { ...list, body: { from: "members", content: [] } };
    const core = fakeCore((_, index) => ({
      value: { rows: [index], page: { next: index === 0 ? "n" : "" } },
    }));
    const paging: PagingDescriptor = {
      follow: followCursor,
      items: "rows",
      next: "page/next",
      position: { in: "body", name: "page/cursor" },
    };
    expect(await all(pages(core, search, paging, { page: { size: 5 }, q: "x" }))).toEqual([0, 1]);
    expect(core.calls[1]?.input).toEqual({ q: "x", page: { size: 5, cursor: "n" } });
  });
});

describe("other ways to page", () => {
  it.each<[string, PagingDescriptor, FakeAnswer, unknown[]]>([
    [
      "numbers, until a page is empty",
      { follow: followNumber, items: "", position: { in: "query", name: "page" } },
      (_, index) => ({ value: index < 2 ? [index] : [] }),
      [{}, { page: 2 }, { page: 3 }],
    ],
    [
      "numbers from 0, with the number of pages",
      {
        follow: followNumber,
        items: "items",
        position: { in: "query", name: "page" },
        first: 0,
        total: "pages",
      },
      () => ({ value: { items: [1], pages: 2 } }),
      [{}, { page: 1 }],
    ],
    [
      "numbers from that of the first page",
      { follow: followNumber, items: "items", position: { in: "query", name: "page" }, current: "page" },
      (_, index) => ({ value: { items: index < 2 ? [1] : [], page: index } }),
      [{}, { page: 1 }, { page: 2 }],
    ],
    [
      "a cursor that comes in the address of the next page",
      { follow: followCursor, items: "items", next: "next", position: { in: "query", name: "cursor" } },
      (_, index) => ({
        value: { items: [1], next: ["https://a.example/b?size=1&cursor=c%20d", "https://e", null][index] },
      }),
      [{}, { cursor: "c d" }, { cursor: "https://e" }],
    ],
    [
      "an offset, with the number of items",
      { follow: followOffset, items: "items", position: { in: "query", name: "skip" }, total: "count" },
      () => ({ value: { items: [1, 2], count: 4 } }),
      [{}, { skip: 2 }],
    ],
    [
      "the number of the first item, with the number of items",
      {
        follow: followOffset,
        items: "items",
        position: { in: "query", name: "from" },
        first: 1,
        total: "count",
      },
      () => ({ value: { items: [1, 2], count: 4 } }),
      [{}, { from: 3 }],
    ],
    [
      "the last item and has-more",
      {
        follow: followLastItem,
        items: "data",
        id: "id",
        position: { in: "query", name: "starting_after" },
        more: "has_more",
      },
      (_, index) => ({ value: { data: [{ id: `i${String(index)}` }], has_more: index === 0 } }),
      [{}, { starting_after: "i0" }],
    ],
  ])("%s", async (_, paging, answer, want) => {
    const core = fakeCore(answer);
    await all(pages(core, { ...list, parameters: [] }, paging));
    expect(core.calls.map((call) => call.input)).toEqual(want);
  });

  it("a link in the header goes to the core as it stands", async () => {
    const core = fakeCore((_, index) => ({
      value: [index],
      headers:
        index === 0
          ? { link: '</last>; rel="last", </list?page=2&x=a,b>; title="a, b"; rel="prev next"' }
          : {},
    }));
    expect(
      await all(pages(core, list, { follow: followLink, target: linkTarget, items: "" }, { limit: 1 })),
    ).toEqual([0, 1]);
    expect(core.calls.map((call) => call.options.target?.address)).toEqual([undefined, "/list?page=2&x=a,b"]);
    expect(core.calls[1]?.input).toEqual({ limit: 1 });
  });

  it.each([
    ['</2>; title="a; rel=prev"; rel="next"', "/2"],
    ['</2>; rel=next; results="true"', "/2"],
    ['</1>; rel="previous"; results="true", </2>; rel="next"; results="false"', undefined],
    ['</2>; rel="next"; rel="prev"', "/2"],
    ["</2>; REL=Next", "/2"],
    ["<>; rel=next", undefined],
  ])("the header %s leads to %s", async (link, want) => {
    const core = fakeCore((_, index) => ({ value: [index], headers: index === 0 ? { link } : {} }));
    await all(pages(core, list, { follow: followLink, target: linkTarget, items: "" }));
    expect(core.calls.slice(1).map((call) => call.options.target?.address)).toEqual(
      want === undefined ? [] : [want],
    );
  });

  it("a long header is read in little time", async () => {
    const core = fakeCore(() => ({ value: [0], headers: { link: "<".repeat(200_000) } }));
    const started = performance.now();
    await all(pages(core, list, { follow: followLink, target: linkTarget, items: "" }));
    expect(performance.now() - started).toBeLessThan(1000);
  });

  const NO_URL = "The server linked to an address that is not a URL.";
  const OTHER_ORIGIN = "The server linked to another origin, which gets no credentials.";
  const USER = "The server linked to an address with a user name or a password.";

  it.each([
    ["https://[", NO_URL],
    ["http://a b/", NO_URL],
    ["https://files.example/list?page=2", OTHER_ORIGIN],
    ["//files.example/list?page=2", OTHER_ORIGIN],
    ["//ann:hunter2@files.example/list?page=2", OTHER_ORIGIN],
    ["//ann:hunter2@{host}/list?page=2", USER],
    ["//ann@{host}/list?page=2", USER],
    ["//:hunter2@{host}/list?page=2", USER],
  ])("a link that cannot be followed (%s) is a documented error", async (link, happened) => {
    const server = await startTestServer(({ headers }, response) => {
      const target = link.replace("{host}", String(headers["host"]));
      playAnswer(response, {
        headers: { "content-type": "application/json", link: `<${target}>; rel="next"` },
        body: "[1]",
      });
    });
    const core = createCore({
      contract: { title: "t", version: "1" },
      serverUrl: server.url,
      credentials: {},
    });
    const content = [{ mediaType: "application/json", codec: "json" }] as const;
    const listed = { ...list, responses: [{ statuses: [200], content }] };
    try {
      const error: unknown = await all(
        pages(core, listed, { follow: followLink, target: linkTarget, items: "" }),
      ).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ kind: "unexpected-response", happened, operation: list.name });
      expect(inspect(error, { depth: 9 })).not.toContain("hunter2");
      expect(server.received).toHaveLength(1);
    } finally {
      await server.close();
    }
  });

  it("a link of a POST is requested with the same method and body", async () => {
    const search: OperationDescriptor = {
      ...list,
      method: "POST",
      path: "/search",
      body: { from: "body", content: [{ mediaType: "application/json", codec: "json" }] },
      responses: [{ statuses: [200], content: [{ mediaType: "application/json", codec: "json" }] }],
    };
    const server = await startTestServer(
      json({ items: [1], links: { next: "/search?p=2" } }),
      json({ items: [2] }),
    );
    const core = createCore({
      contract: { title: "t", version: "1" },
      serverUrl: server.url,
      credentials: {},
    });
    try {
      const paging: PagingDescriptor = {
        follow: followLink,
        target: linkTarget,
        items: "items",
        next: "links/next",
      };
      const input = { limit: 1, body: { name: "Ada" } };
      expect(await all(pages(core, search, paging, input))).toEqual([1, 2]);
      expect(server.received.map(({ method, target, body }) => [method, target, String(body)])).toEqual([
        ["POST", "/search?limit=1", '{"name":"Ada"}'],
        ["POST", "/search?p=2", '{"name":"Ada"}'],
      ]);
    } finally {
      await server.close();
    }
  });

  it.each([null, undefined, ""])("more to come and %j as the link in the body raises", async (next) => {
    const core = fakeCore(() => ({ value: { items: [1], more: true, next } }));
    const paging = { follow: followLink, target: linkTarget, items: "items", next: "next", more: "more" };
    await expect(all(pages(core, list, paging))).rejects.toThrow(
      "The page says that there is another, and names no link.",
    );
    expect(core.calls).toHaveLength(1);
  });

  it("a link in the body that leads back raises", async () => {
    const core = fakeCore(() => ({ value: { items: [1], next: "https://api.example/list?page=1" } }));
    await expect(
      all(pages(core, list, { follow: followLink, target: linkTarget, items: "items", next: "next" })),
    ).rejects.toThrow(/twice/);
    expect(core.calls).toHaveLength(2);
  });
});

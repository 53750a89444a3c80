import { describe, expect, test } from "vitest";
import { collect, errorOf, startWorld, useGeneratedClient } from "./world.js";

const client = useGeneratedClient();

describe("a page sequence", () => {
  test("[RES-2] [RES-3] is walked as items and as pages, to the end", async () => {
    const { connect, received } = await startWorld(client());
    const api = connect();
    const items = await collect(api.cabinets.list({ limit: 3 }));
    const pages = await collect(api.cabinets.list({ limit: 3 }).pages());
    expect(items).toHaveLength(7);
    expect(pages.map((page) => page.items.length)).toEqual([3, 3, 1]);
    expect(pages.flatMap((page) => page.items)).toEqual(items);
    expect(pages.map(({ bookmark }) => bookmark !== undefined)).toEqual([true, true, false]);
    expect(received("listCabinets").map(({ query }) => query["limit"])).toEqual(Array<string>(6).fill("3"));
  });

  test("[RES-3] asks for a page when it is needed, and for no more", async () => {
    const { connect, received } = await startWorld(client());
    const sequence = connect().cabinets.list({ limit: 2 });
    expect(received("listCabinets")).toHaveLength(0);
    for await (const { login } of sequence) if (login === "northwind-dental") break;
    expect(received("listCabinets")).toHaveLength(1);
  });

  test("[GEN-2] [RES-5] passes cursors back unparsed, in the query or in the body as the schema says", async () => {
    const { connect, received, cabinetId } = await startWorld(client());
    const api = connect();
    const pages = await collect(api.cabinets.list({ limit: 3 }).pages());
    expect(received("listCabinets").map(({ query }) => query["cursor"])).toEqual([
      undefined,
      ...pages.slice(0, -1).map(({ page }) => page.nextCursor),
    ]);
    const input = { cabinetId, limit: 50, filter: { stages: ["won"], channels: ["chat"] } };
    const deals = await collect(api.deals.search(input));
    expect(new Set(deals.map(({ dealId }) => dealId)).size).toBe(deals.length);
    expect(received("searchDeals").length).toBeGreaterThan(1);
    expect(received("searchDeals").every(({ query }) => query["cursor"] === undefined)).toBe(true);
  });

  test("[ACC-8] [GEN-2] keeps its filters when the caller changes the input under way", async () => {
    const { connect, cabinetId } = await startWorld(client());
    const input = { cabinetId, limit: 50, filter: { stages: ["won"] } };
    const sequence = connect().deals.search(input);
    const stages = new Set<string>();
    for await (const { stage } of sequence) {
      stages.add(stage);
      input.filter.stages[0] = "lost";
    }
    expect([...stages]).toEqual(["won"]);
  });

  test("[RES-3] goes on from a bookmark, in another client", async () => {
    const { connect } = await startWorld(client());
    const all = await collect(connect().cabinets.list({ limit: 3 }));
    let bookmark = "";
    for await (const page of connect().cabinets.list({ limit: 3 }).pages()) {
      bookmark = page.bookmark ?? "";
      break;
    }
    const rest = await collect(connect().cabinets.list({ limit: 3 }).from(bookmark));
    expect(rest).toEqual(all.slice(3));
  });

  test("[ACC-8] refuses a bookmark of other filters before it is sent", async () => {
    const { connect, received } = await startWorld(client());
    const [first] = await collect(connect().cabinets.list({ limit: 3 }).pages());
    const before = received("listCabinets").length;
    const other = connect().cabinets.list({ limit: 4 });
    const error = await errorOf(collect(other.from(first?.bookmark ?? "")));
    expect(client().isArgumentError(error)).toBe(true);
    expect(received("listCabinets")).toHaveLength(before);
  });

  test("[RES-3] of a server that repeats a cursor ends in an error", async () => {
    const { connect, received } = await startWorld(client(), {
      interceptor: {
        before: ({ operationId }) =>
          operationId === "listCabinets"
            ? {
                kind: "answer",
                answer: {
                  status: 200,
                  headers: { "Content-Type": "application/json" },
                  body: { items: [], nextCursor: "same" },
                },
              }
            : undefined,
      },
    });
    const error = await errorOf(collect(connect().cabinets.list()));
    expect(client().isUnexpectedResponseError(error)).toBe(true);
    expect(String(error)).toContain("same cursor twice");
    expect(received("listCabinets")).toHaveLength(2);
  });
});

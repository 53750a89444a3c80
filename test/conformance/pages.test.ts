import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import type * as Generated from "../../generated/external-api/index.js";
import { collect, errorOf, startWorld, useGeneratedClient } from "../e2e/world.js";
import { connect as connectRaw, refusal } from "../sandbox/connect.js";
import { generateByCommand, reworded } from "./generate-by-command.js";

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
    const filter: Generated.DealFilter = { stages: ["won"], channels: ["chat"] };
    const input = { cabinetId, limit: 50, filter };
    const deals = await collect(api.deals.search(input));
    expect(new Set(deals.map(({ dealId }) => dealId)).size).toBe(deals.length);
    expect(received("searchDeals").length).toBeGreaterThan(1);
    expect(received("searchDeals").every(({ query }) => query["cursor"] === undefined)).toBe(true);
  });

  test("[ACC-8] [GEN-2] keeps its filters when the caller changes the input under way", async () => {
    const { connect, cabinetId } = await startWorld(client());
    const wanted: Generated.DealStage[] = ["won"];
    const input = { cabinetId, limit: 50, filter: { stages: wanted } };
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
                kind: "response",
                response: {
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

  test("[RES-4] of a result is tied to the request that began it", async () => {
    const { connect, cabinetId, sandbox } = await startWorld(client());
    const api = connect();
    const [one, other] = [
      await api.deals.export({ cabinetId, reason: "one" }),
      await api.deals.export({ cabinetId, reason: "other" }),
    ];
    await Promise.all([one.wait(), other.wait()]);
    const [first] = await collect(one.results({ pageSize: 250 }).pages());
    const elsewhere = await errorOf(collect(other.results({ pageSize: 250 }).from(first?.bookmark ?? "")));
    expect(client().isArgumentError(elsewhere)).toBe(true);
    const rest = await collect(one.results({ pageSize: 250 }).from(first?.bookmark ?? ""));
    expect(rest).toHaveLength(1550);
    const raw = await connectRaw(sandbox);
    const { body } = await raw.get(`/operations/${one.id}/result?pageSize=250`);
    const cursor = encodeURIComponent(String(body["nextCursor"]));
    expect(refusal(await raw.get(`/operations/${other.id}/result?pageSize=250&cursor=${cursor}`))).toEqual([
      400,
      "cursor_invalid",
    ]);
  });

  test("[RES-5] [GEN-2] follows a cursor that the schema names and places otherwise", async () => {
    const contract = reworded({ nextCursor: "nextPageToken", "name: cursor\n": "name: page_token\n" });
    const { folder } = await generateByCommand(contract);
    const module = (await import(pathToFileURL(join(folder, "index.ts")).href)) as typeof Generated;
    const { sandbox, received } = await startWorld(client());
    const sent: (string | null)[] = [];
    const api = new module.ExternalApi({
      baseUrl: sandbox.baseUrl,
      accessKey: sandbox.accessKey,
      scopes: ["cabinet:read"],
      // Speaks the names of the other contract with the client, and those of the sandbox with the sandbox.
      fetch: async (request) => {
        const url = new URL(request.url);
        if (!url.pathname.endsWith("/cabinets")) return fetch(request);
        const token = url.searchParams.get("page_token");
        sent.push(token);
        url.searchParams.delete("page_token");
        if (token !== null) url.searchParams.set("cursor", token);
        const answer = await fetch(url, { headers: request.headers });
        const text = (await answer.text()).replace("nextCursor", "nextPageToken");
        return new Response(text, { status: answer.status, headers: { "content-type": "application/json" } });
      },
    });
    expect(await collect(api.cabinets.list({ limit: 3 }))).toHaveLength(7);
    expect(sent.map((token) => token !== null)).toEqual([false, true, true]);
    expect(received("listCabinets").map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

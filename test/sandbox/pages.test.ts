import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManualClock, startSandbox, type ManualClock, type Sandbox } from "../../src/sandbox/index.js";
import { connect, contextOf, items, northwind, refusal, type Connection, type Received } from "./connect.js";

let clock: ManualClock;
let sandbox: Sandbox;
let api: Connection;
beforeAll(async () => {
  clock = createManualClock();
  sandbox = await startSandbox({ clock, limits: { postRequestsPerMinute: 1000 } });
  api = await connect(sandbox);
});
afterAll(() => sandbox.close());

/** Walks a sequence to its end. */
async function walk(
  read: (cursor: string | undefined) => Promise<Received>,
): Promise<Record<string, unknown>[][]> {
  const pages: Record<string, unknown>[][] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    expect(page.status).toBe(200);
    pages.push(items(page));
    cursor = (page.body["nextCursor"] as string | null) ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

const query = (cursor: string | undefined) => (cursor === undefined ? "" : `&cursor=${cursor}`);
const nextCursor = ({ body }: Received) => String(body["nextCursor"]);

async function startExport(): Promise<string> {
  const path = `/cabinets/${northwind(sandbox)}/deals/export-jobs`;
  const { body } = await api.post(path, { reason: "pages" }, { "idempotency-key": crypto.randomUUID() });
  clock.advance(3000);
  return String(body["operationId"]);
}

describe("a sequence of pages", () => {
  test("[RES-2] lists every cabinet once, in pages of the limit", async () => {
    const pages = await walk((cursor) => api.get(`/cabinets?limit=3${query(cursor)}`));
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(new Set(pages.flat().map((cabinet) => cabinet["cabinetId"])).size).toBe(7);
  });

  test("[RES-2] has no page after the last item, even when it is full", async () => {
    const pages = await walk((cursor) => api.get(`/cabinets?limit=7${query(cursor)}`));
    expect(pages.map((page) => page.length)).toEqual([7]);
  });

  test("is one empty page when nothing matches", async () => {
    const page = await api.post("/cabinets/search", { query: "nothing like this" });
    expect(page.body).toEqual({ items: [], nextCursor: null });
  });

  test("[RES-4] reads a result of 1800 rows in pages of 250, in the order of the export", async () => {
    const operationId = await startExport();
    const pages = await walk((cursor) =>
      api.get(`/operations/${operationId}/result?pageSize=250${query(cursor)}`),
    );
    expect(pages.map((page) => page.length)).toEqual([250, 250, 250, 250, 250, 250, 250, 50]);
    const want = contextOf(sandbox, "Northwind").deals.map((deal) => deal.dealId);
    expect(pages.flat().map((row) => row["dealId"])).toEqual(want);
  });

  test.each([
    ["newest_first", -1],
    ["oldest_first", 1],
  ] as const)("searches deals %s", async (order, direction) => {
    const path = `/cabinets/${northwind(sandbox)}/deals/search`;
    const pages = await walk((cursor) =>
      api.post(path, { order, limit: 500, ...(cursor === undefined ? {} : { cursor }) }),
    );
    const want = contextOf(sandbox, "Northwind").deals.map((deal) => deal.dealId);
    expect(pages.flat().map((deal) => deal["dealId"])).toEqual(direction === 1 ? want : want.reverse());
  });

  test("goes on where it stood when deals come in meanwhile", async () => {
    const { cabinetId } = contextOf(sandbox, "Adventure").cabinet;
    const path = `/cabinets/${cabinetId}/deals/search`;
    const first = await api.post(path, { limit: 100 });
    const contacts = [{ phone: "+442079460001" }, { phone: "+442079460002" }];
    const headers = { "idempotency-key": crypto.randomUUID() };
    await api.post(
      `/gck/cabinets/${cabinetId}/deals/import-jobs`,
      { reason: "meanwhile", contacts },
      headers,
    );
    clock.advance(3000);
    const second = await api.post(path, { limit: 100, cursor: nextCursor(first) });
    const ids = [...items(first), ...items(second)].map((deal) => deal["dealId"]);
    expect([ids.length, new Set(ids).size]).toEqual([150, 150]);
  });

  test("goes on where it stood when what it ended with no longer matches", async () => {
    const { cabinet, projects } = contextOf(sandbox, "Tailspin");
    const { cabinetId } = cabinet;
    const active = { cabinetId, from: "2026-01-01", to: "2026-08-09", states: ["active"], limit: 2 };
    const first = await api.post("/analytics/projects/query", active);
    const projectId = items(first)[1]?.["projectId"];
    await api.post("/projects/state-updates", { cabinetId, projectId, reason: "pause", state: "paused" });
    const second = await api.post("/analytics/projects/query", { ...active, cursor: nextCursor(first) });
    expect(items(second).map((row) => row["projectId"])).toEqual(
      projects.slice(2, 4).map((project) => project.projectId),
    );
  });
});

describe("a cursor", () => {
  test("[GEN-2] says nothing to whoever reads it", async () => {
    const cursor = nextCursor(await api.get("/cabinets?limit=2"));
    const bytes = Buffer.from(cursor, "base64url").toString("latin1");
    expect(bytes).not.toContain("9007199254740");
    expect(nextCursor(await api.get("/cabinets?limit=2"))).not.toBe(cursor);
  });

  test("[GEN-2] that was changed or made up is refused", async () => {
    const cursor = nextCursor(await api.get("/cabinets?limit=2"));
    const last = cursor.at(-1) === "A" ? "B" : "A";
    for (const given of [cursor.slice(0, -1) + last, `${cursor}A`, "MTIz", "%20", cursor.slice(0, 20)]) {
      expect(refusal(await api.get(`/cabinets?limit=2&cursor=${given}`))).toEqual([400, "cursor_invalid"]);
    }
  });

  test("[RES-4] of another operation's result or of another page size is refused", async () => {
    const operationId = await startExport();
    const other = await startExport();
    const cursor = nextCursor(await api.get(`/operations/${operationId}/result?pageSize=10`));
    const read = async (path: string) => refusal(await api.get(`/operations/${path}&cursor=${cursor}`));
    expect(await read(`${other}/result?pageSize=10`)).toEqual([400, "cursor_invalid"]);
    expect(await read(`${operationId}/result?pageSize=11`)).toEqual([400, "cursor_invalid"]);
    expect((await api.get(`/operations/${operationId}/result?pageSize=10&cursor=${cursor}`)).status).toBe(
      200,
    );
  });

  test("[GEN-2] [ACC-8] with another filter, context or cabinet is refused", async () => {
    const berlin = contextOf(sandbox, "Berlin office");
    const munich = contextOf(sandbox, "Munich office");
    const path = `/cabinets/${berlin.cabinet.cabinetId}/deals/search`;
    const { namespaceId, placementId } = berlin;
    const search = { namespaceId, placementId, filter: { stages: ["won"] }, limit: 5 };
    const cursor = nextCursor(await api.post(path, search));
    const stages = await api.post(path, { ...search, filter: { stages: ["lost"] }, cursor });
    const context = await api.post(path, { ...search, placementId: munich.placementId, cursor });
    const cabinet = await api.post(`/cabinets/${northwind(sandbox)}/deals/search`, {
      filter: search.filter,
      limit: 5,
      cursor,
    });
    expect([stages, context, cabinet].map(refusal)).toEqual([
      [400, "cursor_invalid"],
      [400, "cursor_invalid"],
      [400, "cursor_invalid"],
    ]);
    expect((await api.post(path, { ...search, cursor })).status).toBe(200);
  });

  test("of another user is refused", async () => {
    const cursor = nextCursor(await api.get("/cabinets?limit=1"));
    const userId = sandbox.users[1]?.userId ?? "";
    const { accessKey } = sandbox.issueKey({ scopes: ["cabinet:read"], mode: "all_current", userId });
    const other = await connect(sandbox, { accessKey });
    expect(refusal(await other.get(`/cabinets?limit=1&cursor=${cursor}`))).toEqual([400, "cursor_invalid"]);
  });
});

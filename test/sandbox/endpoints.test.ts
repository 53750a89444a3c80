import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManualClock, startSandbox, type ManualClock, type Sandbox } from "../../src/sandbox/index.js";
import { readContract } from "../../src/sandbox/contract/read-contract.js";
import { connect, contextOf, exchange, exchangeForm, items, northwind, type Connection } from "./connect.js";

let clock: ManualClock;
let sandbox: Sandbox;
let api: Connection;
beforeAll(async () => {
  clock = createManualClock();
  sandbox = await startSandbox({ clock });
  api = await connect(sandbox);
});
afterAll(() => sandbox.close());

const project = () => contextOf(sandbox, "Northwind").projects[0]?.projectId ?? "";
const key = (name: string) => ({ "idempotency-key": name });

async function etagOf(path: string): Promise<Record<string, string>> {
  return { "if-match": (await api.get(path)).headers.get("etag") ?? "" };
}

async function finished(path: string, body: object, name: string): Promise<string> {
  const { body: operation } = await api.post(path, body, key(name));
  clock.advance(3000);
  return String(operation["operationId"]);
}

describe("every endpoint row of the contract responds", () => {
  test("[RES-1] POST {base_url}/oauth/token", async () => {
    expect((await exchange(sandbox, exchangeForm(sandbox, sandbox.accessKey, "cabinet:read"))).status).toBe(
      200,
    );
  });

  test("[RES-1] [CAP-1] [CAP-5] GET /capabilities with the baseline limits", async () => {
    expect(await api.get("/capabilities")).toMatchObject({
      status: 200,
      body: {
        contractVersion: "2026-08-09.5",
        resource: sandbox.apiUrl,
        actorUserId: sandbox.users[0]?.userId,
        credentialId: sandbox.credentialId,
        cabinetAccess: { mode: "all_current", cabinetIds: [] },
        limits: {
          readRequestsPerMinute: 300,
          postRequestsPerMinute: 60,
          maxConcurrentOperations: 5,
          operationRetentionDays: 7,
          maxRequestBodyBytes: 1_048_576,
        },
        permissionCatalogVersion: 1,
      },
    });
  });

  test("[RES-1] [RES-2] GET /cabinets", async () => {
    const page = await api.get("/cabinets");
    expect(page.body["nextCursor"]).toBeNull();
    expect(items(page)[0]).toEqual({
      kind: "cabinet",
      cabinetId: "9007199254740993",
      login: "northwind-dental",
      name: "Northwind Dental Clinics",
    });
    expect(items(page)).toHaveLength(7);
  });

  test("[RES-1] POST /cabinets/search", async () => {
    const page = await api.post("/cabinets/search", { query: "DENTAL" });
    expect(items(page).map((cabinet) => cabinet["login"])).toEqual(["northwind-dental"]);
  });

  test("[RES-1] GET /cabinets/{cabinetId}/context", async () => {
    const { body } = await api.get(`/cabinets/${northwind(sandbox)}/context`);
    expect(body).toMatchObject({ selectionRequired: false, contexts: [{ name: "Northwind" }] });
  });

  test("[RES-1] GET /cabinets/{cabinetId}/settings and POST /settings/updates", async () => {
    const path = `/cabinets/${northwind(sandbox)}/settings`;
    const update = {
      cabinetId: northwind(sandbox),
      reason: "summer",
      patch: { language: "en", alertEmail: null },
    };
    const { status, body } = await api.post("/settings/updates", update, await etagOf(path));
    expect(status).toBe(200);
    expect(body).toMatchObject({ language: "en", alertEmail: null, timeZone: "Europe/Berlin" });
  });

  test("[RES-1] GET /cabinets/{cabinetId}/analytics-config and POST /analytics-config/updates", async () => {
    const path = `/cabinets/${northwind(sandbox)}/analytics-config`;
    const update = { cabinetId: northwind(sandbox), reason: "audit", patch: { attributionModel: "linear" } };
    const { status, body } = await api.post("/analytics-config/updates", update, await etagOf(path));
    expect(status).toBe(200);
    expect(body).toMatchObject({ attributionModel: "linear", currency: "EUR" });
  });

  test("[RES-1] POST /analytics/projects/query", async () => {
    const query = { cabinetId: northwind(sandbox), from: "2026-02-10", to: "2026-08-09" };
    const page = await api.post("/analytics/projects/query", query);
    const rows = items(page) as {
      projectId: string;
      deals: number;
      wonDeals: number;
      revenue: { amount: string };
    }[];
    const { deals } = contextOf(sandbox, "Northwind");
    const own = deals.filter((deal) => deal.projectId === rows[0]?.projectId);
    const won = own.filter((deal) => deal.stage === "won");
    const cents = won.reduce((sum, deal) => sum + Math.round(Number(deal.amount?.amount) * 100), 0);
    expect(rows).toHaveLength(6);
    expect(rows[0]).toMatchObject({ deals: own.length, wonDeals: won.length });
    expect(rows[0]?.revenue.amount).toBe((cents / 100).toFixed(2));
    expect(own.length).toBeGreaterThan(200);
  });

  test("[RES-1] POST /cabinets/{cabinetId}/deals/search", async () => {
    const filter = { stages: ["won"], channels: ["chat"], createdFrom: "2026-08-01T00:00:00Z" };
    const page = await api.post(`/cabinets/${northwind(sandbox)}/deals/search`, { filter });
    const want = contextOf(sandbox, "Northwind").deals.filter(
      (deal) => deal.stage === "won" && deal.channel === "chat" && deal.createdAt >= "2026-08-01",
    );
    expect(want.length).toBeGreaterThan(0);
    expect(items(page)).toEqual(want.reverse());
  });

  test("[RES-1] POST /gck/cabinets/{cabinetId}/deals/import-jobs", async () => {
    const contacts = [
      { phone: "+442079460199", name: "New Person" },
      { phone: "+442079460198" },
      { phone: "+442079460199" },
    ];
    const path = `/gck/cabinets/${northwind(sandbox)}/deals/import-jobs`;
    const before = contextOf(sandbox, "Northwind").deals.length;
    const operationId = await finished(
      path,
      { reason: "fair", contacts, duplicates: "skip", tags: ["fair"] },
      "import",
    );
    const page = await api.get(`/operations/${operationId}/result`);
    const { deals } = contextOf(sandbox, "Northwind");
    expect(items(page).map((row) => [row["position"], row["outcome"]])).toEqual([
      [0, "created"],
      [1, "created"],
      [2, "skipped"],
    ]);
    expect(items(page)[2]?.["dealId"]).toBe(items(page)[0]?.["dealId"]);
    expect(deals).toHaveLength(before + 2);
    expect(deals.at(-1)).toMatchObject({ channel: "import", stage: "new", tags: ["fair"], sourceId: null });
  });

  test("[RES-1] POST /cabinets/{cabinetId}/deals/export-jobs", async () => {
    const path = `/cabinets/${northwind(sandbox)}/deals/export-jobs`;
    const filter = { stages: ["lost"] };
    const operationId = await finished(path, { reason: "audit", filter, includeContacts: false }, "export");
    const rows = items(await api.get(`/operations/${operationId}/result?pageSize=1000`));
    const want = contextOf(sandbox, "Northwind").deals.filter((deal) => deal.stage === "lost");
    expect(rows.map((row) => row["dealId"])).toEqual(want.map((deal) => deal.dealId));
    expect(rows[0]).not.toHaveProperty("contact");
  });

  test("[RES-1] POST /project-creation/projects", async () => {
    const details = { kind: "phone_number", number: "+12025550177" };
    const creation = {
      cabinetId: northwind(sandbox),
      reason: "launch",
      name: "Autumn campaign",
      region: "DE-BE",
      dailyContactLimit: 40,
      sources: [{ name: "Hotline", details }],
    };
    const operationId = await finished("/project-creation/projects", creation, "project");
    const [row] = items(await api.get(`/operations/${operationId}/result`));
    const { projectId } = row?.["project"] as { projectId: string };
    expect(row).toMatchObject({
      kind: "project_creation",
      project: { name: "Autumn campaign", state: "active" },
    });
    const sources = await api.get(`/projects/${projectId}/sources?cabinetId=${northwind(sandbox)}`);
    expect(sources.body["sources"]).toMatchObject([{ name: "Hotline", active: true, details }]);
  });

  test("[RES-1] GET /projects/{projectId}/sources and POST /projects/source-updates", async () => {
    const path = `/projects/${project()}/sources?cabinetId=${northwind(sandbox)}`;
    const source = {
      name: "Landing page",
      active: false,
      details: { kind: "website", url: "https://www.example.com/a" },
    };
    const update = {
      cabinetId: northwind(sandbox),
      projectId: project(),
      reason: "test",
      changes: [{ action: "add", source }],
    };
    const { status, body } = await api.post("/projects/source-updates", update, await etagOf(path));
    expect(status).toBe(200);
    expect((body["sources"] as object[]).at(-1)).toMatchObject(source);
  });

  test("[RES-1] POST /projects/project-updates", async () => {
    const choice = { cabinetId: northwind(sandbox), projectId: project(), reason: "rename" };
    const patch = { name: "Renamed", dailyContactLimit: null };
    const { status, body } = await api.post("/projects/project-updates", { ...choice, patch });
    expect([status, body["name"], body["dailyContactLimit"]]).toEqual([200, "Renamed", null]);
  });

  test("[RES-1] POST /projects/state-updates", async () => {
    const update = { cabinetId: northwind(sandbox), projectId: project(), reason: "pause" };
    const paused = await api.post("/projects/state-updates", { ...update, state: "paused" });
    const again = await api.post("/projects/state-updates", { ...update, state: "paused" });
    expect([paused.body["state"], again.body]).toEqual(["paused", paused.body]);
  });

  test("[RES-1] GET /operations/{operationId} and its result", async () => {
    const path = `/cabinets/${northwind(sandbox)}/deals/export-jobs`;
    const operationId = await finished(path, { reason: "status" }, "status");
    const { status, body } = await api.get(`/operations/${operationId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ operationId, status: "succeeded", kind: "deal_export", reason: "status" });
    expect(body).not.toHaveProperty("error");
    expect((await api.get(`/operations/${operationId}/result`)).status).toBe(200);
  });

  test("[RES-1] no operation of the contract was omitted, and no response broke it", async () => {
    const { operations } = await readContract();
    const answered = new Set(
      sandbox.requests.filter(({ status }) => status < 300).map(({ operationId }) => operationId),
    );
    expect(operations.map(({ operationId }) => operationId).filter((id) => !answered.has(id))).toEqual([]);
    expect(operations).toHaveLength(20);
    expect(sandbox.defects).toEqual([]);
  });
});

describe("resources that are not there, or not in that state", () => {
  test("a project of another cabinet is not found", async () => {
    const other = contextOf(sandbox, "Adventure").cabinet.cabinetId;
    expect((await api.get(`/projects/${project()}/sources?cabinetId=${other}`)).body["code"]).toBe(
      "project_not_found",
    );
    const contacts = [{ phone: "+12025550100" }];
    const path = `/gck/cabinets/${other}/deals/import-jobs`;
    const received = await api.post(path, { reason: "x", contacts, projectId: project() }, key("stray"));
    expect(received.body["code"]).toBe("project_not_found");
    const query = { cabinetId: other, from: "2026-01-01", to: "2026-01-02", projectIds: [project()] };
    expect((await api.post("/analytics/projects/query", query)).body["code"]).toBe("project_not_found");
  });

  test("a period that ends before it begins is refused", async () => {
    const query = { cabinetId: northwind(sandbox), from: "2026-02-02", to: "2026-02-01" };
    const received = await api.post("/analytics/projects/query", query);
    expect(received.body).toMatchObject({ status: 400, detail: "body/to must not be before body/from" });
  });

  test("an archived project keeps its state, its values and its sources", async () => {
    const archived = contextOf(sandbox, "Northwind").projects.find(({ state }) => state === "archived");
    const choice = { cabinetId: northwind(sandbox), projectId: archived?.projectId, reason: "revive" };
    const path = `/projects/${archived?.projectId ?? ""}/sources?cabinetId=${northwind(sandbox)}`;
    const answers = [
      await api.post("/projects/state-updates", { ...choice, state: "active" }),
      await api.post("/projects/project-updates", { ...choice, patch: { name: "Again" } }),
      await api.post(
        "/projects/source-updates",
        { ...choice, changes: [{ action: "remove", sourceId: "1" }] },
        await etagOf(path),
      ),
    ];
    expect(answers.map(({ status, body }) => [status, body["code"]])).toEqual([
      [409, "project_archived"],
      [409, "project_archived"],
      [409, "project_archived"],
    ]);
    expect((await api.post("/projects/state-updates", { ...choice, state: "archived" })).status).toBe(200);
  });
});

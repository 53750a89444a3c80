import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createManualClock,
  startSandbox,
  type KeyRequest,
  type ManualClock,
  type Sandbox,
} from "../../src/sandbox/index.js";
import { connect, contextOf, items, northwind, refusal } from "./connect.js";

let clock: ManualClock;
let sandbox: Sandbox;
beforeEach(async () => {
  clock = createManualClock();
  sandbox = await startSandbox({ clock });
});
afterEach(() => sandbox.close());

const context = (cabinetId: string) => `/cabinets/${cabinetId}/context`;

describe("the access model", () => {
  test("[ACC-1] [ACC-5] denies a user without external_api_access, whatever the scope", async () => {
    const api = await connect(sandbox);
    expect((await api.get("/cabinets")).status).toBe(200);
    sandbox.withdrawRight({ right: "external_api_access" });
    expect(refusal(await api.get("/cabinets"))).toEqual([403, "access_denied"]);
    expect(refusal(await api.get("/capabilities"))).toEqual([403, "access_denied"]);
    sandbox.grantRight({ right: "external_api_access" });
    expect((await api.get("/cabinets")).status).toBe(200);
  });

  test("[ACC-2] denies a JWT without the scope, although its key has it", async () => {
    const api = await connect(sandbox, { scopes: ["cabinet:deals:read"] });
    const received = await api.get("/cabinets");
    expect(refusal(received)).toEqual([403, "scope_missing"]);
    expect(received.body["detail"]).toBe("This operation needs the scope cabinet:read.");
    expect((await api.get("/capabilities")).status).toBe(200);
  });

  test("[ACC-3] [ACC-5] denies a cabinet outside the allowlist, and lists only those in it", async () => {
    const allowed = contextOf(sandbox, "Adventure").cabinet.cabinetId;
    const mode = { cabinetAllowlist: [allowed] };
    const { accessKey } = sandbox.issueKey({ scopes: ["cabinet:read"], mode });
    const api = await connect(sandbox, { accessKey });
    expect((await api.get(context(allowed))).status).toBe(200);
    expect(refusal(await api.get(context(northwind(sandbox))))).toEqual([403, "cabinet_not_allowed"]);
    expect(items(await api.get("/cabinets")).map((cabinet) => cabinet["cabinetId"])).toEqual([allowed]);
    expect((await api.get("/capabilities")).body["cabinetAccess"]).toEqual({
      mode: "allowlist",
      cabinetIds: [allowed],
    });
  });

  test("[ACC-4] [ACC-5] denies what the user may no longer do in the cabinet, and only there", async () => {
    const api = await connect(sandbox);
    const cabinetId = northwind(sandbox);
    sandbox.withdrawRight({ right: "view_deals", cabinetId });
    expect(refusal(await api.post(`/cabinets/${cabinetId}/deals/search`, {}))).toEqual([
      403,
      "cabinet_access_denied",
    ]);
    expect((await api.get(context(cabinetId))).status).toBe(200);
    const elsewhere = contextOf(sandbox, "Adventure").cabinet.cabinetId;
    expect((await api.post(`/cabinets/${elsewhere}/deals/search`, {})).status).toBe(200);
  });

  test("[ACC-4] hides a cabinet that the user may no longer see", async () => {
    const api = await connect(sandbox);
    const cabinetId = northwind(sandbox);
    sandbox.withdrawRight({ right: "view", cabinetId });
    const listed = items(await api.get("/cabinets")).map((cabinet) => cabinet["cabinetId"]);
    expect(listed).toHaveLength(6);
    expect(listed).not.toContain(cabinetId);
    expect(items(await api.post("/cabinets/search", { query: "northwind" }))).toEqual([]);
  });

  test("[ACC-5] gives another user's key the cabinets of that user only", async () => {
    const userId = sandbox.users[1]?.userId ?? "";
    const { accessKey } = sandbox.issueKey({ scopes: ["cabinet:read"], mode: "all_current", userId });
    const api = await connect(sandbox, { accessKey });
    const logins = items(await api.get("/cabinets")).map((cabinet) => cabinet["login"]);
    expect(logins).toEqual(["wide-world-imports", "litware-legal"]);
    expect(refusal(await api.get(context(northwind(sandbox))))).toEqual([403, "cabinet_access_denied"]);
    expect((await api.get("/capabilities")).body["actorUserId"]).toBe(userId);
  });

  test("responses 404 for a cabinet that does not exist", async () => {
    const api = await connect(sandbox);
    expect(refusal(await api.get(context("42")))).toEqual([404, "cabinet_not_found"]);
  });

  test("issues no key for a user who is not known", () => {
    expect(() => sandbox.issueKey({ scopes: [], mode: "all_current", userId: "nobody" })).toThrow(
      "does not exist",
    );
    expect(() => {
      sandbox.revokeKey("nothing");
    }).toThrow("No credential");
  });

  test.each<[string, object, string]>([
    ["nothing", {}, "`scopes` of a key is a list"],
    ["one scope as text", { scopes: "cabinet:read", mode: "all_current" }, "`scopes` of a key is a list"],
    ["a scope of no contract", { scopes: ["read"], mode: "all_current" }, "`scopes` of a key is a list"],
    ["no mode", { scopes: [] }, "`mode` of a key is"],
    ["a list in place of the mode", { scopes: [], mode: [] }, "`mode` of a key is"],
    ["numbers for cabinets", { scopes: [], mode: { cabinetAllowlist: [1] } }, "`mode` of a key is"],
  ])("issues no key for %s", (_, given, want) => {
    expect(() => sandbox.issueKey(given as KeyRequest)).toThrow(want);
  });

  test("does not repeat a key that was given for its identifier", () => {
    expect(() => {
      sandbox.revokeKey(sandbox.accessKey);
    }).toThrow(new Error("No credential has this identifier"));
  });
});

describe("background operations check the access model again", () => {
  async function startExport() {
    const api = await connect(sandbox);
    const cabinetId = northwind(sandbox);
    const path = `/cabinets/${cabinetId}/deals/export-jobs`;
    const { body } = await api.post(path, { reason: "audit" }, { "idempotency-key": "k" });
    return { api, cabinetId, operationId: String(body["operationId"]) };
  }

  test("[ACC-6] a right withdrawn while it is queued fails the operation", async () => {
    const { api, cabinetId, operationId } = await startExport();
    sandbox.withdrawRight({ right: "export_deals", cabinetId });
    clock.advance(1000);
    const { body } = await api.get(`/operations/${operationId}`);
    expect(body).toMatchObject({
      status: "failed",
      error: { code: "cabinet_access_denied", retryable: false },
      finishedAt: "2026-08-09T09:00:01.000Z",
    });
    sandbox.grantRight({ right: "export_deals", cabinetId });
    expect(refusal(await api.get(`/operations/${operationId}/result`))).toEqual([409, "operation_failed"]);
  });

  test("[ACC-6] external_api_access withdrawn while it is queued fails it too", async () => {
    const { api, operationId } = await startExport();
    sandbox.withdrawRight({ right: "external_api_access" });
    clock.advance(1000);
    sandbox.grantRight({ right: "external_api_access" });
    const { body } = await api.get(`/operations/${operationId}`);
    expect(body).toMatchObject({ status: "failed", error: { code: "access_denied" } });
  });

  test("[ACC-6] a right withdrawn after it has begun does not", async () => {
    const { api, cabinetId, operationId } = await startExport();
    clock.advance(1000);
    sandbox.withdrawRight({ right: "export_deals", cabinetId });
    clock.advance(2000);
    expect((await api.get(`/operations/${operationId}`)).body["status"]).toBe("succeeded");
    expect(refusal(await api.get(`/operations/${operationId}/result`))).toEqual([
      403,
      "cabinet_access_denied",
    ]);
  });
});

describe("contexts", () => {
  test("[ACC-7] a cabinet with several contexts needs one of them", async () => {
    const api = await connect(sandbox);
    const { cabinet, namespaceId, placementId } = contextOf(sandbox, "Munich office");
    const path = `/cabinets/${cabinet.cabinetId}/settings`;
    expect(refusal(await api.get(path))).toEqual([422, "context_required"]);
    expect((await api.get(`${path}?namespaceId=${namespaceId}&placementId=${placementId}`)).status).toBe(200);
    const discovered = await api.get(context(cabinet.cabinetId));
    expect(discovered.body).toMatchObject({ selectionRequired: true });
    expect(discovered.body["contexts"]).toHaveLength(2);
    expect(discovered.body["contexts"]).toContainEqual({ namespaceId, placementId, name: "Munich office" });
  });

  test("[ACC-7] another cabinet's context, and half of one, are refused", async () => {
    const api = await connect(sandbox);
    const { cabinet, namespaceId } = contextOf(sandbox, "Munich office");
    const { placementId } = contextOf(sandbox, "Service");
    const path = `/cabinets/${cabinet.cabinetId}/settings`;
    const crossed = await api.get(`${path}?namespaceId=${namespaceId}&placementId=${placementId}`);
    expect(refusal(crossed)).toEqual([404, "context_not_found"]);
    expect(refusal(await api.get(`${path}?namespaceId=${namespaceId}`))).toEqual([400, "validation_failed"]);
    const search = await api.post(`/cabinets/${cabinet.cabinetId}/deals/search`, { placementId });
    expect(refusal(search)).toEqual([400, "validation_failed"]);
  });

  test("[ACC-7] the contexts of a cabinet have data of their own", async () => {
    const api = await connect(sandbox);
    const counts = await Promise.all(
      ["Berlin office", "Munich office"].map(async (name) => {
        const { cabinet, namespaceId, placementId, deals } = contextOf(sandbox, name);
        const body = { namespaceId, placementId, limit: 500 };
        const page = await api.post(`/cabinets/${cabinet.cabinetId}/deals/search`, body);
        return [items(page).length, deals.length];
      }),
    );
    expect(counts).toEqual([
      [500, 700],
      [500, 500],
    ]);
  });
});

describe("features", () => {
  test.each([
    ["readsEnabled", "GET", "/cabinets"],
    ["writesEnabled", "POST", "/settings/updates"],
    ["settingsWritesEnabled", "POST", "/analytics-config/updates"],
    ["projectWritesEnabled", "POST", "/projects/state-updates"],
    ["sensitiveDataAndExportsEnabled", "POST", "/cabinets/1/deals/export-jobs"],
  ] as const)("[CAP-3] %s switches its operations off", async (feature, method, path) => {
    const api = await connect(sandbox);
    sandbox.setFeatures({ [feature]: false });
    const received = method === "GET" ? await api.get(path) : await api.post(path, {});
    expect(refusal(received)).toEqual([403, "feature_disabled"]);
    expect(received.body["detail"]).toContain(feature);
    expect((await api.get("/capabilities")).body["features"]).toMatchObject({ [feature]: false });
  });

  test("[CAP-3] sensitiveDataAndExportsEnabled also closes results with contact data", async () => {
    const api = await connect(sandbox);
    const path = `/cabinets/${northwind(sandbox)}/deals/export-jobs`;
    const { body } = await api.post(path, { reason: "audit" }, { "idempotency-key": "k" });
    clock.advance(3000);
    sandbox.setFeatures({ sensitiveDataAndExportsEnabled: false });
    const result = await api.get(`/operations/${String(body["operationId"])}/result`);
    expect(refusal(result)).toEqual([403, "feature_disabled"]);
  });
});

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createManualClock, startSandbox, type ManualClock, type Sandbox } from "../../src/sandbox/index.js";
import {
  connect,
  contextOf,
  exchange,
  exchangeForm,
  items,
  northwind,
  receive,
  refusal,
  type Connection,
} from "./connect.js";

const day = 86_400_000;

let clock: ManualClock;
let sandbox: Sandbox;
let api: Connection;
beforeEach(async () => {
  clock = createManualClock();
  sandbox = await startSandbox({ clock });
  api = await connect(sandbox);
});
afterEach(() => sandbox.close());

const importPath = () => `/gck/cabinets/${northwind(sandbox)}/deals/import-jobs`;
const importBody = { reason: "fair", contacts: [{ phone: "+442079460958" }] };
const dealCount = () => contextOf(sandbox, "Northwind").deals.length;

function startImport(key: string, body: object = importBody) {
  return api.post(importPath(), body, { "idempotency-key": key });
}

async function startExport(body: object = { reason: "audit" }): Promise<string> {
  const path = `/cabinets/${northwind(sandbox)}/deals/export-jobs`;
  const received = await api.post(path, body, { "idempotency-key": crypto.randomUUID() });
  return String(received.body["operationId"]);
}

/** A second JWT after the first has expired. */
async function reconnect() {
  api = await connect(sandbox);
}

describe("a background operation", () => {
  test("[OPS-1] is created with 202, operationId, Location and Retry-After", async () => {
    const { status, headers, body } = await startImport("k");
    expect([status, body["status"], headers.get("retry-after")]).toEqual([202, "queued", "2"]);
    expect(headers.get("location")).toBe(`${sandbox.apiUrl}/operations/${String(body["operationId"])}`);
    const followed = await fetch(headers.get("location") ?? "", {
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect((await receive(followed)).body["operationId"]).toBe(body["operationId"]);
  });

  test("[OPS-1] needs Idempotency-Key and reason", async () => {
    const keyless = await api.post(importPath(), importBody);
    expect(refusal(keyless)).toEqual([400, "validation_failed"]);
    expect(keyless.body["detail"]).toContain("Idempotency-Key");
    const unreasoned = await startImport("k", { contacts: importBody.contacts });
    expect(refusal(unreasoned)).toEqual([400, "validation_failed"]);
    expect(unreasoned.body["detail"]).toContain("reason");
    clock.advance(10_000);
    expect(dealCount()).toBe(1800);
  });

  test("[OPS-2] is queued, then running, then succeeded", async () => {
    const operationId = await startExport();
    const seen: unknown[] = [];
    for (const wait of [0, 999, 1, 1000, 999, 1]) {
      clock.advance(wait);
      const { body, headers } = await api.get(`/operations/${operationId}`);
      const { processed, total } = body["progress"] as { processed: number; total: number | null };
      seen.push([body["status"], processed, total, headers.get("retry-after")]);
    }
    expect(seen).toEqual([
      ["queued", 0, null, "2"],
      ["queued", 0, null, "2"],
      ["running", 0, 1800, "2"],
      ["running", 900, 1800, "2"],
      ["running", 1799, 1800, "2"],
      ["succeeded", 1800, 1800, null],
    ]);
  });

  test("[OPS-2] has no result before it has succeeded", async () => {
    const operationId = await startExport();
    clock.advance(2999);
    const received = await api.get(`/operations/${operationId}/result`);
    expect([...refusal(received), received.body["retryable"]]).toEqual([409, "operation_not_finished", true]);
    clock.advance(1);
    expect((await api.get(`/operations/${operationId}/result`)).status).toBe(200);
  });

  test("[OPS-3] that failed is responded to with 200 and its error", async () => {
    sandbox.failNextOperation({
      code: "upstream_busy",
      message: "Try later.",
      retryable: true,
      applied: false,
    });
    const { body } = await startImport("k");
    clock.advance(3000);
    const received = await api.get(`/operations/${String(body["operationId"])}`);
    expect(received.status).toBe(200);
    expect(received.body).toMatchObject({
      status: "failed",
      error: { code: "upstream_busy", message: "Try later.", retryable: true },
    });
    expect(dealCount()).toBe(1800);
  });

  test("[OPS-3] [IDM-5] may fail although it had its effect", async () => {
    const code = "ambiguous_upstream_outcome";
    sandbox.failNextOperation({ code, message: "Nobody knows.", retryable: false, applied: true });
    const { body } = await startImport("k");
    clock.advance(3000);
    const received = await api.get(`/operations/${String(body["operationId"])}`);
    expect(received.body).toMatchObject({ status: "failed", error: { code, retryable: false } });
    expect(dealCount()).toBe(1801);
  });

  test("[OPS-6] is kept for 7 days with its result, and then reported as expired", async () => {
    const operationId = await startExport();
    clock.advance(7 * day - 1);
    await reconnect();
    expect((await api.get(`/operations/${operationId}`)).body["status"]).toBe("succeeded");
    expect(items(await api.get(`/operations/${operationId}/result`))).toHaveLength(250);
    clock.advance(1);
    expect(refusal(await api.get(`/operations/${operationId}`))).toEqual([410, "operation_expired"]);
    expect(refusal(await api.get(`/operations/${operationId}/result`))).toEqual([410, "operation_expired"]);
  });

  test("[OPS-7] is readable with the scope of the request that created it, and no other", async () => {
    const operationId = await startExport();
    const run = await connect(sandbox, { scopes: ["cabinet:exports:run"] });
    expect((await run.get(`/operations/${operationId}`)).status).toBe(200);
    const write = await connect(sandbox, { scopes: ["cabinet:deals:write"] });
    expect(refusal(await write.get(`/operations/${operationId}`))).toEqual([403, "scope_missing"]);
    const read = await connect(sandbox, { scopes: ["cabinet:read"] });
    expect(refusal(await read.get(`/operations/${operationId}`))).toEqual([403, "scope_missing"]);
  });

  test("[OPS-7] is not there for another user, nor open to a key that does not open its cabinet", async () => {
    const operationId = await startExport();
    const scopes = ["cabinet:exports:run"] as const;
    const userId = sandbox.users[1]?.userId ?? "";
    const stranger = sandbox.issueKey({ scopes, mode: "all_current", userId });
    const other = await connect(sandbox, { accessKey: stranger.accessKey });
    expect(refusal(await other.get(`/operations/${operationId}`))).toEqual([404, "operation_not_found"]);
    const narrow = sandbox.issueKey({ scopes, mode: { cabinetAllowlist: [] } });
    const narrowed = await connect(sandbox, { accessKey: narrow.accessKey });
    expect(refusal(await narrowed.get(`/operations/${operationId}`))).toEqual([403, "cabinet_not_allowed"]);
    expect(refusal(await api.get("/operations/none"))).toEqual([404, "operation_not_found"]);
  });

  test("[ACC-7] works in the context that it was created in", async () => {
    const { cabinet, namespaceId, placementId } = contextOf(sandbox, "Munich office");
    const path = `/gck/cabinets/${cabinet.cabinetId}/deals/import-jobs`;
    const headers = { "idempotency-key": "k" };
    expect(refusal(await api.post(path, importBody, headers))).toEqual([422, "context_required"]);
    await api.post(path, { ...importBody, namespaceId, placementId }, headers);
    clock.advance(3000);
    expect(contextOf(sandbox, "Munich office").deals).toHaveLength(501);
    expect(contextOf(sandbox, "Berlin office").deals).toHaveLength(700);
  });
});

describe("an idempotency key", () => {
  test("[IDM-1] brings back the existing operation, whatever the order of properties", async () => {
    const first = await startImport("k");
    clock.advance(5000);
    const again = await api.post(
      importPath(),
      { contacts: importBody.contacts, reason: importBody.reason },
      { "idempotency-key": "k" },
    );
    expect([again.status, again.body["operationId"], again.body["status"]]).toEqual([
      202,
      first.body["operationId"],
      "succeeded",
    ]);
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect(dealCount()).toBe(1801);
  });

  test.each([
    ["another reason", { ...importBody, reason: "other" }],
    ["another payload", { ...importBody, contacts: [{ phone: "+442079460959" }] }],
  ])("[IDM-2] with %s is a conflict", async (_name, body) => {
    await startImport("k");
    const received = await startImport("k", body);
    expect(refusal(received)).toEqual([409, "idempotency_key_conflict"]);
    expect(received.body).toMatchObject({
      type: `${sandbox.baseUrl}/problems/idempotency-key-conflict`,
      retryable: false,
    });
    clock.advance(5000);
    expect(dealCount()).toBe(1801);
  });

  test("[IDM-2] used for another operation or cabinet is a conflict", async () => {
    await startImport("k");
    const path = `/cabinets/${northwind(sandbox)}/deals/export-jobs`;
    const headers = { "idempotency-key": "k" };
    expect(refusal(await api.post(path, { reason: "fair" }, headers))).toEqual([
      409,
      "idempotency_key_conflict",
    ]);
    const other = contextOf(sandbox, "Adventure").cabinet.cabinetId;
    const elsewhere = await api.post(`/gck/cabinets/${other}/deals/import-jobs`, importBody, headers);
    expect(refusal(elsewhere)).toEqual([409, "idempotency_key_conflict"]);
  });

  test("[IDM-1] belongs to one access key", async () => {
    await startImport("k");
    const { accessKey } = sandbox.issueKey({ scopes: ["cabinet:deals:write"], mode: "all_current" });
    const other = await connect(sandbox, { accessKey });
    const received = await other.post(
      importPath(),
      { ...importBody, reason: "other" },
      { "idempotency-key": "k" },
    );
    expect(received.status).toBe(202);
  });

  test("[OPS-6] is forgotten after 7 days", async () => {
    const first = await startImport("k");
    clock.advance(7 * day);
    await reconnect();
    const second = await startImport("k", { ...importBody, reason: "a week later" });
    expect(second.status).toBe(202);
    expect(second.body["operationId"]).not.toBe(first.body["operationId"]);
  });

  test("is stopped from doing harm twice by racing requests", async () => {
    const received = await Promise.all(Array.from({ length: 8 }, () => startImport("k")));
    expect(new Set(received.map(({ body }) => body["operationId"])).size).toBe(1);
    clock.advance(3000);
    expect(dealCount()).toBe(1801);
  });
});

describe("an ambiguous outcome", () => {
  test.each([
    [true, 1801],
    [false, 1800],
  ])("[IDM-5] of a create (applied: %s) meets every repeat with its key", async (applied, want) => {
    sandbox.makeNextWriteAmbiguous({ operationId: "importDeals", applied });
    const first = await startImport("k");
    expect(refusal(first)).toEqual([502, "ambiguous_upstream_outcome"]);
    expect(first.body["retryable"]).toBe(false);
    expect(refusal(await startImport("k"))).toEqual([502, "ambiguous_upstream_outcome"]);
    expect(refusal(await startImport("k", { ...importBody, reason: "other" }))[0]).toBe(409);
    clock.advance(5000);
    expect(dealCount()).toBe(want);
    expect((await startImport("new")).status).toBe(202);
  });

  test.each([
    [true, "Changed"],
    [false, "Spring campaign"],
  ])("[IDM-5] of a change (applied: %s) can be looked up", async (applied, want) => {
    const project = () => contextOf(sandbox, "Northwind").projects[0];
    sandbox.makeNextWriteAmbiguous({ applied });
    const update = {
      cabinetId: northwind(sandbox),
      projectId: project()?.projectId,
      reason: "x",
      patch: { name: "Changed" },
    };
    expect(refusal(await api.post("/projects/project-updates", update))).toEqual([
      502,
      "ambiguous_upstream_outcome",
    ]);
    expect(project()?.name).toBe(want);
    expect((await api.post("/projects/project-updates", update)).status).toBe(200);
  });

  test("waits for the operation that it is planned for", async () => {
    sandbox.makeNextWriteAmbiguous({ operationId: "createProject", applied: false });
    expect((await startImport("k")).status).toBe(202);
  });
});

test("a key without any scope in common gets no token at all", async () => {
  const { accessKey } = sandbox.issueKey({ scopes: [], mode: "all_current" });
  expect(refusal(await exchange(sandbox, exchangeForm(sandbox, accessKey, "cabinet:read")))).toEqual([
    400,
    "invalid_scope",
  ]);
});

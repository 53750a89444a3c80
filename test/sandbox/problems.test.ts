import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { problemCatalog } from "../../src/sandbox/problems/problem-catalog.js";
import { createManualClock, startSandbox, type Sandbox } from "../../src/sandbox/index.js";
import { connect, northwind, receive, refusal, type Connection } from "./connect.js";

let sandbox: Sandbox;
let api: Connection;
beforeAll(async () => {
  sandbox = await startSandbox({ clock: createManualClock(), limits: { postRequestsPerMinute: 1000 } });
  api = await connect(sandbox);
});
afterAll(() => sandbox.close());

interface Example {
  value: { code: string; status: number; title: string; retryable: boolean };
}
interface Contract {
  components: {
    responses: Record<string, { content: Record<string, { examples?: Record<string, Example> }> }>;
  };
}

interface Sent {
  readonly method: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

async function send(path: string, { method, headers = {}, body }: Sent) {
  const all = { authorization: `Bearer ${api.token}`, ...headers };
  return receive(
    await fetch(sandbox.apiUrl + path, { method, headers: all, ...(body === undefined ? {} : { body }) }),
  );
}

const json = { "content-type": "application/json" };

describe("problems", () => {
  test("[ERR-1] are Problem Details under {base_url}/problems/, whose address tells more", async () => {
    const received = await api.get("/cabinets/42/context");
    expect(received.headers.get("content-type")).toBe("application/problem+json");
    expect(received.body).toEqual({
      type: `${sandbox.baseUrl}/problems/cabinet-not-found`,
      title: "The cabinet is not there",
      status: 404,
      detail: "No such cabinet.",
      code: "cabinet_not_found",
      retryable: false,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
    });
    const page = await fetch(String(received.body["type"]));
    expect([page.status, await page.text()]).toEqual([
      200,
      "The cabinet is not there\ncode: cabinet_not_found\nstatus: 404 Not Found\nretryable: false\n",
    ]);
  });

  test("[ERR-1] keep the trace of the request", async () => {
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const traced = await api.get("/cabinets/42/context", {
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    });
    expect(traced.body["traceId"]).toBe(traceId);
    const untraced = await api.get("/cabinets/42/context", {
      traceparent: `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
    });
    expect(untraced.body["traceId"]).not.toBe("0".repeat(32));
  });

  test("[ERR-1] are those of the contract: status, title and retryable", () => {
    const file = new URL("../../fixtures/external-api/openapi.yaml", import.meta.url);
    const { components } = parse(readFileSync(file, "utf8")) as Contract;
    const examples = Object.values(components.responses)
      .flatMap(({ content }) => Object.values(content["application/problem+json"]?.examples ?? {}))
      .map(({ value: { code, status, title, retryable } }) => [code, { status, title, retryable }] as const);
    expect(Object.fromEntries(examples)).toEqual(problemCatalog);
  });
});

describe("malformed requests", () => {
  test.each([
    ["no JSON", '{"query": ', json, 400, "malformed_request"],
    ["no body at all", undefined, json, 400, "malformed_request"],
    ["bytes that are no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), json, 400, "malformed_request"],
    ["an array", "[]", json, 400, "validation_failed"],
    ["null", "null", json, 400, "validation_failed"],
    ["an unknown member", '{"query":"a","limitt":1}', json, 400, "validation_failed"],
    ["a limit of 0", '{"query":"a","limit":0}', json, 400, "validation_failed"],
    ["a limit that is text", '{"query":"a","limit":"10"}', json, 400, "validation_failed"],
    [
      "another media type",
      "query=a",
      { "content-type": "application/x-www-form-urlencoded" },
      415,
      "unsupported_media_type",
    ],
    ["no media type", new Uint8Array([0x7b, 0x7d]), {}, 415, "unsupported_media_type"],
    ["an encoded body", "{}", { ...json, "content-encoding": "gzip" }, 415, "unsupported_media_type"],
    [
      "a media type with charset",
      '{"query":"a"}',
      { "content-type": "Application/JSON; charset=utf-8" },
      200,
      undefined,
    ],
  ])("[ERR-3] %s", async (_name, body, headers, status, code) => {
    const received = await send("/cabinets/search", {
      method: "POST",
      headers,
      ...(body === undefined ? {} : { body }),
    });
    expect(refusal(received)).toEqual([status, code]);
  });

  test.each([
    "/cabinets?limit=0",
    "/cabinets?limit=501",
    "/cabinets?limit=1.5",
    "/cabinets?limit=",
    "/cabinets?limit=1&limit=2",
    "/cabinets?page=2",
    "/cabinets?cursor=",
    "/cabinets/abc/context",
    "/cabinets/12345678901234567890/context",
    "/cabinets/1/settings?namespaceId=x&placementId=1",
    `/cabinets/${"9".repeat(3000)}/context`,
  ])("[ERR-3] %s", async (path) => {
    expect(refusal(await api.get(path))).toEqual([400, "validation_failed"]);
  });

  test("[GEN-1] an identifier that is a JSON number is refused", async () => {
    const body = '{"cabinetId":9007199254740993,"from":"2026-01-01","to":"2026-01-02"}';
    const received = await send("/analytics/projects/query", { method: "POST", headers: json, body });
    expect(received.body).toMatchObject({
      code: "validation_failed",
      detail: "body/cabinetId must be string",
    });
  });

  test("[GEN-1] every identifier of the data would be changed by a detour through a number", async () => {
    const page = await api.post(`/cabinets/${northwind(sandbox)}/deals/search`, { limit: 500 });
    const ids = JSON.stringify(page.body).match(/"\d{16,}"/g) ?? [];
    expect(ids.length).toBeGreaterThan(1000);
    expect(ids.filter((id) => `"${Number(id.slice(1, -1))}"` === id)).toEqual([]);
  });

  test("[SEC-1] what is refused is not quoted", async () => {
    const phone = "0170 5550 134";
    const path = `/gck/cabinets/${northwind(sandbox)}/deals/import-jobs`;
    const body = { reason: "x", contacts: [{ phone }] };
    const received = await api.post(path, body, { "idempotency-key": "k" });
    expect(received.status).toBe(400);
    expect(JSON.stringify(received.body)).not.toContain("5550");
    const broken = await send("/cabinets/search", {
      method: "POST",
      headers: json,
      body: `{"query": ${phone}`,
    });
    expect(JSON.stringify(broken.body)).not.toContain("5550");
  });
});

describe("addresses and methods that the contract does not have", () => {
  test("[GEN-5] are 404 and 405, as problems", async () => {
    expect(refusal(await api.get("/upstream/sessions"))).toEqual([404, "not_found"]);
    const received = await send("/cabinets", { method: "DELETE" });
    expect([...refusal(received), received.headers.get("allow")]).toEqual([405, "method_not_allowed", "GET"]);
    expect(refusal(await send("/settings/updates", { method: "GET" }))).toEqual([405, "method_not_allowed"]);
    expect(refusal(await api.get("/cabinets/%zz/context"))).toEqual([400, "malformed_request"]);
  });
});

test("no answer broke the contract", () => {
  expect(sandbox.requests.length).toBeGreaterThan(20);
  expect(sandbox.defects).toEqual([]);
});

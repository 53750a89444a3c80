import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { problemCatalog } from "../../src/sandbox/problems/problem-catalog.js";
import { createManualClock, startSandbox, type Sandbox } from "../../src/sandbox/index.js";
import { connect, northwind, receive, type Connection } from "./connect.js";

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
  test("[ERR-3] are not those whose media type has a charset", async () => {
    const headers = { "content-type": "Application/JSON; charset=utf-8" };
    expect((await send("/cabinets/search", { method: "POST", headers, body: '{"query":"a"}' })).status).toBe(
      200,
    );
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

test("no response broke the contract", () => {
  expect(sandbox.defects).toEqual([]);
});

import * as openTelemetry from "@opentelemetry/api";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ClientOptions } from "../../../src/runtime/call/client-options.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { Core } from "../../../src/runtime/call/core.js";
import type { Limits } from "../../../src/runtime/call/limits.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { spans } from "../../../src/runtime/tracing/spans.js";
import { hangUp, json, problem, type Reply, startTestServer } from "../call/test-server.js";
import { unlimited } from "../unlimited.js";
import { VirtualClock } from "../virtual-clock.js";
import { recordSpans } from "./recorded-spans.js";

const contract = { title: "T", version: "1" };
const descriptor: OperationDescriptor = {
  name: "cabinets.get",
  method: "GET",
  path: "/cabinets/{cabinetId}",
  parameters: [{ name: "cabinetId", in: "path", required: true, style: "simple", explode: false }],
  security: [],
  retryClass: "read",
  responses: [{ statuses: ["2XX"], content: [{ mediaType: "application/json", codec: "json" }] }],
};

async function startClient(replies: readonly Reply[], options: ClientOptions = {}) {
  const server = await startTestServer(...replies);
  onTestFinished(() => server.close());
  const core: Core = createCore(
    { contract, serverUrl: `${server.url}/v1`, credentials: {} },
    { clock: new VirtualClock({ skip: 9_000 }), tracing: spans(openTelemetry), ...options },
  );
  return { server, core, port: Number(new URL(server.url).port) };
}

describe("spans", () => {
  test("shows a call, and below it each request, by the HTTP conventions", async () => {
    const recorded = recordSpans();
    const { core, server, port } = await startClient([hangUp, json({}, 503), json({})]);
    await core.execute(descriptor, "c-77");
    const request = {
      "http.request.method": "GET",
      "server.address": "127.0.0.1",
      "server.port": port,
      "url.scheme": "http",
      "url.template": "/v1/cabinets/{cabinetId}",
    };
    const attempt = { name: "GET /v1/cabinets/{cabinetId}", kind: "CLIENT", parent: recorded[0], ends: 1 };
    expect(recorded).toMatchObject([
      { name: "cabinets.get", kind: "INTERNAL", parent: undefined, status: undefined, ends: 1 },
      { ...attempt, status: { code: "ERROR" } },
      { ...attempt, status: { code: "ERROR" } },
      { ...attempt, status: undefined },
    ]);
    expect(recorded.map(({ attributes }) => attributes)).toEqual([
      {},
      { ...request, "error.type": "UND_ERR_SOCKET" },
      {
        ...request,
        "http.request.resend_count": 1,
        "http.response.status_code": 503,
        "error.type": "503",
      },
      { ...request, "http.request.resend_count": 2, "http.response.status_code": 200 },
    ]);
    expect(server.received.map(({ headers }) => headers["traceparent"])).toEqual(
      recorded.slice(1).map(({ traceparent }) => traceparent),
    );
  });

  test("tells a call that fails by the class and the words of its error", async () => {
    const recorded = recordSpans();
    const { core } = await startClient([problem(404, { code: "cabinet_not_found", detail: "c-77 of Ann" })]);
    await expect(core.execute(descriptor, "c-77")).rejects.toThrow();
    expect(recorded[0]).toMatchObject({
      attributes: { "error.type": "ResourceProblemError" },
      status: { code: "ERROR", message: expect.stringContaining("code cabinet_not_found") as string },
      ends: 1,
    });
    expect(JSON.stringify(recorded)).not.toMatch(/c-77|Ann/);
  });

  test("shows nothing of what a caller's own function throws but its kind", async () => {
    const recorded = recordSpans();
    const { core } = await startClient([json({})], {
      fetch: () => Promise.reject(Object.assign(new TypeError("to +442079460199"), { code: "to Ann" })),
      retry: { attempts: 1 },
    });
    await expect(core.execute(descriptor, "c-77")).rejects.toThrow();
    expect(recorded[1]).toMatchObject({ attributes: { "error.type": "TypeError" }, ends: 1 });
    expect(JSON.stringify(recorded)).not.toMatch(/\+44|Ann/);
  });

  test("shows nothing of what a caller's own store throws but its kind", async () => {
    const recorded = recordSpans();
    const broken: Limits = { ...unlimited, pace: () => Promise.reject(new RangeError("of Ann")) };
    const core = createCore(
      { contract, serverUrl: "https://h.example", credentials: {}, limits: () => broken },
      { tracing: spans(openTelemetry) },
    );
    await expect(core.execute(descriptor, "c-77")).rejects.toThrow();
    expect(recorded).toMatchObject([
      { attributes: { "error.type": "RangeError" }, status: { code: "ERROR" }, ends: 1 },
    ]);
    expect(JSON.stringify(recorded)).not.toContain("Ann");
  });

  test("ends the spans of a call that its caller aborts", async () => {
    const recorded = recordSpans();
    const { core } = await startClient([() => undefined]);
    const signal = AbortSignal.timeout(50);
    await expect(core.execute(descriptor, "c-77", { signal })).rejects.toThrow();
    expect(recorded).toMatchObject([
      { attributes: { "error.type": "AbortError" }, ends: 1 },
      { attributes: { "error.type": "TimeoutError" }, status: { code: "ERROR" }, ends: 1 },
    ]);
  });

  test("hangs a request below its call on a platform that forgets the active span at each wait", async () => {
    const recorded = recordSpans({ remembers: false });
    const { core } = await startClient([json({}, 503), json({})]);
    await core.execute(descriptor, "c-77");
    expect(recorded.map(({ parent }) => parent?.name)).toEqual([undefined, "cabinets.get", "cabinets.get"]);
  });

  test("sends the trace of `traceContext` where no tracer is registered", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const { core, server } = await startClient([json({})], { traceContext: () => ({ traceparent }) });
    await core.execute(descriptor, "c-77");
    expect(server.received[0]!.headers["traceparent"]).toBe(traceparent);
  });

  test("names the server's standard port, and an IPv6 address without its brackets", async () => {
    const recorded = recordSpans();
    const core = createCore(
      { contract, serverUrl: "https://[::1]", credentials: {} },
      { fetch: () => Promise.resolve(Response.json({})), tracing: spans(openTelemetry) },
    );
    await core.execute(descriptor, "c-77");
    expect(recorded[1]!.attributes).toMatchObject({
      "server.address": "::1",
      "server.port": 443,
      "url.scheme": "https",
      "url.template": "/cabinets/{cabinetId}",
    });
  });
});

import { readFileSync } from "node:fs";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect as connectSocket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { loadContract } from "../../src/sandbox/contract/checked-contract.js";
import { holdRequests, listen } from "../../src/sandbox/server/http-server.js";
import {
  createManualClock,
  startSandbox,
  type Interceptor,
  type Sandbox,
  type SandboxEvent,
  type SandboxOptions,
} from "../../src/sandbox/index.js";
import { connect, contextOf, exchange, exchangeForm, northwind, receive, refusal } from "./connect.js";

const running: Sandbox[] = [];
afterEach(() => Promise.all(running.splice(0).map((sandbox) => sandbox.close())));

async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ clock: createManualClock(), ...options });
  running.push(sandbox);
  return sandbox;
}

const importBody = { reason: "fair", contacts: [{ phone: "+442079460958", name: "Jane Secret" }] };
const importPath = (sandbox: Sandbox) => `/gck/cabinets/${northwind(sandbox)}/deals/import-jobs`;

describe("the published contract", () => {
  test("is the file itself, the same on every port, and needs no token", async () => {
    const sandbox = await start();
    const response = await fetch(sandbox.contractUrl);
    const file = readFileSync(new URL("../../fixtures/external-api/openapi.yaml", import.meta.url));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/yaml"]);
    expect(sandbox.contractUrl).toBe(`${sandbox.apiUrl}/openapi.yaml`);
    expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
    const asJson = await receive(await fetch(`${sandbox.apiUrl}/openapi.json`));
    expect(asJson.body).toEqual(parse(file.toString("utf8")));
  });

  test("[CAP-4] can differ from what /capabilities reports", async () => {
    const sandbox = await start({ contractVersion: "2026-09-01.1" });
    expect((await (await connect(sandbox)).get("/capabilities")).body["contractVersion"]).toBe(
      "2026-09-01.1",
    );
  });
});

describe("a response that breaks the contract", () => {
  test("has its fault found: body, header, status and media type", async () => {
    const { responses: answers, contract } = await loadContract();
    const operation = contract.operations.find(({ operationId }) => operationId === "getCabinetSettings");
    const find = (status: number, headers: Record<string, string>, body: unknown) =>
      operation && answers.findFault(operation, { status, headers, body });
    const etag = '"a"';
    const type = "application/json";
    expect(find(200, { "Content-Type": type, ETag: etag }, {})).toContain(
      "body must have required property 'cabinetId'",
    );
    expect(find(200, { "Content-Type": type }, {})).toBe("header ETag is missing");
    expect(find(200, { "Content-Type": type, ETag: 'W/"a"' }, {})).toContain(
      "header/ETag must match pattern",
    );
    expect(find(418, { "Content-Type": type }, {})).toBe("status 418 is not in the contract");
    expect(find(404, { "Content-Type": type }, {})).toContain("media type application/json is not among");
  });

  test("is a loud 500, and remembered as a fault", async () => {
    const events: SandboxEvent[] = [];
    // A version that is no text is what a faulty handler would respond.
    const contractVersion = 7 as unknown;
    const sandbox = await start({
      contractVersion: contractVersion as string,
      log: (event) => events.push(event),
    });
    const received = await (await connect(sandbox)).get("/capabilities");
    expect(refusal(received)).toEqual([500, "internal_error"]);
    expect(received.body["detail"]).toContain("body/contractVersion must be string");
    expect(sandbox.defects).toMatchObject([
      { kind: "defect", operationId: "getCapabilities", traceId: received.body["traceId"] },
    ]);
    expect(events).toContainEqual(sandbox.defects[0]);
  });
});

describe("the interceptor", () => {
  /** Cuts the connection once, at a stage of one operation. */
  function cutOnce(stage: "before" | "after", operationId: string): Interceptor {
    let done = false;
    const cut = (request: { operationId: string }) => {
      if (done || request.operationId !== operationId) return undefined;
      done = true;
      return { kind: "disconnect" } as const;
    };
    return { [stage]: cut };
  }

  test.each([
    ["before", 1800],
    ["after", 1801],
  ] as const)(
    "[IDM-3] a connection that is cut %s the effect leaves it out or hides it",
    async (stage, want) => {
      const clock = createManualClock();
      const sandbox = await start({ clock, interceptor: cutOnce(stage, "importDeals") });
      const api = await connect(sandbox);
      const send = () => api.post(importPath(sandbox), importBody, { "idempotency-key": "k" });
      await expect(send()).rejects.toThrow("fetch failed");
      clock.advance(3000);
      expect(contextOf(sandbox, "Northwind").deals).toHaveLength(want);
      expect((await send()).status).toBe(202);
      clock.advance(3000);
      expect(contextOf(sandbox, "Northwind").deals).toHaveLength(1801);
      const [first, second] = sandbox.requests.filter(({ operationId }) => operationId === "importDeals");
      expect([first?.status, second?.status]).toEqual([0, 202]);
      expect(second?.bodyDigest).toBe(first?.bodyDigest);
    },
  );

  test("can respond in the server's place, in whatever form", async () => {
    const html = {
      kind: "text",
      status: 503,
      headers: { "content-type": "text/html" },
      text: "<h1>Busy</h1>",
    } as const;
    const sandbox = await start({
      interceptor: { before: ({ operationId }) => (operationId === "listCabinets" ? html : undefined) },
    });
    const api = await connect(sandbox);
    const response = await fetch(`${sandbox.apiUrl}/cabinets`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
      503,
      "text/html",
      "<h1>Busy</h1>",
    ]);
    expect(sandbox.requests.at(-1)?.status).toBe(503);
  });

  test("that throws is a fault of the sandbox, also after a body was read", async () => {
    const before = () => {
      throw new Error("out of order");
    };
    const sandbox = await start({ interceptor: { before } });
    const response = await fetch(sandbox.tokenUrl, {
      method: "POST",
      body: new URLSearchParams({ scope: "a" }),
    });
    expect(refusal(await receive(response))).toEqual([500, "internal_error"]);
    expect(sandbox.defects).toMatchObject([{ message: "out of order" }]);
  });

  test("sees the response, and may change it", async () => {
    const sandbox = await start({
      interceptor: {
        after: async ({ operationId }, answer) => {
          await Promise.resolve();
          if (operationId !== "getCapabilities") return undefined;
          return {
            kind: "response",
            response: { ...answer, body: { ...(answer.body as object), laterAddition: true } },
          };
        },
      },
    });
    const { body } = await (await connect(sandbox)).get("/capabilities");
    expect(body).toMatchObject({ contractVersion: "2026-08-09.5", laterAddition: true });
  });
});

describe("what is kept of requests", () => {
  test("is what a test needs to know", async () => {
    const sandbox = await start();
    const api = await connect(sandbox);
    await api.get("/cabinets?limit=2", { "user-agent": "test" });
    await api.get("/cabinets/42/context");
    expect(sandbox.requests.map(({ method, path, status, code }) => [method, path, status, code])).toEqual([
      ["POST", "/oauth/token", 200, undefined],
      ["GET", "/v1/external/cabinets", 200, undefined],
      ["GET", "/v1/external/cabinets/{cabinetId}/context", 404, "cabinet_not_found"],
    ]);
    expect(sandbox.requests[1]).toMatchObject({
      time: Date.UTC(2026, 7, 9, 9),
      operationId: "listCabinets",
      query: { limit: "2" },
      bodyBytes: 0,
      credentialId: sandbox.credentialId,
      hasAccessKey: false,
    });
    expect(sandbox.requests[1]?.headers["user-agent"]).toBe("test");
    expect(sandbox.requests[1]?.tokenId).toBe(sandbox.requests[2]?.tokenId);
  });

  test("[SEC-1] neither log nor record hold keys, JWTs, phone numbers or names", async () => {
    const events: SandboxEvent[] = [];
    const clock = createManualClock();
    const sandbox = await start({ clock, log: (event) => events.push(event) });
    const api = await connect(sandbox);
    await exchange(sandbox, {
      ...exchangeForm(sandbox, sandbox.accessKey, "cabinet:read"),
      scope: "nonsense",
    });
    await api.post(importPath(sandbox), importBody, { "idempotency-key": "k" });
    clock.advance(3000);
    const filter = { phone: importBody.contacts[0]?.phone };
    const found = await api.post(`/cabinets/${northwind(sandbox)}/deals/search`, { filter });
    expect(JSON.stringify(found.body)).toContain("Jane Secret");
    const kept = JSON.stringify([events, sandbox.requests, sandbox.defects]);
    expect(events).toHaveLength(4);
    for (const secret of [sandbox.accessKey, api.token, "442079460958", "Jane Secret"])
      expect(kept).not.toContain(secret);
    expect(events.at(-1)).toEqual({
      kind: "request",
      time: clock.now(),
      method: "POST",
      path: "/v1/external/cabinets/{cabinetId}/deals/search",
      status: 200,
      code: undefined,
      traceId: sandbox.requests.at(-1)?.traceId,
      injected: [],
    });
  });
});

describe("starting and stopping", () => {
  test("listens on loopback and is the same every time", async () => {
    const [one, other] = [await start(), await start()];
    expect(one.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(one.inspectUpstream()).toEqual(other.inspectUpstream());
    expect(one.inspectUpstream().flatMap(({ deals }) => deals).length).toBeGreaterThan(3000);
    expect(one.accessKey).not.toBe(other.accessKey);
  });

  test("says when a port is taken", async () => {
    const { baseUrl } = await start();
    await expect(start({ port: Number(new URL(baseUrl).port) })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
  });

  test("can be reached under another address", async () => {
    const sandbox = await start({ publicBaseUrl: "https://platform.example" });
    expect(sandbox.tokenUrl).toBe("https://platform.example/oauth/token");
    expect(sandbox.apiUrl).toBe("https://platform.example/v1/external");
  });

  test("closes connections that are kept alive or never used, and then refuses new ones", async () => {
    const sandbox = await start();
    await connect(sandbox);
    const { hostname, port } = new URL(sandbox.baseUrl);
    const socket = connectSocket(Number(port), hostname);
    await new Promise((resolve) => socket.once("connect", resolve));
    const ended = new Promise((resolve) => socket.once("close", resolve));
    socket.resume();
    await sandbox.close();
    await ended;
    await sandbox.close();
    await expect(fetch(sandbox.contractUrl)).rejects.toThrow("fetch failed");
  });

  test("lets requests wait that come in before it is ready", async () => {
    const http = await listen(0, "127.0.0.1");
    const release = holdRequests(http.server);
    const early = fetch(http.origin);
    await once(http.server, "request");
    http.server.on("request", (_request, response: ServerResponse) => response.end("ready"));
    release();
    expect(await (await early).text()).toBe("ready");
    await http.close();
  });

  test("takes it calmly when a client goes away in the middle of its body", async () => {
    const sandbox = await start();
    const { hostname, port } = new URL(sandbox.baseUrl);
    const socket = connectSocket(Number(port), hostname);
    socket.write("POST /v1/external/cabinets/search HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\nhalf");
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await sandbox.close();
    expect([sandbox.defects, sandbox.requests]).toEqual([[], []]);
  });

  test("time only moves forward", () => {
    const clock = createManualClock(5);
    clock.advance(2);
    expect(clock.now()).toBe(7);
    expect(() => {
      clock.advance(-1);
    }).toThrow(RangeError);
  });
});

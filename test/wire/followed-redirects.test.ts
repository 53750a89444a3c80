import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import {
  json,
  playAnswer,
  type Received,
  type ScriptedAnswer,
  startTestServer,
  type TestServer,
} from "../runtime/call/test-server.js";
import { VirtualClock } from "../runtime/virtual-clock.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* Which redirects a client follows, and what goes along (RFC 9110 section 15.4, docs/reference/responses.md). */
const schema = { type: "object", properties: { name: { type: "string" } } };
const answer = { description: "", content: { "application/json": { schema } } };
const header = (name: string): JsonObject => ({ name, in: "header", schema: { type: "string" } });
const at = (name: string, more: JsonObject = {}): JsonObject => ({
  tags: ["items"],
  operationId: name,
  responses: { 200: answer },
  ...more,
});
const body = { required: true, content: { "application/json": { schema } } };
const contract: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Wire", version: "1" },
  security: [{ token: [], key: [] }],
  paths: {
    "/item": {
      get: at("get", { parameters: [header("X-Tenant")] }),
      head: at("look", { responses: { 200: { description: "" } } }),
      post: at("post", { requestBody: body, parameters: [header("Idempotency-Key")] }),
      put: at("put", { requestBody: body }),
    },
    "/beside": { get: at("beside", { responses: { 200: answer, 302: { description: "" } } }) },
    "/address": { get: at("address", { responses: { 302: { description: "" } } }) },
    "/upload": {
      post: at("upload", { requestBody: { required: true, content: { "application/octet-stream": {} } } }),
    },
  },
  components: {
    securitySchemes: {
      token: { type: "http", scheme: "bearer" },
      key: { type: "apiKey", in: "query", name: "key" },
    },
  },
};

let wire: WireClient;
let elsewhere: TestServer;
let reply: (request: Received) => ScriptedAnswer;
let seen: Received[];
beforeAll(async () => {
  wire = await wireClient(contract, (request, response) => {
    seen.push(request);
    playAnswer(response, reply(request));
  });
  elsewhere = await startTestServer(json({ name: "elsewhere" }));
});
beforeEach(() => {
  seen = [];
});
afterAll(async () => {
  await Promise.all([wire.close(), elsewhere.close()]);
});

const found = json({ name: "there" }) as ScriptedAnswer;
const to = (status: number, location: string) => (request: Received) =>
  request.target.startsWith("/there") ? found : { status, headers: { location } };
const send = (name: string, input: object = {}, options: object = {}) =>
  wire.call(
    wire.create({
      credentials: { token: "secret-token", key: "secret-key" },
      headers: { "x-app": "app" },
      clock: new VirtualClock({ skip: 20_000 }),
      ...options,
    }),
    `items.${name}`,
    input,
  ) as Promise<unknown>;

describe.each([301, 302, 303, 307, 308])("%i on the same origin", (status) => {
  it("is followed by GET and HEAD, with credentials and headers", async () => {
    reply = to(status, "/there?a=1");
    expect(await send("get", { "X-Tenant": "t" })).toEqual({ name: "there" });
    expect(seen[1]).toMatchObject({
      method: "GET",
      target: "/there?a=1&key=secret-key",
      headers: { authorization: "Bearer secret-token", "x-tenant": "t", "x-app": "app" },
    });
    seen = [];
    await send("look");
    expect(seen.map(({ method }) => method)).toEqual(["HEAD", "HEAD"]);
  });

  it("carries a key once that the server repeats in the address", async () => {
    reply = (request) => to(status, `/there?b=2&key=secret-key&a=%20`)(request);
    await send("get");
    expect(seen[1]?.target).toBe("/there?b=2&a=%20&key=secret-key");
  });

  it("is followed by a change with the same bytes and the same key where the status keeps the method", async () => {
    reply = to(status, "/there");
    const follows = status >= 307;
    for (const name of ["post", "update"]) {
      seen = [];
      const raised = await send(name, { name: "n" }).catch((error: unknown) => error);
      if (follows) expect(raised).toEqual({ name: "there" });
      else expect(raised).toMatchObject({ kind: "unexpected-response", status });
      expect(seen).toHaveLength(follows ? 2 : 1);
      const parts = seen.map(({ method, body: sent, headers }) => [
        method,
        sent.toString(),
        headers["content-type"],
        headers["idempotency-key"],
      ]);
      expect(new Set(parts.map((part) => JSON.stringify(part))).size).toBe(1);
    }
  });
});

describe("another origin", () => {
  it("is not followed", async () => {
    reply = to(302, `${elsewhere.url}/there`);
    await expect(send("get")).rejects.toMatchObject({ kind: "unexpected-response", status: 302 });
    expect(elsewhere.received).toEqual([]);
  });

  it("is followed by a GET where the client allows it, with nothing of the caller", async () => {
    const before = elsewhere.received.length;
    reply = to(302, `${elsewhere.url}/there?signature=1`);
    const options = { crossOriginRedirects: true };
    expect(await send("get", { "X-Tenant": "tenant" }, options)).toEqual({ name: "elsewhere" });
    const [sent] = elsewhere.received.slice(before);
    expect(sent?.target).toBe("/there?signature=1");
    expect(sent?.headers.accept).toBe("application/json");
    expect(JSON.stringify(sent?.headers)).not.toMatch(/secret|tenant|app"/);
  });

  it("is not followed with the key that the server repeats in the address (TOK-4)", async () => {
    const before = elsewhere.received.length;
    reply = (request) => ({ status: 302, headers: { location: `${elsewhere.url}${request.target}` } });
    const raised: unknown = await send("get", {}, { crossOriginRedirects: true }).catch(
      (error: unknown) => error,
    );
    expect(raised).toMatchObject({ kind: "unexpected-response", status: 302 });
    expect(seen[0]?.target).toContain("key=secret-key");
    expect(elsewhere.received).toHaveLength(before);
  });

  it("gives no credentials back on the way home", async () => {
    const other = await startTestServer({
      status: 302,
      headers: { location: `${wire.url}/there` },
    });
    reply = to(302, `${other.url}/x`);
    expect(await send("get", {}, { crossOriginRedirects: true })).toEqual({ name: "there" });
    await other.close();
    expect(seen.at(-1)?.target).toBe("/there");
    expect(seen.at(-1)?.headers.authorization).toBeUndefined();
  });

  it.each(["post", "update", "look"])("is not followed by %s all the same", async (name) => {
    const before = elsewhere.received.length;
    reply = to(307, `${elsewhere.url}/there`);
    await expect(
      send(name, name === "look" ? {} : { name: "n" }, { crossOriginRedirects: true }),
    ).rejects.toMatchObject({
      status: 307,
    });
    expect(elsewhere.received).toHaveLength(before);
  });
});

it("ends a loop", async () => {
  reply = () => ({ status: 302, headers: { location: "/item" } });
  await expect(send("get")).rejects.toMatchObject({
    kind: "unexpected-response",
    happened: "The server redirected the request more than 10 times.",
    attempts: 11,
  });
});

it("does not count against the attempts, and begins anew after a failure", async () => {
  let failed = false;
  reply = (request) => {
    if (!request.target.startsWith("/there")) return { status: 302, headers: { location: "/there" } };
    if (failed) return found;
    failed = true;
    return { status: 503 };
  };
  expect(await send("get", {}, { retry: { attempts: 2 } })).toEqual({ name: "there" });
  expect(seen.map(({ target }) => target.split("?")[0])).toEqual(["/item", "/there", "/item", "/there"]);
});

it.each(["https://[", "http://a b/", "//"])(
  "an address that is not a URL (%s) is a documented error",
  async (location) => {
    reply = to(302, location);
    await expect(send("get")).rejects.toMatchObject({
      kind: "unexpected-response",
      happened: "The server responded with a redirect whose address (`Location`) is not a URL.",
    });
  },
);

it("does not send a user name that the server put into the address", async () => {
  reply = to(302, wire.url.replace("//", "//user:password@") + "/there");
  await expect(send("get")).rejects.toMatchObject({ kind: "unexpected-response", status: 302 });
  expect(seen).toHaveLength(1);
});

it("gives the address of a redirect that is the success of an operation", async () => {
  reply = to(302, "/there");
  expect(await send("address")).toBe(`${wire.url}/there`);
  expect(seen).toHaveLength(1);
});

it("follows one that the contract describes beside a success", async () => {
  reply = to(302, "/there");
  expect(await send("beside")).toEqual({ name: "there" });
});

it("does not send a body twice that is a stream", async () => {
  reply = to(307, "/there");
  const stream = new Blob(["bytes"]).stream();
  await expect(send("upload", { body: stream })).rejects.toMatchObject({ status: 307 });
  expect(seen).toHaveLength(1);
});

it("says in a browser that the address is hidden", async () => {
  const fetch = () => {
    const hidden = new Response(null);
    Object.defineProperties(hidden, { status: { value: 0 }, type: { value: "opaqueredirect" } });
    return Promise.resolve(hidden);
  };
  await expect(send("get", {}, { fetch })).rejects.toMatchObject({
    kind: "unexpected-response",
    happened: "The server responded with a redirect, and the browser hides where it leads.",
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { memoryIntentStore } from "../../src/runtime/idempotency/intents.js";
import type { JsonObject } from "../determinism/json-tree.js";
import { json, playAnswer, type Received, type ScriptedAnswer } from "../runtime/call/test-server.js";
import { VirtualClock } from "../runtime/virtual-clock.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* Redirects that a contract describes beside a 2xx: followed, handed out, or raised (docs/reference/responses.md). */
const text = { type: "string" };
const schema = { type: "object", properties: { name: text } };
const content = { "application/json": { schema } };
const value = { description: "", content };
const bare = { description: "" };
const body = { required: true, content };
const cursor = { in: "query", name: "cursor", schema: text };
const key = { in: "header", name: "Idempotency-Key", schema: text };
const page = {
  type: "object",
  properties: { items: { type: "array", items: text }, nextCursor: text },
};
const at = (operationId: string, responses: JsonObject, more: JsonObject = {}): JsonObject => ({
  tags: ["files"],
  operationId,
  responses,
  ...more,
});
const contract: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Wire", version: "1" },
  security: [{ token: [], key: [] }],
  paths: {
    "/get": { get: at("get", { 200: value, 302: bare }) },
    "/empty": { get: at("empty", { 204: bare, 302: bare }) },
    "/look": { head: at("look", { 200: bare, 302: bare }) },
    "/make": {
      post: at("make", { 201: value, 303: bare }, { requestBody: body, parameters: [key] }),
    },
    "/send": { post: at("send", { 200: value, 307: bare }, { requestBody: body }) },
    "/upload": {
      post: at(
        "upload",
        { 201: value, 307: bare },
        { requestBody: { required: true, content: { "application/octet-stream": {} } } },
      ),
    },
    "/mixed": { put: at("mixed", { 200: value, 301: value, "3XX": bare }) },
    "/unchanged": { put: at("unchanged", { 204: bare, 302: bare, 304: bare }) },
    "/report": {
      get: at("report", { 200: { description: "", content: { ...content, "text/csv": {} } }, 302: bare }),
    },
    "/list": {
      get: at(
        "list",
        { 200: { description: "", content: { "application/json": { schema: page } } }, 302: bare },
        { parameters: [cursor] },
      ),
    },
    "/events": {
      get: at("events", { 200: { description: "", content: { "text/event-stream": {} } }, 302: bare }),
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
let reply: (request: Received) => ScriptedAnswer;
let seen: Received[];
beforeAll(async () => {
  wire = await wireClient(contract, (request, response) => {
    seen.push(request);
    playAnswer(response, reply(request));
  });
});
beforeEach(() => {
  seen = [];
});
afterAll(() => wire.close());

const elsewhere = "https://files.example/there";
const there = json({ name: "there" }) as ScriptedAnswer;
const to = (status: number, location: string) => (request: Received) =>
  request.target.startsWith("/there") ? there : { status, headers: { location } };
const start = (name: string, input: object = {}, options: object = {}, own?: object) =>
  wire.call(
    wire.create({
      credentials: { token: "secret-token", key: "secret-key" },
      clock: new VirtualClock({ skip: 20_000 }),
      ...options,
    }),
    `files.${name}`,
    input,
    own,
  );
const send = async (...call: Parameters<typeof start>): Promise<unknown> => await start(...call);
const raise = (...call: Parameters<typeof start>) => send(...call).catch((error: unknown) => error);
const withResponse = (...call: Parameters<typeof start>) =>
  (start(...call) as { withResponse(): Promise<object> }).withResponse();

describe("a redirect that is not followed", () => {
  test.each([
    ["a GET to another origin", "get", 302],
    ["a success without content", "empty", 302],
    ["HEAD", "look", 302],
    ["another redirect of the range", "mixed", 300],
  ])("gives its address: %s", async (_, name, status) => {
    reply = to(status, elsewhere);
    expect(await withResponse(name)).toMatchObject({ value: elsewhere, status, attempts: 1 });
    expect(seen).toHaveLength(1);
  });

  test.each(["make", "send"])("gives its address to a change, which is sent once: %s", async (name) => {
    const status = name === "make" ? 303 : 307;
    reply = to(status, name === "make" ? "/there" : elsewhere);
    const want = name === "make" ? `${wire.url}/there` : elsewhere;
    expect(await withResponse(name, { name: "n" })).toMatchObject({ value: want, status });
    expect(seen).toHaveLength(1);
  });

  test("gives its address where the body is a stream", async () => {
    reply = to(307, "/there");
    const stream = new Blob(["bytes"]).stream();
    expect(await send("upload", { body: stream })).toBe(`${wire.url}/there`);
    expect(seen).toHaveLength(1);
  });

  test("[IDM-5] finishes the intent of a change", async () => {
    const intents = memoryIntentStore();
    reply = to(303, "/there");
    await send("make", { name: "n" }, { intents }, { intent: "i" });
    expect(await intents.read("i")).toMatchObject({ state: "done" });
  });

  test("[SEC-1] has no credential in its address", async () => {
    reply = (request) => to(302, `${elsewhere}${request.target.slice("/get".length)}&a=1`)(request);
    const address = await send("get");
    expect(seen[0]?.target).toContain("key=secret-key");
    expect(address).toMatch(/^https:\/\/files\.example\/there\?key=.*&a=1$/);
    expect(address).not.toContain("secret-key");
  });
});

describe("a redirect that is followed", () => {
  test.each([
    ["get", 302],
    ["send", 307],
  ])("gives the content of the 2xx: %s", async (name, status) => {
    reply = to(status, "/there");
    const given = await withResponse(name, name === "send" ? { name: "n" } : {});
    expect(given).toMatchObject({ value: { name: "there" }, status: 200 });
    expect(seen).toHaveLength(2);
    expect(seen[1]?.body.toString()).toBe(name === "send" ? '{"name":"n"}' : "");
  });

  test("to another origin, where the client allows it", async () => {
    const calls: string[] = [];
    const fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const url = input instanceof Request ? input.url : String(input);
      calls.push(url);
      return url.startsWith(elsewhere)
        ? Promise.resolve(Response.json({ name: "elsewhere" }))
        : globalThis.fetch(input, init);
    };
    reply = to(302, elsewhere);
    expect(await send("get", {}, { crossOriginRedirects: true, fetch })).toEqual({ name: "elsewhere" });
    expect(calls.at(-1)).toBe(elsewhere);
  });
});

describe("a redirect that raises", () => {
  test("has no address", async () => {
    reply = () => ({ status: 302 });
    expect(await raise("get")).toMatchObject({
      name: "ResponseError",
      status: 302,
      happened: "The server responded with a redirect that the contract describes, and gave no address.",
    });
  });

  test("has an address that is not a URL", async () => {
    reply = to(302, "https://[");
    expect(await raise("get")).toMatchObject({ name: "UnexpectedResponseError", status: 302 });
  });

  test("has content in the contract", async () => {
    reply = () => ({ ...there, status: 301, headers: { ...there.headers, location: elsewhere } });
    const raised = await raise("mixed");
    expect(raised).toMatchObject({ name: "ResponseError", status: 301, body: { name: "there" } });
    expect((raised as { allHeaders: Headers }).allHeaders.get("location")).toBe(elsewhere);
  });

  test.each(["reportAsCsv", "listEvents", "list"])(
    "comes to a call that gives more than the content: %s",
    async (name) => {
      reply = to(302, elsewhere);
      const read = async () => {
        const started = start(name);
        for await (const one of started as AsyncIterable<unknown>) return one;
        return await started;
      };
      const raised: unknown = await (name === "reportAsCsv" ? raise(name) : read()).catch(
        (error: unknown) => error,
      );
      expect(raised).toMatchObject({ name: "ResponseError", status: 302 });
      expect((raised as { allHeaders: Headers }).allHeaders.get("location")).toBe(elsewhere);
    },
  );

  test("is hidden by a browser", async () => {
    const fetch = () => {
      const hidden = new Response(null);
      Object.defineProperties(hidden, { status: { value: 0 }, type: { value: "opaqueredirect" } });
      return Promise.resolve(hidden);
    };
    expect(await raise("get", {}, { fetch })).toMatchObject({ kind: "unexpected-response" });
  });
});

test("a sequence of pages follows a described redirect, and goes on", async () => {
  reply = (request) => {
    const query = new URL(request.target, wire.url).searchParams;
    if (!request.target.startsWith("/there"))
      return { status: 302, headers: { location: `/there?cursor=${query.get("cursor") ?? ""}` } };
    return query.get("cursor") === "2"
      ? (json({ items: ["b"] }) as ScriptedAnswer)
      : (json({ items: ["a"], nextCursor: "2" }) as ScriptedAnswer);
  };
  const items: unknown[] = [];
  for await (const item of start("list") as AsyncIterable<unknown>) items.push(item);
  expect(items).toEqual(["a", "b"]);
});

test("a 304 of a change stays what it is beside a redirect", async () => {
  reply = () => ({ status: 304 });
  expect(await withResponse("unchanged")).toMatchObject({ value: undefined, status: 304 });
});

test("generating tells which redirects raise", () => {
  expect(wire.diagnostics.map(({ id, pointer }) => [id, pointer])).toEqual([
    ["response/redirect-beside-success", "#/paths/~1events/get/responses/302"],
    ["response/redirect-beside-success", "#/paths/~1list/get/responses/302"],
    ["response/redirect-beside-success", "#/paths/~1mixed/put/responses/301"],
  ]);
});

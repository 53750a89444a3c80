import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import type { Received, Reply } from "../runtime/call/test-server.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* Redirects that a contract describes: alone, by range, and beside a success (docs/decisions/0019). */
const error = { description: "", content: { "application/json": { schema: { type: "object" } } } };
const operation = (responses: JsonObject): JsonObject => ({
  tags: ["files"],
  security: [{ token: [] }],
  responses,
});
const contract: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/v1" }],
  paths: {
    "/alone": {
      get: {
        ...operation({ 302: { description: "", content: { "text/html": {} } }, default: error }),
        operationId: "alone",
      },
      head: { ...operation({ 307: { description: "" } }), operationId: "look" },
    },
    "/range": { post: { ...operation({ "3XX": { description: "" } }), operationId: "range" } },
    "/keyed": {
      get: { ...operation({ 302: { description: "" } }), operationId: "keyed", security: [{ key: [] }] },
    },
    "/beside": {
      get: { ...operation({ 200: error, 302: { description: "" } }), operationId: "beside" },
    },
  },
  components: {
    securitySchemes: {
      token: { type: "http", scheme: "bearer" },
      key: { type: "apiKey", in: "query", name: "key" },
    },
  },
};

/** What the server answers next. */
let next: { readonly status: number; readonly location?: string; readonly body?: string };
const received: Received[] = [];
const reply: Reply = (request, response) => {
  received.push(request);
  const { status, location, body = "<html>There</html>" } = next;
  response.writeHead(status, { "content-type": "text/html", ...(location !== undefined && { location }) });
  response.end(body);
};

let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(contract, reply);
});
afterAll(() => wire.close());

const call = (name: string) =>
  wire.call(wire.create({ credentials: { token: "t", key: "t" } }), `files.${name}`);

describe("a redirect that is all a contract promises", () => {
  test.each([
    ["alone", 302, "https://files.example/a?b=%20#c", "https://files.example/a?b=%20#c"],
    ["look", 307, "https://files.example/", "https://files.example/"],
    ["range", 303, "https://files.example/x", "https://files.example/x"],
  ])("%s: its address is the value, and nothing is sent there", async (name, status, location, want) => {
    next = { status, location };
    received.length = 0;
    expect(await call(name)).toBe(want);
    expect(received).toHaveLength(1);
  });

  test("is made absolute, and has status and headers", async () => {
    next = { status: 302, location: "../b" };
    const answer = await (call("alone") as { withResponse(): Promise<object> }).withResponse();
    expect(answer).toMatchObject({ value: `${wire.url}/b`, status: 302 });
  });

  test("[SEC-1] has no query of the request, where a credential can be", async () => {
    next = { status: 302, location: "#part" };
    expect(await call("keyed")).toBe(`${wire.url}/v1/keyed#part`);
    expect(received.at(-1)?.target).toContain("key=t");
  });

  test.each([
    ["no address", 302, undefined, "UnexpectedResponseError"],
    ["an address that is none", 302, "https://[", "UnexpectedResponseError"],
    ["a success in its place", 200, undefined, "UnexpectedResponseError"],
    ["another redirect", 301, "https://elsewhere.example", "UnexpectedResponseError"],
    ["the error of the contract", 404, undefined, "UnexpectedResponseError"],
  ])("raises for %s", async (_, status, location, name) => {
    next = { status, ...(location !== undefined && { location }) };
    await expect(call("alone")).rejects.toMatchObject({ name, status });
  });
});

test("a redirect beside a success raises, and says where it leads", async () => {
  next = { status: 302, location: "https://files.example/a" };
  const raised: unknown = await Promise.resolve(call("beside")).catch((thrown: unknown) => thrown);
  expect(raised).toMatchObject({
    name: "ResponseError",
    status: 302,
    message: expect.stringContaining("with a redirect that the contract describes") as string,
  });
  expect((raised as { allHeaders: Headers }).allHeaders.get("location")).toBe("https://files.example/a");
});

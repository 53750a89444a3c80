import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* Where a request goes: servers of the contract, of a path item and of an operation, their variables, and parameters
 * that a path item shares (OpenAPI, Server Object and Path Item Object). */
const answers = { responses: { 204: { description: "" } }, tags: ["calls"] };
const shared = { name: "tenant", in: "path", required: true, schema: { type: "string" } };
const contract: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Wire", version: "1" },
  servers: [
    {
      url: "https://{region}.wire.example/{version}/api/",
      variables: { region: { default: "eu", enum: ["eu", "us"] }, version: { default: "v1" } },
    },
  ],
  paths: {
    "/plain": { get: { operationId: "plain", ...answers } },
    "/tagged#one": { get: { operationId: "tagged", ...answers } },
    "/asked?a=b&c={c}#one": {
      get: {
        operationId: "asked",
        parameters: [
          { name: "c", in: "path", required: true, schema: { type: "string" } },
          { name: "d", in: "query", schema: { type: "string" } },
        ],
        ...answers,
      },
    },
    "/{tenant}/things": {
      parameters: [shared, { name: "page", in: "query", schema: { type: "integer" } }],
      get: { operationId: "shared", ...answers },
      put: {
        operationId: "overridden",
        parameters: [{ name: "page", in: "query", explode: false, schema: { type: "array" } }],
        ...answers,
      },
    },
    "/files": {
      servers: [{ url: "https://files.wire.example/upload" }],
      get: { operationId: "listFiles", ...answers },
      post: { operationId: "relative", servers: [{ url: "/other" }], ...answers },
      delete: {
        operationId: "chosen",
        servers: [
          { url: "https://eu.files.example/v1" },
          { url: "https://{region}.files.example/v2", variables: { region: { default: "ap" } } },
          { url: "/own" },
        ],
        ...answers,
      },
      patch: {
        operationId: "fewer",
        servers: [{ url: "https://eu.files.example/v1" }, { url: "/own" }],
        ...answers,
      },
      put: {
        operationId: "varied",
        servers: [
          {
            url: "https://{region}.{host}/{version}",
            variables: {
              region: { default: "ap", enum: ["ap", "us"] },
              host: { default: "files.example" },
              version: { default: "v9" },
            },
          },
        ],
        ...answers,
      },
    },
  },
};

let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(contract);
});
afterAll(() => wire.close());

describe("where a request goes", () => {
  test.each<[method: string, input: object, want: string]>([
    ["plain", {}, "/v1/api/plain"],
    ["tagged", {}, "/v1/api/tagged"],
    ["asked", { c: "x&y", d: "e" }, "/v1/api/asked?a=b&c=x%26y&d=e"],
    ["shared", { tenant: "a/b", page: 2 }, "/v1/api/a%2Fb/things?page=2"],
    ["overridden", { tenant: "t", page: [1, 2] }, "/v1/api/t/things?page=1,2"],
    ["listFiles", {}, "/upload/files"],
    ["relative", {}, "/other/files"],
    ["varied", {}, "/v9/files"],
  ])("%s, on the host that the caller names", async (method, input, want) => {
    const { target, headers } = await wire.send(wire.create(), `calls.${method}`, input);
    expect([`http://${String(headers.host)}`, target]).toEqual([wire.url, want]);
  });

  test("variables that the caller sets", async () => {
    const client = wire.create({ serverVariables: { version: "v2" } });
    expect((await wire.send(client, "calls.plain")).target).toBe("/v2/api/plain");
  });

  test("an address in place of all", async () => {
    const client = wire.create({ serverUrl: `${wire.url}/proxy/` });
    expect((await wire.send(client, "calls.plain")).target).toBe("/proxy/plain");
  });

  test.each<[what: string, options: Readonly<Record<string, unknown>>]>([
    ["a variable that the server has not", { serverVariables: { stage: "x" } }],
    ["an address that is none", { baseUrl: "wire.example" }],
  ])("refuses %s", (_, options) => {
    expect(() => wire.create(options)).toThrow(expect.objectContaining({ name: "ArgumentError" }) as Error);
  });
});

describe("the hosts that the contract names", () => {
  /** Where requests would go: nothing is sent. */
  async function addressOf(method: string, options: object): Promise<string> {
    const urls: string[] = [];
    const fetch = (request: Request): Promise<Response> => {
      urls.push(request.url);
      return Promise.resolve(new Response(null, { status: 204 }));
    };
    const client = wire.create({ baseUrl: undefined, fetch, ...options });
    await wire.send(client, `calls.${method}`).catch(() => undefined);
    return urls.join();
  }

  test.each<[method: string, options: object, want: string]>([
    ["plain", {}, "https://eu.wire.example/v1/api/plain"],
    ["plain", { serverVariables: { region: "us" } }, "https://us.wire.example/v1/api/plain"],
    ["listFiles", {}, "https://files.wire.example/upload/files"],
    ["relative", {}, "https://eu.wire.example/other/files"],
    ["varied", {}, "https://ap.files.example/v9/files"],
    ["varied", { serverVariables: { region: "us", host: "h.example" } }, "https://us.h.example/v9/files"],
    ["varied", { serverVariables: { version: "v2" } }, "https://ap.files.example/v2/files"],
    ["varied", { serverVariables: { host: "evil.example/" } }, ""],
    ["varied", { serverVariables: { region: "eu" } }, ""],
    ["plain", { serverVariables: { host: "h.example" } }, "https://eu.wire.example/v1/api/plain"],
  ])("%s with %j goes to %s", async (method, options, want) => {
    expect(await addressOf(method, options)).toBe(want);
  });

  const first = "https://eu.files.example/v1";
  const second = "https://{region}.files.example/v2";
  test.each<[method: string, chosen: string, options: object, want: string]>([
    ["chosen", first, {}, "https://eu.files.example/v1/files"],
    ["chosen", second, {}, "https://ap.files.example/v2/files"],
    ["chosen", second, { serverVariables: { region: "us" } }, "https://us.files.example/v2/files"],
    ["chosen", second, { baseUrl: "https://h.example" }, "https://h.example/v2/files"],
    ["chosen", second, { serverUrl: "https://h.example/x" }, "https://ap.files.example/v2/files"],
    ["chosen", first, { serverUrl: "https://h.example/x" }, "https://eu.files.example/v1/files"],
    ["chosen", "/own", { serverUrl: "https://h.example/x" }, "https://h.example/own/files"],
    ...["chosen", "fewer"].map((method): [string, string, object, string] => [
      method,
      first,
      { baseUrl: "https://b.example", serverUrl: "https://h.example/x" },
      "https://h.example/v1/files",
    ]),
    [
      "chosen",
      second,
      { baseUrl: "https://b.example", serverUrl: "https://h.example/x" },
      "https://h.example/v2/files",
    ],
    [
      "listFiles",
      second,
      { baseUrl: "https://b.example", serverUrl: "https://h.example/x" },
      "https://h.example/upload/files",
    ],
    ["fewer", "/own", {}, "https://eu.wire.example/own/files"],
    // What one operation lists, another may not have: that one stays where it is.
    ["fewer", second, {}, "https://eu.files.example/v1/files"],
    ["listFiles", second, {}, "https://files.wire.example/upload/files"],
  ])("%s at %s, chosen beside %j, goes to %s", async (method, chosen, options, want) => {
    expect(await addressOf(method, { operationServers: { [first]: chosen }, ...options })).toBe(want);
  });

  test.each([
    { [first]: "https://evil.example" },
    { [second]: first },
    JSON.parse('{ "__proto__": "/own" }'),
  ])(
    "refuses to choose what the contract does not list: %j",
    (operationServers: Readonly<Record<string, string>>) => {
      expect(() => wire.create({ operationServers })).toThrow(
        expect.objectContaining({ name: "ArgumentError" }) as Error,
      );
    },
  );
});

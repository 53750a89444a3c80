import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import type { Received, Reply } from "../runtime/call/test-server.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* Redirects that a contract describes: alone, by range, beside a success, and beside `default` (docs/reference/responses.md). */
const answer = { description: "", content: { "application/json": { schema: { type: "object" } } } };
const error = {
  description: "",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
};
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
      get: { ...operation({ 200: answer, 302: error, default: error }), operationId: "beside" },
    },
    "/chunk": {
      put: { ...operation({ 200: answer, 308: { description: "Resume incomplete" } }), operationId: "chunk" },
    },
    "/ranged": {
      put: { ...operation({ 200: answer, "3XX": { description: "" } }), operationId: "ranged" },
    },
    "/either": {
      get: {
        ...operation({
          302: { description: "", headers: { "X-Kept": { schema: { type: "integer" } } } },
          default: {
            description: "",
            content: {
              "application/json": { schema: { type: "object" } },
              "text/event-stream": { schema: { type: "string" } },
              "application/pdf": {},
            },
          },
        }),
        operationId: "either",
      },
    },
  },
  components: {
    schemas: { Failure: { type: "object" } },
    securitySchemes: {
      token: { type: "http", scheme: "bearer" },
      key: { type: "apiKey", in: "query", name: "key" },
    },
  },
};

/** What the server answers next. */
let next: {
  readonly status: number;
  readonly location?: string;
  readonly type?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};
const received: Received[] = [];
const reply: Reply = (request, response) => {
  received.push(request);
  const { status, location, type = "text/html", body = "<html>There</html>", headers } = next;
  response.writeHead(status, {
    "content-type": type,
    ...(location !== undefined && { location }),
    ...headers,
  });
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

describe("a redirect beside `default`, which describes a 2xx as well", () => {
  const location = "https://files.example/a";
  const found = { status: 302, location, headers: { "x-kept": "7" } };

  test("its address is the value", async () => {
    next = found;
    const answer = await (call("either") as { withResponse(): Promise<object> }).withResponse();
    expect(answer).toMatchObject({ value: location, status: 302, headerValues: { "X-Kept": 7 } });
    expect(received.at(-1)?.headers.accept).toBe("application/json");
  });

  test("a 2xx gives its content", async () => {
    next = { status: 201, type: "application/json", body: '{"a":1}' };
    const answer = await (call("either") as { withResponse(): Promise<object> }).withResponse();
    expect(answer).toMatchObject({ value: { a: 1 }, status: 201, headerValues: {} });
  });

  test("an error has its content", async () => {
    next = { status: 404, type: "application/json", body: '{"a":1}' };
    await expect(call("either")).rejects.toMatchObject({ name: "ResponseError", body: { a: 1 } });
  });

  test("events and bytes are asked for", async () => {
    next = { status: 200, type: "text/event-stream", body: "data: one\n\ndata: two\n\n" };
    const events: unknown[] = [];
    for await (const event of call("eitherEvents") as AsyncIterable<{ data: string }>)
      events.push(event.data);
    expect(events).toEqual(["one", "two"]);
    expect(received.at(-1)?.headers.accept).toMatch(/^text\/event-stream/);
    next = { status: 200, type: "application/pdf", body: "%PDF" };
    const bytes = (await call("eitherStream")) as ReadableStream<Uint8Array>;
    expect(await new Response(bytes).text()).toBe("%PDF");
  });

  test.each(["eitherStream", "eitherEvents", "eitherAsPdf"])(
    "%s asks for content: a redirect raises, and says where it leads",
    async (name) => {
      next = found;
      const raised = await Promise.resolve(call(name)).catch((thrown: unknown) => thrown);
      expect(raised).toMatchObject({ name: "ResponseError", status: 302 });
      expect((raised as { allHeaders: Headers }).allHeaders.get("location")).toBe(location);
    },
  );

  test("a redirect without an address raises", async () => {
    next = { status: 302 };
    await expect(call("either")).rejects.toMatchObject({ name: "UnexpectedResponseError", status: 302 });
  });

  test("generating tells of it, and of the redirect with content beside a 2xx", () => {
    expect(wire.diagnostics.map(({ id, pointer }) => [id, pointer])).toEqual([
      ["response/default-beside-redirects", "#/paths/~1either/get/responses/default"],
      ["response/redirect-beside-success", "#/paths/~1beside/get/responses/302"],
    ]);
  });
});

test("a redirect with content beside a success raises, and says where it leads", async () => {
  next = { status: 302, location: "https://files.example/a" };
  const raised: unknown = await Promise.resolve(call("beside")).catch((thrown: unknown) => thrown);
  expect(raised).toMatchObject({
    name: "ResponseError",
    status: 302,
    message: expect.stringContaining("with a redirect that the contract describes") as string,
  });
  expect((raised as { allHeaders: Headers }).allHeaders.get("location")).toBe("https://files.example/a");
});

test.each([
  ["by its status", "chunk", "PUT /chunk", 308],
  ["by its range", "ranged", "PUT /ranged", 300],
])(
  "a redirect that is described %s and has no address is the answer of a change",
  async (_, name, at, status) => {
    next = { status, body: "", headers: { range: "bytes=0-9" } };
    const raised: unknown = await Promise.resolve(call(name)).catch((thrown: unknown) => thrown);
    expect(raised).toMatchObject({
      name: "ResponseError",
      message: `files.${name} (${at}): The server responded with a redirect that the contract describes, and gave no address. Read its \`status\`, \`allHeaders\` and \`body\` for what the server said. [status ${String(status)}]`,
    });
    expect((raised as { allHeaders: Headers }).allHeaders.get("range")).toBe("bytes=0-9");
  },
);

test.each([
  [
    "a change",
    "ranged",
    "PUT /ranged",
    " It is unknown whether the change was made. Read the resource to see whether the change was made before repeating it.",
  ],
  ["a read", "beside", "GET /beside", ""],
])(
  "a page in place of the address of a described redirect can be a proxy's: %s",
  async (_, name, at, open) => {
    next = { status: 302 };
    const raised: unknown = await Promise.resolve(call(name)).catch((thrown: unknown) => thrown);
    expect(raised).toMatchObject({
      name: "UnexpectedResponseError",
      message: `files.${name} (${at}): The server responded with a redirect that the contract describes, and gave another body and no address. Look at \`status\` and \`headers\`: a proxy may have responded in place of the server.${open} [status 302]`,
    });
  },
);

test.each([
  ["that the contract does not describe", "chunk", 307],
  ["that is a 304, which redirects nowhere", "ranged", 304],
])("an answer %s is unexpected", async (_, name, status) => {
  next = { status, body: "" };
  await expect(call(name)).rejects.toMatchObject({ name: "UnexpectedResponseError", status });
});

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generate } from "../../src/generate.js";
import type { JsonObject } from "../determinism/json-tree.js";
import { emitContract, expectCompiles, expectFormatted } from "../emit/emit-contract.js";
import { planOf } from "../plan/plan-of.js";
import { planUnder } from "../plan/service/overrides/configured.js";
import { json, type Reply, startTestServer } from "../runtime/call/test-server.js";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";

/* The identifier that a server gives to a request is there for what each kind of call gives. */
const text = { type: "string" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const gives = (schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  description: "",
  headers: { "X-Request-Id": { schema: text }, traceparent: { schema: text }, ...more },
  content: { "application/json": { schema } },
});
const pet = object({ name: text });
const id = { in: "path", name: "id", required: true, schema: text };
const get = (operationId: string, schema: JsonObject, parameters: readonly JsonObject[], more = {}) => ({
  get: {
    operationId,
    tags: ["pets"],
    parameters: [...parameters],
    responses: { "200": gives(schema, more) },
  },
});
const page = object({ items: { type: "array", items: pet }, next: text });
const contract: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/pets": get("listPets", page, [{ in: "query", name: "cursor", schema: text }]),
    "/pets/{id}": {
      ...get("getPet", pet, [id], { ETag: { schema: text } }),
      put: {
        operationId: "updatePet",
        tags: ["pets"],
        parameters: [id, { in: "header", name: "If-Match", required: true, schema: text }],
        requestBody: { content: { "application/json": { schema: pet } } },
        responses: { "204": { description: "" } },
      },
    },
    "/pets/{id}/name": get("getName", text, [id]),
    "/exports": {
      post: {
        operationId: "startExport",
        tags: ["pets"],
        responses: { "202": gives(object({ id: text }), { Location: { schema: text } }) },
      },
    },
    "/exports/{id}": get("getExport", object({ id: text, status: { enum: ["running", "done", "failed"] } }), [
      id,
    ]),
  },
};

interface Job {
  status(): Promise<object>;
  wait(): Promise<object>;
}
type Call<Value> = Promise<Value> & { withResponse(): Promise<object> };
interface Module {
  readonly requestIdOf: (given: unknown) => string | undefined;
  readonly Wire: new (options: object) => {
    readonly pets: {
      list(): Call<object> & { pages(): AsyncIterable<object> };
      get(id: string): Call<{ readonly value: object }>;
      getName(id: string): Call<string>;
      startExport(): Call<Job>;
      getExport(id: string): Call<object>;
    };
  };
}

let client: Module;
let folder: TemporaryFolder;
let server: Awaited<ReturnType<typeof startTestServer>>;
let replies: Reply[] = [];
beforeAll(async () => {
  folder = await makeTemporaryFolder("request-ids");
  server = await startTestServer((received, response) => {
    const next = replies.shift();
    if (typeof next === "function") next(received, response);
    else response.writeHead(next?.status ?? 500, next?.headers as Record<string, string>).end(next?.body);
  });
  const path = join(folder.path, "openapi.json");
  const out = join(folder.path, "client");
  await mkdir(out);
  await writeFile(path, JSON.stringify(contract));
  await generate({ contract: path, out, name: "Wire" });
  client = (await import(pathToFileURL(join(out, "index.ts")).href)) as Module;
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const named = (value: unknown, name: string, status = 200, more = {}): Reply =>
  json(value, status, { "x-request-id": name, traceparent: "00-1", ...more });
const pets = () => new client.Wire({ baseUrl: server.url }).pets;

describe("the identifier of a request", () => {
  test("is that of a value, of the raw form, and of a value with its ETag", async () => {
    const { requestIdOf } = client;
    replies = [named({ name: "Rex" }, "r1", 200, { etag: '"1"' }), named("Rex", "r2"), named([], "r3")];
    const call = pets().get("7");
    const read = await call;
    expect([read, read.value, await call.withResponse()].map(requestIdOf)).toEqual(["r1", "r1", "r1"]);
    // What `await` gives is what it gave before.
    expect(read).toEqual({ value: { name: "Rex" }, etag: '"1"' });
    const name = pets().getName("7");
    expect([requestIdOf(await name), requestIdOf(await name.withResponse())]).toEqual([undefined, "r2"]);
  });

  test("is that of each page, and of the first that `await` gives", async () => {
    const { requestIdOf } = client;
    const first = named({ items: [{ name: "Rex" }], next: "b" }, "p1");
    replies = [first, first, named({ items: [] }, "p2")];
    expect(requestIdOf(await pets().list())).toBe("p1");
    const seen: unknown[] = [];
    for await (const one of pets().list().pages()) seen.push(requestIdOf(one));
    expect(seen).toEqual(["p1", "p2"]);
  });

  test("is that of the start, of a handle; and that of its poll, of a state", async () => {
    const { requestIdOf } = client;
    replies = [named({ id: "1" }, "s1", 202), named({ id: "1", status: "done" }, "s2")];
    const job = await pets().startExport();
    expect([requestIdOf(job), requestIdOf(await job.status())]).toEqual(["s1", "s2"]);
  });

  test("is that of the poll, of the error of an operation that failed", async () => {
    const { requestIdOf } = client;
    replies = [named({ id: "1" }, "f1", 202), named({ id: "1", status: "failed" }, "f2")];
    const job = await pets().startExport();
    const error: unknown = await job.wait().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: "operation-failed" });
    expect(requestIdOf(error)).toBe("f2");
  });

  test("is that of the poll, of an error of the status call itself", async () => {
    const { requestIdOf } = client;
    replies = [named({}, "g1", 404)];
    const error: unknown = await pets()
      .getExport("g")
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 404, operationId: "g" });
    expect(requestIdOf(error)).toBe("g1");
  });

  test("is that of an error, and undefined where there is none", async () => {
    const { requestIdOf } = client;
    replies = [named({}, "e1", 404)];
    const error: unknown = await pets()
      .get("7")
      .catch((thrown: unknown) => thrown);
    expect(requestIdOf(error)).toBe("e1");
    expect(error).toMatchObject({ traceId: "e1" });
    replies = [json({}, 404, { traceparent: "00-7" })];
    expect(
      await pets()
        .get("7")
        .catch((thrown: unknown) => thrown),
    ).toMatchObject({ traceId: "00-7" });
    replies = [json({ name: "Rex" }, 200, { etag: '"1"' })];
    expect([await pets().get("7"), undefined, "r1", { headers: {} }].map(requestIdOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test("no getter of what is given runs", () => {
  let ran = 0;
  const given = Object.defineProperty({}, "headers", { get: () => (ran += 1) });
  expect(client.requestIdOf(given)).toBeUndefined();
  expect(ran).toBe(0);
});

describe("the headers of the identifier", () => {
  const yaml = JSON.stringify(contract);
  const factsOf = async (settings: string, given = yaml) =>
    (await planUnder(given, settings)).traits.contract.requestId;

  test("are those that the contract describes; a name of the request comes first", () => {
    expect(planOf(yaml).traits.contract.requestId).toEqual({
      facts: ["X-Request-Id", "traceparent"],
      reason: 'Responses have "X-Request-Id", "traceparent", which identify a request.',
    });
    expect(
      planOf(yaml.replaceAll("X-Request-Id", "X-Id").replaceAll("traceparent", "X-Page-Id")).traits.contract
        .requestId,
    ).toBeUndefined();
  });

  test.each([
    ["X-Flow-ID", "", ["X-Flow-ID", "traceparent"]],
    ["X-Serial", "The unique request identifier; name it to support.", ["X-Serial", "traceparent"]],
    ["CF-Ray", "Identifies the request at the edge.", ["CF-Ray", "traceparent"]],
    ["X-Serial", "Number of the request in its batch.", ["traceparent"]],
    ["Content-Location", "URL with the request id.", ["traceparent"]],
    ["Idempotency-Key", "The request id of the caller.", ["traceparent"]],
  ])("can be %s, described as %j: %j", (name, description, want) => {
    const header = `"${name}":{"description":${JSON.stringify(description)},`;
    const given = yaml.replaceAll('"X-Request-Id":{', header);
    expect(planOf(given).traits.contract.requestId?.facts).toEqual(want);
  });

  test("can be those of errors alone", () => {
    const given = yaml
      .replaceAll("X-Request-Id", "X-Id")
      .replaceAll("traceparent", "X-Page-Id")
      .replace('"204":', '"404":{"description":"","headers":{"X-Flow-ID":{}}},"204":');
    const { traits, contract: planned } = planOf(given);
    expect(traits.contract.requestId?.facts).toEqual(["X-Flow-ID"]);
    expect(planned.facts["traceHeaders"]).toEqual(["X-Flow-ID", "X-Trace-Id", "X-Request-Id"]);
  });

  test("are not those that the caller gives and the server sends back", () => {
    const named = (name: string) =>
      planOf(yaml.replaceAll("X-Request-Id", name)).traits.contract.requestId?.facts;
    expect(named("x-ms-client-request-id")).toEqual(["traceparent"]);
    expect(named("x-ms-request-id")).toEqual(["x-ms-request-id", "traceparent"]);
  });

  test("are those of the configuration before them", async () => {
    expect(await factsOf("requestId: [X-Serial]")).toMatchObject({
      facts: ["X-Serial"],
      decidedBy: "configuration",
    });
    expect(await factsOf("requestId: false")).toBeUndefined();
    expect(await factsOf("sensitive: [name]")).toMatchObject({ facts: ["X-Request-Id", "traceparent"] });
  });

  test("make a client that compiles and is formatted; without them there is no such function", async () => {
    const files = await emitContract(yaml);
    await expectFormatted(files);
    expectCompiles(
      files,
      `import { requestIdOf } from "./index.js";\nexport const id: string | undefined = requestIdOf({});`,
    );
    const other = await emitContract(
      yaml.replaceAll("X-Request-Id", "X-Id").replaceAll("traceparent", "X-Page-Id"),
    );
    expect(other.get("index.ts")).not.toContain("requestIdOf");
  });
});

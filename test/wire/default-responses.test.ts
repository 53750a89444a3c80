import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import { playAnswer, type ScriptedAnswer } from "../runtime/call/test-server.js";
import { emitContract } from "../emit/emit-contract.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* `default` as the only answer that could be of a success: that of errors alone, and that of a value (docs/reference/responses.md). */
const of = (schema: string): JsonObject => ({
  description: "",
  content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
});
const operation = (id: string, responses: JsonObject): JsonObject => ({
  operationId: id,
  tags: ["votes"],
  responses,
});
const contract: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/vote": {
      delete: operation("withdraw", { default: of("Failure") }),
      put: operation("cast", { 404: of("Failure"), default: of("Failure") }),
    },
    "/reason": { get: operation("reason", { default: of("Failure") }) },
    "/count": { get: operation("count", { 404: of("Failure"), default: of("Count") }) },
  },
  components: {
    schemas: {
      Failure: { type: "object", properties: { reason: { type: "string" } } },
      Count: { type: "object", properties: { votes: { type: "integer", format: "int64" } } },
    },
  },
};

let reply: ScriptedAnswer = {};
let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(contract, (_, response) => {
    playAnswer(response, reply);
  });
});
afterAll(() => wire.close());

const headers = { "content-type": "application/json" };
const call = (method: string) => wire.call(wire.create(), `votes.${method}`);

describe.each(["withdraw", "cast"])("a `default` of errors alone: %s", (method) => {
  test.each([
    ["204", { status: 204 }],
    ["200 without a body", { status: 200 }],
    ["200 with content", { status: 200, headers, body: '{"votes":1}' }],
  ])("gives nothing for %s", async (_, given) => {
    reply = given;
    expect(await call(method)).toBeUndefined();
  });

  test.each([400, 404, 500])("is the content of %i", async (status) => {
    reply = { status, headers, body: '{"reason":"closed"}' };
    await expect(call(method)).rejects.toMatchObject({
      name: "ResponseError",
      status,
      body: { reason: "closed" },
    });
  });

  test("a proxy's page is no success", async () => {
    reply = { status: 200, headers: { "content-type": "text/html" }, body: "<html></html>" };
    await expect(call(method)).rejects.toMatchObject({ name: "UnexpectedResponseError" });
  });
});

test("a `default` of a value is the content of a success", async () => {
  reply = { status: 203, headers, body: '{"votes":9007199254740993}' };
  expect(await call("count")).toEqual({ votes: 9007199254740993n });
});

test("a read gives what its `default` has, be it that of errors", async () => {
  reply = { status: 200, headers, body: '{"reason":"closed"}' };
  expect(await call("reason")).toEqual({ reason: "closed" });
});

test("the types say the same", async () => {
  const resource = (await emitContract(JSON.stringify(contract))).get("resources/votes.ts") ?? "";
  const types = [...resource.matchAll(/^ {2}readonly (\w+): [^;]*? => (.*?) = /gms)].map(([, name, type]) => [
    name,
    type,
  ]);
  expect(Object.fromEntries(types)).toEqual({
    cast: "Call<undefined>",
    count: "Call<Count>",
    reason: "Call<Failure>",
    withdraw: "Call<undefined>",
  });
});

test("generating reports either", () => {
  expect(wire.diagnostics.map(({ id, pointer }) => [id, pointer])).toEqual([
    ["response/default-for-errors", "#/paths/~1vote/delete/responses"],
    ["response/default-for-errors", "#/paths/~1vote/put/responses"],
    ["response/default-like-errors", "#/paths/~1reason/get/responses"],
  ]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../determinism/json-tree.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* Where the contract says that a 64-bit identifier is text (GEN-1), a server that sends a number loses no digit of it. */
const id: JsonObject = { type: "string", pattern: "^[0-9]{1,19}$" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const list = (items: Json): JsonObject => ({ type: "array", items });
const get = (operationId: string, mediaType: string, schema: JsonObject): JsonObject => ({
  get: {
    operationId,
    tags: ["things"],
    responses: { 200: { description: "", content: { [mediaType]: { schema } } } },
  },
});
const contract: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/things": get(
      "list",
      "application/json",
      object({
        items: list({ $ref: "#/components/schemas/Thing" }),
        "odd.id": id,
        thingIds: { anyOf: [list(id), { type: "null" }] },
        count: { type: "integer" },
        note: { type: "string" },
      }),
    ),
    "/both": get(
      "both",
      "application/json",
      object({ thingId: id, size: { type: "integer", format: "int64" }, versionId: id }),
    ),
    "/mixed": get(
      "mixed",
      "application/json",
      object({ thing: object({ thingId: id }), other: object({ thingId: { type: "integer" } }) }),
    ),
    "/lines": get("follow", "application/x-ndjson", object({ thingId: id })),
  },
  components: {
    schemas: { Thing: object({ thingId: id, inside: { $ref: "#/components/schemas/Thing" } }) },
  },
};

let wire: WireClient;
let reply: { readonly type: string; readonly body: string };
let client: object;
beforeAll(async () => {
  wire = await wireClient(contract, (_, response) => {
    response.writeHead(200, { "content-type": reply.type }).end(reply.body);
  });
  client = wire.create();
}, 60_000);
afterAll(() => wire.close());

/** What a call gives for a text. */
function read(method: string, text: string): Promise<unknown> {
  reply = { type: "application/json", body: text };
  return Promise.resolve(wire.call(client, `things.${method}`));
}

test("[GEN-1] a number for an identifier that is text arrives with all its digits", async () => {
  const text =
    '{"items":[{"thingId":9007199254740993,"inside":{"thingId" :\n-7 }},{"thingId":"01"}],"odd.id":5,' +
    '"thingIds":[ 9007199254740993,null , 8],"count":9,"note":"\\"thingId\\":12, [1]"}';
  expect(await read("list", text)).toEqual({
    items: [{ thingId: "9007199254740993", inside: { thingId: "-7" } }, { thingId: "01" }],
    "odd.id": "5",
    thingIds: ["9007199254740993", null, "8"],
    count: 9,
    note: '"thingId":12, [1]',
  });
});

test("a name that is not quite that of an identifier, a fraction and a list of lists stay what they are", async () => {
  const text = '{"oddXid":5,"thingIds":[[1]],"odd.id":1.5,"items":[{"thingId":1e3}]}';
  expect(await read("list", text)).toEqual(JSON.parse(text));
});

test("a 64-bit integer that is a number stays one beside it", async () => {
  const text = '{"thingId":9007199254740993,"size":9007199254740993,"versionId":7}';
  expect(await read("both", text)).toEqual({
    thingId: "9007199254740993",
    size: 9007199254740993n,
    versionId: "7",
  });
});

test("a name that is a number elsewhere in the response changes nothing", async () => {
  const text = '{"thing":{"thingId":7},"other":{"thingId":8}}';
  expect(await read("mixed", text)).toEqual(JSON.parse(text));
});

test("each item of a stream is read so as well", async () => {
  reply = {
    type: "application/x-ndjson",
    body: '{"thingId":9007199254740993}\n{"thingId":7}\n',
  };
  const items: unknown[] = [];
  for await (const item of (await wire.call(client, "things.follow")) as AsyncIterable<unknown>)
    items.push(item);
  expect(items).toEqual([{ thingId: "9007199254740993" }, { thingId: "7" }]);
});

test("a long list without an end takes no time to speak of", async () => {
  const text = `{"thingIds":[${"1 ,".repeat(300_000)}`;
  const start = performance.now();
  await expect(read("list", text)).rejects.toThrow("not JSON");
  expect(performance.now() - start).toBeLessThan(3000);
});

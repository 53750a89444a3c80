import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { sameOperations } from "../../../src/load/selection/same-operations.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Two operations: one gives pets, whose owners have pets again; the other gives a text. */
const pets: JsonObject = {
  security: [{ key: [] }],
  paths: {
    "/pets": {
      get: {
        summary: "All pets",
        responses: { "200": { content: { json: { schema: ref("Pet") } }, links: { a: {} } } },
      },
    },
    "/time": { get: { responses: { "200": { $ref: "#/components/responses/Time" } } } },
  },
  components: {
    schemas: {
      Pet: { oneOf: [ref("Dog")], discriminator: { propertyName: "kind", mapping: { cat: "Cat" } } },
      Dog: { properties: { owner: ref("Owner") } },
      Cat: { type: "object" },
      Owner: { properties: { pets: { items: ref("Pet") } } },
    },
    responses: { Time: { description: "T", links: { b: {} } } },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "Key" } },
  },
};

const changed = (from: string, to: string) =>
  // What was an object as text is one again.
  JSON.parse(JSON.stringify(pets).replace(from, to)) as JsonObject;

test.each([
  ["nothing", "", "", [true, true]],
  ["words of an operation, and links", '"summary":"All pets"', '"tags":["a"]', [true, true]],
  ["links", '"links":{"a":{}}', '"links":{}', [true, true]],
  ["links of a response that has a name", '"links":{"b":{}}', '"links":{}', [true, true]],
  ["a schema that references itself", '"Owner":{"properties"', '"Owner":{"required"', [false, true]],
  ["a target of a mapping", '"Cat":{"type":"object"}', '"Cat":{"type":"string"}', [false, true]],
  ["a response that has a name", '"description":"T"', '"description":"U"', [true, false]],
  ["a security scheme", '"name":"Key"', '"name":"Other"', [false, false]],
  ["an operation that is gone", '"/time"', '"/times"', [true, false]],
])("a change of %s", (_, from, to, want) => {
  const isSame = sameOperations(pets, changed(from, to));
  // Twice: what is known of one operation holds for the next.
  const keys = ["GET /pets", "GET /time", "GET /pets", "GET /time"];
  expect(keys.map((key) => isSame(key, key))).toEqual([...want, ...want]);
});

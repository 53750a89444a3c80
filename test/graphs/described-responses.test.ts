import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";
import { compileBatch } from "./compile-batch.js";
import { generateInMemory } from "./generate-in-memory.js";

/* The type of a value stands several times in a method whose responses describe headers: it must be the same type each time. */

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await makeTemporaryFolder("described");
});
afterAll(() => folder.remove());

const kind = { enum: ["a", 1, null] };
const named = { $ref: "#/components/schemas/Named" };

/** Values that are written in place, at least in part. */
const values: Readonly<Record<string, object>> = {
  "a member beside alternatives that require it": {
    anyOf: [{ type: "object", required: ["kind", "c"] }, { type: "string" }],
    properties: { kind, id: { type: "integer", format: "int64" } },
  },
  "a member beside named alternatives that require it": {
    anyOf: [named, { type: "string" }],
    properties: { kind },
  },
  "a member beside a part that requires it": { allOf: [named, { properties: { kind } }], nullable: true },
  "a map beside a part that requires a member": {
    anyOf: [named, { type: "boolean" }],
    properties: { kind },
    additionalProperties: { type: "string" },
  },
  "alternatives beside each other": {
    oneOf: [{ properties: { kind } }, named, { type: "array", items: named }],
  },
};

/** Statuses that describe headers, beside one that gives something else. */
const statuses = ["200", "202", "2XX", "default", "302"];

test.each(Object.keys(values))("a client compiles whose responses have headers and %s", async (name) => {
  const clients: ReadonlyMap<string, string>[] = [];
  for (const openapi of ["3.0.3", "3.1.0"]) {
    const paths = Object.fromEntries(
      statuses.flatMap((status) =>
        ["get", "post"].map((method) => {
          const content = { "application/json": { schema: values[name] } };
          const headers = { "x-next": { schema: { type: "string" } } };
          const responses = {
            201: { description: "", content: { "text/plain": { schema: { type: "string", enum: ["a"] } } } },
            [status]: { description: "", content, headers },
          };
          return [`/${method}-${status}`, { [method]: { responses } }];
        }),
      ),
    );
    const info = { title: "Described", version: "1" };
    const components = { schemas: { Named: { type: "object", required: ["kind", "c"] } } };
    const contract = { openapi, info, servers: [{ url: "https://api.example" }], paths, components };
    const outcome = await generateInMemory(contract, folder.path);
    if ("refused" in outcome) throw outcome.refused;
    clients.push(outcome.files);
  }
  expect(compileBatch(clients)).toEqual([]);
});

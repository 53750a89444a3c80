import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { messageOf } from "../../src/diagnostics/diagnostic.js";
import { inspect } from "../../src/inspect.js";
import { shuffleKeys, type Json } from "../determinism/json-tree.js";
import { fileWith } from "../load/contract-files.js";
import { seeded } from "../support/seeded.js";

const flawed = parse(`
openapi: "3.1"
info: { title: Flawed, version: "1" }
servers: [{ url: //a.example }]
paths:
  /b/{id}/{other}: { get: { operationId: same, responses: { "200": { description: "" }, "204": { description: "", content: { text/a: {} } } } } }
  /a: { get: { operationId: same, requestBody: { content: { application/json: { schema: { type: object } } } }, responses: {} }, trace: { responses: {} } }
components:
  schemas:
    Empty: { enum: [], nope: 1 }
    Both: { readOnly: true, writeOnly: true, allOf: [{ properties: { c: {}, b: {} } }, { additionalProperties: false }] }
    Never: { allOf: [{ type: string }, { type: number }] }
    never: { type: string, enum: [1] }
`) as Json;

/** What is reported of a document, in the order printed; lines depend on the order of keys. */
async function reportedOf(document: Json): Promise<readonly unknown[]> {
  const { diagnostics } = await inspect({ contract: fileWith(stringify(document)) });
  return diagnostics.map((one) => [one.id, one.pointer, messageOf(one)]);
}

test("what is reported, and its order, do not depend on the order of keys", async () => {
  const want = await reportedOf(flawed);
  expect(new Set(want.map((one) => (one as readonly string[])[0])).size).toBeGreaterThan(10);
  for (const seed of [1, 2, 3]) expect(await reportedOf(shuffleKeys(flawed, seeded(seed)))).toEqual(want);
});

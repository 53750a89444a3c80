import { expect, test } from "vitest";
import { pathProblem } from "../../src/write/manifest.js";
import { emitContract, expectCompiles } from "./emit-contract.js";

test("resources and schemas that are called like a device of Windows have files that every disk takes", async () => {
  const get = (tag: string) =>
    `{ get: { tags: [${tag}], parameters: [{ in: query, name: a, schema: { $ref: '#/components/schemas/Con' } }, { in: query, name: b, schema: { type: string } }], responses: {} } }`;
  const files = await emitContract(`
servers: [{ url: https://pets.example }]
paths: { /aux: ${get("AUX")}, /lpt1: ${get("Lpt1")} }
components: { schemas: { Con: { type: object, properties: { a: { type: string } } } } }`);
  const paths = [...files.keys()];
  expect(paths.filter((path) => pathProblem(path) !== undefined)).toEqual([]);
  expect(paths.filter((path) => /(?:aux|con|lpt1)[_.-]/.test(path)).sort()).toEqual([
    "models/con-model.ts",
    "operations/aux_.ts",
    "operations/lpt1_.ts",
    "resources/aux_.ts",
    "resources/lpt1_.ts",
  ]);
  expectCompiles(files);
});

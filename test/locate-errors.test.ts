import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildPlan } from "../src/build-plan.js";
import { loadContract } from "../src/load/load-contract.js";
import { createBudgetOf } from "../src/openapi/visit.js";
import { UserError } from "../src/text/user-error.js";
import { makeTemporaryFolder, type TemporaryFolder } from "./support/temporary-folder.js";

/* Errors of model and plan name the place in the source as diagnostics do: file, line and column. */

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await makeTemporaryFolder("locate-errors");
});
afterAll(async () => {
  await folder.remove();
});

const SCHEMAS = `openapi: 3.1.0
info: { title: T, version: "1" }
paths: {}
components:
  schemas:
`;

/** The error for the schemas, written one a line from line 6 on. */
async function failure(schemas: readonly string[], steps?: number): Promise<UserError> {
  const path = join(folder.path, "api.yaml");
  writeFileSync(path, SCHEMAS + schemas.map((schema) => `    ${schema}\n`).join(""));
  const contract = await loadContract(path);
  try {
    buildPlan(contract, steps === undefined ? {} : { budget: createBudgetOf(steps) });
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error("The contract is read without an error.");
}

test.each([
  [
    "a broken $dynamicRef",
    ['A: { properties: { x: { $dynamicRef: "#nowhere" } } }'],
    undefined,
    "6:27",
    "A/properties/x",
  ],
  ["too many steps", ["A: {}", 'B: { oneOf: [{ $ref: "#/components/schemas/A" }, {}] }'], 1, "7:", "B"],
])("%s", async (_, schemas, steps, line, schema) => {
  const error = await failure(schemas, steps);
  expect(error.exitCode).toBe(3);
  const where = error.where ?? "";
  expect(where).toMatch(/^at \S*api\.yaml:\d+:\d+ \(#\/\S+\)$/u);
  expect(where).toContain(`api.yaml:${line}`);
  expect(where).toContain(`(#/components/schemas/${schema}`);
});

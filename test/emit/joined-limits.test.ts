import { expect, test } from "vitest";
import { emitContract, expectCompiles } from "./emit-contract.js";

const json = (properties: string) =>
  `responses: { '200': { description: OK, content: { application/json: { schema: { type: object, properties: { ${properties} } } } } } }`;
const contract = `
paths:
  /limits:
    get:
      operationId: getLimits
      tags: [limits]
      ${json("limits: { type: object, properties: { readsPerMinute: { type: integer }, maxBodyBytes: { type: integer } } }")}
  /switches:
    get:
      operationId: getSwitches
      tags: [switches]
      ${json("features: { type: object, properties: { exports: { type: boolean } } }")}
  /exports:
    post:
      operationId: export
      tags: [exports]
      x-features: [exports]
      responses: { '204': { description: OK } }`;

test("a client compiles that reads limits and flags from operations of two resources", async () => {
  const files = await emitContract(contract);
  expect(files.get("operations/limits.ts")).toContain('import * as switchesOperations from "./switches.js";');
  expectCompiles(files);
});

import { expect, test } from "vitest";
import { emitContract, expectCompiles } from "./emit-contract.js";

const contract = (headers: string, parameter: string, schema: string) => `
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters: [{ in: query, name: ${parameter}, schema: { type: integer } }, { in: query, name: limit, schema: { type: integer } }]
      responses:
        '200': { description: Pets, ${headers} content: { application/json: { schema: { ${schema} } } } }`;

const list = "type: array, items: { type: string }";

test("a client follows links where its pages have them, and carries nothing of it otherwise", async () => {
  const linked = await emitContract(contract("headers: { link: { schema: { type: string } } },", "q", list));
  expect(linked.get("operations/pets.ts")).toContain("links: pageLinks,");
  expect(linked.get("runtime/pages.ts")).toContain("rel\\s*=");
  expectCompiles(linked);
  const counted = await emitContract(contract("", "page", list));
  expect(counted.get("operations/pets.ts")).toContain('style: "number"');
  const told = [...counted].filter(([, text]) => text.includes("const pageLinks"));
  expect(told).toEqual([]);
});

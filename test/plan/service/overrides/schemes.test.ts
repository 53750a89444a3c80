import { expect, test } from "vitest";
import { misfitsUnder, planUnder } from "./configured.js";

const list = (name: string, parameters: string, items = "rows") => `
  /${name}:
    get:
      operationId: ${name}
      tags: [${name}]
      parameters: [${parameters}]
      responses: { '200': { description: '', content: { application/json: { schema: { type: object, properties: { ${items}: { type: array, items: {} }, all: { type: integer } } } } } } }`;
const query = (name: string, type = "integer") => `{ in: query, name: ${name}, schema: { type: ${type} } }`;
const contract = `
paths:${list("a", `${query("p")}, ${query("n")}`)}${list("b", query("p"))}${list("c", query("p", "string"))}${list("d", query("from"), "others")}${list("e", query("p"))}
  /f:
    post:
      operationId: f
      tags: [f]
      parameters: [${query("p")}, { in: header, name: Idempotency-Key, schema: { type: string } }]
      responses: { '200': { description: '', content: { application/json: { schema: { type: array, items: {} } } } } }
`;
const NUMBER = "{ style: number, number: p, items: rows }";

test("a scheme serves every operation that has all its parts; the first that fits counts", async () => {
  const keys = `
pagination:
  - { style: number, number: p, items: rows, size: n }
  - ${NUMBER}
  - { style: offset, offset: from }
operations:
  e: { pagination: false }`;
  const { traits } = await planUnder(contract, keys);
  expect(
    traits.operations.flatMap(({ path, traits: { pagination } }) =>
      pagination === undefined ? [] : [[path, pagination.facts.style, pagination.reason]],
    ),
  ).toEqual([
    ["/a", "number", "cabinetry.yaml:4 says so, for every operation with these parts."],
    ["/b", "number", "cabinetry.yaml:5 says so, for every operation with these parts."],
    ["/d", "offset", "cabinetry.yaml:6 says so, for every operation with these parts."],
  ]);
});

test("a scheme is for lists that the contract declares, and not for what it leaves open", async () => {
  const open = list("g", query("p"), "others").replace(
    "type: object,",
    "type: object, additionalProperties: true,",
  );
  const { traits } = await planUnder(`${contract}${open}`, `\npagination: [${NUMBER}]`);
  const paged = traits.operations.filter(
    ({ traits: { pagination } }) => pagination?.decidedBy === "configuration",
  );
  expect(paged.map(({ path }) => path)).toEqual(["/a", "/b", "/e"]);
});

test("a scheme that fits no operation is an error, with what the nearest one lacks", async () => {
  const keys = `
pagination:
  - ${NUMBER}
  - { style: number, number: p, items: rows, total: al }`;
  expect(await misfitsUnder(contract, keys)).toEqual([
    'cabinetry.yaml:5:9 No operation has all parts of this scheme. GET /a comes nearest: The response has no member "al". Did you mean "all"?',
  ]);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { operationKey } from "../../../src/plan/service/responses.js";
import { planOf } from "../plan-of.js";

interface Paths {
  readonly paths: Readonly<Record<string, unknown>>;
}

/** A contract as Django has it: each path ends in a slash. */
function slashed(text: string): string {
  const contract = parse(text) as Paths;
  const paths = Object.entries(contract.paths).map(([path, item]) => [`${path}/`, item] as const);
  return stringify({ ...contract, paths: Object.fromEntries(paths) }, { aliasDuplicateObjects: false });
}

/** What is recognised, and what is not, with the lines for it; paths without the slash at their end. */
function recognisedIn(text: string): unknown {
  const { operations, lost } = planOf(text, { vendor: "acme", isPreview: true }).traits;
  const found = {
    operations: operations.map(({ name, method, path, traits }) => ({ name, method, path, traits })),
    lost: lost.map(({ operation, trait, shown, missing, lines, meant }) => ({
      key: operation && operationKey(operation),
      ...{ trait, shown, missing, lines, meant },
    })),
  };
  // A slash that something other than a name follows ends a path.
  return JSON.parse(JSON.stringify(found).replaceAll(/(?<=[\w}])\/(?=["\\`\s)])/gu, ""));
}

test.each(["external-api/openapi.yaml", "foreign/dotnet/openapi.yaml"])(
  "a slash at the end of each path changes nothing that is recognised: %s",
  (fixture) => {
    const text = readFileSync(`fixtures/${fixture}`, "utf8");
    expect(recognisedIn(slashed(text))).toEqual(recognisedIn(text));
  },
);

const job = (path: string) => `
paths:
  /exports${path}: { post: { operationId: startExport, tags: [exports], responses: { '202': { description: S, links: { s: { operationId: getExport, parameters: { id: $response.body#/id } } }, content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } } } } } } }
  /exports/{id}${path}: { get: { operationId: getExport, tags: [exports], parameters: [{ in: path, name: id, required: true, schema: { type: string } }], responses: { '200': { description: G, content: { application/json: { schema: { type: object, properties: { status: { enum: [running, done, failed] } } } } } } } } }
  /exports/{id}/results${path}: { get: { operationId: listResults, tags: [exports], parameters: [{ in: path, name: id, required: true, schema: { type: string } }, { in: query, name: page, description: The number of the page., schema: { type: integer } }], responses: { '200': { description: R, content: { application/json: { schema: { type: object, properties: { rows: { type: array, items: { type: string } }, totalPages: { type: integer } } } } } } } } }
`;

test("a result is found below such a path, and requests are sent to it as the contract has it", () => {
  const plan = planOf(job("/"));
  const [start] = plan.traits.operations.flatMap(({ traits }) => traits.background ?? []);
  expect(start?.facts.result?.operation).toMatchObject({ method: "listResults" });
  expect(plan.traits.operations.map(({ path }) => path)).toEqual([
    "/exports/",
    "/exports/{id}/",
    "/exports/{id}/results/",
  ]);
});

test("where a contract has a path with the slash and without, they are two", () => {
  const both = planOf(
    `${job("")}${job("/").replace("\npaths:\n", "").replaceAll("operationId: ", "operationId: other")}`,
  );
  expect(new Set(both.traits.operations.map(({ path }) => path)).size).toBe(6);
});

test("an overlay that is printed names such a path as the contract has it", () => {
  const given = `
security: [{ b: [] }]
paths:
  /orders/: { get: { responses: { '204': { description: O } } } }
  /login/: { post: { requestBody: { content: { application/json: { schema: { properties: { password: { type: string } } } } } }, responses: { '200': { description: T, content: { application/json: { schema: { properties: { token: { type: string } } } } } } } } }
components: { securitySchemes: { b: { type: http, scheme: bearer } } }
`;
  const overlays = planOf(given).traits.lost.flatMap(({ overlay }) => overlay ?? []);
  expect(overlays.filter((line) => line.includes("target"))).toEqual([
    `  - target: "$.paths['/login/'].post"`,
  ]);
});

import { expect, test } from "vitest";
import { emitContract, expectCompiles } from "./emit-contract.js";
import { planOf } from "../plan/plan-of.js";

const SCHEMAS = [
  ...["StrongEtag", "petsListInput", "PetsListINPUT", "PetsResource", "PetsRESOURCE", "RATEHeaders"],
  ...["Calloptions", "RATELimited", "ratelimitedOptions", "PROBLEMCode", "No", "ApiKey"],
];

const CONTRACT = JSON.stringify({
  info: { title: "Rate Limited", version: "1" },
  servers: [{ url: "https://a.example" }],
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        tags: ["pets"],
        parameters: ["a", "b"].map((name) => ({ in: "query", name, schema: { type: "string" } })),
        responses: {
          200: {
            description: "",
            headers: { "X-Rate": { schema: { type: "string" } } },
            content: { "application/json": { schema: { $ref: "#/components/schemas/No" } } },
          },
        },
      },
      post: {
        operationId: "createPet",
        tags: ["pets"],
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/No" } } } },
        responses: { 204: { description: "" } },
      },
    },
  },
  components: {
    schemas: Object.fromEntries(
      SCHEMAS.map((name) => [
        name,
        {
          type: "object",
          properties: {
            id: { type: "string", readOnly: true },
            ...Object.fromEntries(SCHEMAS.map((other) => [other, { $ref: `#/components/schemas/${other}` }])),
          },
        },
      ]),
    ),
  },
});

/** Types that the client exports: names that start as types do. */
function exportedTypes(files: ReadonlyMap<string, string>): readonly string[] {
  return ["index.ts", "models/index.ts"].flatMap((path) =>
    [...(files.get(path) ?? "").matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names = ""]) =>
      names
        .split(",")
        .flatMap((name) => /^\p{Lu}[\w$]*$/u.exec(name.trim().replace(/^type /, ""))?.[0] ?? []),
    ),
  );
}

test("no two exported types differ by case alone", async () => {
  const files = await emitContract(CONTRACT);
  const names = exportedTypes(files);
  expect(names.length).toBeGreaterThan(60);
  expect(names).toContain("ApiKey");
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  expectCompiles(files);
});

test("a name of an earlier generation stays, also beside one that differs by case alone", () => {
  const plan = planOf(CONTRACT, {
    locked: {
      operations: {},
      models: { "#/components/schemas/Calloptions": "Calloptions" },
    },
  });
  const declared = plan.models.flatMap(({ declarations }) => declarations.map(({ name }) => name));
  expect(declared).toContain("Calloptions");
});

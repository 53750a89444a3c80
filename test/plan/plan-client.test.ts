import { expect, test } from "vitest";
import { ConstantReference } from "../../src/text/constant-reference.js";
import { argumentsOf, constantOf, planOf, resourceOf } from "./plan-of.js";

test("a client certificate is the platform's to present: no security of an operation names it", () => {
  const plan = planOf(`
components: { securitySchemes: { cert: { type: mutualTLS }, key: { type: apiKey, in: header, name: k } } }
paths:
  /pets: { get: { operationId: listPets, tags: [pets], security: [{ cert: [], key: [] }, { cert: [] }] } }`);
  expect(constantOf(plan, "pets.list").value["security"]).toEqual([{ key: [] }, {}]);
});

test("a method that is called like a constant beside another keeps its name; its constant gives way", () => {
  const plan = planOf(`
paths:
  /a: { get: { operationId: listPaging, tags: [pets] } }
  /b: { get: { operationId: import, tags: [pets] } }`);
  expect(resourceOf(plan, "pets").methods.map(({ name }) => name)).toEqual(["import", "listPaging"]);
  expect(resourceOf(plan, "pets").descriptors.map(({ constant }) => constant)).toEqual([
    "listPaging_",
    "import_",
  ]);
  expect(argumentsOf(plan, "pets.listPaging")).toContain("operations.listPaging_");
});

test.each([
  ["connect", "connect_", "connect"],
  ["resolveIntent", "resolveIntent_", "resolveIntent"],
  ["modify", "modify", "modify_"],
  ["then", "then_", "then_"],
])(
  "what is called %s has the names %s and %s: a client, a resource or a promise has members of its own",
  (name, resource, method) => {
    const plan = planOf(`paths: { /a: { get: { operationId: ${name}, tags: [${name}] } } }`);
    expect(plan.resources.map(({ member, methods }) => [member, methods[0]?.name])).toEqual([
      [resource, method],
    ]);
  },
);

test("the server of one operation keeps its variables, with their defaults", () => {
  const plan = planOf(`
paths:
  /a:
    get:
      operationId: run
      tags: [pets]
      servers: [{ url: 'https://{region}.files.example/{x}', variables: { region: { default: eu } } }]`);
  expect(constantOf(plan, "pets.run").value["server"]).toEqual({
    at: { url: "https://{region}.files.example/{x}", variables: { region: "eu" } },
    resolve: new ConstantReference("resolveOwnServer"),
  });
});

test("[TOK-2] a vendor word is an option of the client only where the contract leaves one open", () => {
  const plan = planOf("paths: { /a: { get: {} } }", { vendor: "acme", name: "Zoo" });
  expect(plan.options).toEqual({ name: "Zoo" });
  expect(planOf("paths: { /a: { get: {} } }").options).toEqual({});
});

import { describe, expect, test } from "vitest";
import type { KeptNames } from "../../src/model/names/kept-names.js";
import { modelOf, thrownBy } from "./model-of.js";
import { found } from "../diagnostics/found.js";

describe("a model", () => {
  test("[VER-1] says which contract it is of", () => {
    const given = "openapi: 3.0.3\ninfo: { title: Deals, version: 2026-08-09.5, description: All of them. }";
    expect(modelOf(given).contract).toEqual({
      title: "Deals",
      version: "2026-08-09.5",
      description: "All of them.",
      dialect: "3.0",
      digest: "0".repeat(64),
    });
  });

  test("gives no schema a name that its operations' classes and inputs will have", () => {
    const given = `
paths: { /pets: { get: { operationId: listPets, tags: [pets] } } }
components: { schemas: { PetsResource: { type: string }, PetsListInput: { type: string }, Pet: { type: string } } }`;
    expect(modelOf(given).schemas.map(({ name }) => name)).toEqual([
      "Pet",
      "PetsListInputModel",
      "PetsResourceModel",
    ]);
  });

  describe("with names of an earlier generation", () => {
    /** What is named in a contract, for the manifest. */
    function namesOf(yaml: string, kept?: KeptNames): KeptNames {
      const { operations, schemas } = modelOf(yaml, kept && { kept });
      return {
        operations: Object.fromEntries(
          operations.map(({ method, path, name }) => [
            `${method} ${path}`,
            `${name.resource}.${name.method}`,
          ]),
        ),
        models: Object.fromEntries(schemas.map(({ identity, name }) => [identity, name])),
      };
    }
    const operation = (path: string, id: string, schema: string) =>
      `  ${path}: { get: { operationId: ${id}, tags: [pets], responses: { "200": { description: a, content: { application/json: { schema: ${schema} } } } } } }`;
    const list = operation("/pets", "listPets", "{ type: object, properties: { a: { type: string } } }");
    const component = (name: string) => `    ${name}: { type: object, properties: { b: { type: string } } }`;
    const contract = (paths: readonly string[], schemas: readonly string[]) =>
      ["paths:", ...paths, "components:", "  schemas:", ...schemas].join("\n");

    test("what is added takes no name from what was there", () => {
      const before = namesOf(contract([list], [component("PetsFindInput"), component("foo-bar")]));
      expect(before).toEqual({
        operations: { "GET /pets": "pets.list" },
        models: {
          "#/components/schemas/PetsFindInput": "PetsFindInput",
          "#/components/schemas/foo-bar": "FooBar",
          "#/paths/~1pets/get/responses/200/content/application~1json/schema": "PetsListAnswer",
        },
      });
      const grown = contract(
        [list, operation("/found", "findPets", "{}"), operation("/all", "List", "{}")],
        [component("PetsFindInput"), component("foo-bar"), component("FooBar"), component("PetsListAnswer")],
      );
      const { operations, models } = namesOf(grown, before);
      expect(operations).toEqual({
        "GET /pets": "pets.list",
        "GET /all": "pets.getAll",
        "GET /found": "pets.findPets",
      });
      expect(models).toEqual({
        ...before.models,
        "#/components/schemas/FooBar": "FooBar2",
        "#/components/schemas/PetsListAnswer": "PetsListAnswer2",
      });
    });

    test("what is gone gives its name back", () => {
      const before = namesOf(contract([], [component("foo-bar")]));
      expect(namesOf(contract([], [component("foo_bar")]), before).models).toEqual({
        "#/components/schemas/foo_bar": "FooBar",
      });
    });

    test("an operation keeps its name under another operationId, and that is said", () => {
      const kept = { operations: { "GET /pets": "pets.all" }, models: {} };
      const { operations, diagnostics } = modelOf(contract([list], [component("Pet")]), { kept });
      expect(operations[0]?.name).toEqual({ resource: "pets", method: "all", type: "PetsAll" });
      expect(found(diagnostics)).toEqual([
        ["names/operation-kept", "#/paths/~1pets/get", { name: "pets.all", preferred: "pets.list" }],
      ]);
    });

    test("a schema keeps the name that the class of a resource would have", () => {
      const kept = { operations: {}, models: { "#/components/schemas/Pet": "PetsResource" } };
      const { operations, schemas } = modelOf(contract([list], [component("Pet")]), { kept });
      expect(schemas.map(({ name }) => name)).toContain("PetsResource");
      expect(operations.map(({ name }) => name)).toEqual([
        { resource: "pets2", method: "list", type: "Pets2List" },
      ]);
    });

    test("a name that the client itself has now must go, and that is said", () => {
      const kept = { operations: {}, models: { "#/components/schemas/Pet": "ApiError" } };
      const { schemas, diagnostics } = modelOf(contract([], [component("Pet")]), {
        kept,
        reservedNames: () => new Set(["ApiError"]),
      });
      expect(schemas.map(({ name }) => name)).toEqual(["Pet"]);
      expect(found(diagnostics)).toEqual([
        ["names/renamed", "#/components/schemas/Pet", { before: "ApiError", name: "Pet" }],
      ]);
    });

    test.each([
      [{ operations: { "GET /pets": "pets" }, models: {} }, '"GET /pets" "pets"'],
      [{ operations: { "GET /pets": "pets.a;b" }, models: {} }, '"GET /pets" "pets.a;b"'],
      [{ operations: {}, models: { "#/x": "A*/" } }, '"#/x" "A*/"'],
      [{ operations: {}, models: {}, methods: { "modify of PUT /x": "a;b" } }, '"modify of PUT /x" "a;b"'],
      [{ operations: {}, models: {}, headers: { "GET /x 200": "A{}" } }, '"GET /x 200" "A{}"'],
    ])("%j is no name, and stops", (kept, want) => {
      expect(thrownBy(() => modelOf(contract([list], [component("Pet")]), { kept }))).toMatchObject({
        exitCode: 2,
        message: `The manifest names ${want}, which is no name of a client.`,
      });
    });
  });

  test("does not depend on the order of keys", () => {
    const given =
      "paths: { /b: { put: {}, get: {} }, /a: { get: {} } }\ncomponents: { schemas: { B: {}, A: {} } }";
    const shuffled =
      "components: { schemas: { A: {}, B: {} } }\npaths: { /a: { get: {} }, /b: { get: {}, put: {} } }";
    expect(modelOf(given)).toEqual(modelOf(shuffled));
  });
});

import { describe, expect, test } from "vitest";
import type { LockedNames } from "../../src/model/names/locked-names.js";
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
    function namesOf(yaml: string, locked?: LockedNames): LockedNames {
      const { operations, schemas } = modelOf(yaml, locked && { locked });
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
          "#/paths/~1pets/get/responses/200/content/application~1json/schema": "PetsListResponse",
        },
      });
      const grown = contract(
        [list, operation("/found", "findPets", "{}"), operation("/all", "List", "{}")],
        [
          component("PetsFindInput"),
          component("foo-bar"),
          component("FooBar"),
          component("PetsListResponse"),
        ],
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
        "#/components/schemas/PetsListResponse": "PetsListResponse2",
      });
    });

    test.each([
      [
        ["PetDto", "PageOfPetDTO", "PetDtoPagedResponse"],
        ["PageOfPet", "Pet", "PetPagedResponse"],
      ],
      [
        ["PetDto", "Pet"],
        ["Pet", "PetDto"],
      ],
      [
        ["PetDto", "PetDTO", "ErrorDto"],
        ["ErrorDto", "PetDTO", "PetDto2"],
      ],
      [
        ["Dto", "UndoTo"],
        ["Dto", "UndoTo"],
      ],
    ])("Dto is omitted where it distinguishes nothing: %j", (keys, want) => {
      const { schemas } = modelOf(contract([], keys.map(component)), {
        reservedNames: () => new Set(["Error"]),
      });
      expect(schemas.map(({ name }) => name).toSorted()).toEqual(want.toSorted());
    });

    test.each([
      [
        ["Shop.Api.Models.Pet", "Shop.Api.Models.OwnerDto"],
        ["Owner", "Pet"],
      ],
      [
        ["Shop.Pets.Find.Response", "Shop.Pets.List.Response", "Shop.Pets.List.Query"],
        ["FindResponse", "ListResponse", "Query"],
      ],
      [
        ["Shop.Api.Pet", "Pet", "shop.api.Error", "Shop.Api.V1", "Shop.Api.ID"],
        ["ApiError", "ApiPet", "ID", "Pet", "ShopApiV1"],
      ],
      [
        ["Shop.Api.PetDto", "Shop.Api.Pet"],
        ["Pet", "PetDto"],
      ],
      [
        ["Chart.Axis", "Chart.Axis.Title", "pet.owner.changed", "Shop.Pet"],
        ["ChartAxis", "ChartAxisTitle", "PetOwnerChanged", "ShopPet"],
      ],
      [
        [
          "Shop.Api.Page`1[[Shop.Api.Models.PetDto, Shop.Api, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null]]",
          "Shop.Api.Find+Response",
          "shop.api-machinery.meta.List[Shop.Pets.Owner]",
          "Page_Shop.Pets.Owner_",
          "Shop.Pets.Owner",
        ],
        ["FindResponse", "ListOwner", "Owner", "PageOwner", "PagePet"],
      ],
    ])("the namespace of a class is omitted where it distinguishes nothing: %j", (keys, want) => {
      const { schemas } = modelOf(contract([], keys.map(component)), {
        reservedNames: () => new Set(["Error"]),
      });
      expect(schemas.map(({ name }) => name).toSorted()).toEqual(want);
    });

    test("the body of a form has no route in its name, as FastAPI gives it one", () => {
      const given = {
        paths: { "/v1/pets/{id}": { put: { operationId: "save_pet_v1_pets__id__put" } } },
        components: {
          schemas: Object.fromEntries(
            [
              "Body_save_pet_v1_pets__id__put",
              "Body_save_pet_v1_pets__id__post",
              "save_pet_v1_pets__id__put",
            ].map((key) => [key, { type: "object" }]),
          ),
        },
      };
      expect(modelOf(JSON.stringify(given)).schemas.map(({ name }) => name)).toEqual([
        "BodySavePet",
        "BodySavePetV1PetsIdPost",
        "SavePetV1PetsIdPut",
      ]);
    });

    test("what is gone gives its name back", () => {
      const before = namesOf(contract([], [component("foo-bar")]));
      expect(namesOf(contract([], [component("foo_bar")]), before).models).toEqual({
        "#/components/schemas/foo_bar": "FooBar",
      });
    });

    test("an operation keeps its name under another operationId, and that is said", () => {
      const locked = { operations: { "GET /pets": "pets.all" }, models: {} };
      const { operations, diagnostics } = modelOf(contract([list], [component("Pet")]), { locked });
      expect(operations[0]?.name).toEqual({ resource: "pets", method: "all", type: "PetsAll" });
      expect(found(diagnostics)).toEqual([
        ["names/operation-kept", "#/paths/~1pets/get", { name: "pets.all", preferred: "pets.list" }],
      ]);
    });

    test("a schema keeps the name that the class of a resource would have", () => {
      const locked = { operations: {}, models: { "#/components/schemas/Pet": "PetsResource" } };
      const { operations, schemas } = modelOf(contract([list], [component("Pet")]), { locked });
      expect(schemas.map(({ name }) => name)).toContain("PetsResource");
      expect(operations.map(({ name }) => name)).toEqual([
        { resource: "pets2", method: "list", type: "Pets2List" },
      ]);
    });

    test("a name that the client itself has now must go, and that is said", () => {
      const locked = { operations: {}, models: { "#/components/schemas/Pet": "ApiError" } };
      const { schemas, diagnostics } = modelOf(contract([], [component("Pet")]), {
        locked,
        reservedNames: () => new Set(["ApiError"]),
      });
      expect(schemas.map(({ name }) => name)).toEqual(["Pet"]);
      expect(found(diagnostics)).toEqual([
        ["names/renamed", "#/components/schemas/Pet", { before: "ApiError", name: "Pet" }],
      ]);
    });

    test.each([
      [{ operations: { "GET /pets": "pets" }, models: {} }, '"GET /pets": "pets"'],
      [{ operations: { "GET /pets": "pets.a;b" }, models: {} }, '"GET /pets": "pets.a;b"'],
      [{ operations: { "GET /pets": "pets.$" }, models: {} }, '"GET /pets": "pets.$"'],
      [{ operations: { "GET /pets": "Pets.list" }, models: {} }, '"GET /pets": "Pets.list"'],
      [{ operations: { "GET /pets": "pets.__proto__" }, models: {} }, '"GET /pets": "pets.__proto__"'],
      [{ operations: {}, models: { "#/x": "A*/" } }, '"#/x": "A*/"'],
      [{ operations: {}, models: { "#/x": "pet" } }, '"#/x": "pet"'],
      [{ operations: {}, models: { "#/x": "__proto__" } }, '"#/x": "__proto__"'],
      [{ operations: {}, models: { "#/x": "" } }, '"#/x": ""'],
    ])("%j is no name, and stops", (locked, want) => {
      expect(thrownBy(() => modelOf(contract([list], [component("Pet")]), { locked }))).toMatchObject({
        exitCode: 2,
        message: "The lock of names has what cannot be a name.",
        where: expect.stringContaining(`${want} must be `) as string,
      });
    });

    test.each([
      ["constructor", "pets.constructor", "pets.list"],
      ["then", "then.list", "pets.list"],
      ["a good name", "animals.all", "animals.all"],
    ])("an operation that is locked to %s is %s and becomes %s", (_, name, want) => {
      const locked = { operations: { "GET /pets": name }, models: {} };
      const { operations, diagnostics } = modelOf(contract([list], [component("Pet")]), { locked });
      const [{ resource, method } = { resource: "", method: "" }] = operations.map((one) => one.name);
      expect(`${resource}.${method}`).toBe(want);
      expect(diagnostics).toHaveLength(1);
    });

    test("names stay where the parameters of a path have other names: it is the same route", () => {
      const path = (name: string) =>
        `"/pets/{${name}}": { get: { operationId: getPet, tags: [pets], parameters: [{ in: path, name: ${name}, required: true, schema: { type: string } }], responses: { "200": { description: "", content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } } } } } }`;
      const locked = {
        operations: { "GET /pets/{id}": "pets.fetch" },
        models: {
          "#/paths/~1pets~1{id}/get/responses/200/content/application~1json/schema": "Fetched",
        },
      };
      const names = namesOf(`paths: { ${path("petId")} }`, locked);
      expect(Object.values(names.operations)).toEqual(["pets.fetch"]);
      expect(Object.values(names.models)).toEqual(["Fetched"]);
      // Where the old path is there too, it has the names.
      const both = namesOf(
        `paths: { ${path("id")}, ${path("petId").replace("/pets/", "/pets/a/")} }`,
        locked,
      );
      expect(both.operations["GET /pets/{id}"]).toBe("pets.fetch");
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

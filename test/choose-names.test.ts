import { describe, expect, test } from "vitest";
import { buildPlan } from "../src/build-plan.js";
import type { LockedNames } from "../src/model/names/locked-names.js";
import { contractOf } from "./model/model-of.js";
import { misfitsUnder, overridesOf } from "./plan/service/overrides/configured.js";

const CONTRACT = `
paths:
  /pets:
    get: { operationId: listPets, tags: [pets], responses: { "200": { description: "" } } }
    post: { operationId: createPet, tags: [pets], responses: { "201": { description: "" } } }
  /pets/{id}:
    parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
    get: { operationId: getPet, tags: [pets], responses: { "200": { description: "" } } }`;

async function namesUnder(keys: string, locked?: LockedNames) {
  const overrides = await overridesOf(keys);
  const { model } = buildPlan(contractOf(CONTRACT), { overrides, locked });
  return {
    names: model.operations.map(({ name }) => `${name.resource}.${name.method}`),
    told: model.diagnostics.map(({ id }) => id),
  };
}

describe("names that a configuration file chooses", () => {
  test("are those of method and resource, by operationId or by method and path", async () => {
    const keys = `operations:
  listPets: { name: all }
  "GET /pets/{id}": { name: show, resource: animals }
  createPet: { resource: animals }`;
    expect((await namesUnder(keys)).names).toEqual(["pets.all", "animals.create", "animals.show"]);
  });

  test("win over the lock, without a warning", async () => {
    const operations = { "GET /pets": "pets.find", "POST /pets": "pets.add", "GET /pets/{id}": "pets.one" };
    const keys = `operations:
  listPets: { name: all }
  createPet: { resource: animals }`;
    const { names, told } = await namesUnder(keys, { operations, models: {} });
    expect(names).toEqual(["pets.all", "animals.add", "pets.one"]);
    expect(told).not.toContain("names/renamed");
  });

  test("take the place of a locked one, which is told", async () => {
    const operations = { "GET /pets": "pets.list", "POST /pets": "pets.add", "GET /pets/{id}": "pets.one" };
    const { names, told } = await namesUnder("operations: { listPets: { name: one } }", {
      operations,
      models: {},
    });
    expect(names).toEqual(["pets.one", "pets.add", "pets.get"]);
    expect(told).toContain("names/renamed");
  });

  test("are those of a method in small letters, too", async () => {
    const { names } = await namesUnder('operations: { "get /pets": { name: all } }');
    expect(names[0]).toBe("pets.all");
  });

  test("may be a member that only the other part has", async () => {
    const { names } = await namesUnder("operations: { listPets: { name: connect, resource: modify } }");
    expect(names[0]).toBe("modify.connect");
  });

  test.each([
    ["listPets: { name: List }", '3:23 "List" must be an identifier'],
    ["listPets: { name: a-b }", '3:23 "a-b" must be an identifier'],
    ["listPets: { name: modify }", "that every resource has, like `then` or `modify`."],
    ["listPets: { resource: connect }", "that every client has, like `then` or `connect`."],
    ["listPets: { resource: My Pets }", '3:27 "My Pets" must be an identifier'],
    ["listPet: { name: all }", '3:17 The contract has no operation "listPet". Did you mean "listPets"?'],
    ["listPets: { name: x }, createPet: { name: x }", "Another operation is named pets.x too."],
    [
      '"GET /pets": { name: x }, "get /pets": { name: y }',
      '"get /pets" and "GET /pets" are one operation: write one entry.',
    ],
  ])("are refused with their position: %s", async (entry, want) => {
    const [line = "", ...more] = await misfitsUnder(CONTRACT, `operations: { ${entry} }`);
    expect(more).toEqual([]);
    expect(line).toMatch(/^cabinetry\.yaml:3:\d+ /u);
    expect(line).toContain(want.replace(/^3:\d+ /u, ""));
  });
});

import { describe, expect, test } from "vitest";
import { buildPlan } from "../src/build-plan.js";
import type { LoadedContract } from "../src/load/loaded-contract.js";
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

  test("are those of a path with a slash at its end, whose key may lack it", async () => {
    const slashed = CONTRACT.replace("/pets:", "/pets/:");
    const namesIn = async (text: string, keys: string, unselected?: LoadedContract["unselected"]) => {
      const overrides = await overridesOf(keys);
      const contract = { ...contractOf(text), ...(unselected && { unselected }) };
      return buildPlan(contract, { overrides }).model.operations.map(
        ({ name, sentPath, path }) => `${sentPath ?? path} ${name.resource}.${name.method}`,
      );
    };
    const keys = 'operations: { "GET /pets": { name: all, resource: animals } }';
    expect(await namesIn(slashed, keys)).toEqual([
      "/pets/ animals.all",
      "/pets/ pets.create",
      "/pets/{id} pets.get",
    ]);
    const both = `${CONTRACT}\n  /pets/: { get: { tags: [pets], responses: { "200": { description: "" } } } }`;
    expect((await namesIn(both, keys)).filter((one) => one.includes("animals"))).toEqual([
      "/pets animals.all",
    ]);
    const by = "`exclude` (cabinetry.yaml:3:5)";
    const gone = [{ method: "GET", path: "/pets", by, byOption: false }];
    await expect(namesIn(slashed, keys, gone)).rejects.toMatchObject({
      where: expect.stringContaining(
        `The client has no operation "GET /pets": ${by} leaves it out.`,
      ) as unknown,
    });
    const goneSlash = [{ method: "GET", path: "/pets/", by, byOption: false }];
    await expect(
      namesIn(
        CONTRACT.replace("    get: { operationId: listPets", "    put: { operationId: setPets"),
        keys,
        goneSlash,
      ),
    ).rejects.toMatchObject({ where: expect.stringContaining(`${by} leaves it out.`) as unknown });
  });

  test("that another operation has are refused, also where the path has a slash at its end", async () => {
    const slashed = CONTRACT.replace("/pets:", "/pets/:");
    const keys = `operations: { "GET /pets": { name: all }, "POST /pets": { name: all } }`;
    expect(await misfitsUnder(slashed, keys)).toEqual([
      expect.stringContaining("Another operation is named pets.all too."),
    ]);
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

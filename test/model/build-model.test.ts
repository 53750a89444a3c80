import { describe, expect, test } from "vitest";
import { modelOf } from "./model-of.js";

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

  test("does not depend on the order of keys", () => {
    const given =
      "paths: { /b: { put: {}, get: {} }, /a: { get: {} } }\ncomponents: { schemas: { B: {}, A: {} } }";
    const shuffled =
      "components: { schemas: { A: {}, B: {} } }\npaths: { /a: { get: {} }, /b: { get: {}, put: {} } }";
    expect(modelOf(given)).toEqual(modelOf(shuffled));
  });
});

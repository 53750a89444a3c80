import { describe, expect, it } from "vitest";
import { emitOpenapiTypes } from "../../../src/emit/openapi-types/emit-openapi-types.js";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { compile } from "../../types/compile.js";

const pets: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        responses: {
          "200": {
            description: "All.",
            content: {
              "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Pet" } } },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, age: { type: "integer" } },
      },
    },
  },
};

/** The same document with every object's members in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

describe("openapi-types.ts, for teams that also use openapi-fetch", () => {
  it("has the `paths` and `components` of openapi-typescript", async () => {
    const { path, text } = await emitOpenapiTypes(pets);
    expect(path).toBe("openapi-types.ts");
    const use = `
      import type { components, paths } from "./openapi-types.js";
      const pet: components["schemas"]["Pet"] = { name: "Rex" };
      const all: paths["/pets"]["get"]["responses"]["200"]["content"]["application/json"] = [pet];
      export { all };
    `;
    const files = new Map([
      ["openapi-types.ts", text],
      ["use.ts", use],
    ]);
    expect(compile(files)).toEqual([]);
  });

  it("has the same bytes whatever the order of keys", async () => {
    const given = await emitOpenapiTypes(pets);
    const want = await emitOpenapiTypes(reversed(pets) as JsonObject);
    expect(given.text).toBe(want.text);
  });
});

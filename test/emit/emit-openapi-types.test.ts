import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { emitOpenapiTypes } from "../../src/emit/openapi-types.js";
import type { JsonObject } from "../../src/load/loaded-contract.js";
import { compile } from "../types/compile.js";

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

  it("reads no file and fetches no URL that data of the contract names", async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end('{"type":"string"}');
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${String(port)}/schema`;
    try {
      const { text } = await emitOpenapiTypes({
        ...pets,
        components: {
          schemas: {
            Pet: {
              type: "object",
              "x-origin": { $ref: url },
              example: { $ref: url },
              examples: [{ $ref: url }, { $ref: "./no-such-file.json" }, { $ref: "#/nowhere" }],
              properties: { $ref: { type: "string", default: { $ref: url } } },
            },
          },
        },
      });
      expect(requests).toBe(0);
      expect(text).toContain("$ref");
    } finally {
      server.close();
    }
  });

  it("has the same bytes whatever the order of keys", async () => {
    const given = await emitOpenapiTypes(pets);
    const want = await emitOpenapiTypes(reversed(pets) as JsonObject);
    expect(given.text).toBe(want.text);
  });
});

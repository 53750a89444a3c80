import { describe, expect, test } from "vitest";
import { loadContract } from "../../src/load/load-contract.js";
import { fileWith } from "./contract-files.js";

/** A contract whose first component has example data, and whose second refers to the third. */
const contractWith = (example: object, schema: object) => ({
  openapi: "3.1.0",
  info: { title: "Schemas", version: "1" },
  components: {
    schemas: {
      A: { type: "object", example },
      B: { type: "object", properties: { of: { $ref: "#node" }, at: { $ref: "https://s.example/node" } } },
      C: { $anchor: "node", $id: "https://s.example/node", ...schema },
    },
  },
});

describe("schemas that are shown as examples", () => {
  const shown = {
    $anchor: "node",
    $id: "https://s.example/node",
    properties: { a: { $ref: "#node" }, b: { $dynamicAnchor: "node" } },
    $ref: "./missing.yaml",
    title: "shown",
  };

  test("are no target of references, and stay as they are", async () => {
    const contract = contractWith(shown, { type: "integer" });
    const { document } = await loadContract(fileWith(JSON.stringify(contract)));
    expect(document["components"]).toMatchObject({
      schemas: {
        A: { example: shown },
        B: {
          properties: { of: { $ref: "#/components/schemas/C" }, at: { $ref: "#/components/schemas/C" } },
        },
      },
    });
  });

  test("keep the order of their members", async () => {
    const contract = contractWith({ zeta: 1, $ref: "#node", alpha: 2 }, { type: "integer" });
    const { document } = await loadContract(fileWith(JSON.stringify(contract)));
    expect(JSON.stringify(document)).toContain('{"$ref":"#node","alpha":2,"zeta":1}');
  });
});

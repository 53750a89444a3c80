import { describe, expect, it } from "vitest";
import { modelOf } from "../model-of.js";
import { found } from "../../diagnostics/found.js";

describe("what a schema allows, asked for several times", () => {
  it("is not what it seemed to be on the way round a circle", () => {
    const { diagnostics } = modelOf(`
      components:
        schemas:
          A: { type: [string, integer], allOf: [{ $ref: '#/components/schemas/B' }] }
          B: { type: [string, boolean], allOf: [{ $ref: '#/components/schemas/A' }] }
          C: { type: integer, format: int32, allOf: [{ $ref: '#/components/schemas/A' }] }
    `);
    expect(found(diagnostics.filter(({ pointer }) => pointer === "#/components/schemas/C"))).toEqual([
      ["schema/contradiction", "#/components/schemas/C", { parts: ["type: number", "allOf/0: string"] }],
    ]);
  });
});

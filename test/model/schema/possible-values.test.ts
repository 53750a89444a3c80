import { describe, expect, it } from "vitest";
import { modelOf } from "../model-of.js";

describe("what a schema allows, asked for several times", () => {
  it("is not what it seemed to be on the way round a circle", () => {
    const { notes } = modelOf(`
      components:
        schemas:
          A: { type: [string, integer], allOf: [{ $ref: '#/components/schemas/B' }] }
          B: { type: [string, boolean], allOf: [{ $ref: '#/components/schemas/A' }] }
          C: { type: integer, format: int32, allOf: [{ $ref: '#/components/schemas/A' }] }
    `);
    expect(notes.filter(({ pointer }) => pointer === "#/components/schemas/C")).toEqual([
      {
        text: "No value is valid, because what must hold together excludes itself: `type` allows number, `allOf/0` allows string.",
        pointer: "#/components/schemas/C",
      },
    ]);
  });
});

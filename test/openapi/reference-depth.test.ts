import { describe, expect, test } from "vitest";
import { deepestReferences } from "../../src/openapi/reference-depth.js";

function ref(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** A row of schemas, each of which refers to the next, named so that the first is met first or last. */
function row(length: number, isReversed: boolean): Record<string, unknown> {
  const name = (index: number) => `S${String(isReversed ? 100_000 - index : 100_000 + index)}`;
  const schemas = Array.from({ length }, (_, index) => [
    name(index),
    index === length - 1 ? { type: "string" } : { allOf: [ref(name(index + 1))] },
  ]);
  return { components: { schemas: Object.fromEntries(schemas) as unknown } };
}

describe("deepestReferences", () => {
  test.each([false, true])("counts a row of 20,000, met from its last: %s", (isReversed) => {
    const { references, pointer } = deepestReferences(row(20_001, isReversed));
    expect(references).toBe(20_000);
    expect(pointer).toBe("#/components/schemas/S100000");
  });

  test("takes the longest way, and ends in a cycle", () => {
    const schemas = {
      A: { properties: { a: ref("B"), b: ref("C") } },
      B: { items: ref("C") },
      C: { oneOf: [ref("A"), ref("D")] },
      D: {},
    };
    expect(deepestReferences({ components: { schemas } }).references).toBe(3);
  });
});

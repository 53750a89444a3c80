import { describe, expect, test } from "vitest";
import type { SchemaNode, SchemaType } from "../../../src/model/schema-model.js";
import { alternatives, memberOf } from "../../../src/plan/service/schema-reader.js";

const node = (type: SchemaType): SchemaNode => ({
  type,
  doc: { deprecated: false, examples: [] },
  sensitive: false,
  constraints: {},
  origin: { pointer: "#" },
});
const text = node({ kind: "string" });

/** Each is put together of two that are put together of the same two below: a million ways to the bottom. */
function layers(count: number, bottom: SchemaNode): SchemaNode {
  const all = (members: readonly SchemaNode[]) => node({ kind: "intersection", members });
  let below = [bottom, bottom];
  for (let layer = 0; layer < count; layer += 1) below = [all(below), all(below)];
  return all(below);
}

type Reader = Parameters<typeof alternatives>[1];

function counting(): { readonly reader: Reader; readonly calls: () => number } {
  let calls = 0;
  const resolve = (one: SchemaNode): SchemaNode => {
    calls += 1;
    return one;
  };
  return { reader: { resolve, property: () => undefined }, calls: () => calls };
}

describe("a schema that is put together of the same parts many times", () => {
  test.each<[string, (schema: SchemaNode, reader: Reader) => unknown]>([
    ["its alternatives", alternatives],
    ["a member", (schema, reader) => memberOf(schema, "data", reader)],
  ])("%s: each part is gone through once for each place", (_, read) => {
    const { reader, calls } = counting();
    read(layers(20, text), reader);
    expect(calls()).toBeLessThan(200);
  });

  test("alternatives within are found wherever they stand", () => {
    const { reader } = counting();
    const either = node({
      kind: "union",
      form: "oneOf",
      members: [text, node({ kind: "number", integer: false })],
    });
    expect(alternatives(layers(1, either), reader).length).toBe(16);
  });
});

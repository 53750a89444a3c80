import { expect, test } from "vitest";
import type { SchemaNode, SchemaType } from "../../../src/model/schema-model.js";
import { isNullable, type SchemaReader } from "../../../src/plan/service/schema-reader.js";

const node = (type: SchemaType): SchemaNode => ({
  type,
  doc: { deprecated: false, examples: [] },
  sensitive: false,
  constraints: {},
  origin: { pointer: "#" },
});
const ref = (name: string) => node({ kind: "ref", name });
const any = (...members: SchemaNode[]) => node({ kind: "union", form: "oneOf", members });
const all = (...members: SchemaNode[]) => node({ kind: "intersection", members });

/** Tells of each name that is looked up, too. */
function readerOf(schemas: Readonly<Record<string, SchemaNode>>): [Pick<SchemaReader, "named">, string[]] {
  const asked: string[] = [];
  const named = (name: string) => {
    asked.push(name);
    return schemas[name];
  };
  return [{ named }, asked];
}

test("alternatives that all refer to each other are each looked at once", () => {
  const names = [...Array(60).keys()].map((index) => `S${String(index)}`);
  const others = (own: string) => any(...names.filter((name) => name !== own).map(ref));
  const [reader, asked] = readerOf(Object.fromEntries(names.map((name) => [name, others(name)])));
  expect(isNullable(ref("S0"), reader)).toBe(false);
  expect(asked).toHaveLength(60);
});

test("what is found of a schema counts where it was on the way", () => {
  const nothing = node({ kind: "null" });
  const [reader] = readerOf({ A: any(all(ref("B"), node({ kind: "boolean" })), nothing), B: ref("A") });
  expect(isNullable(all(ref("A"), ref("B")), reader)).toBe(true);
});

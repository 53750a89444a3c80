import { expect, test } from "vitest";
import type { SchemaModel, SchemaNode, SchemaType } from "../../../../src/model/schema-model.js";
import { createSchemaReader } from "../../../../src/plan/service/schema-reader.js";
import { createIdentifierNames } from "../../../../src/plan/service/identifiers/identifier-names.js";
import { findIdentifiers } from "../../../../src/plan/typescript/descriptors/find-identifiers.js";

const origin = { pointer: "#" } as SchemaNode["origin"];
const node = (type: SchemaType): SchemaNode => ({
  type,
  doc: { deprecated: false, examples: [] },
  sensitive: false,
  constraints: {},
  origin,
});
const id = () => node({ kind: "string", format: "int64" });
const itself = () => node({ kind: "ref", name: "S" });
const object = (names: readonly string[]): SchemaNode => {
  const properties = names.map((name) => ({ name, required: false, schema: id() }));
  const next = { name: "next", required: false, schema: itself() };
  return node({ kind: "object", properties: [...properties, next], patterns: [], additional: "unsaid" });
};
const names = (count: number, prefix = "m") =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(at)}`);

const schemas: Readonly<Record<string, (size: number) => SchemaNode>> = {
  "members of one schema": (size) => object(names(size)),
  "members of alternatives": (size) =>
    node({
      kind: "union",
      form: "anyOf",
      members: names(size / 50, "a").map((name) => object(names(50, name))),
    }),
};

/** Milliseconds, the fastest of nine: other work on the machine makes some slow. */
function timeOf(schema: SchemaNode): number {
  const times = Array.from({ length: 9 }, () => {
    const model: SchemaModel = { name: "S", identity: "S", node: schema };
    const reader = createSchemaReader([model]);
    const start = performance.now();
    const { idGroups } = findIdentifiers([itself()], createIdentifierNames(new Set(), false), reader);
    expect(idGroups).toHaveLength(1);
    return performance.now() - start;
  });
  return Math.min(...times);
}

test.each(Object.entries(schemas))(
  "the time of a schema that contains itself grows with its identifiers: %s",
  { retry: 2 },
  (_, schema) => {
    timeOf(schema(1_000));
    const small = timeOf(schema(1_000));
    // In linear time four times as long, in quadratic time sixteen times.
    expect(timeOf(schema(4_000)) / small).toBeLessThan(10);
  },
);

test("alternatives that multiply with each step end, and what they say together is not checked", () => {
  const members = names(16).map((name): SchemaNode => {
    const schema = node({
      kind: "union",
      form: "anyOf",
      members: names(16).map((other) => node({ kind: "ref", name: other })),
    });
    const properties = [
      { name, required: false, schema },
      { name: "id", required: false, schema: id() },
    ];
    return node({ kind: "object", properties, patterns: [], additional: "unsaid" });
  });
  const models = members.map((each, at): SchemaModel => ({
    name: `m${String(at)}`,
    identity: String(at),
    node: each,
  }));
  const both = node({
    kind: "intersection",
    members: [
      node({ kind: "union", form: "anyOf", members }),
      node({ kind: "union", form: "anyOf", members }),
    ],
  });
  const { idGroups } = findIdentifiers(
    [both],
    createIdentifierNames(new Set(), false),
    createSchemaReader(models),
  );
  expect(idGroups.flat().length).toBeLessThan(1_000);
});

import { expect, test } from "vitest";
import { createSchemaComparison } from "../../../src/diff/schema/schema-comparison.js";
import { judgeFacts } from "../../../src/diff/judge-facts.js";
import type { JsonObject } from "../../../src/load/loaded-contract.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const alternative = (name: string, kind: JsonObject = text): JsonObject => ({
  type: "object",
  required: ["kind", name],
  properties: { kind, [name]: text },
});
const union = (...names: readonly string[]): JsonObject => ({
  Pet: { oneOf: names.map(ref), discriminator: { propertyName: "kind" } },
});
const base: JsonObject = {
  Pet: {
    type: "object",
    required: ["kind"],
    properties: { kind: text },
    discriminator: { propertyName: "kind" },
  },
};
const subtype = { allOf: [ref("Pet"), { properties: { claws: text } }] };

/** Rules and levels of the differences between two lists of components, where `Pet` is received. */
function levels(old: JsonObject, now: JsonObject): readonly string[] {
  const [before, after] = [old, now].map((schemas) => ({
    dialect: "3.1" as const,
    document: { components: { schemas } },
  }));
  if (before === undefined || after === undefined) return [];
  const comparison = createSchemaComparison(before, after);
  const pointer = "#/components/schemas/Pet";
  comparison.compare(pointer, pointer, {
    operation: "GET /",
    part: "response 200",
    direction: "response",
  });
  return judgeFacts(comparison.facts()).map(({ rule, wire }) => `${rule.slice("response.".length)} ${wire}`);
}

const renamed = ["discriminator.mapping-added risky", "discriminator.mapping-removed breaking"];

test.each([
  [
    "of an alternative",
    { ...union("Cat", "Dog"), Cat: alternative("claws"), Dog: alternative("tail") },
    { ...union("Lion", "Dog"), Lion: alternative("claws"), Dog: alternative("tail") },
    renamed,
  ],
  [
    "of an alternative whose old name another component has",
    { ...union("Cat", "Dog"), Cat: alternative("claws"), Dog: alternative("tail") },
    { ...union("Lion", "Dog"), Lion: alternative("claws"), Dog: alternative("tail"), Cat: text },
    renamed,
  ],
  [
    "of an alternative with a constant",
    {
      ...union("Cat", "Dog"),
      Cat: alternative("claws", { const: "cat" }),
      Dog: alternative("tail", { const: "dog" }),
    },
    {
      ...union("Lion", "Dog"),
      Lion: alternative("claws", { const: "cat" }),
      Dog: alternative("tail", { const: "dog" }),
    },
    [],
  ],
  ["of a subtype", { ...base, Cat: subtype }, { ...base, Lion: subtype }, renamed],
])("the name of a component is a value where no mapping has it: %s", (_name, old, now, want) => {
  expect([...levels(old, now)].sort()).toEqual(want);
});

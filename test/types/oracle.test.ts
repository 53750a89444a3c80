import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/load/loaded-contract.js";
import { compile } from "./compile.js";
import { documentedDifferences } from "./documented-differences.js";
import { compareTypes, compareWithOracle } from "./oracle.js";

const text = { type: "string" };
const ref = (key: string) => ({ $ref: `#/components/schemas/${key}` });

/** Everything that both are meant to understand alike. */
const ALIKE: JsonObject = {
  Any: {},
  Scalars: {
    properties: {
      a: text,
      b: { type: "integer" },
      c: { type: "number" },
      d: { type: "boolean" },
      e: { type: "null" },
    },
    required: ["a", "d"],
  },
  Nullable: { type: ["string", "null"] },
  Several: { type: ["string", "integer", "null"] },
  Enum: { type: "string", enum: ["a", "b", "c"] },
  NullableEnum: { type: ["string", "null"], enum: ["a", null] },
  Mixed: { enum: ["a", 1, true, null] },
  Constant: { const: "x" },
  Bytes: { type: "string", format: "binary" },
  List: { type: "array", items: ref("Enum") },
  Lists: { type: "array", items: { type: "array", items: { type: ["number", "null"] } } },
  Pair: { type: "array", prefixItems: [text, { type: "number" }], minItems: 2, maxItems: 2, items: false },
  Dictionary: { type: "object", additionalProperties: { type: "number" } },
  Anything: { type: "object", additionalProperties: true },
  Tree: {
    properties: { value: text, children: { type: "array", items: ref("Tree") } },
    required: ["children"],
  },
  Nested: { properties: { inner: { properties: { deep: { properties: { x: text }, required: ["x"] } } } } },
  Quoted: { properties: { "x-y": text, "1": text, __proto__x: text, "a b": text } },
  Cat: { properties: { kind: { const: "cat" }, lives: { type: "integer" } }, required: ["kind"] },
  Dog: { properties: { kind: { const: "dog" }, bark: text }, required: ["kind"] },
  Pet: { oneOf: [ref("Cat"), ref("Dog")] },
  MaybePet: { anyOf: [ref("Pet"), { type: "null" }] },
  InlinePet: {
    oneOf: [
      { properties: { a: text }, required: ["a"] },
      { properties: { b: text }, required: ["b"] },
    ],
  },
  Kitten: { allOf: [ref("Cat"), { properties: { age: { type: "integer" } }, required: ["age"] }] },
  Described: { description: "Only words beside a single part.", allOf: [ref("Cat")] },
  TaggedPet: { allOf: [ref("Pet"), { properties: { tag: text } }] },
  Named: { properties: { pets: { type: "object", additionalProperties: ref("Pet") } } },
};

/** The same in OpenAPI 3.0's words. */
const ALIKE_30: JsonObject = {
  Nullable: { type: "string", nullable: true },
  NullableObject: { type: "object", nullable: true, properties: { a: text }, required: ["a"] },
  NullableRef: { nullable: true, allOf: [ref("Plain")] },
  NullableBeside: { nullable: true, ...ref("Plain") },
  Plain: { type: "object", properties: { a: text, at: { type: "string", format: "date-time" } } },
  Holder: { type: "object", properties: { plain: ref("NullableRef"), both: ref("NullableObject") } },
};

/** Rule of `documentedDifferences` → components that show it (docs/reference/types.md says why). */
const DIFFERENT: Readonly<Record<string, JsonObject>> = {
  "an element of a tuple is certain as far as minItems says": {
    Given: { type: "array", prefixItems: [text, text], items: false },
  },
  "a 64-bit integer is a number or a bigint": { Given: { type: "integer", format: "int64" } },
  "members beside a map widen its index": {
    Given: { type: "object", properties: { a: text }, additionalProperties: { type: "number" } },
  },
  "a closed object without members is empty": { Given: { type: "object", additionalProperties: false } },
  "alternatives that only require members are told in words": {
    Given: { properties: { a: text, b: text }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
  },
  "a member that an allOf requires in one part and describes in another is required": {
    Part: { properties: { a: text } },
    Given: { allOf: [ref("Part"), { properties: { b: text }, required: ["a"] }] },
  },
  "a member that is required but not described is required": {
    Given: { properties: { a: text }, required: ["a", "b"] },
  },
  "an object of which nothing is said adds nothing to an allOf": {
    Part: { properties: { a: text }, required: ["a"] },
    Given: {
      allOf: [
        ref("Part"),
        { type: "object" },
        { type: "object", properties: {} },
        { type: "object", "x-a": 1 },
      ],
    },
  },
  "lists of any objects give way to what another part of an allOf says of their items": {
    Wrapper: { properties: { data: { type: "array", items: { type: "object", properties: {} } } } },
    Item: { properties: { a: text }, required: ["a"] },
    Given: { allOf: [ref("Wrapper"), { properties: { data: { type: "array", items: ref("Item") } } }] },
  },
  "a list that an allOf describes twice is one list of what both describe": {
    Base: { properties: { data: { type: "array", items: { properties: { a: text }, required: ["a"] } } } },
    Item: { properties: { b: text }, required: ["b"] },
    Given: { allOf: [ref("Base"), { properties: { data: { type: "array", items: ref("Item") } } }] },
  },
  "nullable is understood beside a reference, and in later versions than 3.0": {
    Part: text,
    Given: { ...ref("Part"), nullable: true },
  },
  "nullable alone in a part of an allOf is meant of the whole": {
    Part: { properties: { a: text }, required: ["a"] },
    Given: { allOf: [{ nullable: true }, ref("Part")] },
  },
  "nullable alone in an alternative beside references is null": {
    Part: { properties: { a: text }, required: ["a"] },
    Given: { anyOf: [ref("Part"), { type: "object", nullable: true }] },
  },
  "items without a type are those of a list": { Given: { items: text } },
  "what is beside an anyOf holds with each alternative": {
    Given: {
      type: "object",
      properties: { a: text },
      required: ["a"],
      anyOf: [
        { properties: { b: text }, required: ["b"] },
        { properties: { c: text }, required: ["c"] },
      ],
    },
  },
  "an enum of objects lists objects": {
    Given: {
      type: "object",
      enum: [
        { id: 1, name: "a" },
        { id: 2, name: "b" },
      ],
    },
  },
  "an enum and the allOf beside it hold together": {
    Part: { enum: ["a", "b"] },
    Given: { allOf: [ref("Part")], enum: ["b", "c"] },
  },
  "what must hold together and excludes itself is never": {
    Given: { allOf: [text, { type: "object", properties: { a: text }, required: ["a"] }] },
  },
  "members that a condition describes may be there": {
    Given: {
      type: "object",
      properties: { a: text },
      if: { required: ["a"] },
      then: { properties: { b: text } },
      dependentSchemas: { a: { properties: { c: text } } },
    },
  },
  "names that a pattern describes have its type": {
    Given: { type: "object", properties: { a: text }, patternProperties: { "^x-": { type: "number" } } },
  },
  "names that propertyNames lists are members": {
    Given: { type: "object", propertyNames: { enum: ["a", "b"] }, additionalProperties: text },
  },
  "$defs are schemas, not a member": { Given: { $defs: { Part: text }, properties: { a: text } } },
  "a reference to a member means its schema, and not that it may be absent": {
    Whole: { properties: { a: text } },
    Given: { properties: { same: ref("Whole/properties/a") }, required: ["same"] },
  },
  "a discriminator narrows the union, and a base is any of its heirs": {
    Given: { properties: { kind: text }, required: ["kind"], discriminator: { propertyName: "kind" } },
    Heir: { allOf: [ref("Given"), { properties: { only: text }, required: ["only"] }] },
  },
  "readOnly and writeOnly split a schema": {
    Given: { properties: { a: { ...text, readOnly: true } }, required: ["a"] },
  },
};

describe("our types and openapi-typescript's are the same sets of values", () => {
  test("everything that both understand, 3.1", async () => {
    expect(await compareWithOracle(ALIKE)).toEqual([]);
  });

  test("nullable and references, 3.0", async () => {
    expect(await compareWithOracle(ALIKE_30, "3.0.3")).toEqual([]);
  });

  test.each(documentedDifferences)("except: $name", async ({ name }) => {
    const schemas = DIFFERENT[name] ?? {};
    const others = documentedDifferences.filter((rule) => rule.name !== name);
    const differing = await compareWithOracle(schemas, "3.1.0", others);
    expect(differing.map(({ schema }) => schema)).toContain("Given");
    expect(await compareWithOracle(schemas)).toEqual([]);
  });
});

test("a member that one of the two leaves out is found, also when it is optional and stands deep", async () => {
  const given: JsonObject = { Given: { properties: { a: { properties: { b: text, c: text } } } } };
  const comparison = await compareTypes({ openapi: "3.1.0", paths: {}, components: { schemas: given } });
  const files = new Map(comparison?.files);
  files.set("ours/models/given.ts", (files.get("ours/models/given.ts") ?? "").replace("c?: string;", ""));
  const found = comparison?.differences(compile(files)) ?? [];
  expect(found.map(({ schema }) => schema)).toContain("Given");
});

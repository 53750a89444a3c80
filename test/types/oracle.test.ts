import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/load/loaded-contract.js";
import { compareWithOracle } from "./oracle.js";

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
  Plain: { type: "object", properties: { a: text, at: { type: "string", format: "date-time" } } },
  Holder: { type: "object", properties: { plain: ref("NullableRef"), both: ref("NullableObject") } },
};

/** Where the two differ on purpose: decision record 0003 says why. */
const DIFFERENT: Readonly<Record<string, JsonObject>> = {
  "a member that is required but not described is required": {
    Given: { properties: { a: text }, required: ["a", "b"] },
  },
  "an element of a tuple that minItems does not promise is optional": {
    Given: { type: "array", prefixItems: [text, text], items: false },
  },
  "a base with a discriminator is any of its heirs": {
    Given: { properties: { kind: text }, required: ["kind"], discriminator: { propertyName: "kind" } },
    Heir: { allOf: [ref("Given"), { properties: { only: text }, required: ["only"] }] },
  },
};

describe("our types and openapi-typescript's are the same sets of values", () => {
  test("everything that both understand, 3.1", async () => {
    expect(await compareWithOracle(ALIKE, "3.1")).toEqual([]);
  });

  test("nullable and references, 3.0", async () => {
    expect(await compareWithOracle(ALIKE_30, "3.0")).toEqual([]);
  });

  test.each(Object.entries(DIFFERENT))("except: %s", async (_, schemas) => {
    const differing = await compareWithOracle(schemas, "3.1");
    expect(differing.map(({ schema }) => schema)).toContain("Given");
  });
});

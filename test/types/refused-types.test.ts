import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/load/loaded-contract.js";
import { compile } from "./compile.js";
import { emitTypes, type Given } from "./emit-types.js";

const R = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const lit = { type: "object", properties: { v: { type: "string" } } };
const closed = { type: "object", additionalProperties: false };

/** `U0` to `U5`, each of ten alternatives, and `T`, which is all six at once. */
const crossing = (alternative: (union: number, index: number) => Json): JsonObject => ({
  T: { allOf: Array.from({ length: 6 }, (_, union) => R(`U${String(union)}`)) },
  ...Object.fromEntries(
    Array.from({ length: 6 }, (_, union) => [
      `U${String(union)}`,
      { oneOf: Array.from({ length: 10 }, (_, index) => alternative(union, index)) },
    ]),
  ),
});

/** Schemas of which at least one sibling came out as types that TypeScript refuses. */
const contracts: Readonly<Record<string, JsonObject>> = {
  "a closed base": {
    Foo: closed,
    Bar: { allOf: [R("Foo"), { type: "object", properties: { bar: { type: "string" } } }] },
  },
  "a closed base beside what is required": { Foo: closed, Bar: { allOf: [R("Foo"), { required: ["bar"] }] } },
  "two closed bases": {
    Foo: closed,
    Boo: { ...closed, properties: { a: { type: "string" } } },
    Bar: { allOf: [R("Foo"), R("Boo")] },
  },
  "a closed part": {
    Bar: { allOf: [closed, { type: "object", properties: { bar: { type: "string" } }, required: ["bar"] }] },
  },
  "a reference to a closed object beside members": {
    Foo: closed,
    Bar: { ...R("Foo"), properties: { bar: { type: "string" } } },
  },
  "a closed base with a discriminator": {
    Foo: { ...closed, discriminator: { propertyName: "kind" } },
    Bar: { allOf: [R("Foo"), { properties: { bar: {} } }] },
    Baz: { allOf: [R("Foo"), { properties: { kind: { type: "string" } } }] },
  },
  "a closed alternative": {
    Foo: closed,
    U: { oneOf: [R("Foo"), R("B")], discriminator: { propertyName: "k" } },
    B: { ...lit },
  },
  "a closed alternative beside members": {
    Foo: closed,
    U: { required: ["x"], properties: { x: { type: "string" } }, oneOf: [R("Foo"), lit] },
  },
  "a base whose further members have no value": {
    Foo: { type: "object", additionalProperties: { not: {} } },
    Bar: { allOf: [R("Foo"), { properties: { a: { type: "string" } } }] },
  },
  "a map as a base": {
    Foo: { type: "object", additionalProperties: { type: "integer" } },
    Bar: { allOf: [R("Foo"), { properties: { a: { type: "string" } } }] },
    Baz: { allOf: [R("Bar"), { properties: { b: { type: "boolean" } } }] },
  },
  "patterns in a base": {
    Foo: { type: "object", patternProperties: { "^x-": { type: "integer" } }, additionalProperties: false },
    Bar: { allOf: [R("Foo"), { properties: { "x-a": { type: "string" } } }] },
    C: { allOf: [R("Foo"), R("Bar"), { properties: { y: {} } }] },
  },
  "a discriminated union in a list of itself": {
    Lit: lit,
    List: { type: "array", items: { oneOf: [R("Lit"), R("List")], discriminator: { propertyName: "kind" } } },
  },
  "a discriminated union in a map of itself": {
    Lit: {},
    Pet: { additionalProperties: { discriminator: { propertyName: "a" }, oneOf: [R("Lit"), R("Pet")] } },
  },
  "a discriminated union as its own discriminator": {
    Lit: lit,
    Pet: { properties: { a: { discriminator: { propertyName: "a" }, oneOf: [R("Lit"), R("Pet")] } } },
  },
  "a discriminated union in another member of itself": {
    Lit: lit,
    Pet: {
      type: "object",
      properties: {
        next: { discriminator: { propertyName: "kind" }, oneOf: [R("Lit"), R("Pet")] },
        kind: { type: "string" },
      },
    },
  },
  "a discriminated union in a tuple of itself": {
    Lit: lit,
    Pet: { prefixItems: [{ discriminator: { propertyName: "a" }, oneOf: [R("Lit"), R("Pet")] }] },
  },
  "a discriminator that is the union": {
    Foo: { oneOf: [R("Baz"), R("Q")], discriminator: { propertyName: "foo" } },
    Baz: {},
    Q: { properties: { foo: R("Foo") } },
  },
  "discriminators that are each other's unions": {
    Foo: { oneOf: [R("Baz"), R("Q")], discriminator: { propertyName: "foo" } },
    Baz: { properties: { foo: R("Q") } },
    Q: { properties: { foo: R("Foo") } },
  },
  "discriminated unions of discriminated unions": {
    Foo: { oneOf: [R("Bar"), R("Q")], discriminator: { propertyName: "foo" } },
    Bar: { oneOf: [R("Q"), R("L")], discriminator: { propertyName: "foo" } },
    L: lit,
    Q: { properties: { foo: R("Bar"), z: R("Foo") } },
  },
  "two lists of both": {
    A: { type: "array", items: { oneOf: [R("A"), R("B")], discriminator: { propertyName: "k" } } },
    B: { type: "array", items: { oneOf: [R("A"), R("B")], discriminator: { propertyName: "k" } } },
  },
  "a discriminated union of what is made of parts": {
    A: {
      allOf: [
        { properties: { c: { oneOf: [R("A"), R("B")], discriminator: { propertyName: "k" } } } },
        R("B"),
      ],
    },
    B: lit,
  },
  "a discriminated union in a list of itself, or null": {
    A: { type: ["array", "null"], items: { oneOf: [R("A"), R("B")], discriminator: { propertyName: "k" } } },
    B: lit,
  },
  "a base that is made of its heir": {
    B: { allOf: [R("D")], properties: { b: { type: "string" } } },
    C: R("B"),
    D: { type: "object", allOf: [R("C")], discriminator: { propertyName: "k" } },
  },
  "a union in a member that several parts have": {
    A: lit,
    B: { properties: { a: lit } },
    C: {
      properties: { a: { oneOf: [R("A"), R("D")], discriminator: { propertyName: "k" } } },
    },
    D: { allOf: [R("C")], anyOf: [R("B"), { type: "array", items: lit }] },
  },
  "a discriminated union of what has a part that leads back to it": {
    Cat: { properties: { value: { oneOf: [R("Cat"), R("Dog")], discriminator: { propertyName: "kind" } } } },
    Dog: {
      allOf: [
        { required: ["kind"], properties: { kind: { enum: ["Dog"] } } },
        { oneOf: [R("Cat"), { type: "string" }] },
      ],
    },
  },
  "a discriminated union in a member of a map": {
    Pet: { oneOf: [R("Dog"), R("Fish")], discriminator: { propertyName: "kind" } },
    Dog: { required: ["kind"], properties: { kind: { type: "string" } } },
    Fish: {
      required: ["kind"],
      properties: { id: R("Pet"), kind: { type: "string" } },
      additionalProperties: { type: "string" },
    },
  },
  "a discriminated union in a member of a base that is a map": {
    Pet: { oneOf: [R("Dog"), R("Fish")], discriminator: { propertyName: "kind" } },
    Dog: { required: ["kind"], properties: { kind: { type: "string" } } },
    Tank: { properties: { id: R("Pet") }, additionalProperties: { type: "string" } },
    Fish: { allOf: [R("Tank"), { required: ["kind"], properties: { kind: { type: "string" } } }] },
  },
  "a member that is required beside a condition that describes it": {
    Base: {
      properties: { b: { type: "string" } },
      if: { required: ["b"] },
      else: { properties: { a: R("Base") } },
    },
    Heir: { ...R("Base"), required: ["a"] },
    Other: { allOf: [{ required: ["a"] }, R("Base")] },
  },
  "a base that has a list of its heirs": {
    Base: {
      type: "object",
      properties: { k: { type: "string" }, kids: { type: "array", items: R("Base") } },
      discriminator: { propertyName: "k" },
    },
    H: { allOf: [R("Base"), { properties: { h: R("H") } }] },
  },
  "a base whose discriminator is the base": {
    Base: { type: "object", properties: { k: R("Base") }, discriminator: { propertyName: "k" } },
    H: { allOf: [R("Base")] },
  },
  "an anchor in alternatives in a part": {
    await: { prefixItems: [{ oneOf: [{ allOf: [{ $anchor: "b", anyOf: [R("await")] }] }] }], const: "a" },
    X: { $ref: "#b" },
  },
  "an anchor beside a constant": {
    A: { prefixItems: [{ $anchor: "b", properties: { x: { $ref: "#b" } } }], const: "a" },
    X: { properties: { y: { $ref: "#b" } } },
  },
  "a reference below a constant": {
    A: { const: 1, properties: { q: { properties: { z: { type: "string" } } } } },
    X: { $ref: "#/components/schemas/A/properties/q" },
  },
  "a list below an optional element of a list that leads back": {
    Items: {
      oneOf: [
        { type: "string" },
        { type: "array", prefixItems: [{ type: "array", prefixItems: [R("Items")] }] },
      ],
    },
    More: {
      oneOf: [
        { type: "string" },
        { type: "array", prefixItems: [{ type: "string" }], items: { type: "array", items: R("More") } },
      ],
    },
  },
  "members that a list of itself cannot have": {
    C: {
      oneOf: [{ prefixItems: [{ items: {} }], items: R("C") }],
      properties: { inner: {} },
    },
    D: { allOf: [{ properties: { inner: {} } }, R("E")] },
    E: { type: "array", prefixItems: [{ type: "array", items: {} }], items: R("D") },
  },
  "members that a list of itself, or null, cannot have": {
    D: { allOf: [{ properties: { inner: {} } }, R("E")] },
    E: { type: ["array", "null"], prefixItems: [{ type: "array", items: {} }], items: R("D") },
  },
  "a list of itself or null below an optional element and a rest": {
    Both: {
      type: ["array", "null"],
      prefixItems: [{ type: "array", items: R("Both") }],
      items: R("Both"),
    },
    Rest: {
      type: ["array", "null"],
      prefixItems: [{ type: "string" }, { type: "array", items: {} }],
      items: { oneOf: [R("Rest"), { type: "string" }] },
    },
  },
  "members that neither of two lists can have": {
    D: { allOf: [{ properties: { inner: {} } }, R("E")] },
    E: { oneOf: [R("Pair"), { type: "array", items: R("D") }] },
    Pair: { allOf: [{ title: "P" }, { type: "array", prefixItems: [R("D"), R("D")] }] },
  },
  "alternatives and parts that are the schema itself": {
    A: { anyOf: [R("A"), { type: "string" }] },
    B: { allOf: [R("B"), { type: "array", items: R("B") }] },
  },
  "parts with alternatives that combine to a million": crossing((union, index) => ({
    type: "object",
    required: ["k"],
    properties: { k: { const: `${String(union)}-${String(index)}` } },
  })),
  "parts with alternatives that combine to a million, all open": crossing((union, index) => ({
    type: "object",
    properties: { [`m${String(union)}_${String(index)}`]: { type: "string" } },
  })),
  "unions that all contain each other": Object.fromEntries(
    Array.from({ length: 22 }, (_, union) => [
      `S${String(union)}`,
      {
        anyOf: Array.from({ length: 22 }, (_, other) => other)
          .filter((other) => other !== union)
          .map((other) => R(`S${String(other)}`)),
        discriminator: { propertyName: "k" },
      },
    ]),
  ),
  "parts with many literals": {
    T: {
      allOf: Array.from({ length: 5 }, (_, i) => ({
        enum: Array.from({ length: 50 }, (_, j) => `v${String(j * (i + 1))}`),
      })),
    },
  },
  "parts with alternatives of several types": {
    T: {
      allOf: [
        { type: ["string", "object", "array"], items: { type: "string" } },
        { anyOf: [{ type: "string" }, { type: "object", properties: { a: {} } }] },
      ],
    },
  },
  "literals of another type": {
    T: { type: "integer", enum: ["a", "b"] },
    U: { type: "string", const: 1 },
    V: { type: "object", properties: { T: R("T") }, allOf: [R("T")] },
  },
  "required members without a description": {
    T: { type: "object", required: ["a"], additionalProperties: { type: "string" } },
    U: { allOf: [R("T"), { properties: { a: { type: "integer" } } }] },
  },
  "members without a value": {
    T: { allOf: [{ not: {} }, lit] },
    U: { properties: { a: { not: {} } }, required: ["a"] },
    V: { allOf: [R("U"), { properties: { a: { type: "string" } } }] },
  },
  "members that every object inherits": {
    T: {
      allOf: [R("Lit"), { properties: { toString: { type: "string" }, constructor: { type: "string" } } }],
    },
    Lit: lit,
    W: { allOf: [R("T"), { required: ["constructor"] }] },
  },
  "objects as constants": {
    T: { const: { __proto__x: 1, "a-b": [1, { c: null }] } },
    U: { enum: [{ a: 1 }, { a: 2 }] },
  },
  "members of several types": {
    A: { properties: { x: { type: "string" } } },
    B: { properties: { x: { type: "integer" } } },
    C: { allOf: [R("A"), R("B"), { properties: { x: { type: "boolean" } } }] },
    D: { allOf: [R("A"), { properties: { x: { type: "integer" } } }] },
  },
  "members that a part narrows": {
    A: { properties: { x: { oneOf: [R("L"), { type: "string" }] } } },
    L: lit,
    C: { allOf: [R("A"), { properties: { x: R("L") } }] },
    D: { allOf: [R("A"), { properties: { x: { type: "object", properties: { v: { type: "integer" } } } } }] },
  },
  "lists that a part narrows": {
    A: { properties: { x: { type: "array", items: { type: "string" } } } },
    C: {
      allOf: [R("A"), { properties: { x: { type: "array", prefixItems: [{ const: "a" }], minItems: 1 } } }],
    },
  },
  "alternatives as a base": {
    A: { anyOf: [lit, { type: "string" }] },
    C: { allOf: [R("A"), { properties: { q: {} } }] },
  },
  "a base without a value": { A: { not: {} }, C: { allOf: [R("A"), lit] } },
  "objects of any members as bases": {
    A: { type: "object" },
    C: { allOf: [R("A"), { properties: { q: {} } }] },
    E: { allOf: [R("A"), R("C")] },
  },
  "a base with read-only members": {
    A: { properties: { a: { type: "string", readOnly: true } } },
    C: { allOf: [R("A"), { properties: { b: {} } }] },
    D: { allOf: [R("C"), R("A")] },
  },
};

/** Every contract as answers alone have it, as requests alone, and as both. */
function sources(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  Object.entries(contracts).forEach(([, schemas], at) => {
    const keys = Object.keys(schemas);
    const usages: readonly Given[] = [
      { schemas },
      { schemas, request: keys },
      { schemas, request: keys, response: keys },
    ];
    usages.forEach((given, usage) => {
      for (const [path, text] of emitTypes(given).sources)
        files.set(`${String(at)}/${String(usage)}/${path}`, text);
    });
  });
  return files;
}

describe("types of schemas that TypeScript could refuse", () => {
  test("compile, whatever the direction", () => {
    const names = Object.keys(contracts);
    const told = compile(sources()).map((line) => line.replace(/^\d+/, (at) => names[Number(at)] ?? at));
    expect(told).toEqual([]);
  }, 120_000);

  test("have the members beside a closed base", () => {
    const { files, all } = emitTypes({ schemas: contracts["a closed base"] ?? {} });
    expect([...files.keys()]).toContain("models/bar.ts");
    expect(all).toContain("export interface Bar {\n  bar?: string;\n}");
  });

  test("leave out members that a list cannot have", () => {
    const { all } = emitTypes({ schemas: contracts["members that a list of itself cannot have"] ?? {} });
    expect(all).toContain("export type C = [unknown[]?, ...C[]];");
    expect(all).toContain("export type D = E;");
  });

  test.each([
    "members that a list of itself, or null, cannot have",
    "members that neither of two lists can have",
  ])("leave out %s", (name) => {
    expect(emitTypes({ schemas: contracts[name] ?? {} }).all).toContain("export type D = E;");
  });

  test("admit an unlisted alternative where a union contains itself", () => {
    const { all } = emitTypes({ schemas: contracts["a discriminated union in a list of itself"] ?? {} });
    expect(all).toContain('(Lit & { kind: "Lit" }) | (List & { kind: "List" }) | { kind: Unlisted }');
  });

  test("keep `OpenUnion` where a union contains itself by any other member", () => {
    const { all } = emitTypes({
      schemas: contracts["a discriminated union in another member of itself"] ?? {},
    });
    expect(all).toContain("OpenUnion<");
  });

  test("say the parts whose alternatives TypeScript can combine, and leave out the others", () => {
    const schemas = contracts["parts with alternatives that combine to a million"] ?? {};
    expect(emitTypes({ schemas }).all).toContain("export type T = U0 & U1 & U2 & U3;");
  });

  test("narrow unions in unions as long as TypeScript can multiply them out", () => {
    const { all } = emitTypes({ schemas: contracts["unions that all contain each other"] ?? {} });
    expect(all).toContain('export type S20 = OpenUnion<S21 & { k: "S21" }, "k">;');
    expect(all).toContain("export type S0 = OpenUnion<\n  | S1\n  | S2\n");
  });
});

import { describe } from "vitest";
import { testKeywords } from "./keyword-row.js";

describe("members that hold under a condition (JSON Schema 2020-12, core 10.2.2, validation 6.5.4)", () => {
  testKeywords([
    {
      title:
        "a member that an alternative describes, however far, keeps its type: a condition narrows it in words",
      given: `
B: { oneOf: [{ type: object, required: [x], properties: { x: { type: string }, k: { const: one } } }, { type: object, required: [x], properties: { x: { type: boolean }, k: { const: two } } }] }
A: { allOf: [{ $ref: "#/components/schemas/B" }, { if: { properties: { k: { const: one } } }, then: { properties: { x: { const: fixed } } } }] }`,
      want: `
/**
 * Where it matches \`{"properties":{"k":{"const":"one"}}}\`, also
 * \`{"properties":{"x":{"const":"fixed"}}}\`.
 */
export type A = B;

export type B = BOne | BTwo;

export interface BOne {
  x: string;
  k?: "one";
}

export interface BTwo {
  x: boolean;
  k?: "two";
}
`,
    },
    {
      title: "required always, described under conditions alone: it is there, with their types",
      given: `
A: { type: object, required: [kind, a], properties: { kind: { type: string } }, if: { properties: { kind: { const: x } } }, then: { properties: { a: { type: string } } }, else: { properties: { a: { type: boolean } } } }
B: { allOf: [{ $ref: "#/components/schemas/A" }, { type: object, properties: { a: { type: string } } }] }`,
      want: `
/**
 * Where it matches \`{"properties":{"kind":{"const":"x"}}}\`, also
 * \`{"properties":{"a":{"type":"string"}}}\`; otherwise
 * \`{"properties":{"a":{"type":"boolean"}}}\`.
 */
export interface A {
  a: string | boolean;
  kind: string;
}

export interface B extends A {
  a: string;
}
`,
    },
    {
      title: "then, else: their members may be there, each of any type that one of them gives it",
      given: `
A: { type: object, properties: { a: { type: string } }, if: { required: [a] }, then: { properties: { a: { minLength: 1 }, b: { type: string } }, required: [b, c] }, else: { properties: { b: { type: boolean } } } }
B: { type: [object, "null"], properties: { a: { type: string } }, if: { required: [a] }, then: { properties: { b: { type: object, properties: { id: { type: string } } } } } }
C: { if: { required: [a] }, then: { properties: { b: { type: string } } } }
D: { type: object, properties: { a: { type: string } }, then: { properties: { b: { type: string } } } }
E: { type: string, if: { minLength: 3 }, then: { properties: { b: { type: string } } } }
F: { type: object, if: { required: [a] }, then: { if: { required: [b] }, then: { properties: { c: { type: string } } } }, else: { anyOf: [{ properties: { d: { type: string } } }, { properties: { e: { type: string } } }] } }`,
      want: `
/**
 * Where it matches \`{"required":["a"]}\`, also
 * \`{"properties":{"a":{"minLength":1},"b":{"type":"string"}},"required":["b","c"]}\`;
 * otherwise \`{"properties":{"b":{"type":"boolean"}}}\`.
 */
export interface A {
  a?: string;
  b?: string | boolean;
  c?: unknown;
}

/**
 * Where it matches \`{"required":["a"]}\`, also
 * \`{"properties":{"b":{"properties":{"id":{"type":"string"}},"type":"object"}}}\`.
 */
export type B = BObject | null;

export interface BB {
  id?: string;
}

export interface BObject {
  a?: string;
  b?: BB;
}

/**
 * Where it matches \`{"required":["a"]}\`, also
 * \`{"properties":{"b":{"type":"string"}}}\`.
 */
export interface C {
  b?: string;
}

export interface D {
  a?: string;
}

/**
 * Where it matches \`{"minLength":3}\`, also
 * \`{"properties":{"b":{"type":"string"}}}\`.
 */
export type E = string;

/**
 * Where it matches \`{"required":["a"]}\`, also
 * \`{"if":{"required":["b"]},"then":{"properties":{"c":{"type":"string"}}}}\`;
 * otherwise a further schema (\`else\` in the contract).
 */
export interface F {
  c?: string;
  d?: string;
  e?: string;
}`,
    },
    {
      title: "conditions in an allOf, each told as one",
      given: `
A:
  type: object
  required: [kind]
  properties: { kind: { const: p } }
  allOf:
    - { if: { required: [p] }, then: { properties: { value: { type: string } } } }
    - { if: { required: [q] }, else: { properties: { value: { type: integer } } } }`,
      want: `
/**
 * Where it matches \`{"required":["p"]}\`, also
 * \`{"properties":{"value":{"type":"string"}}}\`. Where it does not match
 * \`{"required":["q"]}\`, also \`{"properties":{"value":{"type":"integer"}}}\`.
 */
export interface A {
  kind: "p";
  /** As number: Integer. */
  value?: string | number;
}`,
    },
    {
      title: "dependentSchemas, dependentRequired",
      given: `
A: { type: object, properties: { a: { type: string } }, dependentSchemas: { a: { $ref: "#/components/schemas/B" } } }
B: { type: object, properties: { b: { type: array, items: { type: object, properties: { id: { type: string } } } } } }
C: { type: object, properties: { a: { type: string } }, dependentRequired: { a: [a, c] } }`,
      want: `
/** With \`a\` also matches \`B\`. */
export interface A {
  a?: string;
  b?: BBItem[];
}

export interface B {
  b?: BBItem[];
}

export interface BBItem {
  id?: string;
}

/** With \`a\` also \`a\`, \`c\`. */
export interface C {
  a?: string;
  c?: unknown;
}`,
    },
    {
      title: "alternatives that only require: in words; what nothing describes may be there",
      dialects: ["3.0", "3.1", "3.2"],
      used: "request",
      given: `
A: { type: object, properties: { a: { type: string } }, anyOf: [{ required: [a] }, { required: [b, c] }] }
B: { type: object, properties: { a: { type: string } }, oneOf: [{ required: [a] }, { not: { required: [a] } }] }
C: { allOf: [{ $ref: "#/components/schemas/O" }], anyOf: [{ required: [o] }, { required: [p] }] }
D: { type: object, properties: { a: { type: string } }, additionalProperties: false, anyOf: [{ required: [a] }, { required: [b] }] }
E: { anyOf: [{ required: [a] }, { required: [b] }] }
O: { type: object, properties: { o: { type: string } } }`,
      want: `
/** At least one of: \`a\`, \`b\` with \`c\`. */
export interface A {
  a?: string;
  b?: unknown;
  c?: unknown;
}

/** Exactly one of: \`a\`, \`{"not":{"required":["a"]}}\`. */
export interface B {
  a?: string;
}

/** At least one of: \`o\`, \`p\`. */
export interface C extends O {
  p?: unknown;
}

/** At least one of: \`a\`, \`b\`. */
export interface D {
  a?: string;
}

export type E = EWithA | EWithB;

export interface EWithA {
  a: unknown;
}

export interface EWithB {
  b: unknown;
}

export interface O {
  o?: string;
}`,
    },
    {
      title: "no member where all others are described already; one where only the unevaluated are",
      given: `
A: { type: object, additionalProperties: false, if: { required: [a] }, then: { properties: { b: { type: string } } } }
B: { type: object, additionalProperties: { type: integer }, if: { required: [a] }, then: { properties: { b: { minimum: 3 } } } }
C: { type: object, unevaluatedProperties: false, if: { required: [a] }, then: { properties: { b: { type: string } } } }`,
      want: `
/**
 * Where it matches \`{"required":["a"]}\`, also
 * \`{"properties":{"b":{"type":"string"}}}\`.
 */
export type A = { [name: string]: never };

/**
 * Where it matches \`{"required":["a"]}\`, also
 * \`{"properties":{"b":{"minimum":3}}}\`.
 *
 * Each value: Integer.
 */
export type B = { [name: string]: number };

/**
 * Where it matches \`{"required":["a"]}\`, also
 * \`{"properties":{"b":{"type":"string"}}}\`.
 */
export interface C {
  b?: string;
}`,
    },
    {
      title:
        "what is described without a condition holds, there and in an heir; two conditions are both meant",
      given: `
Base: { type: object, if: { required: [k] }, then: { properties: { v: { type: string }, w: { type: string } } } }
Heir: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, properties: { v: { type: boolean } } }] }
More: { allOf: [{ $ref: "#/components/schemas/Base" }, { if: { required: [v] }, then: { properties: { v: { type: boolean } } } }] }
Part: { allOf: [{ properties: { v: { type: boolean } } }, { if: { required: [v] }, then: { properties: { v: { type: string } } } }] }
Self: { type: object, if: { required: [a] }, then: { $ref: "#/components/schemas/Self" } }`,
      want: `
/**
 * Where it matches \`{"required":["k"]}\`, also
 * \`{"properties":{"v":{"type":"string"},"w":{"type":"string"}}}\`.
 */
export interface Base {
  v?: string;
  w?: string;
}

export interface Heir {
  v?: boolean;
  w?: string;
}

/**
 * Where it matches \`{"required":["v"]}\`, also
 * \`{"properties":{"v":{"type":"boolean"}}}\`.
 */
export interface More {
  v?: string | boolean;
  w?: string;
}

/**
 * Where it matches \`{"required":["v"]}\`, also
 * \`{"properties":{"v":{"type":"string"}}}\`.
 */
export interface Part {
  v?: boolean;
}

/** Where it matches \`{"required":["a"]}\`, also \`Self\`. */
export type Self = { [name: string]: unknown };`,
    },
    {
      title: "a condition for other values than objects: what is otherwise an object may be the other",
      given: `
A: { if: { type: string }, then: { minLength: 1 }, else: { type: object, properties: { a: { type: string } } } }
B: { if: { type: object }, then: { properties: { a: { type: string } } } }`,
      want: `
/**
 * Where it matches \`{"type":"string"}\`, also \`{"minLength":1}\`; otherwise
 * \`{"properties":{"a":{"type":"string"}},"type":"object"}\`.
 */
export type A = unknown;

/**
 * Where it matches \`{"type":"object"}\`, also
 * \`{"properties":{"a":{"type":"string"}}}\`.
 */
export interface B {
  a?: string;
}`,
    },
  ]);
});

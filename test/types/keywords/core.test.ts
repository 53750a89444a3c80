import { describe } from "vitest";
import { testKeywords, testRefusals } from "./keyword-row.js";

describe("JSON Schema 2020-12, core vocabulary (section 8) and boolean schemas (4.3.2)", () => {
  testKeywords([
    {
      title: "true and false as components",
      given: `
Anything: true
Nothing: false
Use: { properties: { a: { $ref: "#/components/schemas/Anything" }, n: { $ref: "#/components/schemas/Nothing" } } }`,
      want: `
export type Anything = unknown;

export type Nothing = never;

export interface Use {
  a?: Anything;
  n?: Nothing;
}`,
    },
    {
      title: "true and false in 3.0, which does not have them",
      dialects: ["3.0"],
      given: `
Anything: true
Use: { type: object, properties: { a: true, b: { allOf: [true] } } }`,
      want: `
export type Anything = unknown;

export interface Use {
  a?: unknown;
  b?: unknown;
}`,
    },
    {
      title: "true and false in every position",
      given: `
AllFalse: { allOf: [false, { type: string }] }
AllTrue: { allOf: [true, { type: string }] }
AnyTrue: { anyOf: [true, { type: string }] }
Items: { type: array, items: false }
Members: { properties: { a: true, b: false } }
OneFalse: { oneOf: [false, { type: string }] }
Prefix: { type: array, prefixItems: [true, { type: string }], minItems: 2, items: false }`,
      want: `
export type AllFalse = never;

export type AllTrue = string;

export type AnyTrue = unknown;

/** Each item: Not allowed. */
export type Items = never[];

export interface Members {
  a?: unknown;
  b?: never;
}

export type OneFalse = string;

/** Minimum items: 2. */
export type Prefix = [unknown, string];`,
    },
    {
      title: "$ref with siblings",
      given: `
A: { properties: { p: { $ref: "#/components/schemas/B", description: D, minLength: 3, deprecated: true, default: x } } }
B: { type: string }
C: { $ref: "#/components/schemas/O", properties: { z: { type: string } }, required: [z] }
O: { properties: { q: { type: string } } }`,
      want: `
export interface A {
  /**
   * D. Minimum length: 3. Default: \`"x"\`.
   *
   * @deprecated
   */
  p?: B;
}

export type B = string;

export interface C extends O {
  z: string;
}

export interface O {
  q?: string;
}`,
    },
    {
      title: "$ref with siblings that assert, ignored",
      dialects: ["3.0"],
      given: `
A: { type: object, properties: { p: { $ref: "#/components/schemas/B", description: D, enum: [x] } } }
B: { type: string }`,
      want: `
export interface A {
  /** D */
  p?: B;
}

export type B = string;`,
      says: ["OpenAPI 3.0 ignores the keywords beside `$ref`: `enum`."],
    },
    {
      title: "$ref with siblings that would change the type, and with words, in 3.0",
      dialects: ["3.0"],
      given: `
A: { type: object, properties: { p: { $ref: "#/components/schemas/B", required: [z], properties: { z: { type: string } } }, q: { $ref: "#/components/schemas/B", minProperties: 1, nullable: false, readOnly: true, default: {} } } }
B: { type: object, properties: { b: { type: string } } }`,
      want: `
export interface A {
  p?: B;
  /** Read-only. Minimum members: 1. Default: \`{}\`. */
  q?: B;
}

export interface B {
  b?: string;
}`,
      says: ["OpenAPI 3.0 ignores the keywords beside `$ref`: `properties`, `required`."],
    },
    {
      title: "$anchor",
      given: `
A: { $anchor: node, properties: { x: { $ref: "#node" } } }
B: { $ref: "#node" }`,
      want: `
export interface A {
  x?: A;
}

export type B = A;`,
    },
    {
      title: "$anchor of one name in two resources",
      given: `
A: { $id: a, properties: { x: { $ref: "#part" } }, $defs: { p: { $anchor: part, type: string } } }
B: { $id: b, properties: { x: { $ref: "#part" }, y: { $ref: "a#part" } }, $defs: { p: { $anchor: part, type: boolean } } }`,
      want: `
export interface A {
  x?: string;
}

export interface B {
  x?: boolean;
  y?: string;
}`,
    },
    {
      title: "$id, relative references and pointers from it, and pointers from the document all the same",
      given: `
Outer:
  $id: https://schemas.example/a/outer
  properties:
    inner: { $ref: inner }
    again: { $ref: /a/outer }
    own: { $ref: "#/$defs/own" }
    habit: { $ref: "#/components/schemas/Plain" }
    self: { $ref: "#" }
  $defs: { own: { type: string }, i: { $id: inner, type: boolean } }
Plain: { $ref: "https://schemas.example/a/inner" }`,
      want: `
export interface Outer {
  again?: Outer;
  habit?: Plain;
  inner?: boolean;
  own?: string;
  self?: Outer;
}

export type Plain = boolean;`,
    },
    {
      title: "$defs",
      given: `
A: { properties: { x: { $ref: "#/components/schemas/A/$defs/P" } }, $defs: { P: { properties: { y: { type: string } } }, Unused: { type: object } } }`,
      want: `
export interface A {
  x?: AP;
}

export interface AP {
  y?: string;
}`,
    },
    {
      title: "$comment and the $schema that OpenAPI has anyway",
      given: `A: { $schema: "https://json-schema.org/draft/2020-12/schema", $comment: For authors., type: string }`,
      want: `export type A = string;`,
    },
    {
      title: "a $schema of another dialect",
      given: `A: { $schema: "http://json-schema.org/draft-07/schema#", type: string }`,
      want: `export type A = string;`,
      says: [
        "`$schema` is `http://json-schema.org/draft-07/schema#`; the client reads the schemas as JSON Schema 2020-12.",
      ],
    },
    {
      title: "$dynamicRef to the only $dynamicAnchor of its name",
      given: `
Tree: { $dynamicAnchor: node, properties: { children: { type: array, items: { $dynamicRef: "#node" } } } }`,
      want: `
export interface Tree {
  children?: Tree[];
}`,
    },
    {
      title: "$dynamicRef beside $ref",
      given: `
A: { $dynamicAnchor: node, properties: { x: { $ref: "#/components/schemas/B", $dynamicRef: "#node" } } }
B: { properties: { b: { type: string } } }`,
      want: `
export interface A {
  x?: AX;
}

export interface AX extends B, A {}

export interface B {
  b?: string;
}`,
    },
    {
      title: "$dynamicRef in a schema that others extend: each means itself",
      given: `
Tree: { $id: "https://schemas.example/tree", $dynamicAnchor: node, properties: { data: true, default: { $dynamicRef: "#node" }, children: { type: array, items: { $dynamicRef: "#node" } } } }
Strict: { $id: "https://schemas.example/strict", $dynamicAnchor: node, $ref: "https://schemas.example/tree", unevaluatedProperties: false }
Named: { $dynamicAnchor: node, allOf: [{ $ref: "#/components/schemas/Strict" }], properties: { name: { type: string } } }
Use: { properties: { strict: { $ref: "#/components/schemas/Strict" }, tree: { $ref: "#/components/schemas/Tree" } } }`,
      want: `
export interface Named {
  children?: Named[];
  data?: unknown;
  default?: Named;
  name?: string;
}

export interface Strict {
  children?: Strict[];
  data?: unknown;
  default?: Strict;
}

export interface Tree {
  children?: Tree[];
  data?: unknown;
  default?: Tree;
}

export interface Use {
  strict?: Strict;
  tree?: Tree;
}`,
    },
    {
      title: "$dynamicRef to what a list is of, which others fill in",
      given: `
List: { $id: "https://schemas.example/list", properties: { entries: { type: array, items: { $dynamicRef: "#entry" } } }, $defs: { any: { $dynamicAnchor: entry } } }
Texts: { $id: "https://schemas.example/texts", $ref: list, $defs: { text: { $dynamicAnchor: entry, type: string } } }
Lists: { $id: "https://schemas.example/lists", $ref: list, $defs: { list: { $dynamicAnchor: entry, $ref: texts } } }`,
      want: `
export interface List {
  entries?: unknown[];
}

export interface Lists {
  entries?: ListsList[];
}

export type ListsList = Texts;

export interface Texts {
  entries?: string[];
}`,
      says: [
        "A dynamic reference in `Texts` means `Lists` when it is reached from here; the client reads `Texts` alone.",
      ],
    },
    {
      title:
        "$dynamicRef on a longer way is read as it stands; one without an anchor beside it means anything",
      given: `
Tree: { $dynamicAnchor: node, properties: { children: { type: array, items: { $dynamicRef: "#node" } } } }
Strict: { $dynamicAnchor: node, properties: { tree: { $ref: "#/components/schemas/Tree" } } }
Apart: { properties: { node: { $dynamicRef: "#node" } } }`,
      want: `
export interface Apart {
  node?: unknown;
}

export interface Strict {
  tree?: Tree;
}

export interface Tree {
  children?: Tree[];
}`,
      // No one type is right: which schema is meant depends on the way to the value.
      says: [
        "A dynamic reference in `Tree` means `Strict` when it is reached from here; the client reads `Tree` alone.",
        "The dynamic reference `#node` can mean several schemas; its value can be anything.",
      ],
    },
  ]);
});

describe("refused", () => {
  testRefusals([
    {
      title: "$ref to an anchor that nothing has",
      given: `A: { properties: { x: { $ref: "#nowhere" } } }`,
      says: "#nowhere",
    },
    {
      title: "$dynamicRef to an anchor that nothing has",
      given: `A: { properties: { x: { $dynamicRef: "#nowhere" } } }`,
      says: `The reference "#nowhere" points at nothing. at #/components/schemas/A/properties/x`,
    },
    {
      title: "$ref to an $id that nothing has, on a host that nobody allowed",
      given: `A: { $id: "https://schemas.example/a", properties: { x: { $ref: "https://schemas.example/b" } } }`,
      says: "--allow-host",
    },
    {
      title: "$ref round in a circle",
      given: `A: { $ref: "#/components/schemas/A" }`,
      says: "leads to the object that contains it",
    },
  ]);
});

import { describe } from "vitest";
import { testKeywords } from "./keyword-row.js";

describe("JSON Schema 2020-12, applicators (core, section 10), unevaluated items and members (11), and recursion", () => {
  testKeywords([
    {
      title: "not",
      given: `
A: { type: string, not: { enum: [a, b] } }
B: { type: object, properties: { a: { type: string } }, not: { required: [a] } }
C: { not: { type: "null" } }
D: { not: {} }
E: { not: true }
F: { not: { $ref: "#/components/schemas/A" } }
G: { not: { type: object, properties: { first: { type: string }, second: { type: string }, third: { type: string } } } }`,
      want: `
/** Does not match \`{"enum":["a","b"]}\`. */
export type A = string;

/** Does not match \`{"required":["a"]}\`. */
export interface B {
  a?: string;
}

/** Does not match \`{"type":"null"}\`. */
export type C = unknown;

export type D = never;

export type E = never;

/** Does not match \`A\`. */
export type F = unknown;

/** Does not match a further schema (\`not\` in the contract). */
export type G = unknown;`,
    },
    {
      title: "items without a type",
      given: `
A: { items: { type: string } }
B: { type: [array, "null"], allOf: [{ items: { type: string } }] }
C: { oneOf: [{ items: { type: string } }, { type: string }] }`,
      want: `
export type A = string[];

export type B = string[] | null;

export type C = string[] | string;`,
      says: ["The schema has `items` and no `type`; the client reads it as a list."],
    },
    {
      title: "if, then, else",
      given: `
A: { properties: { a: { type: string }, b: { type: string } }, if: { required: [a] }, then: { required: [b] } }
B: { type: string, if: { minLength: 3 }, then: { pattern: "^a" }, else: { pattern: "^b" } }
C: { type: string, if: { minLength: 3 }, else: { pattern: "^b" } }
D: { type: string, then: { pattern: "^b" } }`,
      want: `
/** Where it matches \`{"required":["a"]}\`, also \`{"required":["b"]}\`. */
export interface A {
  a?: string;
  b?: string;
}

/**
 * Where it matches \`{"minLength":3}\`, also \`{"pattern":"^a"}\`; otherwise
 * \`{"pattern":"^b"}\`.
 */
export type B = string;

/** Where it does not match \`{"minLength":3}\`, also \`{"pattern":"^b"}\`. */
export type C = string;

export type D = string;`,
    },
    {
      title: "dependentSchemas",
      given: `
A: { properties: { a: { type: string } }, dependentSchemas: { a: { required: [b] } } }`,
      want: `
/** With \`a\` also matches \`{"required":["b"]}\`. */
export interface A {
  a?: string;
  b?: unknown;
}`,
    },
    {
      title: "keywords of objects or lists without a type: they say nothing of other alternatives",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { items: { type: string }, oneOf: [{ type: array, items: {} }, { type: string }] }
B: { properties: { b: { type: integer } }, anyOf: [{ type: object, properties: { a: { type: string } } }, { type: string }] }
C: { required: [a], oneOf: [{ $ref: "#/components/schemas/Id" }, { $ref: "#/components/schemas/Pet" }, { $ref: "#/components/schemas/Car" }] }
D: { properties: { b: { type: integer } }, allOf: [{ $ref: "#/components/schemas/Id" }] }
E: { properties: { b: { type: integer } }, oneOf: [{ required: [b] }, { type: string }, { enum: [null] }] }
F: { properties: { b: { type: integer } }, anyOf: [{ type: string }, { type: integer }, { type: boolean }] }
G: { type: object, properties: { b: { type: integer } }, anyOf: [{ type: string }, { type: object, required: [b] }] }
H: { properties: { b: { type: integer } }, oneOf: [{ oneOf: [{ type: string }, { $ref: "#/components/schemas/Pet" }] }, { type: integer }] }
K: { required: [b], oneOf: [{ $ref: "#/components/schemas/IdOrPet" }, { type: integer }] }
L: { properties: { b: { type: integer } }, anyOf: [{ allOf: [{ $ref: "#/components/schemas/IdOrPet" }] }] }
IdOrPet: { oneOf: [{ enum: [x, y] }, { $ref: "#/components/schemas/Pet" }] }
J: { properties: { b: { type: integer } }, oneOf: [{ anyOf: [{ type: string }, { $ref: "#/components/schemas/Pet" }] }, { type: integer }] }
I: { properties: { b: { type: integer } }, anyOf: [{ anyOf: [{ type: string }, { $ref: "#/components/schemas/Pet" }, { enum: [null] }] }] }
Id: { type: string }
Pet: { type: object, properties: { a: { type: string } } }
Car: { type: object, properties: { a: { type: integer } } }`,
      want: `
export type A = string[] | string;

export type B =
  | ({
      /** Integer. */
      b?: number;
    } & BObject)
  | string;

export interface BObject {
  a?: string;
}

export type C = ({ a: string | number } & (Pet | Car)) | Id;

export interface Car {
  /** Integer. */
  a?: number;
}

export type D = Id;

export type E =
  | ({
      /** Integer. */
      b: number;
    } & EWithB)
  | string
  | null;

export interface EWithB {
  b: unknown;
}

/** As number: Integer. */
export type F = string | number | boolean;

/** At least one of: \`{"type":"string"}\`, \`b\`. */
export interface G {
  /** Integer. */
  b?: number;
}

/** As number: Integer. */
export type H =
  | ({
      /** Integer. */
      b?: number;
    } & Pet)
  | string
  | number;

export type I =
  | ({
      /** Integer. */
      b?: number;
    } & Pet)
  | string
  | null;

export type IdOrPet = "x" | "y" | Pet | Unlisted;

export type Id = string;

/** As number: Integer. */
export type J =
  | ({
      /** Integer. */
      b?: number;
    } & Pet)
  | string
  | number;

/** As number: Integer. */
export type K = ({ b: unknown } & IdOrPet) | "x" | "y" | number | Unlisted;

export type L =
  | ({
      /** Integer. */
      b?: number;
    } & IdOrPet)
  | "x"
  | "y"
  | Unlisted;

export interface Pet {
  a?: string;
}
`,
    },
    {
      title: "items beside several types: they are those of the list alone",
      given: `
A: { items: { type: string }, oneOf: [{ type: [string, array] }, { type: integer }] }
B: { items: { type: string }, anyOf: [{ type: [string, array] }] }`,
      want: `
/** As number: Integer. */
export type A = string[] | string | number;

export type B = string[] | string;`,
    },
    {
      title: "a type beside parts that name none: they are told more of it",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { type: string, allOf: [{ pattern: "^a" }, { pattern: "b$" }] }
B: { type: integer, allOf: [{ minimum: 3 }] }
C: { type: object, allOf: [{ minProperties: 2 }] }
D: { type: array, items: {}, allOf: [{ minItems: 2 }] }
E: { type: string, allOf: [{ $ref: "#/components/schemas/Any" }] }
F: { type: string, oneOf: [{ pattern: "^a" }, { maxLength: 2 }] }
G: { type: boolean, allOf: [{ title: Yes or no }] }
Any: { description: Whatever it is. }`,
      want: `
/** Pattern: \`^a\`. Also matches \`{"pattern":"b$"}\`. */
export type A = string;

/** Whatever it is. */
export type AnyModel = unknown;

/** Integer. Minimum: 3. */
export type B = number;

/** Minimum members: 2. */
export type C = { [name: string]: unknown };

/** Minimum items: 2. */
export type D = unknown[];

export type E = string & AnyModel;

/**
 * As string: Pattern: \`^a\`.
 *
 * As string: Maximum length: 2.
 */
export type F = string;

/** Yes or no */
export type G = boolean;`,
    },
    {
      title: "constants of which each says something: by their values",
      used: "request",
      given: `
A: { oneOf: [{ const: deals, description: One row per deal. }, { const: sources, description: One row per source. }] }`,
      want: `
/**
 * As \`"deals"\`: One row per deal.
 *
 * As \`"sources"\`: One row per source.
 */
export type A = "deals" | "sources";`,
    },
    {
      title:
        "keywords without a type beside a reference to several types: what it allows else, as it says it",
      used: "request",
      given: `
A: { required: [b], properties: { q: { type: string } }, oneOf: [{ $ref: "#/components/schemas/Big" }, { type: boolean }] }
B: { required: [b], properties: { q: { type: string } }, oneOf: [{ $ref: "#/components/schemas/Lists" }, { type: boolean }] }
C: { required: [b], properties: { q: { type: string } }, anyOf: [{ $ref: "#/components/schemas/Pet" }, { $ref: "#/components/schemas/Listed" }] }
D: { items: { type: string }, oneOf: [{ $ref: "#/components/schemas/Lists" }, { type: boolean }] }
E: { required: [b], properties: { q: { type: string } }, oneOf: [{ $ref: "#/components/schemas/Types" }, { type: boolean }] }
F: { items: { type: string }, oneOf: [{ $ref: "#/components/schemas/Types" }, { type: boolean }] }
G: { required: [b], properties: { q: { type: string } }, anyOf: [{ $ref: "#/components/schemas/Parts" }, { type: boolean }] }
H: { oneOf: [{ type: integer, format: int64 }, { type: object, required: [arg], properties: { arg: { required: [x], properties: { x: { type: string } }, oneOf: [{ $ref: "#/components/schemas/H" }, { type: boolean }] } } }] }
I: { required: [b], properties: { q: { type: string } }, anyOf: [{ $ref: "#/components/schemas/Pet" }, { $ref: "#/components/schemas/Values" }] }
Big: { oneOf: [{ type: integer, format: int64 }, { $ref: "#/components/schemas/Pet" }, { $ref: "#/components/schemas/Txt" }] }
Itself: { oneOf: [{ type: array, items: { type: object, properties: { p: { required: [x], oneOf: [{ $ref: "#/components/schemas/Itself" }, { type: boolean }] } } } }, { $ref: "#/components/schemas/Pet" }] }
Listed: { oneOf: [{ enum: [x, y] }, { $ref: "#/components/schemas/Pet" }] }
Lists: { oneOf: [{ type: array, items: { type: object, properties: { z: { type: string } } } }, { $ref: "#/components/schemas/Pet" }] }
Parts: { allOf: [{ $ref: "#/components/schemas/Listed" }, { description: More. }] }
Pet: { type: object, properties: { b: { type: string } } }
Txt: { type: string }
Types: { type: [object, array, string, "null"], properties: { r: { type: string } }, items: { type: object, properties: { i: { type: string } } } }
Values: { enum: [x, y, { b: z }] }`,
      want: `
/** As number: Format: int64. */
export type A =
  ({ b: unknown; q?: string } & Big) | number | bigint | Txt | boolean;

export type B =
  ({ b: unknown; q?: string } & Lists) | ListsListItem[] | boolean;

/** As number: Format: int64. */
export type Big = number | bigint | Pet | Txt;

export type C = ({ b: unknown; q?: string } & (Pet | Listed)) | "x" | "y";

export type D = (string[] & Lists) | Pet | boolean;

export type E =
  ({ b: unknown; q?: string } & Types) | TypesItem[] | string | boolean | null;

export type F = (string[] & Types) | TypesObject | string | boolean | null;

export type G = ({ b: unknown; q?: string } & Parts) | "x" | "y" | boolean;

/** As number: Format: int64. */
export type H = number | bigint | HWithArg;

export interface HWithArg {
  /** As number: Format: int64. */
  arg: ({ x: string } & H) | number | bigint | boolean;
}

export type I = ({ b: unknown; q?: string } & (Pet | Values)) | "x" | "y";

export type Itself = ItselfListItem[] | Pet;

export interface ItselfListItem {
  p?: ({ x: unknown } & Itself) | unknown[] | boolean;
}

export type Listed = "x" | "y" | Pet;

export type Lists = ListsListItem[] | Pet;

export interface ListsListItem {
  z?: string;
}

/** More. */
export type Parts = Listed;

export interface Pet {
  b?: string;
}

export type Txt = string;

export type Types = TypesObject | TypesItem[] | string | null;

export interface TypesItem {
  i?: string;
}

export interface TypesObject {
  r?: string;
}

export type Values = "x" | "y" | { b: "z" };`,
    },
    {
      title: "what is said of the items of a list among alternatives; of several lists, nobody's",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { anyOf: [{ type: array, minItems: 1, items: { type: integer } }, { type: string }] }
B: { anyOf: [{ type: array, items: { type: integer } }, { type: array, items: { type: string, maxLength: 2 } }] }`,
      want: `
/**
 * As array: Minimum items: 1.
 *
 * Each item: Integer.
 */
export type A = number[] | string;

export type B = number[] | string[];`,
    },
    {
      title: "lists that hold at once: one list, whose methods take what is all of their items",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { allOf: [{ $ref: "#/components/schemas/Page" }, { properties: { data: { type: array, items: { $ref: "#/components/schemas/Pet" } } } }] }
B: { allOf: [{ $ref: "#/components/schemas/A" }, { properties: { data: { type: array, items: { $ref: "#/components/schemas/Dog" } } } }] }
C: { allOf: [{ type: array, items: { type: object } }, { type: array, items: { additionalProperties: true } }] }
E: { allOf: [{ type: array, items: { type: object } }, { type: array, items: {} }] }
F: { allOf: [{ $ref: "#/components/schemas/Page" }, { properties: { data: { type: array, items: { oneOf: [{ $ref: "#/components/schemas/Pet" }, { $ref: "#/components/schemas/Dog" }] } } } }] }
Dog: { type: object, properties: { b: { type: string } } }
Page: { type: object, properties: { data: { type: array, items: { type: object } } } }
Pet: { type: object, properties: { a: { type: string } } }`,
      want: `
export interface A {
  data?: Pet[];
}

export interface B {
  data?: (Pet & Dog)[];
}

export type C = { [name: string]: unknown }[];

export interface Dog {
  b?: string;
}

export type E = { [name: string]: unknown }[];

export interface F {
  data?: (Pet | Dog)[];
}

export interface Page {
  data?: { [name: string]: unknown }[];
}

export interface Pet {
  a?: string;
}`,
    },
    {
      title: "lists of any objects beside lists that tell of theirs: null is an item where both allow it",
      given: `
A: { allOf: [{ type: array, items: { type: object } }, { type: array, items: { oneOf: [{ $ref: "#/components/schemas/Pet" }, { type: "null" }] } }] }
B: { allOf: [{ type: array, items: { oneOf: [{ $ref: "#/components/schemas/Pet" }, { $ref: "#/components/schemas/Dog" }, { type: "null" }] } }, { type: array, items: { type: object } }] }
C: { allOf: [{ type: array, items: { type: [object, "null"] } }, { type: array, items: { oneOf: [{ $ref: "#/components/schemas/Pet" }, { type: "null" }] } }] }
Dog: { type: object, properties: { b: { type: string } } }
Pet: { type: object, properties: { a: { type: string } } }`,
      want: `
export type A = Pet[];

export type B = (Pet | Dog)[];

export type C = (Pet | null)[];

export interface Dog {
  b?: string;
}

export interface Pet {
  a?: string;
}`,
    },
    {
      title: "lists that hold at once, null among them",
      dialects: ["3.0"],
      given: `
A: { allOf: [{ type: array, nullable: true, items: { type: integer } }, { type: array, nullable: true, items: { enum: [1, 2] } }] }
B: { allOf: [{ type: array, items: { type: string } }, { type: array, nullable: true, items: { enum: [a, b] } }] }
C: { allOf: [{ type: array, items: { $ref: "#/components/schemas/Pet" } }, { type: array, nullable: true, items: { properties: { a: { enum: [x] } } } }] }
Pet: { type: object, properties: { a: { type: string } } }`,
      want: `
export type A = (1 | 2 | UnlistedNumber)[] | null;

export type B = ("a" | "b" | Unlisted)[];

export type C = (Pet & CItem)[];

export interface CItem {
  a?: "x";
}

export interface Pet {
  a?: string;
}`,
    },
    {
      title: "prefixItems with minItems, maxItems and items",
      given: `
A: { type: array, prefixItems: [{ type: string }, { type: boolean }], minItems: 1 }
B: { type: array, prefixItems: [{ type: string }, { type: boolean }], minItems: 2, maxItems: 2 }
C: { type: array, prefixItems: [{ type: string }, { type: boolean }], maxItems: 1 }
D: { type: array, prefixItems: [{ type: string }, { type: boolean }], minItems: 4, items: { type: number } }
E: { type: array, prefixItems: [{ type: string }], items: false }
F: { prefixItems: [{ type: string }, { type: integer, minimum: 1 }] }`,
      want: `
/** Minimum items: 1. */
export type A = [string, boolean?, ...unknown[]];

/** Minimum items: 2. Maximum items: 2. */
export type B = [string, boolean];

/** Maximum items: 1. */
export type C = [string?];

/** Minimum items: 4. */
export type D = [string, boolean, ...number[]];

export type E = [string?];

/** Item 2: Integer. Minimum: 1. */
export type F = [string?, number?, ...unknown[]];`,
    },
    {
      title: "items, absent, boolean, a schema",
      given: `
A: { type: array }
B: { type: array, items: true }
C: { type: array, items: { type: [string, "null"] } }`,
      want: `
export type A = unknown[];

export type B = unknown[];

export type C = (string | null)[];`,
    },
    {
      title: "items as a list, as drafts before 2020-12 have it",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { type: array, items: [{ type: string }, { type: boolean }] }`,
      want: `
export type A = [string?, boolean?, ...unknown[]];`,
      says: ["`items` is a list; the client reads it as `prefixItems`."],
    },
    {
      title: "contains beside items",
      given: `
A: { type: array, items: { type: string }, contains: { pattern: "^a" } }`,
      want: `
/** Holds at least 1 matching \`{"pattern":"^a"}\`. */
export type A = string[];`,
    },
    {
      title: "properties, patternProperties, additionalProperties",
      given: `
A: { type: object, patternProperties: { "^x-": { type: string }, "^y-": { type: boolean } } }
B: { type: object, patternProperties: { "^x-": { type: string } }, additionalProperties: false, properties: { id: { type: number } } }
C: { type: object, properties: { id: { type: string } }, additionalProperties: true }
D: { type: object, properties: { id: { type: string } }, additionalProperties: false }
E: { type: object, additionalProperties: false }
F: { type: object, patternProperties: { "^a": false } }`,
      want: `
/** Described names: \`^x-\`, \`^y-\`. */
export type A = {
  [name: \`x-\${string}\`]: string;
  [name: \`y-\${string}\`]: boolean;
  [name: string]: unknown;
};

/** Described names: \`^x-\`. */
export interface B {
  id?: number;
  [name: \`x-\${string}\`]: string;
}

export interface C {
  id?: string;
  [name: string]: unknown;
}

export interface D {
  id?: string;
}

export type E = { [name: string]: never };

/**
 * Described names: \`^a\`.
 *
 * Members like \`^a\`: Not allowed.
 */
export type F = { [name: \`a\${string}\`]: never; [name: string]: unknown };`,
    },
    {
      title: "patternProperties: what TypeScript can say of names, and what it cannot",
      given: `
A: { type: object, patternProperties: { "^x-": { type: number } }, additionalProperties: false }
B: { type: object, properties: { id: { type: string } }, patternProperties: { "^x-[a-z]+$": { type: number } }, additionalProperties: false }
C: { type: object, properties: { id: { type: string } }, patternProperties: { "^x-[a-z]+$": { type: number } } }
D: { type: object, properties: { id: { type: string } }, patternProperties: { "^x-.*$": { type: number } }, additionalProperties: { type: boolean } }
E: { type: object, properties: { id: { type: integer } }, patternProperties: { "^.*$": { type: number } } }
F: { type: object, required: [x-a], properties: { x-a: { type: string } }, patternProperties: { "^x-": { type: number } } }
G: { type: object, patternProperties: { "^x": { type: number }, "^x-y": { type: number } } }
H: { allOf: [{ $ref: "#/components/schemas/F" }, { type: object, patternProperties: { "^y-": { type: boolean } } }] }
I: { allOf: [{ $ref: "#/components/schemas/D" }, { type: object, patternProperties: { "^y-": { type: boolean } } }] }
J: { type: object, patternProperties: { "^a\\\\.b": { type: number }, "^(c|d)": { type: string }, "^e?": { type: string } } }
K: { type: object, patternProperties: { "^x-[a-z]$": { type: number }, "^x-[0-9]$": { type: string }, "^y": { type: number }, "!$": { type: boolean } }, additionalProperties: false }
L: { type: object, patternProperties: { "^(.*)$": { type: number } } }
M: { type: object, patternProperties: { "^(?:[\\\\s\\\\S]*)$": { type: string } }, additionalProperties: { type: boolean } }`,
      want: `
/** Described names: \`^x-\`. */
export type A = { [name: \`x-\${string}\`]: number };

/** Described names: \`^x-[a-z]+$\`. */
export interface B {
  id?: string;
  [name: \`x-\${string}\`]: number;
}

/** Described names: \`^x-[a-z]+$\`. */
export interface C {
  id?: string;
  [name: string]: unknown;
}

/** Described names: \`^x-.*$\`. */
export interface D {
  id?: string;
  [name: \`x-\${string}\`]: number;
  [name: string]: number | string | boolean | undefined;
}

/** Described names: \`^.*$\`. */
export interface E {
  /** Integer. */
  id?: number;
  [name: string]: number | undefined;
}

/** Described names: \`^x-\`. */
export interface F {
  "x-a": string;
  [name: \`x-\${string}\`]: number | string;
  [name: string]: unknown;
}

/** Described names: \`^x\`, \`^x-y\`. */
export type G = { [name: \`x\${string}\`]: number; [name: string]: unknown };

/** Described names: \`^y-\`. */
export interface H {
  "x-a": string;
  [name: \`x-\${string}\`]: number | string;
  [name: \`y-\${string}\`]: boolean;
  [name: string]: unknown;
}

/** Described names: \`^y-\`. */
export interface I {
  id?: string;
  [name: \`x-\${string}\`]: number;
  [name: string]: number | string | boolean | undefined;
}

/** Described names: \`^(c|d)\`, \`^a\\.b\`, \`^e?\`. */
export type J = { [name: \`a.b\${string}\`]: number; [name: string]: unknown };

/** Described names: \`!$\`, \`^x-[0-9]$\`, \`^x-[a-z]$\`, \`^y\`. */
export type K = {
  [name: \`y\${string}\`]: number;
  [name: string]: string | number | boolean;
};

/** Described names: \`^(.*)$\`. */
export type L = { [name: string]: number };

/** Described names: \`^(?:[\\s\\S]*)$\`. */
export type M = { [name: string]: string };
`,
    },
    {
      title: "patternProperties of what is closed to all other names, alone and put together",
      used: "request",
      given: `
A: { type: object, patternProperties: { "^x-": { type: string } }, additionalProperties: false, properties: { id: { type: number }, x-a: { type: boolean } } }
B: { allOf: [{ $ref: "#/components/schemas/A" }, { type: object, required: [x-b], properties: { c: { type: string } } }] }
C: { allOf: [{ $ref: "#/components/schemas/A" }, { type: object, additionalProperties: { type: string } }] }
D: { type: object, patternProperties: { "^x-[a-z]$": { type: number }, "^x-y": { type: string }, "^z": { type: boolean } }, additionalProperties: false }
E: { allOf: [{ $ref: "#/components/schemas/D" }, { $ref: "#/components/schemas/F" }] }
F: { type: object, patternProperties: { "^z": { type: boolean }, "^w": { type: string } }, additionalProperties: false }
G: { type: object, patternProperties: { "^x-": false }, additionalProperties: false, properties: { id: { type: number } } }`,
      want: `
/** Described names: \`^x-\`. */
export interface A {
  id?: number;
  "x-a"?: boolean;
  [name: \`x-\${string}\`]: string | boolean | undefined;
}

export interface B {
  "x-b": string;
  c?: string;
  id?: number;
  "x-a"?: boolean;
  [name: \`x-\${string}\`]: string | boolean | undefined;
}

export interface C {
  id?: number;
  "x-a"?: boolean;
  [name: string]: string | number | boolean | undefined;
}

/** Described names: \`^x-[a-z]$\`, \`^x-y\`, \`^z\`. */
export type D = {
  [name: \`x-\${string}\`]: number | string;
  [name: \`z\${string}\`]: boolean;
};

export interface E {
  [name: \`w\${string}\`]: string;
  [name: \`x-\${string}\`]: number | string;
  [name: \`z\${string}\`]: boolean;
}

/** Described names: \`^w\`, \`^z\`. */
export type F = { [name: \`w\${string}\`]: string; [name: \`z\${string}\`]: boolean };

/**
 * Described names: \`^x-\`.
 *
 * Members like \`^x-\`: Not allowed.
 */
export interface G {
  id?: number;
  [name: \`x-\${string}\`]: never;
}`,
    },
    {
      title: "propertyNames: listed names are the members, other rules are said",
      given: `
A: { type: object, propertyNames: { enum: [a, b] }, additionalProperties: { type: boolean }, required: [a] }
B: { type: object, propertyNames: { pattern: "^a", maxLength: 5 } }
C: { propertyNames: { $ref: "#/components/schemas/N" }, additionalProperties: { type: string } }
D: { type: object, propertyNames: { const: only } }
E: { type: object, propertyNames: false }
N: { type: string, enum: [x, y] }`,
      want: `
export interface A {
  a: boolean;
  b?: boolean;
}

/** Names match \`{"maxLength":5,"pattern":"^a"}\`. */
export type B = { [name: string]: unknown };

export interface C {
  x?: string;
  y?: string;
}

export interface D {
  only?: unknown;
}

export type E = { [name: string]: never };

export type N = "x" | "y" | Unlisted;`,
    },
    {
      title: "keywords beside a reference to a map: names that they only mention have its type",
      used: "request",
      given: `
A: { $ref: "#/components/schemas/M", dependentRequired: { x: [y] } }
B: { allOf: [{ $ref: "#/components/schemas/M" }, { required: [a] }] }
C: { $ref: "#/components/schemas/M", if: { required: [a] }, then: { required: [b] } }
D: { $ref: "#/components/schemas/M", type: object, propertyNames: { enum: [a, b] } }
E: { $ref: "#/components/schemas/N", required: [id, x] }
F: { allOf: [{ oneOf: [{ $ref: "#/components/schemas/M" }, { $ref: "#/components/schemas/O" }] }, { required: [a] }] }
G: { $ref: "#/components/schemas/M", minProperties: 1, title: T, deprecated: true, not: { required: [z] } }
H: { $ref: "#/components/schemas/P", required: [x-a, y] }
M: { type: object, additionalProperties: { type: integer } }
N: { type: object, properties: { id: { type: string } }, additionalProperties: { type: integer } }
O: { type: object, properties: { a: { type: string } } }
P: { type: object, patternProperties: { "^x-": { type: boolean } }, additionalProperties: { type: integer } }`,
      want: `
/** With \`x\` also \`y\`. */
export interface A {
  y?: number;
  [name: string]: number | undefined;
}

export interface B {
  a: number;
  [name: string]: number;
}

/** Where it matches \`{"required":["a"]}\`, also \`{"required":["b"]}\`. */
export interface C {
  b?: number;
  [name: string]: number | undefined;
}

/** Names match \`{"enum":["a","b"]}\`. */
export interface D {
  a?: number;
  b?: number;
  [name: string]: number | undefined;
}

export interface E {
  id: string;
  x: number;
  [name: string]: number | string | undefined;
}

export type F = (M | O) & { a: number | string };

/**
 * T. Minimum members: 1. Does not match \`{"required":["z"]}\`.
 *
 * @deprecated
 */
export type G = M;

export interface H {
  "x-a": boolean;
  y: number | boolean;
  [name: \`x-\${string}\`]: boolean;
  [name: string]: number | boolean;
}

/** Each value: Integer. */
export type M = { [name: string]: number };

/** Each value: Integer. */
export interface N {
  id?: string;
  [name: string]: number | string | undefined;
}

export interface O {
  a?: string;
}

/**
 * Described names: \`^x-\`.
 *
 * Each value: Integer.
 */
export type P = {
  [name: \`x-\${string}\`]: boolean;
  [name: string]: number | boolean;
};`,
    },
    {
      title:
        "keywords beside a reference to a list or to alternatives: what they say of items, and of the type",
      used: "request",
      given: `
A: { $ref: "#/components/schemas/L", items: { maxLength: 3 }, minItems: 1 }
B: { allOf: [{ $ref: "#/components/schemas/L" }, { type: array, items: { maxLength: 3 }, maxItems: 3 }] }
C: { $ref: "#/components/schemas/M", additionalProperties: { minimum: 3 } }
D: { allOf: [{ $ref: "#/components/schemas/M" }, { additionalProperties: { minimum: 3 } }] }
E: { $ref: "#/components/schemas/O", patternProperties: { "^x-": { type: integer, minimum: 3 } } }
F: { $ref: "#/components/schemas/U", type: string }
G: { $ref: "#/components/schemas/U", type: [string, integer] }
H: { allOf: [{ $ref: "#/components/schemas/L" }, { type: array, items: { type: string, maxLength: 3 } }] }
I: { $ref: "#/components/schemas/N", type: string }
L: { type: array, items: { type: string } }
M: { type: object, additionalProperties: { type: integer } }
N: { type: [string, "null"] }
O: { type: object, properties: { a: { type: string } } }
U: { oneOf: [{ type: string }, { type: integer }] }`,
      want: `
/** Minimum items: 1. Also matches \`{"items":{"maxLength":3}}\`. */
export type A = L;

/** Maximum items: 3. Also matches \`{"items":{"maxLength":3}}\`. */
export type B = L;

/** Also matches \`{"additionalProperties":{"minimum":3}}\`. */
export type C = M;

/** Each value: Minimum: 3. */
export interface D {
  [name: string]: number;
}

/**
 * Described names: \`^x-\`.
 *
 * Members like \`^x-\`: Integer. Minimum: 3.
 */
export interface E {
  a?: string;
  [name: \`x-\${string}\`]: number;
  [name: string]: unknown;
}

export type F = U & string;

export type G = U;

/** Each item: Maximum length: 3. */
export type H = L & string[];

export type I = N & string;

export type L = string[];

/** Each value: Integer. */
export type M = { [name: string]: number };

export type N = string | null;

export interface O {
  a?: string;
}

/** As number: Integer. */
export type U = string | number;`,
    },
    {
      title: "unevaluatedItems",
      given: `
A: { type: array, unevaluatedItems: false, prefixItems: [{ type: string }] }
B: { type: array, unevaluatedItems: { type: string } }
C: { type: array, contains: { type: string }, unevaluatedItems: false }`,
      want: `
export type A = [string?];

export type B = string[];

/** Holds at least 1 matching \`{"type":"string"}\`. No further items. */
export type C = unknown[];`,
    },
    {
      title: "unevaluatedProperties",
      given: `
A: { allOf: [{ $ref: "#/components/schemas/O" }], properties: { a: { type: string } }, unevaluatedProperties: false }
B: { allOf: [{ $ref: "#/components/schemas/O" }], unevaluatedProperties: { type: boolean } }
C: { type: object, unevaluatedProperties: { type: boolean } }
O: { properties: { q: { type: string } } }`,
      want: `
export interface A extends O {
  a?: string;
}

/** Further members match \`{"type":"boolean"}\`. */
export interface B {
  q?: string;
  [name: string]: string | boolean | undefined;
}

export type C = { [name: string]: boolean };

export interface O {
  q?: string;
}`,
    },
    {
      title: "recursion of every shape",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { type: array, items: { $ref: "#/components/schemas/A" } }
B: { type: object, additionalProperties: { $ref: "#/components/schemas/B" } }
C: { oneOf: [{ type: string }, { type: array, items: { $ref: "#/components/schemas/C" } }] }
I: { oneOf: [{ type: string }, { type: object, additionalProperties: { $ref: "#/components/schemas/I" } }] }
M: { allOf: [{ $ref: "#/components/schemas/N" }], properties: { m: { $ref: "#/components/schemas/M" } } }
N: { type: array, items: { $ref: "#/components/schemas/M" } }
P: { type: object, properties: { p: { allOf: [{ $ref: "#/components/schemas/P" }, { type: object, properties: { q: { type: string } } }] } } }
Q: { type: array, items: { oneOf: [{ $ref: "#/components/schemas/Q" }, { type: string }] } }
S: { not: { $ref: "#/components/schemas/S" } }
T: { allOf: [{ type: array, items: { $ref: "#/components/schemas/T" } }, { type: array, minItems: 1, items: { $ref: "#/components/schemas/A" } }] }`,
      want: `
export type A = A[];

export type B = { [name: string]: B };

export type C = string | C[];

export type I = string | { [name: string]: I };

export type M = N;

export type N = M[];

export interface P {
  p?: PP;
}

export interface PP extends P {
  q?: string;
}

export type Q = (Q | string)[];

/** Does not match \`S\`. */
export type S = unknown;

/** Minimum items: 1. */
export type T = (T & A)[];`,
    },
    {
      title: "recursion through prefixItems, patternProperties and several types",
      given: `
G: { type: array, prefixItems: [{ $ref: "#/components/schemas/G" }] }
O: { patternProperties: { "^o": { $ref: "#/components/schemas/O" } }, additionalProperties: false }
R: { type: [object, array, string, "null"], additionalProperties: { $ref: "#/components/schemas/R" }, items: { $ref: "#/components/schemas/R" } }`,
      want: `
export type G = [G?, ...unknown[]];

/** Described names: \`^o\`. */
export type O = { [name: \`o\${string}\`]: O };

export type R = { [name: string]: R } | R[] | string | null;`,
    },
    {
      title: "recursion without a step between: the closing reference is left out",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
D: { oneOf: [{ type: string }, { $ref: "#/components/schemas/D" }] }
E: { allOf: [{ $ref: "#/components/schemas/F" }, { type: object, properties: { e: { type: string } } }] }
F: { allOf: [{ $ref: "#/components/schemas/E" }, { type: object, properties: { f: { type: string } } }] }
J: { oneOf: [{ $ref: "#/components/schemas/K" }, { type: string }], minLength: 1 }
K: { oneOf: [{ $ref: "#/components/schemas/J" }, { type: boolean }] }`,
      want: `
export type D = string;

export interface E extends F {
  e?: string;
}

export interface F {
  f?: string;
}

/** Minimum length: 1. */
export type J = K | string;

export type K = unknown;`,
      says: [
        "The reference `#/components/schemas/D` makes the schema contain only itself; the client ignores it.",
        "The reference `#/components/schemas/E` makes the schema contain only itself; the client ignores it.",
        "The reference `#/components/schemas/J` makes the schema contain only itself; the client ignores it.",
      ],
    },
    {
      title: "alternatives in a circle, one of which can be null: so can the others",
      dialects: ["3.0"],
      given: `
A: { oneOf: [{ $ref: "#/components/schemas/B" }, { type: string }] }
B: { nullable: true, oneOf: [{ $ref: "#/components/schemas/C" }, { type: boolean }] }
C: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] }`,
      want: `
export type A = B | string;

export type B = C | boolean | null;

export type C = string | boolean | null;`,
      says: ["A", "B"].map(
        (name) =>
          `The reference \`#/components/schemas/${name}\` makes the schema contain only itself; the other alternatives of its target replace it.`,
      ),
    },
    {
      title: "alternatives in a circle: each is whatever one of them can be",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { oneOf: [{ $ref: "#/components/schemas/C" }, { type: string }] }
B: { description: Any of them., anyOf: [{ $ref: "#/components/schemas/A" }, { type: boolean }] }
C: { oneOf: [{ $ref: "#/components/schemas/B" }, { type: object, properties: { c: { $ref: "#/components/schemas/A" } } }, { $ref: "#/components/schemas/L" }] }
E: { allOf: [{ $ref: "#/components/schemas/F" }] }
F: { anyOf: [{ $ref: "#/components/schemas/E" }, { type: string }] }
L: { type: object, properties: { l: { $ref: "#/components/schemas/C" } } }`,
      want: `
export type A = C | string;

/** Any of them. */
export type B = COption2 | L | string | boolean;

export type C = B | COption2 | L;

export interface COption2 {
  c?: A;
}

export type E = F;

export type F = string;

export interface L {
  l?: C;
}`,
      says: [
        "The reference `#/components/schemas/A` makes the schema contain only itself; the other alternatives of its target replace it.",
        "The reference `#/components/schemas/E` makes the schema contain only itself; the other alternatives of its target replace it.",
      ],
    },
  ]);
});

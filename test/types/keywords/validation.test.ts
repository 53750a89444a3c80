import { describe } from "vitest";
import { testKeywords } from "./keyword-row.js";

describe("JSON Schema 2020-12, validation vocabulary (section 6); OpenAPI 3.0, Schema Object", () => {
  testKeywords([
    {
      title: "an enum by name beside any text, any number: known values stay visible",
      given: `
A: { anyOf: [{ $ref: "#/components/schemas/State" }, { type: string }, { type: "null" }] }
B: { oneOf: [{ type: integer }, { $ref: "#/components/schemas/Level" }, { type: string }] }
C: { anyOf: [{ $ref: "#/components/schemas/Either" }, { type: string }] }
D: { anyOf: [{ $ref: "#/components/schemas/Text" }, { type: string }] }
Either: { oneOf: [{ $ref: "#/components/schemas/State" }, { type: boolean }] }
Level: { enum: [1, 2] }
State: { type: string, enum: [on, off] }
Text: { type: string }`,
      want: `
export type A = State | (string & {}) | null;

/** As number: Integer. */
export type B = Level | string | (number & {});

export type C = Either | (string & {});

export type D = Text | string;

export type Either = State | boolean;

export type Level = 1 | 2 | UnlistedNumber;

export type State = "on" | "off" | Unlisted;

export type Text = string;`,
    },
    {
      title: "type, one, several, with null, null alone, an empty list",
      used: "request",
      given: `
A: { type: boolean }
B: { type: [string, integer], minLength: 2, minimum: 5, format: date }
C: { type: [string, "null"] }
D: { type: ["null"] }
E: { type: "null" }
F: { type: [string, number, boolean, object, array, "null"] }
G: { type: [] }
H: { type: [integer, number] }`,
      want: `
export type A = boolean;

/** Format: date. Minimum: 5. Minimum length: 2. */
export type B = string | number;

export type C = string | null;

export type D = null;

export type E = null;

export type F =
  string | number | { [name: string]: unknown } | unknown[] | boolean | null;

export type G = unknown;

export type H = number;`,
    },
    {
      title: "type, beside keywords of other types, which say nothing of it",
      given: `
A: { type: string, properties: { a: { type: string } }, items: { type: string }, minimum: 5, required: [a], maxLength: 3 }
B: { type: object, items: { type: string }, minLength: 3 }
C: { type: array, properties: { a: { type: string } }, maximum: 3 }`,
      want: `
/** Maximum length: 3. */
export type A = string;

export type B = { [name: string]: unknown };

export type C = unknown[];`,
    },
    {
      title: "keywords without a type: objects and lists are told by theirs, the others said",
      given: `
A: { properties: { a: { type: string } } }
B: { items: { type: string } }
C: { minimum: 5 }
D: { pattern: "^a" }
E: { format: date }
F: { contentEncoding: base64 }
G: { minItems: 2, uniqueItems: true }
H: { minProperties: 1 }
I: { required: [a] }`,
      want: `
export interface A {
  a?: string;
}

export type B = string[];

/** Minimum: 5. */
export type C = unknown;

/** Pattern: \`^a\`. */
export type D = unknown;

/** Format: date. */
export type E = unknown;

/** Encoding: base64. */
export type F = unknown;

/** Minimum items: 2. Unique items. */
export type G = unknown;

/** Minimum members: 1. */
export type H = unknown;

export interface I {
  a: unknown;
}`,
      says: ["The schema has `items` and no `type`; the client reads it as a list."],
    },
    {
      title: "enum: scalars, lists, objects, null, duplicates",
      used: "request",
      given: `
A: { enum: [{ a: 1 }, [1], null, "x", 3, true] }
B: { enum: [a, a, b] }
C: { enum: [1, 1.0, 1.5] }
D: { enum: [null] }
E: { type: [string, "null"], enum: [a, b] }
F: { type: string, enum: [a, b], format: code, description: Hi, default: a }`,
      want: `
export type A = { a: 1 } | [1] | "x" | 3 | true | null;

export type B = "a" | "b";

export type C = 1 | 1.5;

export type D = null;

export type E = "a" | "b";

/** Hi. Format: code. Default: \`"a"\`. */
export type F = "a" | "b";`,
    },
    {
      title: "enum, empty",
      used: "request",
      given: `
A: { enum: [] }`,
      want: `
export type A = never;`,
      says: ["`enum` is empty; no value is valid."],
    },
    {
      title: "allOf, anyOf and oneOf, empty: left out, and said",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { oneOf: [] }
B: { anyOf: [], type: object, properties: { a: { type: string } } }
C: { allOf: [], type: string }`,
      want: `
export type A = unknown;

export interface B {
  a?: string;
}

export type C = string;`,
      says: [
        "`oneOf` is an empty list; the client ignores it.",
        "`anyOf` is an empty list; the client ignores it.",
        "`allOf` is an empty list; the client ignores it.",
      ],
    },
    {
      title: "names of members that JavaScript and TypeScript read in ways of their own",
      dialects: ["3.0", "3.1", "3.2"],
      used: "request",
      given: `
A: { type: object, required: ["__proto__", ""], properties: { "__proto__": { type: string }, "": { type: string }, "a'b": { type: integer }, "line\\nbreak": { type: string }, "*/": { type: string }, "1": { type: string }, constructor: { type: string } } }`,
      want: `
export interface A {
  "": string;
  /**
   * In an object literal it is written \`["__proto__"]\`: without brackets
   * JavaScript takes it for the prototype.
   */
  __proto__: string;
  "*/"?: string;
  "1"?: string;
  /** Integer. */
  "a'b"?: number;
  /**
   * Where it is absent, what every object has by this name is read in its
   * place.
   */
  constructor?: string | Object["constructor"];
  "line\\nbreak"?: string;
}`,
    },
    {
      title: "const, of another type, and none that is listed",
      used: "request",
      given: `
A: { type: string, const: 5 }
B: { const: a, enum: [b, c] }
C: { type: [integer, "null"], const: 1.0, enum: [1, 2] }`,
      want: `
export type A = 5;

export type B = "a";

export type C = 1;`,
      says: [
        "`type` does not allow the value of `const`; the client keeps it.",
        "`enum` does not list the value of `const`; the client keeps it.",
      ],
    },
    {
      title: "enums and constants that hold at once: the values of all",
      dialects: ["3.1"],
      given: `
A: { allOf: [{ enum: [a, b, c] }, { enum: [c, b, d] }] }
B: { type: string, enum: [a, b], allOf: [{ const: b }] }
C: { type: object, properties: { c: { type: [string, "null"], enum: [a, null], allOf: [{ enum: [a, b, null] }] } } }`,
      want: `
export type A = "b" | "c" | Unlisted;

export type B = "b";

export interface C {
  c?: "a" | Unlisted | null;
}`,
    },
    {
      title: "enum, of another type",
      used: "request",
      given: `
A: { type: integer, enum: ["1", "2"] }
B: { type: string, enum: [a, null] }`,
      want: `
export type A = "1" | "2";

export type B = "a" | null;`,
      says: [
        "`enum` lists values that `type` does not allow; the client keeps them.",
        "`enum` lists values that `type` does not allow; the client keeps them.",
      ],
    },
    {
      title: "enum in answers, with null and with what is no text",
      given: `
A: { enum: [a, null] }
B: { enum: [1, a, true] }`,
      want: `
export type A = "a" | Unlisted | null;

export type B = 1 | "a" | true | Unlisted | UnlistedNumber;`,
    },
    {
      title: "const of every kind",
      given: `
A: { const: { a: 1, b: [1, "x"] } }
B: { const: [1, 2] }
C: { const: null }
D: { const: {} }
E: { const: [] }
F: { const: -0.5 }
G: { type: string, const: x, enum: [x, y], minLength: 1 }`,
      want: `
export type A = { a: 1; b: [1, "x"] };

export type B = [1, 2];

export type C = null;

export type D = { [name: string]: never };

export type E = [];

export type F = -0.5;

/** Minimum length: 1. */
export type G = "x";`,
    },
    {
      title: "multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum",
      given: `
A: { type: integer, format: int32, multipleOf: 5, exclusiveMinimum: 0, exclusiveMaximum: 10 }
B: { type: number, minimum: 0.5, maximum: 1e21 }`,
      want: `
/** Format: int32. Greater than: 0. Less than: 10. Multiple of: 5. */
export type A = number;

/** Minimum: 0.5. Maximum: 1e+21. */
export type B = number;`,
    },
    {
      title: "exclusiveMinimum and exclusiveMaximum as flags",
      dialects: ["3.0"],
      given: `
A: { type: integer, minimum: 0, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false }
B: { type: integer, exclusiveMinimum: true }`,
      want: `
/** Integer. Greater than: 0. Maximum: 5. */
export type A = number;

/** Integer. */
export type B = number;`,
    },
    {
      title: "exclusiveMinimum as later versions have it",
      dialects: ["3.0"],
      given: `
A: { type: integer, exclusiveMinimum: 5 }`,
      want: `
/** Integer. Greater than: 5. */
export type A = number;`,
      says: [
        "Expected type `boolean` but got `integer`. The client reads it as the OpenAPI version that defines it.",
      ],
    },
    {
      title: "exclusiveMinimum as 3.0 has it",
      given: `
A: { type: integer, minimum: 0, exclusiveMinimum: true }`,
      want: `
/** Integer. Greater than: 0. */
export type A = number;`,
      says: [
        "Expected type `number` but got `boolean`. The client reads it as the OpenAPI version that defines it.",
      ],
    },
    {
      title: "maxLength, minLength, pattern",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { type: string, maxLength: 5, minLength: 1, pattern: "^\`a*/$" }`,
      want: `
/** Minimum length: 1. Maximum length: 5. Pattern: \`\`^\`a*\\/$\`\`. */
export type A = string;`,
    },
    {
      title: "maxItems, minItems, uniqueItems",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { type: array, items: { type: string }, maxItems: 5, minItems: 1, uniqueItems: true }
B: { type: array, items: { type: string }, uniqueItems: false }`,
      want: `
/** Minimum items: 1. Maximum items: 5. Unique items. */
export type A = string[];

export type B = string[];`,
    },
    {
      title: "maxProperties, minProperties",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { type: object, maxProperties: 5, minProperties: 1 }`,
      want: `
/** Minimum members: 1. Maximum members: 5. */
export type A = { [name: string]: unknown };`,
    },
    {
      title: "maxContains, minContains",
      given: `
A: { type: array, contains: { type: string }, minContains: 2, maxContains: 5 }
B: { type: array, contains: { const: x } }
C: { type: array, contains: { const: x }, minContains: 0 }
D: { type: array, minContains: 2 }`,
      want: `
/** Holds at least 2 and at most 5 matching \`{"type":"string"}\`. */
export type A = unknown[];

/** Holds at least 1 matching \`{"const":"x"}\`. */
export type B = unknown[];

export type C = unknown[];

export type D = unknown[];`,
    },
    {
      title: "required, also of names that properties do not describe",
      dialects: ["3.0", "3.1", "3.2"],
      used: "both",
      given: `
A: { type: object, required: [a, b], properties: { a: { type: string } } }`,
      want: `
export interface A {
  a: string;
  b: unknown;
}`,
    },
    {
      title: "required names that only the rules for names of any kind describe",
      given: `
A: { type: object, required: [a], additionalProperties: { type: integer } }
B: { allOf: [{ type: object, additionalProperties: { type: integer } }, { required: [a] }] }
C: { type: object, required: [a, x-a], patternProperties: { "^x-": { type: boolean } }, additionalProperties: { type: integer } }
D: { type: object, required: [a], patternProperties: { "^.*$": { type: boolean } } }
E: { type: object, required: [a], patternProperties: { "a$": { type: boolean } }, additionalProperties: { type: integer } }
F: { type: object, required: [a], properties: { a: {} }, additionalProperties: { type: integer } }`,
      want: `
/** Each value: Integer. */
export interface A {
  /** Integer. */
  a: number;
  [name: string]: number;
}

/** Each value: Integer. */
export interface B {
  /** Integer. */
  a: number;
  [name: string]: number;
}

/**
 * Described names: \`^x-\`.
 *
 * Each value: Integer.
 */
export interface C {
  /** Integer. */
  a: number;
  "x-a": boolean;
  [name: \`x-\${string}\`]: boolean;
  [name: string]: number | boolean;
}

/** Described names: \`^.*$\`. */
export interface D {
  a: boolean;
  [name: string]: boolean;
}

/**
 * Described names: \`a$\`.
 *
 * Each value: Integer.
 */
export interface E {
  a: unknown;
  [name: string]: unknown;
}

/** Each value: Integer. */
export interface F {
  a: unknown;
  [name: string]: unknown;
}`,
    },
    {
      title: "dependentRequired",
      given: `
A: { type: object, properties: { a: { type: string }, b: { type: string } }, dependentRequired: { a: [b], b: [] } }`,
      want: `
/** With \`a\` also \`b\`. */
export interface A {
  a?: string;
  b?: string;
}`,
    },
    {
      title: "constraints of parts that have no declaration of their own",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
Items: { type: array, items: { type: string, maxLength: 5, description: "A word." } }
Values: { type: object, additionalProperties: { type: integer, minimum: 1 } }
Either: { oneOf: [{ type: string, minLength: 3 }, { type: integer, minimum: 5 }] }
Parts: { allOf: [{ $ref: "#/components/schemas/Object" }, { type: object, properties: { b: { type: string } }, maxProperties: 4 }, { minProperties: 1 }] }
Object: { type: object, properties: { a: { type: string } } }
Stricter: { allOf: [{ type: string, maxLength: 5, pattern: "^a" }, { maxLength: 3, pattern: "b$" }] }`,
      want: `
/**
 * As string: Minimum length: 3.
 *
 * As number: Integer. Minimum: 5.
 */
export type Either = string | number;

/** Each item: A word. Maximum length: 5. */
export type Items = string[];

export interface ObjectModel {
  a?: string;
}

/** Minimum members: 1. Maximum members: 4. */
export interface Parts extends ObjectModel {
  b?: string;
}

/** Maximum length: 3. Pattern: \`^a\`. Also matches \`{"pattern":"b$"}\`. */
export type Stricter = string;

/** Each value: Integer. Minimum: 1. */
export type Values = { [name: string]: number };`,
    },
    {
      title: "listed numbers: 64-bit integers in words, what no such integer can be as it is",
      given: `
A: { type: number, enum: [0.5, 1.0e+300] }
B: { type: number, enum: [1, 1.0e+21, -1.0e-7] }
C: { type: number, enum: [0.5, 9007199254740993] }
D: { type: integer, enum: [1, 18446744073709551615] }
E: { const: 1.0e+21 }`,
      want: `
export type A = 0.5 | 1e300 | UnlistedNumber;

export type B = 1 | 1e21 | -1e-7 | UnlistedNumber;

/** One of: 0.5, 9007199254740993. */
export type C = number;

/** Format: int64. One of: 1, 18446744073709551615. */
export type D = number | bigint;

export type E = 1e21;`,
    },
    {
      title: "bounds, enum and default beyond 2^53 keep their digits, or are left out",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { type: integer, format: int64, minimum: -9223372036854775808, maximum: 9223372036854775807 }
B: { type: integer, format: int64, enum: [9007199254740993, 1], default: 9007199254740993 }
C: { type: integer, format: int64, minimum: 0, maximum: 9007199254740991 }`,
      want: `
/**
 * Format: int64. Minimum: -9223372036854775808. Maximum: 9223372036854775807.
 */
export type A = number | bigint;

/** Format: int64. One of: 9007199254740993, 1. */
export type B = number | bigint;

/** Format: int64. Minimum: 0. Maximum: 9007199254740991. */
export type C = number;`,
    },
  ]);
});

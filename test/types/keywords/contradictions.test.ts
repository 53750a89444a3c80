import { describe } from "vitest";
import { testKeywords } from "./keyword-row.js";

describe("schemas that contradict themselves", () => {
  testKeywords([
    {
      title: "parts of an allOf without a value in common are never, and said so",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { allOf: [{ type: string }, { type: integer }] }
B: { allOf: [{ $ref: "#/components/schemas/Text" }, { type: object, properties: { a: { type: string } } }] }
C: { allOf: [{ type: string, enum: [a, b] }, { type: string, enum: [c] }] }
D: { allOf: [{ type: string }, { oneOf: [{ type: boolean }, { type: array, items: { type: string } }] }] }
E: { type: string, enum: [a], allOf: [{ enum: [b, c] }] }
F: { type: object, properties: { a: { allOf: [{ type: string }, { type: boolean }] } } }
G: { type: object, properties: { a: { type: string } }, allOf: [{ type: string }] }
Text: { type: string }`,
      want: `
export type A = never;

export type B = never;

export type C = never;

export type D = never;

export type E = never;

export interface F {
  a?: never;
}

export type G = never;

export type Text = string;`,
      says: [
        "No value matches all of `allOf/0: string`, `allOf/1: number`; the type is `never`.",
        "No value matches all of `allOf/0: string`, `allOf/1: object`; the type is `never`.",
        'No value matches all of `allOf/0: "a" or "b"`, `allOf/1: "c"`; the type is `never`.',
        "No value matches all of `allOf/0: string`, `allOf/1: array or boolean`; the type is `never`.",
        'No value matches all of `enum: "a"`, `allOf/0: "b" or "c"`; the type is `never`.',
        "No value matches all of `allOf/0: string`, `allOf/1: boolean`; the type is `never`.",
        "No value matches all of `type: object`, `allOf/0: string`; the type is `never`.",
      ],
    },
    {
      title: "null where both allow it, and where it stands beside what excludes itself",
      given: `
A: { allOf: [{ type: [string, "null"] }, { type: [integer, "null"] }] }
B: { anyOf: [{ allOf: [{ type: string }, { type: integer }] }, { type: "null" }] }`,
      want: `
export type A = (string | null) & (number | null);

export type B = null;`,
      says: ["No value matches all of `allOf/0: string`, `allOf/1: number`; the type is `never`."],
    },
    {
      title: "nullable beside what excludes itself: null is left, and nothing else",
      dialects: ["3.0"],
      given: `
A: { nullable: true, allOf: [{ type: string, enum: [a] }, { type: string, enum: [b] }] }
B: { nullable: true, type: string, allOf: [{ type: integer }] }
C: { allOf: [{ type: string, enum: [a], nullable: true }, { type: string, enum: [b], nullable: true }] }`,
      want: `
export type A = null;

/** Integer. */
export type B = number | null;

export type C = null;`,
      says: [
        'Only null matches all of `allOf/0: "a"`, `allOf/1: "b"`; the type is `null`.',
        "`type` contradicts its sibling keywords: `type: string`, `allOf/0: number`. The client ignores `type`.",
      ],
    },
    {
      title: "a type alone beside parts of another type: the parts are meant",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { type: object, allOf: [{ $ref: "#/components/schemas/Text" }] }
B: { type: object, oneOf: [{ $ref: "#/components/schemas/Text" }, { type: boolean }] }
Text: { type: string }`,
      want: `
export type A = Text;

export type B = Text | boolean;

export type Text = string;`,
      says: [
        "`type` contradicts its sibling keywords: `type: object`, `allOf/0: string`. The client ignores `type`.",
        "`type` contradicts its sibling keywords: `type: object`, `oneOf: boolean or string`. The client ignores `type`.",
      ],
    },
    {
      title: "a type that allows null beside parts of another type: the parts are meant, or null",
      dialects: ["3.1", "3.2"],
      given: `
A: { type: "null", oneOf: [{ type: number }, { $ref: "#/components/schemas/Text" }] }
B: { type: [object, "null"], allOf: [{ $ref: "#/components/schemas/Text" }] }
Text: { type: string }`,
      want: `
export type A = number | Text | null;

export type B = Text | null;

export type Text = string;`,
      says: [
        "`type` contradicts its sibling keywords: `type: null`, `oneOf: number or string`. The client keeps only the null of `type`.",
        "`type` contradicts its sibling keywords: `type: object or null`, `allOf/0: string`. The client keeps only the null of `type`.",
      ],
    },
    {
      title: "a member that two parts describe without a value in common",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { allOf: [{ type: object, properties: { k: { type: string } } }, { type: object, required: [k], properties: { k: { type: boolean } } }] }
Base: { type: object, properties: { k: { type: string, enum: [a] } } }
Heir: { allOf: [{ $ref: "#/components/schemas/Base" }], properties: { k: { type: string, enum: [b] } } }
Long: { allOf: [{ type: object, properties: { k: { type: string, enum: [a, b, c, d, e, f, g] } } }, { type: object, properties: { k: { type: string, enum: [h] } } }] }
More: { allOf: [{ $ref: "#/components/schemas/Heir" }, { type: object, properties: { m: { type: string } } }] }`,
      want: `
export interface A {
  k: never;
}

export interface Base {
  k?: "a";
}

export interface Heir {
  k?: never;
}

export interface Long {
  k?: ("a" | "b" | "c" | "d" | "e" | "f" | "g" | Unlisted) & "h";
}

export interface More extends Heir {
  m?: string;
}`,
      says: [
        "No value of the member `k` matches all of `allOf/0: string`, `allOf/1: boolean`.",
        'No value of the member `k` matches all of `properties: "b"`, `allOf/0: "a"`.',
        'No value of the member `k` matches all of `allOf/0: "a" or "b" or "c" or "d" or "e" or 2 further values`, `allOf/1: "h"`.',
      ],
    },
    {
      title: "additionalProperties: false beside parts with other members: they are allowed, and it is said",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { allOf: [{ $ref: "#/components/schemas/Closed" }, { type: object, properties: { b: { type: string } } }] }
B: { allOf: [{ $ref: "#/components/schemas/Open" }], properties: { b: { type: string } }, additionalProperties: false }
C: { allOf: [{ $ref: "#/components/schemas/Open" }], properties: { b: { type: string }, o: {} }, additionalProperties: false }
D: { allOf: [{ $ref: "#/components/schemas/Closed" }], properties: { a: { maxLength: 3 } } }
E: { allOf: [{ $ref: "#/components/schemas/Closed" }], properties: { b: {}, c: {}, d: {}, e: {}, f: {}, g: {} } }
Closed: { type: object, additionalProperties: false, properties: { a: { type: string } } }
Open: { type: object, properties: { o: { type: string } } }`,
      want: `
export interface A extends Closed {
  b?: string;
}

export interface B extends Open {
  b?: string;
}

export interface C extends Open {
  b?: string;
}

export interface Closed {
  a?: string;
}

export interface D extends Closed {
  /** Maximum length: 3. */
  a?: string;
}

export interface E extends Closed {
  b?: unknown;
  c?: unknown;
  d?: unknown;
  e?: unknown;
  f?: unknown;
  g?: unknown;
}

export interface Open {
  o?: string;
}`,
      says: [
        "`additionalProperties: false` at `allOf/0` forbids members that sibling keywords describe: `b`. The client allows them.",
        "`additionalProperties: false` at `properties` forbids members that sibling keywords describe: `o`. The client allows them.",
        "`additionalProperties: false` at `allOf/0` forbids members that sibling keywords describe: `b`, `c`, `d`, `e`, `f` and 1 more. The client allows them.",
      ],
    },
    {
      title: "nothing is said of what agrees",
      given: `
A: { allOf: [{ type: [string, integer] }, { type: string, maxLength: 3 }] }
B: { allOf: [{ enum: [a, b, c] }, { enum: [b, c] }, { type: string }] }
C: { allOf: [{ type: number }, { type: integer }] }
D: { allOf: [{ oneOf: [{ $ref: "#/components/schemas/D1" }, { type: string }] }, { type: string }] }
D1: { type: object, properties: { d: { $ref: "#/components/schemas/D" } } }`,
      want: `
/** Maximum length: 3. */
export type A = string;

export type B = "b" | "c" | Unlisted;

/** Integer. */
export type C = number;

export type D = string;

export interface D1 {
  d?: D;
}`,
    },
  ]);
});

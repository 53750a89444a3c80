import { describe } from "vitest";
import { testKeywords } from "./keyword-row.js";

describe("OpenAPI, Schema Object: what it adds to JSON Schema; annotations (JSON Schema validation, 7 to 9)", () => {
  testKeywords([
    {
      title: "nullable in every spelling",
      dialects: ["3.0"],
      used: "request",
      given: `
A: { type: string, nullable: true }
B: { $ref: "#/components/schemas/A", nullable: true }
C: { allOf: [{ $ref: "#/components/schemas/S" }], nullable: true }
D: { type: string, enum: [a, b], nullable: true }
E: { type: string, enum: [a, b, null], nullable: true }
F: { type: string, enum: [a, b, null] }
G: { nullable: true }
H: { type: object, nullable: true }
I: { type: array, items: { type: string, nullable: true }, nullable: true }
J: { oneOf: [{ $ref: "#/components/schemas/S" }, { $ref: "#/components/schemas/T" }], nullable: true }
K: { anyOf: [{ type: string, nullable: true }, { type: boolean }] }
L: { nullable: true, properties: { a: { type: string } } }
Q: { allOf: [{ $ref: "#/components/schemas/Obj" }, { nullable: true }] }
S: { type: string }
T: { type: boolean }
Obj: { type: object, properties: { a: { type: string } } }
V: { type: string, nullable: false }
W: { type: integer, format: int64, nullable: true, minimum: 0, maximum: 100 }`,
      want: `
export type A = string | null;

export type B = A;

export type C = S | null;

export type D = "a" | "b" | null;

export type E = "a" | "b" | null;

export type F = "a" | "b" | null;

export type G = unknown;

export type H = { [name: string]: unknown } | null;

export type I = (string | null)[] | null;

export type J = S | T | null;

export type K = string | boolean | null;

export type L = LObject | null;

export interface LObject {
  a?: string;
}

export interface Obj {
  a?: string;
}

export type Q = Obj;

export type S = string;

export type T = boolean;

export type V = string;

/** Format: int64. Minimum: 0. Maximum: 100. */
export type W = number | null;`,
      says: [
        "OpenAPI 3.0 ignores what stands beside a `$ref`: `nullable`. To have it meant, put the reference into an `allOf`.",
      ],
    },
    {
      title: "nullable, which 3.1 does not have and people still write",
      dialects: ["3.1"],
      used: "request",
      given: `
A: { type: string, nullable: true }
B: { $ref: "#/components/schemas/A", nullable: true }`,
      want: `
export type A = string | null;

export type B = A | null;`,
      says: [
        "Property `nullable` is not expected here. In a schema, `nullable: true` is understood all the same.",
      ],
    },
    {
      title: "readOnly and writeOnly, and both at once",
      used: "both",
      given: `
A: { type: object, properties: { r: { type: string, readOnly: true }, w: { type: string, writeOnly: true }, both: { type: string, readOnly: true, writeOnly: true } } }`,
      want: `
export interface A {
  both?: string;
  /** Read-only. */
  r?: string;
}

export interface AInput {
  both?: string;
  /** Write-only. */
  w?: string;
}`,
      says: ["The schema is both read-only and write-only; it is taken as neither."],
    },
    {
      title: "title, description, default, deprecated, externalDocs",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { type: string, title: T, description: D., default: x, deprecated: true, externalDocs: { url: "https://docs.example/a", description: More } }
B: { type: string, title: Only a title }`,
      want: `
/**
 * D. Default: \`"x"\`.
 *
 * @see More: https://docs.example/a
 * @deprecated
 */
export type A = string;

/** Only a title */
export type B = string;`,
    },
    {
      title: "examples, and example of 3.0",
      given: `
A: { type: string, examples: [a, b] }
B: { type: string, example: c }`,
      want: `
/** Example: \`"a"\`. */
export type A = string;

/** Example: \`"c"\`. */
export type B = string;`,
    },
    {
      title: "format: of the registry, unknown, and of several types",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { type: string, format: uuid }
B: { type: string, format: made-up }
C: { type: number, format: double }
D: { type: integer, format: int32 }
E: { type: integer, format: int64 }
F: { type: string, format: byte }
G: { type: string, format: binary }
H: { type: string, format: password, example: hidden }
I: { type: boolean, format: flag }`,
      want: `
/** Format: uuid. */
export type A = string;

/** Format: made-up. */
export type B = string;

/** Format: double. */
export type C = number;

/** Format: int32. */
export type D = number;

/** Format: int64. */
export type E = number | bigint;

/** Format: byte. */
export type F = string;

export type G = Blob;

/** Format: password. */
export type H = string;

/** Format: flag. */
export type I = boolean;`,
    },
    {
      title: "contentEncoding, contentMediaType, contentSchema",
      given: `
A: { type: string, contentEncoding: base64, contentMediaType: application/jwt, contentSchema: { type: array } }
B: { type: string, contentMediaType: application/json, contentSchema: { type: object, properties: { a: { type: string } } } }
C: { type: string, contentMediaType: image/png }
D: { type: string, contentEncoding: base64url }`,
      want: `
/**
 * Encoding: base64. Media type: application/jwt. Content matches
 * \`{"type":"array"}\`.
 */
export type A = string;

/**
 * Media type: application/json. Content matches
 * \`{"properties":{"a":{"type":"string"}},"type":"object"}\`.
 */
export type B = string;

/** Media type: image/png. */
export type C = Blob;

/** Encoding: base64url. */
export type D = string;`,
    },
    {
      title: "xml changes no type",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
A: { type: object, xml: { name: a }, properties: { id: { type: string, xml: { attribute: true } } } }`,
      want: `
export interface A {
  id?: string;
}`,
    },
    {
      title: "required beside alternatives has the type that they describe",
      dialects: ["3.0", "3.1", "3.2"],
      used: "request",
      given: `
A: { allOf: [{ oneOf: [{ $ref: "#/components/schemas/B" }, { $ref: "#/components/schemas/C" }] }, { required: [name] }] }
B: { type: object, properties: { name: { type: string } } }
C: { type: object, properties: { name: { type: number }, z: { type: string } } }
D: { anyOf: [{ $ref: "#/components/schemas/B" }, { $ref: "#/components/schemas/C" }], required: [z] }`,
      want: `
export type A = (B | C) & { name: string | number };

export interface B {
  name?: string;
}

export interface C {
  name?: number;
  z?: string;
}

export type D = { z: unknown } & (B | C);`,
    },
    {
      title: "an enum beside another that does not have its values",
      dialects: ["3.0", "3.1", "3.2"],
      used: "request",
      given: `
A: { type: string, enum: [a, b] }
B: { allOf: [{ $ref: "#/components/schemas/A" }], enum: [b, c] }`,
      want: `
export type A = "a" | "b";

export type B = ("b" | "c") & A;`,
      says: [`The list of \`enum\` has values that a list beside it does not: "c".`],
    },
  ]);
});

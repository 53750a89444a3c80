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
Z: { properties: { a: { anyOf: [{ $ref: "#/components/schemas/Obj" }, { type: object, nullable: true }] }, b: { oneOf: [{ nullable: true, description: None. }, { $ref: "#/components/schemas/S" }, { $ref: "#/components/schemas/T" }] }, c: { anyOf: [{ type: string }, { type: object, nullable: true }] }, d: { anyOf: [{ $ref: "#/components/schemas/S" }, { type: integer, nullable: true }] } } }
Y: { $ref: "#/components/schemas/S", allOf: [{ nullable: true }] }
R: { allOf: [{ type: object, nullable: true, description: None on the top. }, { $ref: "#/components/schemas/Obj" }] }
U: { properties: { a: { allOf: [{ nullable: true, type: string }, { enum: [a] }] }, b: { allOf: [{ type: string, nullable: true }, { nullable: true, type: string, maxLength: 4 }] }, c: { allOf: [{ $ref: "#/components/schemas/Obj" }, { type: object, nullable: true, properties: { b: { type: string } } }] } } }
S: { type: string }
T: { type: boolean }
Obj: { type: object, properties: { a: { type: string } } }
X: { properties: { a: { allOf: [{ type: string, nullable: true, description: One or none. }, { nullable: false }] }, b: { allOf: [{ $ref: "#/components/schemas/S" }, { type: string, nullable: true, maxLength: 4 }] }, c: { type: string, allOf: [{ nullable: true }] }, d: { nullable: false, allOf: [{ nullable: true }, { $ref: "#/components/schemas/S" }] }, e: { allOf: [{ nullable: true }, { type: string, nullable: false }] } } }
V: { type: string, nullable: false }
W: { type: integer, format: int64, nullable: true, minimum: 0, maximum: 100 }`,
      want: `
export type A = string | null;

export type B = A | null;

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

export type Q = Obj | null;

/** None on the top. */
export type R = Obj | null;

export type S = string;

export type T = boolean;

export interface U {
  a?: "a" | null;
  /** Maximum length: 4. */
  b?: UB;
  c?: UC2;
}

/** Maximum length: 4. */
export type UB = string | null;

export interface UC {
  b?: string;
}

export type UC2 = Obj & (UC | null);

export type V = string;

/** Format: int64. Minimum: 0. Maximum: 100. */
export type W = number | null;

export interface X {
  /** One or none. */
  a?: string | null;
  /** Maximum length: 4. */
  b?: XB | null;
  c?: string | null;
  d?: S;
  e?: string;
}

/** Maximum length: 4. */
export type XB = S & string;

export type Y = S;

export interface Z {
  a?: Obj | null;
  b?: S | T | null;
  c?: string | { [name: string]: unknown } | null;
  /** As number: Integer. */
  d?: S | number | null;
}`,
      says: [
        "OpenAPI 3.0 ignores `nullable` beside `$ref`; the client allows null.",
        ...Array.from(
          { length: 5 },
          () => "`nullable` in one part of `allOf` does not allow null; the client allows null.",
        ),
        "OpenAPI 3.0 ignores the keywords beside `$ref`: `allOf`.",
        "A `nullable` alternative allows any object and describes no more; the client reads it as null.",
        "A `nullable` alternative allows any value and describes no more; the client reads it as null.",
      ],
    },
    {
      title:
        "a nullable object as an alternative: null beside objects and listed values, an object beside texts or with words",
      dialects: ["3.0"],
      given: `
A: { oneOf: [{ $ref: "#/components/schemas/Txt" }, { type: object, nullable: true }] }
B: { anyOf: [{ $ref: "#/components/schemas/Obj" }, { type: object, nullable: true, description: Free-form settings. }] }
C: { anyOf: [{ $ref: "#/components/schemas/Obj" }, { type: object, nullable: true, example: { a: 1 } }] }
D: { anyOf: [{ $ref: "#/components/schemas/Obj" }, { type: object, nullable: true, title: "null", description: Where it has none., example: null }] }
E: { anyOf: [{ $ref: "#/components/schemas/Listed" }, { type: object, nullable: true }] }
F: { oneOf: [{ $ref: "#/components/schemas/Untyped" }, { $ref: "#/components/schemas/Either" }, { type: object, nullable: true }] }
G: { oneOf: [{ $ref: "#/components/schemas/Mixed" }, { type: object, nullable: true }] }
H: { anyOf: [{ $ref: "#/components/schemas/Txt" }, { nullable: true, default: {} }] }
I: { type: object, anyOf: [{ $ref: "#/components/schemas/Obj" }, { nullable: true }] }
J: { anyOf: [{ $ref: "#/components/schemas/Obj" }, { type: string, nullable: true }, { type: object, nullable: true }] }
Either: { oneOf: [{ $ref: "#/components/schemas/Obj" }, { $ref: "#/components/schemas/Untyped" }] }
Listed: { type: string, enum: [x, y] }
Mixed: { anyOf: [{ $ref: "#/components/schemas/Obj" }, { $ref: "#/components/schemas/Txt" }] }
Obj: { type: object, properties: { a: { type: string } } }
Txt: { type: string }
Untyped: { allOf: [{ properties: { b: { type: string } } }] }`,
      want: `
export type A = Txt | { [name: string]: unknown } | null;

export type B = Obj | { [name: string]: unknown } | null;

export type C = Obj | { [name: string]: unknown } | null;

export type D = Obj | null;

export type E = Listed | null;

export type Either = Obj | Untyped;

export type F = Untyped | Either | null;

export type G = Mixed | { [name: string]: unknown } | null;

export type H = unknown;

export type I = Obj | null;

export type J = Obj | string | { [name: string]: unknown } | null;

export type Listed = "x" | "y" | Unlisted;

export type Mixed = Obj | Txt;

export interface Obj {
  a?: string;
}

export type Txt = string;

export interface Untyped {
  b?: string;
}`,
      says: [
        ...Array.from(
          { length: 4 },
          () =>
            "A `nullable` alternative allows any object and describes no more; the client reads it as null.",
        ),
      ],
    },
    {
      title: "nullable beside a reference, where 3.0 ignores it and published contracts mean it",
      dialects: ["3.0"],
      used: "both",
      given: `
M: { type: object, properties: { list: { $ref: "#/components/schemas/E", nullable: true, description: Of a list., type: string }, object: { type: object, $ref: "#/components/schemas/O", nullable: true }, never: { $ref: "#/components/schemas/O", nullable: false }, each: { type: array, items: { $ref: "#/components/schemas/E", nullable: true } } } }
E: { type: string, enum: [a, b] }
O: { type: object, properties: { x: { type: string } } }`,
      want: `
export type E = "a" | "b" | Unlisted;

export interface M {
  each?: (E | null)[];
  /** Of a list. */
  list?: E | null;
  never?: O;
  object?: O | null;
}

export interface O {
  x?: string;
}`,
      says: Array.from(
        { length: 3 },
        () => "OpenAPI 3.0 ignores `nullable` beside `$ref`; the client allows null.",
      ),
    },
    {
      title: "an object of which nothing is left in requests is any object, whatever was read, and no text",
      dialects: ["3.0", "3.1"],
      used: "both",
      given: `
Account: { type: object, properties: { id: { $ref: "#/components/schemas/Id" } } }
Heir: { allOf: [{ $ref: "#/components/schemas/Account" }, { type: object, properties: { name: { type: string } } }] }
Id: { type: string, readOnly: true }
Zone: { type: object, required: [account], properties: { account: { $ref: "#/components/schemas/Account" }, owner: { type: object, required: [id], properties: { id: { type: string, readOnly: true } } } } }`,
      want: `
export interface Account {
  id?: Id;
}

/** Nothing of it is sent: all its members are read-only. */
export type AccountInput = object;

export interface Heir extends Account {
  name?: string;
}

export interface HeirInput extends AccountInput {
  name?: string;
}

/** Read-only. */
export type Id = string;

export interface Zone {
  account: Account;
  owner?: ZoneOwner;
}

export interface ZoneInput {
  account: AccountInput;
  owner?: ZoneOwnerInput;
}

export interface ZoneOwner {
  /** Read-only. */
  id: string;
}

/** Nothing of it is sent: all its members are read-only. */
export type ZoneOwnerInput = object;`,
    },
    {
      title: "a title that only says the name again is left out; so is what an heir says of a member again",
      used: "request",
      given: `
List_Options: { type: object, title: List Options, properties: { page_size: { type: integer, title: Page Size }, sort: { type: string, title: Order of what is listed }, limit: { type: integer, default: 10, description: How many. } } }
Further: { allOf: [{ $ref: "#/components/schemas/List_Options" }, { type: object, properties: { limit: { type: integer, default: 10, description: How many at most. } } }] }`,
      want: `
export interface Further extends ListOptions {
  /**
   * How many at most. Integer. Default: \`10\`.
   *
   * How many.
   */
  limit?: number;
}

export interface ListOptions {
  /** How many. Integer. Default: \`10\`. */
  limit?: number;
  /** Integer. */
  page_size?: number;
  /** Order of what is listed */
  sort?: string;
}`,
    },
    {
      title: "what is said of one alternative beside null is said as in a list of types",
      used: "request",
      given: `
M:
  properties:
    any: { anyOf: [{ type: string, maxLength: 255, format: email, pattern: ^a, description: Inner words., default: x, examples: [y], deprecated: true }, { type: "null" }], title: Any }
    age: { oneOf: [{ type: "null" }, { type: integer, minimum: 0, maximum: 9 }] }
    both: { anyOf: [{ type: string, minLength: 2, description: Inner words. }, { type: "null" }], maxLength: 5, description: Outer words. }
    kinds: { anyOf: [{ type: [string, boolean], minLength: 2 }, { type: "null" }] }
    lists: { anyOf: [{ type: array, items: { type: string }, maxItems: 3 }, { type: "null" }] }
    items: { type: array, items: { anyOf: [{ type: string, maxLength: 4 }, { type: "null" }] } }
    object: { anyOf: [{ type: object, properties: { x: { type: string } }, minProperties: 1, description: Inner words. }, { type: "null" }] }
    over: { anyOf: [{ allOf: [{ $ref: "#/components/schemas/N" }], description: Inner words. }, { type: "null" }] }
    part: { allOf: [{ type: string, maxLength: 3, description: Inner words. }], nullable: true }
    secret: { anyOf: [{ type: string, format: password, default: hush }, { type: "null" }] }
N: { type: object, properties: { y: { type: string } } }`,
      want: `
export interface M {
  /** Integer. Minimum: 0. Maximum: 9. */
  age?: number | null;
  /**
   * Inner words.
   *
   * Format: email. Maximum length: 255. Pattern: \`^a\`. Default: \`"x"\`. Example:
   * \`"y"\`.
   *
   * @deprecated
   */
  any?: string | null;
  /** Outer words. Minimum length: 2. Maximum length: 5. */
  both?: string | null;
  /** Each item: Maximum length: 4. */
  items?: (string | null)[];
  /** Minimum length: 2. */
  kinds?: string | boolean | null;
  /** Maximum items: 3. */
  lists?: string[] | null;
  /** Inner words. Minimum members: 1. */
  object?: MObject | null;
  /** Inner words. */
  over?: N | null;
  /** Inner words. Maximum length: 3. */
  part?: string | null;
  /** Format: password. */
  secret?: string | null;
}

/** Inner words. Minimum members: 1. */
export interface MObject {
  x?: string;
}

export interface N {
  y?: string;
}`,
      says: ["Property `nullable` is not expected here. In a schema, the client applies `nullable: true`."],
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
      says: ["Property `nullable` is not expected here. In a schema, the client applies `nullable: true`."],
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
      says: ["The schema is both `readOnly` and `writeOnly`; the client ignores both."],
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
      says: ['`enum` lists values that a sibling `enum` does not list: `"c"`.'],
    },
  ]);
});

import { describe } from "vitest";
import { testKeywords } from "./keyword-row.js";

describe("OpenAPI, Discriminator Object", () => {
  testKeywords([
    {
      title: "discriminator: explicit by name and by reference, partial, implicit",
      dialects: ["3.0", "3.1", "3.2"],
      used: "request",
      given: `
Explicit: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }], discriminator: { propertyName: kind, mapping: { a: A, b: "#/components/schemas/B" } } }
Partial: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }], discriminator: { propertyName: kind, mapping: { a: A } } }
Implicit: { anyOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }], discriminator: { propertyName: kind } }
Several: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }], discriminator: { propertyName: kind, mapping: { x: A, y: A, b: B } } }
A: { type: object, required: [kind], properties: { kind: { type: string }, a: { type: string } } }
B: { type: object, required: [kind], properties: { kind: { type: string }, b: { type: string } } }`,
      want: `
export interface A {
  a?: string;
  kind: string;
}

export interface B {
  b?: string;
  kind: string;
}

export type Explicit = (A & { kind: "a" }) | (B & { kind: "b" });

export type Implicit = (A & { kind: "A" }) | (B & { kind: "B" });

export type PartialModel = (A & { kind: "a" }) | (B & { kind: "B" });

export type Several = (A & { kind: "x" | "y" }) | (B & { kind: "b" });`,
    },
    {
      title: "discriminator: members that do not declare its property, or tell it by literals of their own",
      dialects: ["3.0", "3.1", "3.2"],
      used: "request",
      given: `
Undeclared: { oneOf: [{ $ref: "#/components/schemas/D" }, { $ref: "#/components/schemas/E" }], discriminator: { propertyName: kind } }
Own: { oneOf: [{ $ref: "#/components/schemas/F" }, { $ref: "#/components/schemas/E" }], discriminator: { propertyName: kind, mapping: { f1: F, f2: F, e: E } } }
D: { type: object, properties: { d: { type: string } } }
E: { type: object, properties: { e: { type: string }, kind: { type: string } } }
F: { type: object, required: [kind], properties: { kind: { type: string, enum: [f1, f2] } } }`,
      want: `
export interface D {
  d?: string;
}

export interface E {
  e?: string;
  kind?: string;
}

export interface F {
  kind: "f1" | "f2";
}

export type Own = F | (E & { kind: "e" });

export type Undeclared = (D & { kind: "D" }) | (E & { kind: "E" });`,
    },
    {
      title: "discriminator: an inline alternative, and null",
      used: "request",
      given: `
Inline: { oneOf: [{ $ref: "#/components/schemas/A" }, { type: object, properties: { kind: { const: z } } }, { type: "null" }], discriminator: { propertyName: kind } }
A: { type: object, required: [kind], properties: { kind: { type: string } } }`,
      want: `
export interface A {
  kind: string;
}

export type Inline = (A & { kind: "A" }) | InlineZ | null;

export interface InlineZ {
  kind?: "z";
}`,
    },
    {
      title: "discriminator: a mapping that leads to no alternative",
      dialects: ["3.0", "3.1", "3.2"],
      used: "request",
      given: `
Stray: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }], discriminator: { propertyName: kind, mapping: { c: C, q: Missing } } }
A: { type: object, required: [kind], properties: { kind: { type: string } } }
B: { type: object, properties: { b: { type: string } } }
C: { type: object }`,
      want: `
export interface A {
  kind: string;
}

export interface B {
  b?: string;
}

export type C = { [name: string]: unknown };

export type Stray = (A & { kind: "A" }) | (B & { kind: "B" });`,
      says: [
        `The discriminator leads from "c" to "C", which is none of the alternatives; it is left out.`,
        `The discriminator leads from "q" to "Missing", which is none of the alternatives; it is left out.`,
      ],
    },
    {
      title: "discriminator: defaultMapping takes every other value, and none",
      dialects: ["3.2"],
      used: "request",
      given: `
P: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }], discriminator: { propertyName: kind, mapping: { a: A }, defaultMapping: B } }
Q: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }], discriminator: { propertyName: kind, mapping: { a: A }, defaultMapping: "#/components/schemas/B" } }
A: { type: object, properties: { kind: { type: string }, a: { type: string } } }
B: { type: object, properties: { kind: { type: string }, b: { type: string } } }`,
      want: `
export interface A {
  a?: string;
  kind?: string;
}

export interface B {
  b?: string;
  kind?: string;
}

export type P = (A & { kind: "a" }) | B;

export type Q = (A & { kind: "a" }) | B;`,
    },
    {
      title: "discriminator: defaultMapping among heirs",
      dialects: ["3.2"],
      used: "request",
      given: `
Pet: { type: object, properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { dog: Dog }, defaultMapping: OtherPet } }
Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { bark: { type: boolean } } }] }
OtherPet: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { what: { type: string } } }] }`,
      want: `
export interface Dog extends PetBase {
  bark?: boolean;
}

export interface OtherPet extends PetBase {
  what?: string;
}

export type Pet = (Dog & { kind: "dog" }) | OtherPet;

export interface PetBase {
  kind?: string;
}`,
    },
    {
      title: "discriminator: through allOf, explicit, implicit, and told by the heir itself",
      dialects: ["3.0", "3.1", "3.2"],
      used: "request",
      given: `
Base: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { x: "#/components/schemas/X" } } }
X: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, properties: { kind: { type: string, enum: [x] }, x: { type: string } } }] }
Y: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, properties: { y: { type: string } } }] }
Alone: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }`,
      want: `
export interface Alone {
  kind: string;
}

export type Base = X | (Y & { kind: "Y" });

export interface BaseBase {
  kind: string;
}

export interface X extends BaseBase {
  kind: "x";
  x?: string;
}

export interface Y extends BaseBase {
  y?: string;
}`,
    },
  ]);
});

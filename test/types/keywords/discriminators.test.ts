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
  kind: string;
  a?: string;
}

export interface B {
  kind: string;
  b?: string;
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
      says: [
        "The discriminator `kind` is not required, and OpenAPI does not define its absence; the types require it.",
        "The discriminator `kind` is not required, and OpenAPI does not define its absence; the types require it.",
      ],
    },
    {
      title: "discriminator: values that a member mentions, and no mapping",
      used: "request",
      given: `
Said: { oneOf: [{ $ref: "#/components/schemas/J" }, { $ref: "#/components/schemas/K" }, { $ref: "#/components/schemas/L" }], discriminator: { propertyName: kind } }
J: { type: object, required: [kind], properties: { kind: { type: string, default: j_kind } } }
K: { allOf: [{ type: object, required: [kind], properties: { kind: { type: string, example: k_kind } } }] }
L: { type: object, required: [kind], properties: { kind: { type: string, default: L, example: l_kind } } }`,
      want: `
export interface J {
  /** Default: \`"j_kind"\`. */
  kind: string;
}

export interface K {
  /** Example: \`"k_kind"\`. */
  kind: string;
}

export interface L {
  /** Default: \`"L"\`. Example: \`"l_kind"\`. */
  kind: string;
}

export type Said =
  (J & { kind: "J" }) | (K & { kind: "K" }) | (L & { kind: "L" });`,
      says: [
        "No mapping leads to `J`; its `kind` is taken to be `J`, although the schema mentions `j_kind`.",
        "No mapping leads to `K`; its `kind` is taken to be `K`, although the schema mentions `k_kind`.",
      ],
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
        "The mapping `c` leads to `C`, which is not one of the alternatives; the client ignores it.",
        "The mapping `q` leads to `Missing`, which is not one of the alternatives; the client ignores it.",
        "The discriminator `kind` is not required, and OpenAPI does not define its absence; the types require it.",
      ],
    },
    {
      title: "discriminator: a mapping that contradicts the literals of its member says nothing, and is told",
      dialects: ["3.0", "3.1", "3.2"],
      used: "request",
      given: `
Union: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/One" }, { $ref: "#/components/schemas/Yes" }], discriminator: { propertyName: kind, mapping: { puss: Cat, "1.0": One, "True": Yes } } }
Cat: { type: object, required: [kind], properties: { kind: { type: string, enum: [cat, tom] } } }
One: { type: object, required: [kind], properties: { kind: { type: integer, enum: [1] } } }
Yes: { type: object, required: [kind], properties: { kind: { type: boolean, enum: [true] } } }
Base: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { x: X, y: Y } } }
X: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, properties: { kind: { type: string, enum: [ex] } } }] }
Y: { allOf: [{ $ref: "#/components/schemas/Base" }] }
Z: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, properties: { kind: { type: string, enum: [zed] } } }] }`,
      want: `
export type Base = X | (Y & { kind: "y" }) | Z;

export interface BaseBase {
  kind: string;
}

export interface Cat {
  kind: "cat" | "tom";
}

export interface One {
  kind: 1;
}

export type Union = Cat | One | Yes;

export interface X extends BaseBase {
  kind: "ex";
}

export type Y = BaseBase;

export interface Yes {
  kind: true;
}

export interface Z extends BaseBase {
  kind: "zed";
}`,
      says: [
        'The mapping `x` leads to `X`, whose `kind` can only be `"ex"`. The client follows the schema.',
        'The mapping `puss` leads to `Cat`, whose `kind` can only be `"cat"`, `"tom"`. The client follows the schema.',
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
      title: "discriminator: a defaultMapping that leads to no alternative",
      dialects: ["3.2"],
      used: "request",
      given: `
P: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }], discriminator: { propertyName: kind, mapping: { a: A }, defaultMapping: C } }
A: { type: object, required: [kind], properties: { kind: { type: string } } }
B: { type: object, required: [kind], properties: { kind: { type: string } } }
C: { type: object }`,
      want: `
export interface A {
  kind: string;
}

export interface B {
  kind: string;
}

export type C = { [name: string]: unknown };

export type P = (A & { kind: "a" }) | (B & { kind: "B" });`,
      says: ["`defaultMapping` is `C`, which is not one of the alternatives; the client ignores it."],
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
    {
      title: "discriminator: literals of members beside names that are none of them, in answers",
      dialects: ["3.0", "3.1", "3.2"],
      given: `
Listed: { oneOf: [{ $ref: "#/components/schemas/One" }, { $ref: "#/components/schemas/Two" }], discriminator: { propertyName: kind } }
Named: { oneOf: [{ $ref: "#/components/schemas/One" }, { $ref: "#/components/schemas/Three" }], discriminator: { propertyName: kind } }
Single: { oneOf: [{ $ref: "#/components/schemas/One" }, { $ref: "#/components/schemas/Four" }], discriminator: { propertyName: kind } }
Perhaps: { oneOf: [{ $ref: "#/components/schemas/One" }, { $ref: "#/components/schemas/Five" }], discriminator: { propertyName: kind } }
Nested: { oneOf: [{ $ref: "#/components/schemas/Single" }, { $ref: "#/components/schemas/Two" }], discriminator: { propertyName: kind } }
One: { type: object, required: [kind], properties: { kind: { type: string }, one: { type: string } } }
Two: { type: object, required: [kind], properties: { kind: { type: string, enum: [two, deux] } } }
Three: { type: object, required: [kind], properties: { kind: { $ref: "#/components/schemas/Kind" } } }
Kind: { type: string, enum: [three, trois] }
Four: { type: object, required: [kind], properties: { kind: { $ref: "#/components/schemas/Only" } } }
Only: { type: string, enum: [four] }
Five: { type: object, properties: { kind: { type: string, enum: [five] } } }`,
      want: `
export interface Five {
  kind?: "five";
}

export interface Four {
  kind: Only;
}

export type Kind = "three" | "trois" | Unlisted;

export type Listed = OpenUnion<(One & { kind: "One" }) | Two, "kind">;

export type Named = OpenUnion<(One & { kind: "One" }) | Three, "kind">;

export type Nested = OpenUnion<Single | Two, "kind">;

export interface One {
  kind: string;
  one?: string;
}

export type Only = "four";

export type Perhaps = OpenUnion<(One & { kind: "One" }) | Five, "kind">;

export type Single = OpenUnion<(One & { kind: "One" }) | Four, "kind">;

export interface Three {
  kind: Kind;
}

export interface Two {
  kind: "two" | "deux" | Unlisted;
}`,
    },
    {
      title: "discriminator: literals of members beside names that are none of them, in requests",
      dialects: ["3.0", "3.1", "3.2"],
      used: "request",
      given: `
Union: { oneOf: [{ $ref: "#/components/schemas/One" }, { $ref: "#/components/schemas/Three" }, { $ref: "#/components/schemas/Four" }, { $ref: "#/components/schemas/Five" }], discriminator: { propertyName: kind, mapping: { fuenf: Five } } }
One: { type: object, required: [kind], properties: { kind: { type: string }, one: { type: string } } }
Three: { allOf: [{ type: object, required: [kind], properties: { kind: { $ref: "#/components/schemas/Kind" } } }] }
Kind: { type: string, enum: [three, trois] }
Four: { type: object, required: [kind], properties: { kind: { $ref: "#/components/schemas/Only" } } }
Only: { type: string, enum: [four] }
Five: { type: object, properties: { kind: { type: string, enum: [five] } } }`,
      want: `
export interface Five {
  kind?: "five";
}

export interface Four {
  kind: Only;
}

export type Kind = "three" | "trois";

export interface One {
  kind: string;
  one?: string;
}

export type Only = "four";

export interface Three {
  kind: Kind;
}

export type Union = (One & { kind: "One" }) | Three | Four | Five;`,
      says: [
        'The mapping `fuenf` leads to `Five`, whose `kind` can only be `"five"`. The client follows the schema.',
      ],
    },
    {
      title: "discriminator: an enum that members share goes to those that the mapping, or their name, says",
      used: "request",
      given: `
Shared: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }], discriminator: { propertyName: kind, mapping: { cat: Cat } } }
Cat: { type: object, required: [kind], properties: { kind: { $ref: "#/components/schemas/Kind" }, lives: { type: string } } }
Dog: { type: object, required: [kind], properties: { kind: { $ref: "#/components/schemas/Kind" }, bark: { type: string } } }
Kind: { type: string, enum: [cat, dog] }`,
      want: `
export interface Cat {
  kind: Kind;
  lives?: string;
}

export interface Dog {
  kind: Kind;
  bark?: string;
}

export type Kind = "cat" | "dog";

export type Shared = (Cat & { kind: "cat" }) | (Dog & { kind: "dog" });`,
    },
    ...(
      [
        ["response", " | Unlisted"],
        ["request", ""],
      ] as const
    ).map(([used, more]) => ({
      title: `discriminator: a value of the base without an heir, ${used}`,
      used,
      given: `
Vehicle: { type: object, required: [kind], properties: { kind: { type: string, enum: [Car, Truck, Bike] } }, discriminator: { propertyName: kind } }
Car: { allOf: [{ $ref: "#/components/schemas/Vehicle" }, { type: object, properties: { doors: { type: string } } }] }
Truck: { allOf: [{ $ref: "#/components/schemas/Vehicle" }, { type: object, properties: { load: { type: string } } }] }`,
      want: `
export interface Car extends VehicleBase {
  doors?: string;
}

export interface Truck extends VehicleBase {
  load?: string;
}

export type Vehicle =
  | (Car & { kind: "Car" })
  | (Truck & { kind: "Truck" })
  | (VehicleBase & { kind: "Bike"${more} });

export interface VehicleBase {
  kind: "Car" | "Truck" | "Bike"${more};
}`,
    })),
    {
      title:
        "discriminator: values of the base that lead to none of its heirs stay with it, whoever may have them",
      used: "request",
      given: `
Shape: { type: object, required: [kind], properties: { kind: { type: string, enum: [circle, blob, x] } }, discriminator: { propertyName: kind, mapping: { circle: Circle } } }
Circle: { allOf: [{ $ref: "#/components/schemas/Shape" }, { type: object, properties: { r: { type: string } } }] }
Mesh: { allOf: [{ $ref: "#/components/schemas/Shape" }, { type: object, properties: { m: { type: string } } }] }
Pipe: { type: object, required: [kind], properties: { kind: { type: string, enum: [long, short] } }, discriminator: { propertyName: kind, mapping: { long: Long } } }
Long: { allOf: [{ $ref: "#/components/schemas/Pipe" }, { type: object, properties: { l: { type: string } } }] }`,
      want: `
export interface Circle extends ShapeBase {
  r?: string;
}

export interface Long extends PipeBase {
  l?: string;
}

export interface Mesh extends ShapeBase {
  m?: string;
}

export type Pipe = (Long & { kind: "long" }) | (PipeBase & { kind: "short" });

export interface PipeBase {
  kind: "long" | "short";
}

export type Shape =
  | (Circle & { kind: "circle" })
  | (Mesh & { kind: "blob" | "x" })
  | (ShapeBase & { kind: "blob" | "x" });

export interface ShapeBase {
  kind: "circle" | "blob" | "x";
}`,
    },
    {
      title: "discriminator: where no value of the base leads to any heir, each may have all",
      used: "request",
      given: `
Pet: { type: object, required: [kind], properties: { kind: { type: string, enum: [cat, dog] } }, discriminator: { propertyName: kind } }
Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { c: { type: string } } }] }
Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { d: { type: string } } }] }`,
      want: `
export interface Cat extends PetBase {
  c?: string;
}

export interface Dog extends PetBase {
  d?: string;
}

export type Pet = Cat | Dog;

export interface PetBase {
  kind: "cat" | "dog";
}`,
    },
    {
      title: "discriminator: alternatives that are written in place are told by their own literals",
      dialects: ["3.1", "3.2"],
      used: "response",
      given: `
Mixed: { oneOf: [{ $ref: "#/components/schemas/A" }, { type: object, required: [kind, b], properties: { kind: { const: b }, b: { type: string } } }], discriminator: { propertyName: kind } }
InPlace: { oneOf: [{ type: object, required: [kind], properties: { kind: { const: x } } }, { type: object, required: [kind], properties: { kind: { const: y } } }], discriminator: { propertyName: kind } }
Untold: { oneOf: [{ type: object, required: [kind, p], properties: { kind: { type: string }, p: { type: string } } }, { type: object, required: [kind, q], properties: { kind: { type: string }, q: { type: string } } }], discriminator: { propertyName: kind } }
A: { type: object, required: [kind], properties: { kind: { const: a } } }`,
      want: `
export interface A {
  kind: "a";
}

export type InPlace = OpenUnion<InPlaceX | InPlaceY, "kind">;

export interface InPlaceX {
  kind: "x";
}

export interface InPlaceY {
  kind: "y";
}

export type Mixed = OpenUnion<A | MixedB, "kind">;

export interface MixedB {
  b: string;
  kind: "b";
}

export type Untold = UntoldWithP | UntoldWithQ;

export interface UntoldWithP {
  kind: string;
  p: string;
}

export interface UntoldWithQ {
  kind: string;
  q: string;
}`,
    },
    {
      title: "discriminator: null of an alternative is null of the union",
      dialects: ["3.1", "3.2"],
      used: "response",
      given: `
Own: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }], discriminator: { propertyName: kind } }
Mapped: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/C" }], discriminator: { propertyName: kind, mapping: { c: C } } }
A: { type: object, required: [kind], properties: { kind: { const: a } } }
B: { type: [object, "null"], required: [kind], properties: { kind: { const: b } } }
C: { type: [object, "null"], required: [kind], properties: { c: { type: string }, kind: { type: string } } }`,
      want: `
export interface A {
  kind: "a";
}

export type B = BObject | null;

export interface BObject {
  kind: "b";
}

export type C = CObject | null;

export interface CObject {
  kind: string;
  c?: string;
}

export type Mapped = OpenUnion<A | (CObject & { kind: "c" }), "kind"> | null;

export type Own = OpenUnion<A | BObject, "kind"> | null;`,
    },
  ]);
});

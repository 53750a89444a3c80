import { describe } from "vitest";
import { testKeywords } from "./keyword-row.js";

describe("OpenAPI, Discriminator Object: heirs by allOf, wherever they stand", () => {
  testKeywords([
    {
      title:
        "alternatives without a discriminator are told apart by that of the base that all of them extend",
      dialects: ["3.0", "3.1", "3.2"],
      used: "request",
      given: `
Animal: { type: object, required: [type], properties: { type: { type: string } }, discriminator: { propertyName: type, mapping: { CAT: "#/components/schemas/Cat", DOG: Dog } } }
Cat: { allOf: [{ $ref: "#/components/schemas/Animal" }, { type: object, properties: { lives: { type: string } } }] }
Kitten: { allOf: [{ $ref: "#/components/schemas/Cat" }, { type: object, properties: { age: { type: string } } }] }
Dog: { allOf: [{ $ref: "#/components/schemas/Animal" }, { type: object, properties: { bark: { type: string } } }] }
Stone: { type: object, properties: { weight: { type: string } } }
Pets: { type: array, items: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }] } }
Young: { anyOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Kitten" }, { type: string }] }
Any: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Stone" }] }`,
      want: `
export type Animal =
  | (Cat & { type: "CAT" })
  | (Dog & { type: "DOG" })
  | (Kitten & { type: "Kitten" });

export interface AnimalBase {
  type: string;
}

export type AnyModel = Cat | Stone;

export interface Cat extends AnimalBase {
  lives?: string;
}

export interface Dog extends AnimalBase {
  bark?: string;
}

export interface Kitten extends Cat {
  age?: string;
}

export type Pets = PetsItem[];

export type PetsItem =
  (Cat & { type: "CAT" | "Kitten" }) | (Dog & { type: "DOG" });

export interface Stone {
  weight?: string;
}

export type Young =
  (Cat & { type: "CAT" }) | (Kitten & { type: "Kitten" }) | string;`,
    },
    {
      title: "alternatives without a discriminator, in answers: one that is not listed comes beside them",
      dialects: ["3.0", "3.1"],
      given: `
Animal: { type: object, required: [type], properties: { type: { type: string, enum: [CAT, DOG, COW] } }, discriminator: { propertyName: type, mapping: { CAT: Cat, DOG: Dog } } }
Cat: { allOf: [{ $ref: "#/components/schemas/Animal" }] }
Dog: { allOf: [{ $ref: "#/components/schemas/Animal" }] }
Pet: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }] }`,
      want: `
export type Animal =
  | (Cat & { type: "CAT" })
  | (Dog & { type: "DOG" })
  | (AnimalBase & { type: "COW" | Unlisted });

export interface AnimalBase {
  type: "CAT" | "DOG" | "COW" | Unlisted;
}

export type Cat = AnimalBase;

export type Dog = AnimalBase;

export type Pet = OpenUnion<
  (Cat & { type: "CAT" }) | (Dog & { type: "DOG" }),
  "type"
>;`,
    },
    {
      title:
        "the mapping of a base goes before the name, in alternatives that have a discriminator of their own",
      dialects: ["3.0", "3.1"],
      used: "request",
      given: `
Animal: { type: object, required: [type], properties: { type: { type: string } }, discriminator: { propertyName: type, mapping: { CAT: Cat, DOG: Dog } } }
Cat: { allOf: [{ $ref: "#/components/schemas/Animal" }] }
Dog: { allOf: [{ $ref: "#/components/schemas/Animal" }] }
Pet: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }], discriminator: { propertyName: type, mapping: { hound: Dog } } }`,
      want: `
export type Animal = (Cat & { type: "CAT" }) | (Dog & { type: "DOG" });

export interface AnimalBase {
  type: string;
}

export type Cat = AnimalBase;

export type Dog = AnimalBase;

export type Pet = (Cat & { type: "CAT" }) | (Dog & { type: "hound" });`,
    },
    {
      title:
        "a discriminator in a part of an allOf is that of the schema, also where the schema is an heir itself",
      dialects: ["3.0", "3.1", "3.2"],
      used: "request",
      given: `
Entity: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { "#message": Message, "#group": Group } } }
Group: { allOf: [{ $ref: "#/components/schemas/Entity" }] }
Message: { allOf: [{ $ref: "#/components/schemas/Entity" }, { type: object, properties: { subject: { type: string } }, discriminator: { propertyName: kind, mapping: { "#visit": Visit } } }] }
Visit: { allOf: [{ $ref: "#/components/schemas/Message" }, { type: object, properties: { day: { type: string } } }] }`,
      want: `
export type Entity =
  | (Group & { kind: "#group" })
  | (Message & { kind: "#message" })
  | (Visit & { kind: "#visit" });

export interface EntityBase {
  kind: string;
}

export type Group = EntityBase;

export type Message =
  (MessageBase & { kind: "#message" }) | (Visit & { kind: "#visit" });

export interface MessageBase extends EntityBase {
  subject?: string;
}

export interface Visit extends MessageBase {
  day?: string;
}`,
    },
    {
      title: "x-ms-discriminator-value: the value of a schema in place of its name",
      dialects: ["3.0", "3.1"],
      used: "request",
      given: `
Policy: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
High: { x-ms-discriminator-value: "#High", allOf: [{ $ref: "#/components/schemas/Policy" }, { type: object, properties: { column: { type: string } } }] }
Low: { allOf: [{ $ref: "#/components/schemas/Policy" }] }
Odd: { x-ms-discriminator-value: "#Odd", allOf: [{ $ref: "#/components/schemas/Policy" }, { type: object, properties: { kind: { type: string, enum: [odd] } } }] }
Union: { oneOf: [{ $ref: "#/components/schemas/High" }, { $ref: "#/components/schemas/Odd" }], discriminator: { propertyName: kind } }`,
      want: `
export interface High extends PolicyBase {
  column?: string;
}

export type Low = PolicyBase;

export interface Odd extends PolicyBase {
  kind: "odd";
}

export type Policy = (High & { kind: "#High" }) | (Low & { kind: "Low" }) | Odd;

export interface PolicyBase {
  kind: string;
}

export type Union = (High & { kind: "#High" }) | Odd;`,
      says: [
        'The mapping `#Odd` leads to `Odd`, whose `kind` can only be `"odd"`. The client follows the schema.',
        'The mapping `#Odd` leads to `Odd`, whose `kind` can only be `"odd"`. The client follows the schema.',
      ],
    },
    {
      title: "a mapping that leads to what does not extend the schema",
      dialects: ["3.0", "3.1"],
      used: "request",
      given: `
Animal: { type: object, required: [type], properties: { type: { type: string } }, discriminator: { propertyName: type, mapping: { CAT: Cat, STONE: Stone, GONE: Missing } } }
Cat: { allOf: [{ $ref: "#/components/schemas/Animal" }] }
Stone: { type: object, properties: { weight: { type: string } } }`,
      want: `
export type Animal = Cat & { type: "CAT" };

export interface AnimalBase {
  type: string;
}

export type Cat = AnimalBase;

export interface Stone {
  weight?: string;
}`,
      says: [
        "The mapping `GONE` leads to `Missing`, which does not extend the schema with `allOf`; the client ignores it.",
        "The mapping `STONE` leads to `Stone`, which does not extend the schema with `allOf`; the client ignores it.",
      ],
    },
    {
      title:
        "a discriminator that is not required: demanded of what is told apart but for the base, and told once a place",
      dialects: ["3.0", "3.1", "3.2"],
      used: "request",
      given: `
Base: { type: object, properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { one: One, two: Two } } }
One: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, properties: { x: { type: string } } }] }
Two: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, required: [kind], properties: { y: { type: string } } }] }
Some: { oneOf: [{ $ref: "#/components/schemas/One" }, { $ref: "#/components/schemas/Two" }] }
Sure: { oneOf: [{ $ref: "#/components/schemas/Two" }, { $ref: "#/components/schemas/Own" }], discriminator: { propertyName: kind } }
Own: { type: object, properties: { kind: { type: string, enum: [Own] } } }`,
      want: `
export type Base =
  | (One & { kind: "one" })
  | (Two & { kind: "two" })
  | (BaseBase & { kind?: never });

export interface BaseBase {
  kind?: string;
}

export interface One extends BaseBase {
  x?: string;
}

export interface Own {
  kind?: "Own";
}

export type Some = (One & { kind: "one" }) | (Two & { kind: "two" });

export type Sure = (Two & { kind: "two" }) | Own;

export interface Two extends BaseBase {
  kind: string;
  y?: string;
}`,
      says: [
        "The discriminator `kind` is not required; the client reads a value without it as the schema itself.",
        "The discriminator `kind` is not required, and OpenAPI does not define its absence; the types require it.",
      ],
    },
    {
      title: "a discriminator that is no member of the base: absent for the base in answers too",
      dialects: ["3.0", "3.1"],
      given: `
Product: { type: object, properties: { name: { type: string } }, discriminator: { propertyName: "@type", mapping: { "#Featured": Featured } } }
Featured: { allOf: [{ $ref: "#/components/schemas/Product" }, { type: object, properties: { ad: { type: string } } }] }
Rule: { type: object, properties: { kind: { type: string, enum: [A, B] } }, discriminator: { propertyName: kind, mapping: { A: RuleA } } }
RuleA: { allOf: [{ $ref: "#/components/schemas/Rule" }, { type: object, properties: { a: { type: string } } }] }
Self: { type: object, properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { me: Self, her: Heir } } }
Heir: { allOf: [{ $ref: "#/components/schemas/Self" }, { type: object, required: [kind] }] }
Sure: { type: object, properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
SureHeir: { allOf: [{ $ref: "#/components/schemas/Sure" }, { type: object, required: [kind] }] }
Flag: { type: object, properties: { on: { type: boolean } }, discriminator: { propertyName: on, mapping: { "true": On } } }
On: { allOf: [{ $ref: "#/components/schemas/Flag" }] }`,
      want: `
export interface Featured extends ProductBase {
  ad?: string;
}

export type Flag = (On & { on: true }) | (FlagBase & { on?: never });

export interface FlagBase {
  on?: boolean;
}

export interface Heir extends SelfBase {
  kind: string;
}

export type On = FlagBase;

export type Product =
  | (Featured & { "@type": "#Featured" })
  | (ProductBase & { "@type"?: "#Product" })
  | (ProductBase & { "@type": Unlisted });

export interface ProductBase {
  name?: string;
}

export interface RuleA extends RuleBase {
  a?: string;
}

export type Rule =
  (RuleA & { kind: "A" }) | (RuleBase & { kind?: "B" | Unlisted });

export interface RuleBase {
  kind?: "A" | "B" | Unlisted;
}

export type Self =
  | (Heir & { kind: "her" })
  | (SelfBase & { kind?: "me" })
  | (SelfBase & { kind: Unlisted });

export interface SelfBase {
  kind?: string;
}

export interface SureHeir extends SureBase {
  kind: string;
}

export type Sure =
  (SureHeir & { kind: "SureHeir" }) | (SureBase & { kind: Unlisted });

export interface SureBase {
  kind?: string;
}
`,
      says: [
        "The discriminator `on` is not required; the client reads a value without it as the schema itself.",
        "The discriminator `@type` is not required; the client reads a value without it as the schema itself.",
        "The discriminator `kind` is not required; the client reads a value without it as the schema itself.",
        "The discriminator `kind` is not required; the client reads a value without it as the schema itself.",
      ],
    },
    {
      title:
        "a base that the mapping does not name is sent as itself where the mapping tells how values are made of names",
      dialects: ["3.0", "3.1"],
      used: "request",
      given: `
graph.recipient: { type: object, required: [kind], properties: { kind: { type: string }, mail: { type: string } }, discriminator: { propertyName: kind, mapping: { "#graph.attendee": "#/components/schemas/graph.attendee", "#graph.room": "#/components/schemas/graph.room" } } }
graph.attendee: { allOf: [{ $ref: "#/components/schemas/graph.recipient" }, { type: object, properties: { status: { type: string } } }] }
graph.room: { allOf: [{ $ref: "#/components/schemas/graph.recipient" }] }
Mixed: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { "#MixedHeir": MixedHeir, other: OtherHeir } } }
MixedHeir: { allOf: [{ $ref: "#/components/schemas/Mixed" }] }
OtherHeir: { allOf: [{ $ref: "#/components/schemas/Mixed" }] }
Named: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { NamedHeir: NamedHeir } } }
NamedHeir: { allOf: [{ $ref: "#/components/schemas/Named" }] }`,
      want: `
export interface GraphAttendee extends GraphRecipientBase {
  status?: string;
}

export type GraphRecipient =
  | (GraphAttendee & { kind: "#graph.attendee" })
  | (GraphRecipientBase & { kind: "#graph.recipient" })
  | (GraphRoom & { kind: "#graph.room" });

export interface GraphRecipientBase {
  kind: string;
  mail?: string;
}

export type GraphRoom = GraphRecipientBase;

export type MixedHeir = MixedBase;

export type Mixed =
  (MixedHeir & { kind: "#MixedHeir" }) | (OtherHeir & { kind: "other" });

export interface MixedBase {
  kind: string;
}

export type NamedHeir = NamedBase;

export type Named = NamedHeir & { kind: "NamedHeir" };

export interface NamedBase {
  kind: string;
}

export type OtherHeir = MixedBase;
`,
    },
  ]);
});

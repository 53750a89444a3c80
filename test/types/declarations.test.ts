import { describe, expect, test } from "vitest";
import { expectPrettierStable } from "../emit/prettier-stable.js";
import { compile } from "./compile.js";
import { emitTypes, type Given } from "./emit-types.js";

const text = { type: "string" };
const ref = (key: string) => ({ $ref: `#/components/schemas/${key}` });

interface Case {
  readonly title: string;
  readonly given: Given;
  readonly want: string;
}

const CASES: readonly Case[] = [
  {
    title: "required members stand before optional ones, each by name, as on the wire",
    given: {
      schemas: {
        Cabinet: { properties: { "x-b": text, z: text, a_c: text, y: text }, required: ["z", "y"] },
        Inline: { items: { properties: { a: text, b: text, c: text }, required: ["b"] } },
        Joined: {
          allOf: [
            { properties: { a: text, b: text, d: text }, required: ["d"] },
            { properties: { c: text }, required: ["b"] },
          ],
        },
      },
    },
    want: [
      `export interface Cabinet {\n  y: string;\n  z: string;\n  a_c?: string;\n  "x-b"?: string;\n}\n`,
      "export type Inline = InlineItem[];\n",
      "export interface InlineItem {\n  b: string;\n  a?: string;\n  c?: string;\n}\n",
      "export interface Joined {\n  b: string;\n  d: string;\n  a?: string;\n  c?: string;\n}\n",
    ].join("\n"),
  },
  {
    title: "a null is said by nullable (3.0) and by a type array (3.1) alike",
    given: {
      schemas: {
        A: { type: "string", nullable: true },
        B: { type: ["string", "null"] },
        C: { anyOf: [text, { type: "null" }] },
        D: { enum: ["x", null] },
        E: { allOf: [ref("A")], nullable: true },
      },
      request: ["A", "B", "C", "D", "E"],
    },
    want: [
      "export type A = string | null;\n",
      "export type B = string | null;\n",
      "export type C = string | null;\n",
      'export type D = "x" | null;\n',
      "export type E = A | null;\n",
    ].join("\n"),
  },
  {
    title:
      "[GEN-3] an enum is open in answers, closed in requests; where both use it, what is read can be sent back",
    given: {
      schemas: { Both: { enum: ["a", "b"] }, In: { enum: [1, 2] }, Out: { enum: [1, 2, 3] } },
      request: ["Both", "In"],
      response: ["Both", "Out"],
    },
    want: [
      'export type Both = "a" | "b" | Unlisted;\n',
      "export type In = 1 | 2;\n",
      "export type Out = 1 | 2 | 3 | UnlistedNumber;\n",
    ].join("\n"),
  },
  {
    title:
      "[GEN-3] an enum that a request lists again, or refers to in the middle of a schema, is that of the answer",
    given: {
      schemas: {
        Again: { properties: { level: { oneOf: [{ const: 2 }, { const: 1 }] }, mode: { enum: ["b", "a"] } } },
        Part: { properties: { mode: { $ref: "#/components/schemas/Read/properties/mode" } } },
        Other: { properties: { mode: { enum: ["a", "b", "c"] } } },
        Read: { properties: { level: { enum: [1, 2] }, mode: { enum: ["a", "b", null] } } },
      },
      request: ["Again", "Other", "Part"],
      response: ["Read"],
    },
    want: [
      'export interface Again {\n  level?: 2 | 1 | UnlistedNumber;\n  mode?: "b" | "a" | Unlisted;\n}\n',
      'export interface Other {\n  mode?: "a" | "b" | "c";\n}\n',
      'export interface Part {\n  mode?: "a" | "b" | Unlisted | null;\n}\n',
      'export interface Read {\n  level?: 1 | 2 | UnlistedNumber;\n  mode?: "a" | "b" | Unlisted | null;\n}\n',
    ].join("\n"),
  },
  {
    title:
      "[GEN-3] an enum of texts, numbers and null is open for each; one that the contract opens itself is as it says",
    given: {
      schemas: {
        Alternatives: { oneOf: [{ const: "a" }, { const: "b" }, { type: "null" }] },
        Either: { enum: [true, false] },
        Mixed: { enum: ["a", 1, true, null] },
        Said: { anyOf: [{ enum: ["a", "b"] }, text] },
      },
      response: ["Alternatives", "Either", "Mixed", "Said"],
    },
    want: [
      'export type Alternatives = "a" | "b" | Unlisted | null;\n',
      "export type Either = boolean;\n",
      'export type Mixed = "a" | 1 | true | Unlisted | UnlistedNumber | null;\n',
      'export type Said = "a" | "b" | (string & {});\n',
    ].join("\n"),
  },
  {
    title: "[GEN-3] readOnly members make two shapes of what holds an enum, and both have the same enum",
    given: {
      schemas: { Lamp: { properties: { id: { ...text, readOnly: true }, light: { enum: ["on", "off"] } } } },
      request: ["Lamp"],
      response: ["Lamp"],
    },
    want: [
      'export interface Lamp {\n  /** Read-only. */\n  id?: string;\n  light?: "on" | "off" | Unlisted;\n}\n',
      'export interface LampInput {\n  light?: "on" | "off" | Unlisted;\n}\n',
    ].join("\n"),
  },
  {
    title:
      "[GEN-3] what is write-only is never read: its enums are closed, as are those that a request lists again",
    given: {
      schemas: {
        Again: { properties: { mode: { enum: ["b", "a"] }, state: { enum: ["on", "off"] } } },
        Card: { properties: { brand: { enum: ["c", "d"] }, state: { enum: ["on", "off"] } } },
        Kind: { enum: ["k", "l"] },
        Lamp: {
          properties: {
            card: { allOf: [ref("Card")], writeOnly: true },
            kind: { allOf: [ref("Kind")], writeOnly: true },
            mode: { enum: ["a", "b"], writeOnly: true },
            state: { enum: ["on", "off"] },
          },
        },
      },
      request: ["Again", "Lamp"],
      response: ["Lamp"],
    },
    want: [
      'export interface Again {\n  mode?: "b" | "a";\n  state?: "on" | "off" | Unlisted;\n}\n',
      'export interface Card {\n  brand?: "c" | "d";\n  state?: "on" | "off" | Unlisted;\n}\n',
      'export type Kind = "k" | "l";\n',
      'export interface Lamp {\n  state?: "on" | "off" | Unlisted;\n}\n',
      [
        "export interface LampInput {",
        "  /** Write-only. */\n  card?: Card;",
        "  /** Write-only. */\n  kind?: Kind;",
        '  /** Write-only. */\n  mode?: "a" | "b";',
        '  state?: "on" | "off" | Unlisted;\n}\n',
      ].join("\n"),
    ].join("\n"),
  },
  {
    title: "a constant is never open, and may be an object or a list",
    given: { schemas: { A: { const: "a" }, B: { const: { x: [1, null] } }, C: { enum: [true] } } },
    want: 'export type A = "a";\n\nexport type B = { x: [1, null] };\n\nexport type C = true;\n',
  },
  {
    title: "objects without members are maps, closed ones empty, described ones of their schema",
    given: {
      schemas: {
        Any: { type: "object" },
        Closed: { type: "object", additionalProperties: false },
        Map: { additionalProperties: { type: "integer" } },
        Named: { patternProperties: { "^x-": text }, additionalProperties: false },
      },
    },
    want: [
      "export type AnyModel = { [name: string]: unknown };\n",
      "export type Closed = { [name: string]: never };\n",
      "/** Each value: Integer. */\nexport type MapModel = { [name: string]: number };\n",
      "/** Described names: `^x-`. */\nexport type Named = { [name: `x-${string}`]: string };\n",
    ].join("\n"),
  },
  {
    title: "keywords of objects without a type leave an alternative that is null alone",
    given: {
      schemas: {
        Loose: { anyOf: [{ type: "object" }, { type: "null" }], additionalProperties: true },
        Part: { anyOf: [ref("Loose"), { type: "null" }], properties: { id: text } },
      },
    },
    want: [
      "export type Loose = { [name: string]: unknown } | null;\n",
      "export type Part = PartObject | null;\n",
      "export type PartObject = { id?: string } & Loose;\n",
    ].join("\n"),
  },
  {
    title: "a 64-bit integer may be too long for a number, unless its bounds say otherwise; text is text",
    given: {
      schemas: {
        Bounded: { type: "integer", format: "int64", minimum: 0, maximum: 9007199254740991 },
        Long: { type: ["integer", "null"], format: "int64" },
        Longs: { type: "array", items: { type: "integer", format: "uint64", minimum: 0 } },
        Spelt: { type: "string", format: "int64" },
      },
    },
    want: [
      "/** Format: int64. Minimum: 0. Maximum: 9007199254740991. */\nexport type Bounded = number;\n",
      "/** Format: int64. */\nexport type Long = number | bigint | null;\n",
      "/** Each item: Format: uint64. Minimum: 0. */\nexport type Longs = (number | bigint)[];\n",
      "/** Format: int64. */\nexport type Spelt = string;\n",
    ].join("\n"),
  },
  {
    title: "members beside a map widen its index",
    given: { schemas: { Bag: { properties: { id: { type: "integer" } }, additionalProperties: text } } },
    want: "export interface Bag {\n  /** Integer. */\n  id?: number;\n  [name: string]: string | number | undefined;\n}\n",
  },
  {
    title: "tuples: what minItems promises is certain, the rest optional; closed or with a rest",
    given: {
      schemas: {
        Pair: { prefixItems: [text, { type: "number" }], minItems: 2, items: false },
        Loose: { prefixItems: [text], items: { type: "number" } },
      },
    },
    want: "export type Loose = [string?, ...number[]];\n\n/** Minimum items: 2. */\nexport type Pair = [string, number];\n",
  },
  {
    title: "inline objects get the name of their place",
    given: {
      schemas: {
        Deal: {
          properties: {
            buyer: { properties: { name: text } },
            lines: { type: "array", items: { properties: { id: text } } },
            notes: { additionalProperties: { properties: { by: text } } },
            maybe: { oneOf: [{ type: "null" }, { properties: { x: text } }] },
          },
        },
      },
    },
    want: [
      "export interface Deal {\n  buyer?: DealBuyer;\n  lines?: DealLinesItem[];\n  maybe?: DealMaybe | null;",
      "  notes?: { [name: string]: DealNotesValue };\n}\n",
      "export interface DealBuyer {\n  name?: string;\n}\n",
      "export interface DealLinesItem {\n  id?: string;\n}\n",
      "export interface DealMaybe {\n  x?: string;\n}\n",
      "export interface DealNotesValue {\n  by?: string;\n}\n",
    ].join("\n"),
  },
  {
    title: "allOf extends; what is only required takes its type from the sibling",
    given: {
      schemas: {
        Base: { properties: { id: text } },
        Full: { allOf: [ref("Base"), { properties: { name: text } }], required: ["id"] },
      },
    },
    want: "export interface Base {\n  id?: string;\n}\n\nexport interface Full extends Base {\n  id: string;\n  name?: string;\n}\n",
  },
  {
    title: "allOf tells what a part says more of a member of the same type, and nothing that is told already",
    given: {
      schemas: {
        Base: {
          properties: {
            id: { type: "string", description: "Given once." },
            left: { type: "number", description: "In euros.", deprecated: true },
            sort: text,
          },
        },
        Loan: {
          allOf: [
            ref("Base"),
            {
              properties: {
                id: { type: "string", description: "Given once." },
                left: { type: "number", maximum: 0, description: "Never positive." },
                sort: { type: "string", deprecated: true },
              },
            },
          ],
        },
      },
    },
    want: [
      "export interface Base {\n  /** Given once. */\n  id?: string;\n  /**\n   * In euros.\n   *\n   * @deprecated\n   */\n  left?: number;\n  sort?: string;\n}\n",
      "export interface Loan extends Base {\n  /**\n   * Never positive. Maximum: 0.\n   *\n   * In euros.\n   *\n   * @deprecated\n   */\n  left?: number;\n  /** @deprecated */\n  sort?: string;\n}\n",
    ].join("\n"),
  },
  {
    title: "allOf whose members clash repeats them all",
    given: {
      schemas: {
        Base: { properties: { id: text, kind: text } },
        Other: {
          allOf: [ref("Base"), { properties: { id: { type: "integer" }, kind: { const: "other" } } }],
        },
      },
    },
    want: [
      "export interface Base {\n  id?: string;\n  kind?: string;\n}\n",
      'export interface Other {\n  /** Integer. */\n  id?: never;\n  kind?: "other";\n}\n',
    ].join("\n"),
  },
  {
    title: "allOf of what is no object is an intersection",
    given: {
      schemas: {
        Id: text,
        Tagged: { allOf: [ref("Either"), { properties: { tag: text } }] },
        Either: { oneOf: [ref("A"), ref("B")] },
        A: { properties: { a: text } },
        B: { properties: { b: text } },
      },
    },
    want: [
      "export interface A {\n  a?: string;\n}\n",
      "export interface B {\n  b?: string;\n}\n",
      "export type Either = A | B;\n",
      "export type Id = string;\n",
      "export type Tagged = Either & { tag?: string };\n",
    ].join("\n"),
  },
  {
    title: "readOnly and writeOnly give two shapes, also to what holds them, and to nothing else",
    given: {
      schemas: {
        User: {
          properties: {
            id: { type: "string", readOnly: true },
            secret: { type: "string", writeOnly: true },
            name: text,
          },
        },
        Team: { properties: { lead: ref("User") } },
        Other: { properties: { name: text } },
      },
      request: ["Team", "Other"],
      response: ["Team", "Other"],
    },
    want: [
      "export interface Other {\n  name?: string;\n}\n",
      "export interface Team {\n  lead?: User;\n}\n",
      "export interface TeamInput {\n  lead?: UserInput;\n}\n",
      "export interface User {\n  /** Read-only. */\n  id?: string;\n  name?: string;\n}\n",
      "export interface UserInput {\n  name?: string;\n  /** Write-only. */\n  secret?: string;\n}\n",
    ].join("\n"),
  },
  {
    title: "bytes are taken in every form and given as a Blob",
    given: {
      schemas: {
        In: { type: "string", format: "binary" },
        Out: { type: "string", contentMediaType: "image/png" },
      },
      request: ["In"],
      response: ["Out"],
    },
    want: "export type In = Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;\n\n/** Media type: image/png. */\nexport type Out = Blob;\n",
  },
  {
    title:
      "a discriminator narrows by the literals of its mapping, explicit and implicit, unless they are there",
    given: {
      schemas: {
        Pet: {
          oneOf: [ref("Cat"), ref("Dog"), ref("Bird")],
          discriminator: { propertyName: "kind", mapping: { feline: ref("Cat").$ref, lion: "Cat" } },
        },
        Cat: { properties: { kind: text }, required: ["kind"] },
        Dog: { properties: { kind: { const: "Dog" } }, required: ["kind"] },
        Bird: { properties: { wings: { type: "integer" } } },
      },
    },
    want: [
      "export interface Bird {\n  /** Integer. */\n  wings?: number;\n}\n",
      "export interface Cat {\n  kind: string;\n}\n",
      'export interface Dog {\n  kind: "Dog";\n}\n',
      'export type Pet = OpenUnion<\n  (Cat & { kind: "feline" | "lion" }) | Dog | (Bird & { kind: "Bird" }),\n  "kind"\n>;\n',
    ].join("\n"),
  },
  {
    title:
      "[GEN-3] a union with a discriminator is open in answers alone; its unlisted values are of the listed ones' kinds",
    given: {
      schemas: {
        In: { oneOf: [ref("One"), ref("Two")], discriminator: { propertyName: "kind" } },
        Numbered: {
          oneOf: [ref("First"), ref("Second"), { type: "null" }],
          discriminator: { propertyName: "no", mapping: { 1: "First", 2: "Second" } },
        },
        One: { properties: { kind: { const: "One" } }, required: ["kind"] },
        Two: { properties: { kind: { const: "Two" } }, required: ["kind"] },
        First: { properties: { no: { type: "integer" } }, required: ["no"] },
        Second: { properties: { no: { type: "integer" } }, required: ["no"] },
        Switched: {
          oneOf: [ref("On"), ref("Off")],
          discriminator: { propertyName: "on", mapping: { true: "On", false: "Off" } },
        },
        On: { properties: { on: { const: true } }, required: ["on"] },
        Off: { properties: { on: { const: false } }, required: ["on"] },
      },
      request: ["In"],
      response: ["Numbered", "Switched"],
    },
    want: [
      "export interface First {\n  /** Integer. */\n  no: number;\n}\n",
      "export type In = One | Two;\n",
      'export type Numbered = OpenUnion<\n  (First & { no: 1 }) | (Second & { no: 2 }),\n  "no",\n  UnlistedNumber\n> | null;\n',
      "export interface Off {\n  on: false;\n}\n",
      "export interface On {\n  on: true;\n}\n",
      'export interface One {\n  kind: "One";\n}\n',
      "export interface Second {\n  /** Integer. */\n  no: number;\n}\n",
      "export type Switched = On | Off;\n",
      'export interface Two {\n  kind: "Two";\n}\n',
    ].join("\n"),
  },
  {
    title: "[GEN-3] a union with a member for every other value lists them all",
    given: {
      dialect: "3.2",
      schemas: {
        Pet: {
          oneOf: [ref("Cat"), ref("Other")],
          discriminator: { propertyName: "kind", mapping: { cat: "Cat" }, defaultMapping: "Other" },
        },
        Cat: { properties: { kind: { const: "cat" } }, required: ["kind"] },
        Other: { properties: { kind: text } },
      },
      response: ["Pet"],
    },
    want: [
      'export interface Cat {\n  kind: "cat";\n}\n',
      "export interface Other {\n  kind?: string;\n}\n",
      "export type Pet = Cat | Other;\n",
    ].join("\n"),
  },
  {
    title: "a base with a discriminator is any of its heirs, who extend what they share",
    given: {
      schemas: {
        Pet: {
          properties: { kind: text },
          required: ["kind"],
          discriminator: { propertyName: "kind", mapping: { dog: ref("Dog").$ref } },
        },
        Dog: { allOf: [ref("Pet"), { properties: { bark: { type: "boolean" } } }] },
        Cat: { allOf: [ref("Pet")] },
      },
    },
    want: [
      "export type Cat = PetBase;\n",
      "export interface Dog extends PetBase {\n  bark?: boolean;\n}\n",
      'export type Pet =\n  | (Cat & { kind: "Cat" })\n  | (Dog & { kind: "dog" })\n  | (PetBase & { kind: Unlisted });\n\nexport interface PetBase {\n  kind: string;\n}\n',
    ].join("\n"),
  },
  {
    title: "alternatives that only require members are told in words",
    given: {
      schemas: {
        Contact: {
          properties: { mail: text, phone: text },
          anyOf: [{ required: ["mail"] }, { required: ["phone"] }],
        },
      },
    },
    want: "/** At least one of: `mail`, `phone`. */\nexport interface Contact {\n  mail?: string;\n  phone?: string;\n}\n",
  },
  {
    title: "recursion of every kind",
    given: {
      schemas: {
        Tree: { properties: { children: { type: "array", items: ref("Tree") }, parent: ref("Tree") } },
        Nested: { type: "array", items: ref("Nested") },
        Self: { allOf: [ref("Self"), { properties: { x: text } }] },
        Ping: ref("Pong"),
        Pong: ref("Ping"),
      },
    },
    want: [
      "export type Nested = Nested[];\n",
      "export type Ping = Pong;\n",
      "export type Pong = unknown;\n",
      "export interface Self {\n  x?: string;\n}\n",
      "export interface Tree {\n  children?: Tree[];\n  parent?: Tree;\n}\n",
    ].join("\n"),
  },
  {
    title: "names: reserved ones, ones that differ by case alone, digits, other scripts",
    given: {
      schemas: {
        Error: text,
        "foo-bar": text,
        FooBar: text,
        "404": text,
        Кабинет: text,
        "%%": text,
        Client: text,
      },
      reserved: ["Client"],
    },
    want: [
      "export type ClientModel = string;\n",
      "export type ErrorModel = string;\n",
      "export type FooBar = string;\n",
      "export type FooBar2 = string;\n",
      "export type Model404 = string;\n",
      "export type Unnamed = string;\n",
      "export type Кабинет = string;\n",
    ].join("\n"),
  },
  {
    title:
      "what is told: description, format, constraints, known values, default, example, deprecation; no secret's example",
    given: {
      schemas: {
        Page: {
          properties: {
            at: { type: "string", format: "date-time", description: "When it was made." },
            limit: { type: "integer", minimum: 1, maximum: 9, default: 5, example: 3, deprecated: true },
            pin: { type: "string", format: "password", example: "0000", default: "1234" },
            sort: { type: "string", "x-extensible-enum": ["asc", "desc"] },
          },
        },
      },
    },
    want: [
      "export interface Page {",
      "  /** When it was made. Format: date-time. */",
      "  at?: string;",
      "  /**",
      "   * Integer. Minimum: 1. Maximum: 9. Default: `5`. Example: `3`.",
      "   *",
      "   * @deprecated",
      "   */",
      "  limit?: number;",
      "  /** Format: password. */",
      "  pin?: string;",
      '  /** Known values: `"asc"`, `"desc"`. */',
      "  sort?: string;",
      "}\n",
    ].join("\n"),
  },
];

describe("declarations", () => {
  test.each(CASES)("$title", async ({ given, want }) => {
    const { files, all } = emitTypes(given);
    expect(all).toBe(want);
    for (const file of files.values()) await expectPrettierStable(file);
  });

  test("all of them compile under the strictest options", () => {
    const files = CASES.flatMap(({ given }, index) =>
      [...emitTypes(given).sources].map(([path, text]) => [`case${String(index)}/${path}`, text] as const),
    );
    expect(compile(new Map(files))).toEqual([]);
  });
});

test("the order of keys never shows, in examples neither", () => {
  const left = { Given: { properties: { a: text, b: text }, example: { a: "1", b: "2" } } };
  const right = { Given: { example: { b: "2", a: "1" }, properties: { b: text, a: text } } };
  expect(emitTypes({ schemas: left }).all).toBe(emitTypes({ schemas: right }).all);
});

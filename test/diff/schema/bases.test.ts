import { describe, expect, test } from "vitest";
import { createSchemaComparison } from "../../../src/diff/schema/schema-comparison.js";
import { judgeFacts } from "../../../src/diff/judge-facts.js";
import type { Direction } from "../../../src/diff/fact.js";
import type { JsonObject } from "../../../src/load/loaded-contract.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const alternative = (name: string, kind: JsonObject = text): JsonObject => ({
  type: "object",
  required: ["kind", name],
  properties: { kind, [name]: text },
});
const union = (...names: readonly string[]): JsonObject => ({
  Pet: { oneOf: names.map(ref), discriminator: { propertyName: "kind" } },
});
const base: JsonObject = {
  Pet: {
    type: "object",
    required: ["kind"],
    properties: { kind: text },
    discriminator: { propertyName: "kind" },
  },
};
const subtype = { allOf: [ref("Pet"), { properties: { claws: text } }] };

/** Findings between two lists of components, where `Pet` is sent or received. */
function findings(old: JsonObject, now: JsonObject, direction: Direction) {
  const comparison = createSchemaComparison(
    { dialect: "3.1", document: { components: { schemas: old } } },
    { dialect: "3.1", document: { components: { schemas: now } } },
  );
  const pointer = "#/components/schemas/Pet";
  comparison.compare(pointer, pointer, { operation: "POST /", part: "body", direction });
  return judgeFacts(comparison.facts());
}

/** Rules and levels, sorted. */
function levels(old: JsonObject, now: JsonObject, direction: Direction = "response"): readonly string[] {
  return findings(old, now, direction)
    .map(({ rule, wire }) => `${rule.slice(direction.length + 1)} ${wire}`)
    .sort();
}

const renamed = ["discriminator.mapping-added risky", "discriminator.mapping-removed breaking"];

test.each([
  [
    "of an alternative",
    { ...union("Cat", "Dog"), Cat: alternative("claws"), Dog: alternative("tail") },
    { ...union("Lion", "Dog"), Lion: alternative("claws"), Dog: alternative("tail") },
    renamed,
  ],
  [
    "of an alternative whose old name another component has",
    { ...union("Cat", "Dog"), Cat: alternative("claws"), Dog: alternative("tail") },
    { ...union("Lion", "Dog"), Lion: alternative("claws"), Dog: alternative("tail"), Cat: text },
    renamed,
  ],
  [
    "of an alternative with a constant",
    {
      ...union("Cat", "Dog"),
      Cat: alternative("claws", { const: "cat" }),
      Dog: alternative("tail", { const: "dog" }),
    },
    {
      ...union("Lion", "Dog"),
      Lion: alternative("claws", { const: "cat" }),
      Dog: alternative("tail", { const: "dog" }),
    },
    [],
  ],
  ["of a subtype", { ...base, Cat: subtype }, { ...base, Lion: subtype }, renamed],
])("the name of a component is a value where no mapping has it: %s", (_name, old, now, want) => {
  expect(levels(old, now)).toEqual(want);
});

describe("a base with a discriminator has the values of its subtypes", () => {
  /** `Pet` is a base with the members, and `Cat` and `Dog` extend it by theirs. */
  const bases = (members: JsonObject, own: JsonObject = {}, mapping?: JsonObject): JsonObject => ({
    Pet: {
      ...{ type: "object", required: ["kind"], properties: { kind: text, ...members } },
      discriminator: { propertyName: "kind", ...(mapping && { mapping }) },
    },
    Cat: { allOf: [ref("Pet"), { type: "object", properties: { claws: text, ...own } }] },
    Dog: { allOf: [ref("Pet"), { type: "object", properties: { tail: text, ...own } }] },
    Fox: { allOf: [ref("Pet"), { type: "object", properties: { brush: text, ...own } }] },
  });
  /** The same base without discriminator, under another name, and `Pet` as a union. */
  const listed = (names: readonly string[], mapping?: JsonObject): JsonObject => {
    const { Pet, ...subtypes } = bases({});
    const { discriminator, ...plain } = Pet as JsonObject;
    const parts = JSON.parse(JSON.stringify(subtypes).replaceAll("/Pet", "/Animal")) as JsonObject;
    const oneOf = {
      oneOf: names.map(ref),
      discriminator: { propertyName: "kind", ...(mapping && { mapping }) },
    };
    return { Pet: oneOf, Animal: discriminator === undefined ? {} : plain, ...parts };
  };
  const mapping = { cat: "Cat", dog: "Dog", fox: "Fox" };
  /** `Pet` refers to a component that was called `Pet`. */
  const through = (schemas: JsonObject, reference: JsonObject): JsonObject => {
    const renamed = JSON.parse(JSON.stringify(schemas).replaceAll('/Pet"', '/Base"')) as JsonObject;
    const { Pet: base, ...others } = renamed;
    return { ...others, Base: base ?? {}, Pet: { type: "object", properties: { pet: reference } } };
  };
  const small = (schema: JsonObject) => ({ ...schema, maxLength: 3 });

  test.each<[name: string, old: JsonObject, now: JsonObject]>([
    ["the union of its subtypes", bases({}), listed(["Dog", "Fox", "Cat"])],
    ["with the same mapping", bases({}, {}, mapping), listed(["Cat", "Dog", "Fox"], mapping)],
    ["a property in the base and in each subtype", bases({ name: text }), bases({}, { name: text })],
    ["with a mapping too", bases({ name: text }, {}, mapping), bases({}, { name: text }, mapping)],
    [
      "with words beside a reference",
      through(bases({ name: text }), ref("Base")),
      through(bases({}, { name: text }), { allOf: [ref("Base")], description: "Words", readOnly: false }),
    ],
  ])("%s", (_name, old, now) => {
    const given = (["request", "response"] as const).flatMap((direction) => [
      levels(old, now, direction),
      levels(now, old, direction),
    ]);
    expect(given).toEqual([[], [], [], []]);
  });

  test.each<[name: string, old: JsonObject, now: JsonObject, request: string[], response: string[]]>([
    [
      "a union without one of them has fewer",
      bases({}),
      listed(["Cat", "Dog"]),
      ["one-of.branch-removed breaking"],
      ["one-of.branch-removed compatible"],
    ],
    [
      "a union of one of them is that one",
      bases({}),
      listed(["Cat"]),
      ["one-of.branch-removed breaking", "one-of.branch-removed breaking"],
      ["one-of.branch-removed compatible", "one-of.branch-removed compatible"],
    ],
    [
      "a base with more of them has more",
      listed(["Dog", "Cat"]),
      bases({}),
      ["one-of.branch-added compatible"],
      ["one-of.branch-added risky"],
    ],
    [
      "one of them has fewer",
      through(bases({}), ref("Base")),
      through(bases({}), ref("Cat")),
      ["one-of.removed breaking"],
      ["one-of.removed compatible"],
    ],
    [
      "a reference with words beside it is the base",
      through(bases({ name: text }), { allOf: [ref("Base")], description: "A pet" }),
      through(bases({ name: small(text) }), { allOf: [ref("Base")], nullable: false }),
      ["upper-bound.set breaking"],
      ["upper-bound.set compatible"],
    ],
  ])("%s", (_name, old, now, request, response) => {
    expect([levels(old, now, "request"), levels(old, now, "response")]).toEqual([request, response]);
  });

  test("what the base loses is found once, where the base has it", () => {
    const given = findings(bases({ name: text }), bases({}), "response").map(({ rule, old, element }) => [
      rule,
      old?.pointer,
      element,
    ]);
    const pointer = "#/components/schemas/Pet/properties/name";
    expect(given).toEqual([["response.property.removed", pointer, "property `name` of `Pet`"]]);
  });

  test("a base that is exchanged for a subtype is found where it is referred to", () => {
    const [old, now] = [through(bases({}), ref("Base")), through(bases({}), ref("Cat"))];
    const pointer = "#/components/schemas/Pet/properties/pet";
    expect(findings(old, now, "request").map((one) => [one.old?.pointer, one.new?.pointer])).toEqual([
      [pointer, pointer],
    ]);
  });

  test("a base that is one of its own values has its own properties too", () => {
    const own = { pet: "Pet", ...mapping };
    expect(levels(bases({ name: text }, {}, own), bases({}, { name: text }, own))).toEqual([
      "property.removed breaking",
    ]);
  });

  test("a property that goes with a part of the base is found once, at the base", () => {
    const { discriminator, ...plain } = bases({})["Pet"] as JsonObject;
    const of = (...own: readonly JsonObject[]): JsonObject => ({
      ...bases({}),
      Named: { type: "object", properties: { name: text } },
      Pet: { discriminator: discriminator ?? {}, allOf: [plain, ...own] },
    });
    const given = findings(of(ref("Named")), of(), "response").map(({ rule, new: now }) => [
      rule,
      now?.pointer,
    ]);
    expect(given).toEqual([["response.property.removed", "#/components/schemas/Pet"]]);
  });

  test("a subtype alone has its own value", () => {
    const renamed = { tiger: "Cat", dog: "Dog", fox: "Fox" };
    const of = (values: JsonObject) => through(bases({}, {}, values), ref("Cat"));
    expect(levels(of(mapping), of(renamed))).toEqual([
      "discriminator.mapping-added risky",
      "discriminator.mapping-removed breaking",
    ]);
    expect(levels(of(mapping), of({ ...mapping, wolf: "Dog" }))).toEqual([]);
  });
});

describe("a value that a mapping names selects its alternative, whatever the others allow", () => {
  /** The first alternative allows all objects that the second one does. */
  const selecting = (mapping: Readonly<Record<string, string>>, closing: JsonObject): JsonObject => ({
    Pet: {
      anyOf: Object.values(mapping).map(ref),
      discriminator: {
        propertyName: "kind",
        mapping: Object.fromEntries(
          Object.entries(mapping).map(([value, name]) => [value, `#/components/schemas/${name}`]),
        ),
      },
    },
    Open: { type: "object", required: ["kind"], properties: { kind: text } },
    Closing: {
      type: "object",
      required: ["kind", ...Object.keys(closing)],
      properties: { kind: text, ...closing },
    },
  });
  const old = selecting({ open: "Open", closing: "Closing" }, { door: text });

  test.each<[name: string, now: JsonObject, request: readonly string[], response: readonly string[]]>([
    [
      "which changes",
      selecting({ open: "Open", closing: "Closing" }, { gate: text }),
      ["property.removed risky", "property.required-added breaking"],
      ["property.removed breaking", "property.required-added compatible"],
    ],
    [
      "which is gone",
      selecting({ open: "Open" }, { door: text }),
      ["any-of.branch-removed breaking"],
      ["any-of.branch-removed compatible"],
    ],
    [
      "which is another one",
      selecting({ open: "Open", locking: "Closing" }, { door: text }),
      ["discriminator.mapping-added compatible", "discriminator.mapping-removed breaking"],
      ["discriminator.mapping-added risky", "discriminator.mapping-removed breaking"],
    ],
  ])("%s", (_name, now, request, response) => {
    expect(levels(old, now, "request")).toEqual(request);
    expect(levels(old, now)).toEqual(response);
  });
});

test("of a subtype of two bases that leaves one: no discriminator changed", () => {
  const worker = { ...(base["Pet"] as JsonObject), properties: { job: text }, required: ["job"] };
  const bases: JsonObject = { ...base, Worker: { ...worker, discriminator: { propertyName: "job" } } };
  const dog = (...names: readonly string[]) => ({ Dog: { allOf: [...names.map(ref), { type: "object" }] } });
  expect(levels({ ...bases, ...dog("Pet", "Worker") }, { ...bases, ...dog("Pet") })).toEqual([
    "property.removed breaking",
  ]);
});

test("a subtype of a base between is a change of that base alone", () => {
  const between = {
    allOf: [ref("Pet"), { properties: { age: text } }],
    discriminator: { propertyName: "kind" },
  };
  const low = { allOf: [ref("Between"), { properties: { claws: text } }] };
  const old = { ...base, Between: between, Cat: low };
  const now = { ...old, Lion: low };
  const [added, ...others] = findings(old, now, "response");
  expect(added).toMatchObject({
    rule: "response.discriminator.mapping-added",
    title: "`Between` knows the value `Lion`.",
  });
  expect(others).toEqual([]);
  expect(levels(now, old, "request")).toEqual(["discriminator.mapping-removed breaking"]);
});

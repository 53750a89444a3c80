import { describe, expect, test } from "vitest";
import { judgeFacts } from "../../../src/diff/judge-facts.js";
import { schemaFacts, type Used } from "./compare-schemas.js";
import { rows } from "./rows.js";

const object = (members: string) =>
  `{type: object, required: [id], properties: {id: {type: string, format: uuid}, ${members}}}`;
const id = "00000000-0000-4000-8000-000000000000";

/** The witnesses of breaking findings, in their order. */
function witnesses(old: string, now: string, used: Used): readonly unknown[] {
  return judgeFacts(schemaFacts(old, now, used))
    .filter(({ wire }) => wire === "breaking")
    .map(({ witness }) => witness);
}

/**
 * Changes of what is meant, not of what is allowed: names of properties that open objects allow anyway, access, the content of
 * texts, open lists, and how alternatives are distinguished. Beside `contains`, the validator takes all items for evaluated.
 */
const WITHOUT =
  /\.(?:property\.(?:removed|renamed|became-read-only|became-write-only)|content-[a-z-]+\.[a-z]+|enum\.known-value-removed|discriminator\.[a-z-]+|unevaluated-items\.added)$/u;

/** Alternatives that name optional properties alone take names with them, as a property that is removed does. */
const NAMES_ALONE = "K5 K7, a part with alternatives that name optional properties";

describe("witnesses", () => {
  const sent = { of: "`Pet`", validIn: "old", invalidIn: "new" };
  const received = { of: "`Pet`", validIn: "new", invalidIn: "old" };

  test.each<[change: string, old: string, now: string, used: Used, want: readonly unknown[]]>([
    [
      "a bound, within the component",
      object("age: {type: integer, maximum: 9}"),
      object("age: {type: integer, maximum: 5}"),
      "request",
      [{ value: { id, age: 9 }, ...sent }],
    ],
    [
      "a value of an item",
      object("tags: {type: array, items: {enum: [a, b]}}"),
      object("tags: {type: array, items: {enum: [a]}}"),
      "request",
      [{ value: { id, tags: ["b"] }, ...sent }],
    ],
    [
      "null in a response",
      object("a: {type: string}"),
      object("a: {type: string, nullable: true}"),
      "response",
      [{ value: { id, a: null }, ...received }],
    ],
    [
      "one of several new required properties",
      "{type: object, properties: {}}",
      "{type: object, required: [a, b], properties: {a: {const: 1}, b: {const: 2}}}",
      "request",
      [
        { value: { b: 2 }, ...sent },
        { value: { a: 1 }, ...sent },
      ],
    ],
    [
      "a removed property, and a required one that only requests have",
      "{type: object, required: [a, b], properties: {a: {type: string}, b: {type: string, writeOnly: true}}}",
      "{type: object, required: [b], properties: {b: {type: string, writeOnly: true}}}",
      "response",
      [{ value: {}, ...received }],
    ],
    [
      "an alternative",
      "{oneOf: [{type: integer}, {type: string, maxLength: 3}]}",
      "{oneOf: [{type: integer}, {type: string, maxLength: 2}]}",
      "request",
      [{ value: "aaa", ...sent }],
    ],
    [
      "a schema with itself in it",
      '{type: object, properties: {next: {$ref: "#/components/schemas/Pet"}, a: {type: string}}}',
      '{type: object, properties: {next: {$ref: "#/components/schemas/Pet"}, a: {type: string, maxLength: 0}}}',
      "request",
      [{ value: { a: "a" }, ...sent }],
    ],
    [
      "one edit among others: null, beside a new member",
      "{type: object, required: [a], properties: {a: {type: string}}}",
      "{type: object, required: [a], properties: {a: {type: [string, 'null']}, b: {type: string}}, additionalProperties: false}",
      "response",
      [{ value: { a: null }, ...received }],
    ],
    [
      "members that need each other",
      "{type: object, dependentRequired: {a: [b], b: [a]}, properties: {a: {type: string}, b: {type: string}}}",
      "{type: object, required: [a, b], properties: {a: {type: string}, b: {type: string}}}",
      "request",
      [
        { value: {}, ...sent },
        { value: {}, ...sent },
      ],
    ],
    [
      "a bound of a component in a list of alternatives",
      '{oneOf: [{$ref: "#/components/schemas/A"}, {type: string}]}\n---\nA: {type: object, required: [n], properties: {n: {type: integer, maximum: 5}}}',
      '{oneOf: [{$ref: "#/components/schemas/A"}, {type: string}]}\n---\nA: {type: object, required: [n], properties: {n: {type: integer, maximum: 4}}}',
      "request",
      [{ value: { n: 5 }, ...sent, of: "`A`" }],
    ],
    [
      "none of a schema that refers to itself without a step into the value",
      '{allOf: [{$ref: "#/components/schemas/Pet"}], type: object, properties: {a: {type: integer, maximum: 9}}}',
      '{allOf: [{$ref: "#/components/schemas/Pet"}], type: object, properties: {a: {type: integer, maximum: 5}}}',
      "request",
      [undefined],
    ],
    [
      "a text of an expression",
      object('tag: {type: string, pattern: "^[a-z]+(?:-[a-z]+)*$", maxLength: 9}'),
      object('tag: {type: string, pattern: "^[a-z]+(?:-[a-z]+)*$", maxLength: 5}'),
      "request",
      [{ value: { id, tag: "aaaaaa" }, ...sent }],
    ],
    [
      "a property with an expression that is not run, which it does not need",
      "{type: object, properties: {a: {type: string, pattern: ^(a+)+$}, b: {type: string}}}",
      "{type: object, properties: {a: {type: string, pattern: ^(a+)+$}, b: {type: integer}}}",
      "request",
      [{ value: { b: "a" }, ...sent }],
    ],
    [
      "a list longer than a page",
      "{type: array, items: {type: integer}, maxItems: 9}",
      "{type: array, items: {type: integer}, maxItems: 3}",
      "request",
      [{ value: [1, 1, 1, 1], ...sent }],
    ],
    [
      "a count that a closed tuple implies",
      "{type: array, maxItems: 3, prefixItems: [{type: string}, {type: string}]}",
      "{type: array, prefixItems: [{type: string}, {type: string}], items: false}",
      "request",
      [{ value: ["a", "a", "a"], ...sent }],
    ],
    [
      "a count that a list without items implies",
      "{type: array, items: {type: string}, maxItems: 3}",
      "{type: array, items: false}",
      "request",
      [
        { value: ["a"], ...sent },
        { value: ["a"], ...sent },
      ],
    ],
    [
      "a count that `additionalItems` implies",
      "{type: array, items: [{type: string}], maxItems: 3}",
      "{type: array, items: [{type: string}], additionalItems: false}",
      "request",
      [{ value: ["a", "a"], ...sent }],
    ],
    [
      "a count of items that an array contains",
      "{type: array, minItems: 1}",
      "{type: array, contains: {type: string}, minContains: 3}",
      "request",
      [
        { value: ["a"], ...sent },
        { value: ["a"], ...sent },
      ],
    ],
  ])("of %s", (_change, old, now, used, want) => {
    expect(witnesses(old, now, used)).toEqual(want);
  });

  test("are missing where an expression could take exponential time", () => {
    const of = (limit: number) =>
      `{type: object, properties: {a: {type: string, pattern: "^(a+)+$", maxLength: ${limit}}}}`;
    expect(witnesses(of(100), of(50), "request")).toEqual([undefined]);
  });

  test("are missing for long texts of an expression, which takes cubic time", () => {
    const of = (limit: number) =>
      `{type: object, required: [a], properties: {a: {type: string, pattern: "^a*a*a*$", maxLength: ${limit}}}}`;
    expect(witnesses(of(2000), of(1999), "request")).toEqual([undefined]);
  });

  test("are missing where a property goes that open objects allow, beside another edit", () => {
    const old = "{type: object, required: [b], properties: {a: {type: string}, b: {type: string}}}";
    const now = "{type: object, required: [b], properties: {b: {type: [string, 'null']}}}";
    expect(witnesses(old, now, "response")).toEqual([undefined, { value: { b: null }, ...received }]);
  });

  test("are missing where a value needs hundreds of members, and are found for a limited number of findings", () => {
    const members = (type: string) =>
      Array.from({ length: 900 }, (_, index) => `p${String(index)}: {type: ${type}}`).join(", ");
    const names = Array.from({ length: 900 }, (_, index) => `p${String(index)}`).join(", ");
    const of = (type: string, more = "") => `{type: object, ${more} properties: {${members(type)}}}`;
    const found = witnesses(of("string"), of("integer"), "request").filter(
      (witness) => witness !== undefined,
    );
    expect(found.length).toBeGreaterThan(100);
    expect(found.length).toBeLessThan(900);
    expect(witnesses(of("string"), of("string", `required: [${names}],`), "request")).toEqual(
      Array.from({ length: 900 }, () => undefined),
    );
  });

  test("prove every breaking row, but those without a set of values", () => {
    const missing = rows.flatMap(([row, old, now]) =>
      (["request", "response"] as const).flatMap((direction) =>
        judgeFacts(schemaFacts(old, now, direction))
          .filter(({ rule }) => row !== NAMES_ALONE || !rule.endsWith(".any-of.removed"))
          .filter(
            ({ rule, wire, witness }) => wire === "breaking" && witness === undefined && !WITHOUT.test(rule),
          )
          .map(({ rule }) => `${row}: ${rule}`),
      ),
    );
    expect(missing).toEqual([]);
  });
});

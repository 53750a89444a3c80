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

describe("witnesses", () => {
  const sent = { validIn: "old", invalidIn: "new" };
  const received = { validIn: "new", invalidIn: "old" };

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
      [{ value: { b: "a" }, ...received }],
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
  ])("of %s", (_change, old, now, used, want) => {
    expect(witnesses(old, now, used)).toEqual(want);
  });

  test("are missing where an expression could take exponential time", () => {
    const of = (limit: number) =>
      `{type: object, properties: {a: {type: string, pattern: "^(a+)+$", maxLength: ${limit}}}}`;
    expect(witnesses(of(100), of(50), "request")).toEqual([undefined]);
  });

  test("prove every breaking row, but those without a set of values", () => {
    const missing = rows.flatMap(([row, old, now]) =>
      (["request", "response"] as const).flatMap((direction) =>
        judgeFacts(schemaFacts(old, now, direction))
          .filter(
            ({ rule, wire, witness }) => wire === "breaking" && witness === undefined && !WITHOUT.test(rule),
          )
          .map(({ rule }) => `${row}: ${rule}`),
      ),
    );
    expect(missing).toEqual([]);
  });
});

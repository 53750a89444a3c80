import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../../src/load/loaded-contract.js";
import { keyAlternatives } from "../../../src/model/schema-names/alternative-keys.js";

const object = (members: readonly string[], more: object = {}): Json => ({
  type: "object",
  properties: Object.fromEntries(members.map((name) => [name, { type: "string" }])),
  ...more,
});
/** As a manifest of an earlier version has them, which says no more. */
const undescribed = (keys: readonly string[]) => new Map(keys.map((key) => [key, ""]));
const kind = (value: string): Json => ({ properties: { kind: { const: value }, name: {} } });

test.each<readonly [string, readonly Json[], readonly string[], readonly string[]]>([
  ["a literal", [kind("cat"), kind("dog")], [], ["kind=cat", "kind=dog"]],
  ["a title", [object(["a"], { title: "Cat" })], [], ["title Cat"]],
  ["required members", [object(["b", "a", "c"], { required: ["b", "a"] })], [], ["{a,b}"]],
  ["members, where none is required", [object(["b", "a"])], [], ["{a,b}"]],
  ["the first members of many", [object(["h", "g", "f", "e", "d", "c", "b", "a"])], [], ["{a,b,c,d,e,f}"]],
  ["members of its own allOf", [{ allOf: [{ $ref: "#/x/Base" }, object(["a"])] }], [], ["{a}"]],
  ["a number", [{ properties: { status: { const: 404 }, text: {} } }], [], ["status=404"]],
  ["the elements of an array", [{ items: { type: "string" }, type: "array" }], [], ["array of string"]],
  ["a reference", [{ $ref: "#/components/schemas/Cat" }], [], ["$ref Cat"]],
  ["a type", [{ type: "array" }, {}, true], [], ["array", "any", "any 2"]],
  ["what is alike is numbered", [object(["a"]), object(["a"])], [], ["{a}", "{a} 2"]],
  ["a known key stays beside a new item", [object(["b"]), object(["a"])], ["{a}"], ["{b}", "{a}"]],
  ["a known key stays with more members", [object(["a", "b"], { required: ["a"] })], ["{a}"], ["{a}"]],
  ["a known key goes to what has least more", [object(["a", "b"]), object(["a"])], ["{a}"], ["{a,b}", "{a}"]],
  [
    "a known literal stays beside an earlier one",
    [{ properties: { age: { const: "x" }, kind: { const: "cat" } } }],
    ["kind=cat"],
    ["kind=cat"],
  ],
  [
    "a known title stays when the item is told apart",
    [object(["a"], { title: "Cat" }), kind("dog")],
    ["title Cat"],
    ["title Cat", "kind=dog"],
  ],
  [
    "a new title is the same item",
    [object(["a"], { title: "Kitten" }), { type: "string" }],
    ["title Cat"],
    ["title Cat", "string"],
  ],
  [
    "of two left nothing is certain",
    [object(["a"], { title: "X" }), object(["b"], { title: "Y" })],
    ["title Cat"],
    ["title X", "title Y"],
  ],
  [
    "a numbered key is the second of its like",
    [object(["a"]), object(["a"])],
    ["{a}", "{a} 2"],
    ["{a}", "{a} 2"],
  ],
  [
    "a numbered key is the second of its like, although the first was not known",
    [{ type: "array" }, { type: "array" }],
    ["array 2"],
    ["array", "array 2"],
  ],
  [
    "of what is alike, numbers go by the number of members, with known keys and without",
    [object(["a", "b"], { required: ["a"] }), object(["a"], { required: ["a"] })],
    [],
    ["{a} 2", "{a}"],
  ],
  [
    "a known number stays beside a new one",
    [{ properties: { status: { const: 302 } } }, { properties: { status: { const: 404 } } }],
    ["status=404"],
    ["status=302", "status=404"],
  ],
])("%s", (_, items, known, want) => {
  expect(keyAlternatives(items, undescribed(known)).keys).toEqual(want);
});

test("keys that some items were known by are given again", () => {
  const names = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 });
  const item = fc.oneof(
    fc.record({ members: names, required: names, title: fc.constantFrom(undefined, "X") }).map((made) =>
      object(made.members, {
        required: made.required,
        ...(made.title !== undefined && { title: made.title }),
      }),
    ),
    fc.constantFrom("cat", "dog").map(kind),
    fc.constantFrom<Json>(
      { type: "array", items: { type: "string" } },
      { type: "array" },
      { type: "string" },
      {},
    ),
  );
  fc.assert(
    fc.property(fc.array(item, { maxLength: 6 }), fc.func(fc.boolean()), (items, isKept) => {
      const given = keyAlternatives(items).keys;
      expect(keyAlternatives(items, undescribed(given.filter((key) => isKept(key)))).keys).toEqual(given);
    }),
    { numRuns: 2000 },
  );
});

import { expect, test } from "vitest";
import type { Json } from "../../../src/load/loaded-contract.js";
import { keyAlternatives } from "../../../src/model/schema/alternative-key.js";

const object = (members: readonly string[], more: object = {}): Json => ({
  type: "object",
  properties: Object.fromEntries(members.map((name) => [name, { type: "string" }])),
  ...more,
});
const kind = (value: string): Json => ({ properties: { kind: { const: value }, name: {} } });

test.each<readonly [string, readonly Json[], readonly string[], readonly string[]]>([
  ["a literal", [kind("cat"), kind("dog")], [], ["kind=cat", "kind=dog"]],
  ["a title", [object(["a"], { title: "Cat" })], [], ["title Cat"]],
  ["required members", [object(["b", "a", "c"], { required: ["b", "a"] })], [], ["{a,b}"]],
  ["members, where none is required", [object(["b", "a"])], [], ["{a,b}"]],
  ["the first members of many", [object(["h", "g", "f", "e", "d", "c", "b", "a"])], [], ["{a,b,c,d,e,f}"]],
  ["members of its own allOf", [{ allOf: [{ $ref: "#/x/Base" }, object(["a"])] }], [], ["{a}"]],
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
])("%s", (_, items, known, want) => {
  expect(keyAlternatives(items, new Set(known))).toEqual(want);
});

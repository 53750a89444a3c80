import { expect, test } from "vitest";
import type { Json } from "../../../src/load/loaded-contract.js";
import { keyAlternatives } from "../../../src/model/schema-names/read-alternative.js";

const object = (members: readonly string[], more: object = {}): Json => ({
  type: "object",
  properties: Object.fromEntries(members.map((name) => [name, { type: "string" }])),
  ...more,
});
const kind = (value: string): Json => ({ properties: { kind: { const: value }, name: {} } });

test.each<readonly [string, readonly Json[], readonly string[]]>([
  ["a literal", [kind("cat"), kind("dog")], ["kind=cat", "kind=dog"]],
  ["a title", [object(["a"], { title: "Cat" })], ["title Cat"]],
  ["required members", [object(["b", "a", "c"], { required: ["b", "a"] })], ["{a,b}"]],
  ["members, where none is required", [object(["b", "a"])], ["{a,b}"]],
  ["the first members of many", [object(["h", "g", "f", "e", "d", "c", "b", "a"])], ["{a,b,c,d,e,f}"]],
  ["members of its own allOf", [{ allOf: [{ $ref: "#/x/Base" }, object(["a"])] }], ["{a}"]],
  ["a number", [{ properties: { status: { const: 404 }, text: {} } }], ["status=404"]],
  ["the elements of an array", [{ items: { type: "string" }, type: "array" }], ["array of string"]],
  ["a reference", [{ $ref: "#/components/schemas/Cat" }], ["$ref Cat"]],
  ["a type", [{ type: "array" }, {}, true], ["array", "any", "any 2"]],
  ["what is alike is numbered", [object(["a"]), object(["a"])], ["{a}", "{a} 2"]],
  [
    "of what is alike, numbers go by the number of members",
    [object(["a", "b"], { required: ["a"] }), object(["a"], { required: ["a"] })],
    ["{a} 2", "{a}"],
  ],
  [
    "parts under a condition by what the condition says",
    [{ if: { properties: { kind: { const: "flat" } } }, then: object(["a"]) }],
    ["if kind=flat"],
  ],
])("an alternative is known by %s", (_, items, want) => {
  expect(keyAlternatives(items)).toEqual(want);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/load/loaded-contract.js";
import { keyAlternatives } from "../../../src/model/schema-names/alternative-keys.js";
import { describeAlternative } from "../../../src/model/schema-names/describe-alternative.js";

/** `id=string name=integer` as a schema; a word that is no type is a value of an enum. */
function object(text: string): Json {
  const properties = text.split(" ").map((pair): [string, Json] => {
    const [name = "", word = ""] = pair.split("=");
    return [name, /^(?:string|integer)$/.test(word) ? { type: word } : { enum: word.split("|") }];
  });
  return { type: "object", properties: Object.fromEntries(properties) };
}

describe("of alternatives with members of the same names, a known key", () => {
  test.each<readonly [string, before: readonly string[], after: readonly string[], keys: readonly string[]]>([
    ["stays beside one put before", ["id=string"], ["id=integer", "id=string"], ["{id} 2", "{id}"]],
    ["goes where its item goes", ["a=string", "a=integer"], ["a=integer", "a=string"], ["{a} 2", "{a}"]],
    ["is nobody's when its item is gone", ["a=string", "a=integer"], ["a=integer"], ["{a} 2"]],
    ["stays with more members", ["a=string"], ["a=integer", "a=string b=string"], ["{a} 2", "{a}"]],
    [
      "stays while another gets more members",
      ["a=string"],
      ["a=integer b=string", "a=string b=string"],
      ["{a,b}", "{a}"],
    ],
    [
      "stays with more values",
      ["kind=cat|dog", "kind=ant|bee"],
      ["kind=ant|bee|wasp", "kind=cat|dog|fox"],
      ["{kind} 2", "{kind}"],
    ],
  ])("%s", (_, before, after, want) => {
    const first = before.map(object);
    const { keys } = keyAlternatives(first);
    const known = new Map(keys.map((key, index) => [key, describeAlternative(first[index] ?? true)]));
    const second = keyAlternatives(after.map(object), known);
    expect(second).toEqual({ keys: want, unsure: new Set() });
  });

  test.each<
    readonly [
      string,
      known: Readonly<Record<string, string>>,
      after: readonly string[],
      unsure: readonly string[],
    ]
  >([
    ["both are of other types", { "{a}": "a=string" }, ["a=open|shut", "a=left|right"], ["{a}"]],
    ["another is alike altogether", { "{a}": "a=string" }, ["a=string", "a=string"], ["{a}"]],
    ["an earlier manifest does not say", { "{a}": "" }, ["a=integer", "a=string"], ["{a}"]],
    ["an earlier manifest does not say which is gone", { "{a}": "", "{a} 2": "" }, ["a=string"], ["{a}"]],
    ["both have more by now", { "{a}": "" }, ["a=string b=string", "a=string c=string"], ["{a}"]],
    ["not when as many are there", { "{a}": "", "{a} 2": "" }, ["a=integer", "a=string"], []],
    ["not when another has more", { "{a}": "" }, ["a=integer b=string", "a=string"], []],
  ])("is unsure where nothing tells: %s", (_, known, after, want) => {
    const { unsure } = keyAlternatives(after.map(object), new Map(Object.entries(known)));
    expect([...unsure]).toEqual(want);
  });

  test("stays with its item in every order and among whatever was added", () => {
    const word = fc.constantFrom("string", "integer", "open|shut", "open", "left|right");
    const item = fc.tuple(word, word).map(([a, b]) => `a=${a} b=${b}`);
    const items = fc
      .uniqueArray(item, { maxLength: 8 })
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    fc.assert(
      fc.property(items, fc.nat(8), ([all, second], count) => {
        const first = all.slice(0, count);
        const { keys } = keyAlternatives(first.map(object));
        const known = new Map(
          keys.map((key, index) => [key, describeAlternative(object(first[index] ?? ""))]),
        );
        const given = keyAlternatives(second.map(object), known);
        expect(given.unsure).toEqual(new Set());
        expect(first.map((text) => given.keys[second.indexOf(text)])).toEqual(keys);
      }),
      { numRuns: 500 },
    );
  });
});

test("a key with a number of its own is told from a numbered one", () => {
  const items: readonly Json[] = [
    { title: "Area 2", properties: { a: {} } },
    { title: "Area", properties: { a: {} } },
  ];
  const known = new Map([["title Area 2", ""]]);
  expect(keyAlternatives(items, known).keys).toEqual(["title Area 2", "title Area"]);
});

test("a thousand alternatives that are alike are matched in time", () => {
  const items = Array.from({ length: 1000 }, (_, index) => object(`a=string b=v${String(index)}|w`));
  const { keys } = keyAlternatives(items);
  const known = new Map(keys.map((key, index) => [key, describeAlternative(items[index] ?? true)]));
  const start = performance.now();
  const given = keyAlternatives([object("a=integer b=string"), ...items], known);
  expect(given.keys.slice(1)).toEqual(keys);
  expect(performance.now() - start).toBeLessThan(2000);
});

test.each<readonly [Json, string]>([
  [{ properties: { b: { type: "integer" }, a: { type: "string" } } }, "a=string b=integer"],
  [{ allOf: [{ properties: { a: { type: "string" } } }], properties: { b: {} } }, "a=string b=any"],
  [
    { properties: { a: { type: ["string", "null"] }, b: { anyOf: [{ type: "null" }, { type: "string" }] } } },
    "a=string b=string",
  ],
  [{ properties: { a: { $ref: "#/components/schemas/Pet" } } }, "a=Pet"],
  [{ properties: { a: { type: "array", items: { enum: ["y", "x", null] } } } }, "a=x|y[]"],
  [{ properties: { a: { properties: { c: {}, b: {} } } } }, "a={b,c}"],
  [{ properties: { "a b=c": { const: "50 %" } } }, "a%20b%3Dc=50%20%25"],
  [
    { properties: { a: { enum: Array.from({ length: 14 }, (_, index) => index + 10) } } },
    "a=10|11|12|13|14|15|16|17|18|19|20|21|+2",
  ],
  [{ type: "array", items: { properties: { a: { type: "string" } } } }, "[] a=string"],
  [{ type: "string" }, "string"],
  [true, "any"],
])("an alternative is described by what its members are: %j", (json, want) => {
  expect(describeAlternative(json)).toBe(want);
});

import fc from "fast-check";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { jsonText } from "../../src/emit/json-text.js";
import type { Json } from "../../src/load/loaded-contract.js";

describe("the snapshot's JSON", () => {
  test.each<readonly [Json, string]>([
    [null, "null\n"],
    ['a\u2028"b', '"a\u2028\\"b"\n'],
    [{}, "{}\n"],
    [[], "[]\n"],
    [[{}, []], "[{}, []]\n"],
    [{ b: 1, a: [1, "x", null] }, '{\n  "a": [1, "x", null],\n  "b": 1\n}\n'],
    [[{ a: 1 }], '[\n  {\n    "a": 1\n  }\n]\n'],
    [
      [
        ["a", "b"],
        ["c", "d"],
      ],
      '[\n  ["a", "b"],\n  ["c", "d"]\n]\n',
    ],
  ])("%j", (given, want) => {
    expect(jsonText(given)).toBe(want);
  });

  test("has the digits that the document has, where JavaScript rounds them", () => {
    const digits = new Map([[9223372036854775807, "9223372036854775807"]]);
    const given = { maximum: 9223372036854775807, enum: [1, 9223372036854775807] };
    expect(jsonText(given, digits)).toBe(
      '{\n  "enum": [1, 9223372036854775807],\n  "maximum": 9223372036854775807\n}\n',
    );
  });

  test("does not depend on the order of keys", () => {
    expect(jsonText({ b: { d: 1, c: 2 }, a: 0 })).toBe(jsonText({ a: 0, b: { c: 2, d: 1 } }));
  });

  test("keeps a member that is named like a prototype's", () => {
    const given = JSON.parse('{ "__proto__": 1, "constructor": 2 }') as Json;
    expect(jsonText(given)).toBe('{\n  "__proto__": 1,\n  "constructor": 2\n}\n');
  });

  test("is what prettier leaves alone", async () => {
    const scalar = fc.oneof(
      fc.constantFrom(0, -0, 1, -1, 1e21, 1e-7, 0.5, 123456789, true, false, null),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string({ unit: "grapheme", maxLength: 30 }),
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.constantFrom("", "application/json; charset=utf-8", "漢字かな", "a".repeat(70)),
    );
    const { json } = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        scalar,
        fc.array(tie("json"), { maxLength: 8 }),
        fc.array(fc.integer(), { maxLength: 40 }),
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 12 }),
        fc.dictionary(fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom("漢字", "$ref")), tie("json"), {
          maxKeys: 6,
        }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const text = jsonText(value);
        expect(text).toBe(await format(text, { parser: "json" }));
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 1000 },
    );
  });
});

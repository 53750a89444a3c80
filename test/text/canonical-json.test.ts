import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/text/canonical-json.js";

describe("canonical JSON", () => {
  test.each<[given: unknown, want: string]>([
    [{ b: 1, a: [true, null, "x"] }, '{"a":[true,null,"x"],"b":1}'],
    [{ B: 1, a: 2, "10": 3, "9": 4 }, '{"10":3,"9":4,"B":1,"a":2}'],
    [{ a: undefined, b: {} }, '{"b":{}}'],
    [{ a: NaN, b: "NaN" }, '{"a":"NaN","b":"NaN"}'],
    [JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
  ])("of %j", (given, want) => {
    expect(canonicalJson(given)).toBe(want);
  });

  test("is JSON of the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test.each([() => 1, Symbol("a"), 1n])("of what JSON cannot say is an error", (given) => {
    expect(() => canonicalJson({ given })).toThrow(TypeError);
  });
});

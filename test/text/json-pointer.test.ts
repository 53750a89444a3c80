import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fragmentKeys, pointerKeys, toPointer, toReference } from "../../src/text/json-pointer.js";

describe("a JSON pointer", () => {
  test.each<[keys: string[], want: string]>([
    [[], "#"],
    [["paths", "/a/{b}", "get"], "#/paths/~1a~1{b}/get"],
    [["a~b", "", "0"], "#/a~0b//0"],
    [["~1"], "#/~01"],
    [["100%"], "#/100%"],
  ])("of %j is %s", (keys, want) => {
    expect(toPointer(keys)).toBe(want);
    expect(pointerKeys(want)).toEqual(keys);
  });

  test.each(["#", "#/", ""])("%j is the whole document", (pointer) => {
    expect([pointerKeys(pointer), fragmentKeys(pointer)]).toEqual([[], []]);
  });

  test.each<[fragment: string, want: string[]]>([
    ["#/components/schemas/My%20Order", ["components", "schemas", "My Order"]],
    ["#/a%2Fb", ["a/b"]],
    ["#/a%7E1b", ["a/b"]],
    ["#/50%", ["50%"]],
    ["#/%E0%A4%A", ["%E0%A4%A"]],
  ])("the fragment %s names %j", (fragment, want) => {
    expect(fragmentKeys(fragment)).toEqual(want);
  });

  test("leads back to its keys, as pointer and as reference", () => {
    const key = fc.string({ minLength: 1, unit: "grapheme" });
    fc.assert(
      fc.property(fc.array(key, { minLength: 1 }), (keys) => {
        expect(pointerKeys(toPointer(keys))).toEqual(keys);
        expect(fragmentKeys(toReference(keys))).toEqual(keys);
      }),
    );
  });
});

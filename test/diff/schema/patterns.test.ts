import { describe, expect, test } from "vitest";
import { isSafePattern } from "../../../src/openapi/patterns.js";
import { textForPattern } from "../../../src/diff/schema/witness/pattern-text.js";

describe("expressions that are run", () => {
  test.each([
    "^[a-z]+$",
    "^[a-z0-9]+(?:-[a-z0-9]+)*$",
    "^[A-Za-z]+(?:[\\s'-][A-Za-z]+)*$",
    "^([0-9a-f]{2})+$",
    "^#(?:[0-9a-fA-F]{3}){1,2}$",
    "^\\d+(\\.\\d+)?$",
    "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
  ])("%s", (pattern) => {
    expect(isSafePattern(pattern)).toBe(true);
  });
});

describe("expressions that could take exponential time", () => {
  test.each([
    "^(a+)+$",
    "^(a|a)*$",
    "^(a|aa)+$",
    "(x+x+)+y",
    "^([a-z]?)+$",
    "^([a-z]*)*$",
    "^(-a*a*)+$",
    "^(-.+)*$",
    "^(éé+)*$",
    "^(-[^x]+)*$",
    "^(-[a-z-]+)*$",
    "^(\\W\\D+)*$",
    "^((a)+)+$",
    "^((?:-[a-z]+)*)*$",
    "(a?){50}",
    "^a?a?a?a?a?a?a?b$",
    "^(?=a)b$",
    "^(a)\\1$",
    "a*a*a*a*",
  ])("%s", (pattern) => {
    expect(isSafePattern(pattern)).toBe(false);
  });
});

describe("a text for an expression", () => {
  test.each<[pattern: string, length: number, want: string | undefined]>([
    ["^[A-Z]{2}\\d{3}$", 0, "AA111"],
    ["^prd_[0-9a-hjkmnp-tv-z]{26}$", 0, `prd_${"a".repeat(26)}`],
    ["^(foo|bar)-[0-9]+$", 0, "foo-1"],
    ["^a+$", 4, "aaaa"],
    ["^a{2,3}$", 9, "aaa"],
    ["^[^a]$", 0, "1"],
    ["^[\\]x]y?$", 0, "]"],
    ["^\\p{Lu}\\.$", 0, "A."],
    ["^(?<year>\\d{4})$", 0, "1111"],
    ["^(?!x)y$", 0, undefined],
    ["^(a", 0, undefined],
    ["^[z-a]$", 0, undefined],
    ["a{9999}", 0, undefined],
  ])("%s of %d characters", (pattern, length, want) => {
    expect(textForPattern(pattern, length)).toBe(want);
  });
});

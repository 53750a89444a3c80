import { expect, test } from "vitest";
import { readNamePattern } from "../../../../src/plan/typescript/types/index-members.js";

test.each([
  ["", "", true],
  [".*", "", true],
  ["^.*$", "", true],
  ["^.+$", "", true],
  ["^", "", true],
  ["^(.*)$", "", true],
  ["(.+)", "", true],
  ["^(?:.*)$", "", true],
  ["^[\\s\\S]*$", "", true],
  ["^([\\S\\s]*?)$", "", true],
  ["[^]*", "", true],
  ["^(.*)*$", "", false],
  ["^(.*$", "", false],
  ["^(.)$", "", false],
  ["^[\\s\\D]*$", "", false],
  ["^x-(.*)$", "x-", true],
  ["^$", "", false],
  ["^x-", "x-", true],
  ["^x-.*$", "x-", true],
  ["^x\\.y\\$", "x.y$", true],
  ["^x-[a-z]+$", "x-", false],
  ["^xy?", "x", false],
  ["^xy{2}", "x", false],
  ["^x$", "x", false],
  ["^x\\d", "x", false],
  ["^x|y", "", false],
  ["^(x)", "", false],
  ["x-", "", false],
  [".", "", false],
])("%s matches names that begin with %o, all of them: %s", (pattern, prefix, whole) => {
  expect(readNamePattern(pattern)).toEqual({ prefix, whole });
});

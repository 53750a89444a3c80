import { expect, it } from "vitest";
import { createYamlFinder } from "../../src/load/problems/yaml-spans.js";

const block = `%YAML 1.2
---
# /a: not a key
info:
  description: |
    paths:
      /a: text
paths:
  "/a":
    get: 1

  '/b': # the second
  # get: 2
    get: 3
  /c: { get: 4 }
tags:
- name: 5
servers: {
  url: 6
}
`;

it.each<readonly [names: string, want: string]>([
  ["paths /a get", "get: 1"],
  ["paths /b get", "get: 3"],
  ["paths /c get", "get: 4"],
  ["paths /d get", "paths:"],
  ["tags 0 name", "name: 5"],
  ["servers url", "url: 6"],
  ["info description", "description:"],
])("finds the key of %j", (names, want) => {
  const found = createYamlFinder(block)(names.split(" "));
  expect(block.slice(found?.key?.start).slice(0, want.length)).toBe(want);
});

it("ends a value in braces with the brace", () => {
  expect(createYamlFinder("a: { b: 1 } # one\nc: 2\n")(["a"])?.value).toEqual({ start: 3, end: 11 });
});

it("finds the whole text where no name leads, and nothing in no text", () => {
  expect(createYamlFinder("a: 1\n")([])).toEqual({ value: { start: 0, end: 4 } });
  expect(createYamlFinder("")(["a"])).toBeUndefined();
});

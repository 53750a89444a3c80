import { describe, expect, test } from "vitest";
import { pathProblem, selectValues } from "../../src/load/overlay/read-actions.js";

const document = {
  paths: { "/a": { get: { tags: ["x", "y"] } }, "/it's\n\\ü": { get: {} } },
  list: [{ name: "b" }, { name: "a" }],
};

describe("a JSONPath", () => {
  test.each<[path: string, want: readonly (readonly string[])[]]>([
    ["$", [[]]],
    ["$.paths['/a'].get.tags[1]", [["paths", "/a", "get", "tags", "1"]]],
    ["$.list[?@.name == 'a']", [["list", "1"]]],
    ["$.list[0,0]", [["list", "0"]]],
    ["$.paths['/it\\'s\\n\\\\\\u00fc']", [["paths", "/it's\n\\ü"]]],
    ["$.paths.constructor", []],
    ["$.nope..*", []],
  ])("%s selects keys", (path, want) => {
    expect(selectValues(document, path, "a.yaml")).toEqual(want);
  });

  test("that takes too long ends with the name of its overlay", () => {
    const hostile = { text: `${"a".repeat(40)}!` };
    expect(() => selectValues(hostile, "$[?search(@, '(a+)+$')]", "a.yaml", 200)).toThrow(
      expect.objectContaining({ message: "A JSONPath takes longer than 0.2 s.", where: "a.yaml" }),
    );
  });

  test.each<[path: string, want: string | undefined]>([
    ["$.a", undefined],
    ["a", 'at character 1, "a" is unexpected'],
    ["$[", "at character 3, it ends too early"],
    ["$[?process.exit()]", 'at character 11, "." is unexpected'],
  ])("%s is checked", (path, want) => {
    expect(pathProblem(path)).toBe(want);
  });
});

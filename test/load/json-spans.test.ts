import { describe, expect, test } from "vitest";
import { Source } from "@redocly/openapi-core";
import { createJsonFinder } from "../../src/load/problems/json-spans.js";
import { locateSource } from "../../src/load/problems/problem-frames.js";

const value = {
  openapi: "3.1.0",
  'a "quoted" \\ name': [1, -2.5e3, true, null, [], {}, [{ deep: ["}", '"', "\\", "\\\\"] }]],
  "": { "é\u2028\n": "{ [ ] } , :" },
  paths: { "/pets": { get: { tags: ["a", "b"] } } },
};

/** The names that lead to each value within a value, and the value. */
function allWithin(whole: unknown, names: readonly string[] = []): readonly [readonly string[], unknown][] {
  const members = typeof whole === "object" && whole !== null ? Object.entries(whole) : [];
  return [[names, whole], ...members.flatMap(([name, member]) => allWithin(member, [...names, name]))];
}

describe("values in a JSON text", () => {
  test.each([
    ["on one line", JSON.stringify(value)],
    ["indented", JSON.stringify(value, null, 2)],
    ["with other spaces", `\r\n${JSON.stringify(value, null, "\t").replaceAll('":', '" : ')}\r\n`],
  ])("are found by the names that lead to them, %s", (_name, text) => {
    const find = createJsonFinder(text);
    const all = allWithin(value);
    expect(all).toHaveLength(24);
    for (const [names, want] of all) {
      const found = find?.(names);
      expect(JSON.parse(text.slice(found?.value.start, found?.value.end))).toEqual(want);
      const key = text.slice(found?.key?.start, found?.key?.end);
      if (found?.key !== undefined) expect(JSON.parse(key)).toBe(names.at(-1));
    }
  });

  test("are those of the nearest parent where the text lacks them", () => {
    const text = '{"a":{"b":[1]}}';
    expect(createJsonFinder(text)?.(["a", "b", "7", "c"]).value).toEqual({ start: 10, end: 13 });
  });

  test("are not looked for in other texts", () => {
    expect(createJsonFinder("{ a: 1 }")).toBeUndefined();
    expect(createJsonFinder("[1]")).toBeUndefined();
  });
});

test.each([2, 9])("a contract in JSON of %i megabytes has lines", (megabytes) => {
  const description = "x".repeat(megabytes * 1024 * 1024);
  const body = JSON.stringify({ info: { description }, paths: { "/a": { get: {} } } }, null, 2);
  const source = new Source("/contracts/openapi.json", body);
  expect(locateSource({ source, pointer: "#/paths/~1a/get" })).toMatchObject({ line: 7, column: 14 });
});

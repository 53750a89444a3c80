import { describe, expect, test } from "vitest";
import { bothAlternatives, scopeAlternatives } from "../../../src/plan/typescript/scopes.js";
import { operationOf } from "../../model/model-of.js";

const schemes = "{ o: { type: mutualTLS }, p: { type: mutualTLS }, key: { type: mutualTLS } }";
const alternatives = (security: string) =>
  scopeAlternatives(
    operationOf(
      `{ paths: { /a: { get: { security: ${security} } } }, components: { securitySchemes: ${schemes} } }`,
    ),
  );

describe("[ACC-2] the scopes that an operation needs", () => {
  test.each([
    ["[{ o: [b, a] }]", [["a", "b"]]],
    ["[{ o: [a] }, { p: [b] }]", [["a"], ["b"]]],
    ["[{ o: [a], p: [b] }]", [["a", "b"]]],
    ["[{ o: [a] }, { p: [a] }]", [["a"]]],
    ["[{ o: [a] }, { key: [] }]", []],
    ["[{ o: [a] }, {}]", []],
    ["[]", []],
  ])("%s", (given, want) => {
    expect(alternatives(given)).toEqual(want);
  });

  test("of two operations together are every pairing", () => {
    expect(bothAlternatives([["a"], ["b"]], [["a"], ["c"]])).toEqual([
      ["a"],
      ["a", "c"],
      ["a", "b"],
      ["b", "c"],
    ]);
    expect(bothAlternatives([], [["c"]])).toEqual([["c"]]);
    expect(bothAlternatives([["c"]], [])).toEqual([["c"]]);
  });
});

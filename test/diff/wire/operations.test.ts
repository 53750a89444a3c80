import { describe, expect, test } from "vitest";
import { findingsOf, verdictsOf } from "./compare.js";

/** A contract with one operation, whose members are given. */
const get = (members: string) => `paths: { /pets: { get: {${members}} } }`;
const empty = "paths: {}";

describe("operations", () => {
  test.each<[row: string, old: string, now: string, want: readonly string[], back: readonly string[]]>([
    ["B1 B2", empty, get(""), ["operation.added compatible"], ["operation.removed breaking"]],
    [
      "B3 without a date",
      get("deprecated: true"),
      empty,
      ["operation.removed breaking announced"],
      ["operation.added compatible"],
    ],
    [
      "B3 after the date",
      get("deprecated: true, x-sunset: '2026-11-01'"),
      empty,
      ["operation.removed breaking announced"],
      ["operation.added compatible"],
    ],
    [
      "B4",
      get("deprecated: true, x-sunset: '2026-12-01'"),
      empty,
      ["operation.removed-before-sunset breaking"],
      ["operation.added compatible"],
    ],
    [
      "B5 B6 B9",
      get(""),
      get("deprecated: true"),
      ["operation.deprecated compatible", "operation.sunset-missing none"],
      ["operation.deprecation-withdrawn compatible"],
    ],
    [
      "B5 with a date that is far enough away",
      get(""),
      get("deprecated: true, x-sunset: '2028-01-01'"),
      ["operation.deprecated compatible", "operation.sunset-added docs"],
      ["operation.deprecation-withdrawn compatible"],
    ],
    ["B5, false is the default", get(""), get("deprecated: false"), [], []],
    [
      "B10",
      get("deprecated: true, x-sunset: '2028-01-01'"),
      get("deprecated: true, x-sunset: next year"),
      ["operation.sunset-invalid none"],
      ["operation.sunset-added docs"],
    ],
    [
      "B11 too near",
      get(""),
      get("deprecated: true, x-sunset: '2026-12-24'"),
      ["operation.deprecated compatible", "operation.sunset-added docs", "operation.sunset-too-near none"],
      ["operation.deprecation-withdrawn compatible"],
    ],
    [
      "B11 brought forward, postponed",
      get("deprecated: true, x-sunset: '2028-01-01'"),
      get("deprecated: true, x-sunset: '2027-12-01T00:00:00Z'"),
      ["operation.sunset-brought-forward docs"],
      ["operation.sunset-postponed docs"],
    ],
    [
      "B11 removed",
      get("deprecated: true, x-sunset: '2028-01-01'"),
      get("deprecated: true"),
      ["operation.sunset-removed docs"],
      ["operation.sunset-added docs"],
    ],
    [
      "B12",
      get("x-stability-level: stable"),
      get("x-stability-level: beta"),
      ["operation.stability-lowered none"],
      ["operation.stability-raised none"],
    ],
    ["B12 invalid", get(""), get("x-stability-level: solid"), ["operation.stability-invalid none"], []],
    [
      "B13",
      get("operationId: list"),
      get("operationId: listPets"),
      ["operation.id-changed compatible"],
      ["operation.id-changed compatible"],
    ],
    [
      "B13 given",
      get(""),
      get("operationId: listPets"),
      ["operation.id-changed compatible"],
      ["operation.id-changed compatible"],
    ],
    [
      "B14",
      get("tags: [a]"),
      get("tags: [a, b]"),
      ["operation.tags-changed compatible"],
      ["operation.tags-changed compatible"],
    ],
    [
      "B15",
      "paths: { '/pets/{id}': { get: { parameters: [{ name: id, in: path, required: true, schema: {} }] } } }",
      "paths: { '/pets/{petId}': { get: { parameters: [{ name: petId, in: path, required: true, schema: {} }] } } }",
      ["path.parameter-renamed compatible"],
      ["path.parameter-renamed compatible"],
    ],
    [
      "A2",
      get("summary: Lists pets."),
      get("summary: Lists all pets., externalDocs: { url: https://pets.example }"),
      ["docs.changed docs"],
      ["docs.changed docs"],
    ],
    ["A7", get(""), get("x-internal: true"), ["extension.changed docs"], ["extension.changed docs"]],
  ])("%s", (_, old, now, want, back) => {
    expect(verdictsOf(old, now)).toEqual(want);
    expect(verdictsOf(now, old)).toEqual(back);
  });

  test("of several paths with one shape belong to the one that is written alike", () => {
    const old = "paths: { '/a/{x}': { get: { operationId: one } }, '/a/{y}': { get: { operationId: two } } }";
    const now = "paths: { '/a/{y}': { get: { operationId: two } }, '/a/{z}': { get: { operationId: one } } }";
    expect(verdictsOf(old, now)).toEqual(["path.parameter-renamed compatible"]);
  });

  test("are named by method and path, and located in both documents", () => {
    const [finding] = findingsOf(get("operationId: a"), get("operationId: b"));
    expect(finding).toMatchObject({
      element: "`GET /pets`",
      title: "The operationId of `GET /pets` changed.",
      old: { pointer: "#/paths/~1pets/get", value: "a" },
      new: { pointer: "#/paths/~1pets/get", value: "b" },
      reach: [{ operation: "GET /pets", operationId: "b", part: "operation", direction: "request" }],
    });
  });
});

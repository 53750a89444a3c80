import { describe, expect, test } from "vitest";
import type { Bump } from "../../../src/diff/finding.js";
import { judgeFacts } from "../../../src/diff/judge-facts.js";
import { listVersionFacts } from "../../../src/diff/wire/compare-versions.js";
import { documentOf, findingsOf, verdictsOf } from "./compare.js";

describe("documents", () => {
  test.each<[row: string, old: string, now: string, want: readonly string[]]>([
    ["A2 info", "info: { title: Pets }", "info: { title: All pets }", ["docs.changed docs"]],
    ["A2 tags", "tags: [{ name: a }]", "tags: [{ name: a, description: A. }]", ["docs.changed docs"]],
    [
      "A2 path items",
      "paths: { /pets: { summary: Pets., get: {} } }",
      "paths: { /pets: { summary: All pets., get: {} } }",
      ["docs.changed docs"],
    ],
    ["A3", "openapi: 3.0.3\npaths: {}", "openapi: 3.2.0\npaths: {}", []],
    ["A7", "x-logo: a", "x-logo: b", ["extension.changed docs"]],
    [
      "I6, which has a rule of its own",
      "components: { schemas: { A: { enum: [1], x-enum-varnames: [a] } } }",
      "components: { schemas: { A: { enum: [1], x-enum-varnames: [b] } } }",
      [],
    ],
    [
      "A7 names of values where there were none",
      "components: { schemas: { A: { enum: [1] } } }",
      "components: { schemas: { A: { enum: [1], x-enum-varnames: [a] } } }",
      ["extension.changed docs"],
    ],
    ["the version, which is a policy", "info: { version: '1' }", "info: { version: '2' }", []],
  ])("%s", (_, old, now, want) => {
    expect(verdictsOf(old, now)).toEqual(want);
    expect(verdictsOf(now, old)).toEqual(want);
  });

  test("have documentation in schemas, which is compared by component and property", () => {
    const of = (colour: string, example: string) => `
components: { schemas: { Pet: { properties: { colour: { ${colour} }, twin: { $ref: '#/components/schemas/Pet' } }${example} } } }`;
    const old = of("type: string", "");
    const now = of("type: string, title: Colour, x-unit: nm", ", example: {}");
    expect(findingsOf(old, now).map(({ title }) => title)).toEqual([
      "The documentation of `Pet` changed: `example`.",
      "The documentation of property `colour` of `Pet` changed: `title`.",
      "Extensions of property `colour` of `Pet` changed: `x-unit`.",
    ]);
  });

  test("have examples, which are compared by component", () => {
    const of = (value: string) => `
paths: { /pets: { get: { responses: { '200': { content: { a/b: { examples: { one: { $ref: '#/components/examples/One' } } } } } } } } }
components: { examples: { One: { value: ${value} } } }`;
    expect(findingsOf(of("1"), of("2")).map(({ title }) => title)).toEqual([
      "The documentation of example `One` changed: `value`.",
    ]);
  });

  test("do not compare the documentation of alternatives that changed their order", () => {
    const of = (...items: readonly string[]) =>
      `components: { schemas: { Pet: { oneOf: [${items.join(", ")}] } } }`;
    const [one, other] = ["{ type: string, title: Name }", "{ type: integer, title: Number }"];
    expect(verdictsOf(of(one, other), of(other, one))).toEqual([]);
    expect(verdictsOf(of(one), of(one.replace("Name", "Call name")))).toEqual(["docs.changed docs"]);
  });
});

describe("versions (A1)", () => {
  const of = (version: string) => ({
    document: documentOf(`info: { version: '${version}' }`),
    dialect: "3.1" as const,
  });

  test.each<[old: string, now: string, advised: Bump, want: string | undefined]>([
    ["1.0.0", "1.0.0", "none", undefined],
    ["1.0.0", "1.0.0", "patch", "document.version-not-raised"],
    ["1.0.0", "1.0.0", "major", "document.version-not-raised"],
    ["1.0.0", "v1", "minor", "document.version-not-raised"],
    ["1.0.0", "1.0.1", "patch", undefined],
    ["1.0.0", "1.0.1", "minor", "document.minor-not-raised"],
    ["1.0.0", "1.1.0", "minor", undefined],
    ["1.0.0", "2.0.0", "minor", undefined],
    ["1.0.9", "1.1.0", "major", "document.major-not-raised"],
    ["1.9.0", "2.0.0", "major", undefined],
    ["v1", "v2", "major", undefined],
    ["1.10.0", "1.9.0", "none", "document.version-lowered"],
    ["2.0.0", "1.9.0", "major", "document.version-lowered"],
    ["1.0.0", "1.0.0-rc.1", "none", "document.version-lowered"],
    ["1.0.0-rc.10", "1.0.0-rc.9", "none", "document.version-lowered"],
    ["1.0.0-rc.9", "1.0.0-rc.10", "major", undefined],
    ["1.0.0-rc.1", "1.0.0", "major", undefined],
    ["0.1.0", "0.1.1", "minor", undefined],
    ["0.1.0", "0.1.1", "major", "document.minor-not-raised"],
    ["0.1.0", "0.2.0", "major", undefined],
    ["banana", "banana", "none", undefined],
    ["banana", "banana", "major", "document.version-not-raised"],
    ["banana", "apple", "none", undefined],
    ["banana", "apple", "major", "document.version-invalid"],
    ["2024-05", "2024-06", "minor", "document.version-invalid"],
    ["2026-08-09.5", "2026-11-02.1", "patch", "document.version-invalid"],
  ])("%s → %s (advised: %s)", (old, now, advised, want) => {
    const found = judgeFacts(listVersionFacts(of(old), of(now), advised));
    expect(found.map(({ rule, wire }) => [rule, wire])).toEqual(want === undefined ? [] : [[want, "none"]]);
  });
});

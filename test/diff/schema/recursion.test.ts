import { describe, expect, test } from "vitest";
import { schemaFindings } from "./compare-schemas.js";

const ref = (name: string) => `{$ref: "#/components/schemas/${name}"}`;

/** What changes from one to the other, in requests and in responses. */
function findings(old: string, now: string): readonly (readonly string[])[] {
  return [schemaFindings(old, now, "request"), schemaFindings(old, now, "response")];
}

const cat = (name: string) => ({
  low: `${name}: {allOf: [${ref("Pet")}, {properties: {lives: {type: integer, maximum: 7}}}]}`,
  high: `${name}: {allOf: [${ref("Pet")}, {properties: {lives: {type: integer, maximum: 9}}}]}`,
});

const raised = [["request.upper-bound.raised compatible"], ["response.upper-bound.raised breaking"]];

describe("subtypes of a base with a discriminator", () => {
  const base = (discriminator: string) =>
    `{type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind${discriminator}}}`;

  test.each([
    ["that a mapping names", `, mapping: {cat: "#/components/schemas/Cat"}`],
    ["that have the base as a part", ""],
    ["that have another value in the mapping", `, mapping: {tom: Cat}`],
  ])("%s are compared, though the base is unchanged", (_name, discriminator) => {
    const [before, after] = [cat("Cat").low, cat("Cat").high];
    expect(
      findings(`${base(discriminator)}\n---\n${before}`, `${base(discriminator)}\n---\n${after}`),
    ).toEqual(raised);
  });

  test("of subtypes are compared too", () => {
    const tom = (maximum: number) =>
      `Tom: {allOf: [${ref("Cat")}, {properties: {age: {type: integer, maximum: ${maximum}}}}]}`;
    const [before, after] = [7, 9].map((limit) => `${base("")}\n---\n${cat("Cat").low}\n${tom(limit)}`);
    expect(findings(before ?? "", after ?? "")).toEqual(raised);
  });

  test("that are no subtype of the schema do not count", () => {
    const of = (dog: string) =>
      `{allOf: [${ref("Base")}]}\n---\nBase: ${base("")}\nDog: {allOf: [${ref("Base")}, {properties: {b: ${dog}}}]}`;
    expect(findings(of("{type: string}"), of("{type: integer}"))).toEqual([[], []]);
  });
});

describe("an alternative that is the schema itself", () => {
  test("allows nothing", () => {
    const of = (type: string) => `{anyOf: [${ref("Pet")}, {type: ${type}}]}`;
    expect(findings(of("string"), of("integer"))).toEqual([
      ["request.any-of.branch-added compatible", "request.any-of.branch-removed breaking"],
      ["response.any-of.branch-added breaking", "response.any-of.branch-removed compatible"],
    ]);
    expect(findings("{type: integer}", of("string"))).toEqual([
      ["request.any-of.added breaking"],
      ["response.any-of.added breaking"],
    ]);
  });

  test("is one through another schema, too", () => {
    const of = (maximum: number) =>
      `{anyOf: [${ref("B")}, {type: integer, maximum: ${maximum}}]}\n---\nB: {anyOf: [${ref("Pet")}, {type: string}]}`;
    expect(findings(of(7), of(9))).toEqual(raised);
  });

  test("is compared with its own parts, where they have it as theirs", () => {
    const of = (subtype: string) =>
      `{type: object, required: [kind], oneOf: [${ref("Cat")}, ${ref("Dog")}]}\n---\n${subtype}\n${cat("Dog").low}`;
    expect(findings(of(cat("Cat").low), of(cat("Cat").high))).toEqual(raised);
  });
});

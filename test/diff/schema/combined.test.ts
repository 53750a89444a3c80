import { describe, expect, test } from "vitest";
import { schemaFindings } from "./compare-schemas.js";

const parts = `
---
A: {type: object, required: [kind], properties: {kind: {const: a}}}
B: {type: object, required: [kind], properties: {kind: {const: b}}}`;

const [a, b] = [`{$ref: "#/components/schemas/A"}`, `{$ref: "#/components/schemas/B"}`];

describe("keywords beside each other", () => {
  test.each<
    readonly [name: string, old: string, now: string, request: readonly string[], response: readonly string[]]
  >([
    [
      "a limit beside alternatives that were one",
      `{oneOf: [${a}]}${parts}`,
      `{oneOf: [${a}, ${b}], maxProperties: 5}${parts}`,
      ["request.one-of.branch-added compatible", "request.upper-bound.set breaking"],
      ["response.one-of.branch-added breaking", "response.upper-bound.set compatible"],
    ],
    [
      "a limit beside alternatives that become one",
      `{oneOf: [${a}, ${b}], maxProperties: 5}${parts}`,
      `{oneOf: [${a}]}${parts}`,
      ["request.one-of.branch-removed breaking", "request.upper-bound.dropped compatible"],
      ["response.one-of.branch-removed compatible", "response.upper-bound.dropped breaking"],
    ],
    [
      "an object and alternatives that become one",
      "{properties: {a: {type: string}}, allOf: [{anyOf: [{properties: {b: {type: string}}}, {properties: {c: {type: integer}}}]}]}",
      "{properties: {a: {type: string}}, allOf: [{anyOf: [{properties: {b: {type: string}}}]}]}",
      ["request.any-of.removed breaking", "request.property.optional-added compatible"],
      ["response.any-of.removed compatible"],
    ],
    [
      "a second list of contained items",
      "{type: array, allOf: [{contains: {const: 1}}]}",
      "{type: array, allOf: [{contains: {const: 2}}, {contains: {const: 1}}]}",
      ["request.contains.added breaking"],
      ["response.contains.added compatible"],
    ],
    [
      "a limit that the contained items implied",
      "{type: array, contains: {type: string}, minContains: 2}",
      "{type: array, minItems: 2}",
      ["request.contains.removed compatible"],
      ["response.contains.removed breaking"],
    ],
    [
      "contained items and a higher limit",
      "{type: array, contains: {type: string}}",
      "{type: array, minItems: 2}",
      ["request.contains.removed compatible", "request.lower-bound.raised breaking"],
      ["response.contains.removed breaking", "response.lower-bound.raised compatible"],
    ],
    [
      "alternatives that list types, with another format of one",
      "{oneOf: [{type: string}, {type: integer}]}",
      "{oneOf: [{type: string}, {type: integer, format: int64}]}",
      ["request.format.added breaking"],
      ["response.format.added compatible"],
    ],
    [
      "a constant that the list beside it no longer has",
      "{const: a, enum: [a, b]}",
      "{const: a, enum: [b]}",
      ["request.enum.value-removed breaking", "request.type.narrowed breaking"],
      ["response.enum.value-removed compatible", "response.type.narrowed compatible"],
    ],
    [
      "a list of values of another type",
      "{anyOf: [{enum: [a]}, {enum: [b, 3]}]}",
      "{anyOf: [{enum: [a], type: boolean}, {enum: [b, 3]}]}",
      ["request.enum.value-removed breaking"],
      ["response.enum.value-removed compatible"],
    ],
    [
      "a null that is excluded",
      "{anyOf: [{type: 'null'}, {type: string, minLength: 1}]}",
      "{anyOf: [{type: 'null', const: a}, {type: string, minLength: 1}]}",
      ["request.type.became-not-nullable breaking"],
      ["response.type.became-not-nullable compatible"],
    ],
    [
      "an alternative that widens what was beside the only one",
      "{maximum: 0, anyOf: [{patternProperties: {b$: {type: integer}}}]}",
      "{anyOf: [{enum: [2]}, {maximum: 0, anyOf: [{patternProperties: {b$: {type: integer}}}]}]}",
      [],
      ["response.values.widened breaking"],
    ],
    [
      "a type beside alternatives, of which no value is left: no edit says so",
      "{anyOf: [{type: array}]}",
      "{anyOf: [{type: array}, {enum: [3, 0]}], type: boolean}",
      ["request.any-of.branch-added compatible", "request.values.narrowed breaking"],
      [],
    ],
    [
      "the same in the other direction of time",
      "{anyOf: [{type: array}, {enum: [3, 0]}], type: boolean}",
      "{anyOf: [{type: array}]}",
      [],
      ["response.any-of.branch-removed compatible", "response.values.widened breaking"],
    ],
  ])("%s", (_name, old, now, request, response) => {
    expect(schemaFindings(old, now, "request")).toEqual(request);
    expect(schemaFindings(old, now, "response")).toEqual(response);
  });
});

import { describe, expect, test } from "vitest";
import { schemaFindings } from "./compare-schemas.js";

/** Rows of the catalogue: the reverse pair has the findings of the last two columns. */
type Row = readonly [
  row: string,
  old: string,
  now: string,
  request: readonly string[],
  response: readonly string[],
];

const object = (members: string) => `{type: object, ${members}}`;

const rows: readonly Row[] = [
  [
    "G1",
    object("properties: {a: {type: string}}"),
    object("required: [b], properties: {a: {type: string}, b: {type: string, default: x}}"),
    ["request.property.required-added breaking"],
    ["response.property.required-added compatible"],
  ],
  [
    "G2",
    object("properties: {a: {type: string}}"),
    object("properties: {a: {type: string}, b: {type: string}}"),
    ["request.property.optional-added compatible"],
    ["response.property.optional-added compatible"],
  ],
  [
    "G3 of an open object",
    object("properties: {a: {type: string}, b: {type: integer}}"),
    object("properties: {a: {type: string}}"),
    ["request.property.removed risky"],
    ["response.property.removed breaking"],
  ],
  [
    "G3 of a closed object",
    object("additionalProperties: false, properties: {a: {type: string}, b: {type: integer}}"),
    object("additionalProperties: false, properties: {a: {type: string}}"),
    ["request.property.removed breaking"],
    ["response.property.removed breaking"],
  ],
  [
    "G4",
    object("properties: {a: {type: string}}"),
    object("required: [a], properties: {a: {type: string}}"),
    ["request.property.became-required breaking"],
    ["response.property.became-required compatible"],
  ],
  [
    "G5",
    object("required: [a], properties: {a: {type: string}}"),
    object("properties: {a: {type: string}}"),
    ["request.property.became-optional compatible"],
    ["response.property.became-optional breaking"],
  ],
  [
    "G6",
    object("properties: {user_name: {type: string, maxLength: 5}}"),
    object("properties: {userName: {type: string, maxLength: 5}}"),
    ["request.property.renamed breaking"],
    ["response.property.renamed breaking"],
  ],
  [
    "G7",
    object("properties: {a: {type: string}}"),
    object("properties: {a: {type: string}, b: {type: string, writeOnly: true}}"),
    ["request.property.optional-added compatible"],
    [],
  ],
  [
    "G8",
    object("properties: {a: {type: integer, readOnly: true, maximum: 9}}"),
    object("properties: {a: {type: integer, readOnly: true, maximum: 5}}"),
    [],
    ["response.upper-bound.lowered compatible"],
  ],
  [
    "G9",
    object("properties: {a: {type: string}}"),
    object("properties: {a: {type: string, readOnly: true}}"),
    ["request.property.became-read-only breaking"],
    ["response.property.became-read-only compatible"],
  ],
  [
    "G10",
    object("properties: {a: {type: string, readOnly: true}}"),
    object("properties: {a: {type: string}}"),
    ["request.property.became-not-read-only compatible"],
    ["response.property.became-not-read-only compatible"],
  ],
  [
    "G10, required",
    object("required: [a], properties: {a: {type: string, readOnly: true}}"),
    object("required: [a], properties: {a: {type: string}}"),
    ["request.property.became-not-read-only breaking"],
    ["response.property.became-not-read-only compatible"],
  ],
  [
    "G11",
    object("properties: {a: {type: string}}"),
    object("properties: {a: {type: string, writeOnly: true}}"),
    ["request.property.became-write-only compatible"],
    ["response.property.became-write-only breaking"],
  ],
  [
    "G12",
    object("properties: {a: {type: string, writeOnly: true}}"),
    object("properties: {a: {type: string}}"),
    ["request.property.became-not-write-only compatible"],
    ["response.property.became-not-write-only compatible"],
  ],
  [
    "H1",
    "{type: string}",
    "{type: integer}",
    ["request.type.changed breaking"],
    ["response.type.changed breaking"],
  ],
  [
    "H1, narrowed",
    "{type: [string, integer]}",
    "{type: string}",
    ["request.type.narrowed breaking"],
    ["response.type.narrowed compatible"],
  ],
  [
    "H2",
    "{type: integer}",
    "{type: number}",
    ["request.type.widened compatible"],
    ["response.type.widened breaking"],
  ],
  [
    "H4",
    "{type: string, enum: [a, b]}",
    "{type: [string, 'null'], enum: [a, b, null]}",
    ["request.type.became-nullable compatible"],
    ["response.type.became-nullable breaking"],
  ],
  [
    "H5",
    "{anyOf: [{type: string}, {type: 'null'}]}",
    "{type: string}",
    ["request.type.became-not-nullable breaking"],
    ["response.type.became-not-nullable compatible"],
  ],
  [
    "H7",
    "{type: integer, format: int64}",
    "{type: integer, format: int32}",
    ["request.format.changed breaking"],
    ["response.format.changed compatible"],
  ],
];

describe("rows of the catalogue", () => {
  test.each(rows)("%s", (_row, old, now, request, response) => {
    expect(schemaFindings(old, now, "request")).toEqual(request);
    expect(schemaFindings(old, now, "response")).toEqual(response);
  });
});

import { describe, expect, test } from "vitest";
import { verdictsOf } from "./compare.js";

const parameter = (members: string) =>
  `paths: { /pets: { get: { parameters: [{ name: limit, in: query, schema: {}, deprecated: true, ${members} }] } } }`;
const header = (members: string) =>
  `paths: { /pets: { get: { responses: { '200': { headers: { ETag: { schema: {}, deprecated: true, ${members} } } } } } } }`;

type Case = readonly [
  row: string,
  old: string,
  now: string,
  want: readonly string[],
  back: readonly string[],
];

const inParameters: readonly Case[] = [
  ["B10", "", "x-sunset: soon", ["parameter.sunset-invalid none"], ["parameter.sunset-removed docs"]],
  [
    "B11 too near",
    "",
    "x-sunset: '2026-12-24'",
    ["parameter.sunset-added docs", "parameter.sunset-too-near none"],
    ["parameter.sunset-removed docs"],
  ],
  [
    "B11 brought forward",
    "x-sunset: '2028-01-01'",
    "x-sunset: '2027-12-01'",
    ["parameter.sunset-brought-forward docs"],
    ["parameter.sunset-postponed docs"],
  ],
  [
    "B12",
    "x-stability-level: stable",
    "x-stability-level: beta",
    ["parameter.stability-lowered none"],
    ["parameter.stability-raised none"],
  ],
  ["B12 invalid", "", "x-stability-level: solid", ["parameter.stability-invalid none"], []],
];

const inHeaders: readonly Case[] = [
  ["B10", "", "x-sunset: soon", ["header.sunset-invalid none"], ["header.sunset-removed docs"]],
  [
    "B11 too near",
    "",
    "x-sunset: '2026-12-24'",
    ["header.sunset-added docs", "header.sunset-too-near none"],
    ["header.sunset-removed docs"],
  ],
  [
    "B11 brought forward",
    "x-sunset: '2028-01-01'",
    "x-sunset: '2027-12-01'",
    ["header.sunset-brought-forward docs"],
    ["header.sunset-postponed docs"],
  ],
  [
    "B12",
    "x-stability-level: stable",
    "x-stability-level: beta",
    ["header.stability-lowered none"],
    ["header.stability-raised none"],
  ],
  ["B12 invalid", "", "x-stability-level: solid", ["header.stability-invalid none"], []],
];

test("B9 of a header, deprecated without a date", () => {
  const of = (members: string) =>
    `paths: { /pets: { get: { responses: { '200': { headers: { ETag: { ${members} } } } } } } }`;
  expect(verdictsOf(of(""), of("deprecated: true"))).toEqual([
    "header.deprecated compatible",
    "header.sunset-missing none",
  ]);
});

describe.each([
  { subject: "parameter", of: parameter, cases: inParameters },
  { subject: "header", of: header, cases: inHeaders },
])("the life cycle of a $subject", ({ of, cases }) => {
  test.each(cases)("%s", (_, old, now, want, back) => {
    expect(verdictsOf(of(old), of(now))).toEqual(want);
    expect(verdictsOf(of(now), of(old))).toEqual(back);
  });
});

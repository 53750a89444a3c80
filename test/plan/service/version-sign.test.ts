import { expect, test } from "vitest";
import { json, lostIn } from "./lost-contract.js";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";

/** A response with limits and this version, in a contract of another one. */
const contractOf = (version: string, info: string, operations = "") => `
info: { title: T, ${info} }
paths:
  /capabilities: { get: { operationId: c, responses: { '200': { description: C, ${json(`{ properties: { limits: { properties: { readsPerMinute: { type: integer } } }, contractVersion: { type: string, ${version} } } }`)} } } }${operations} }`;

const signsOf = (version: string, info: string) =>
  lostIn(contractOf(version, info)).filter(({ shown }) => shown.includes("version"));

const OTHER = "example: 2026-08-09.5";

test("a version that only an example has, and that is another one than that of the contract, is a sign", async () => {
  expect(signsOf(OTHER, 'version: "1.0"')).toEqual([
    {
      trait: "capabilities",
      shown: 'its response has the version "2026-08-09.5" in "contractVersion"',
      missing:
        '`info.version` is "1.0", and the client compares no versions: state the one of the response in `info`, as `x-contract-version`, with an overlay',
      lines: [],
    },
  ]);
  const lines = `capabilities:
  operation: "GET /capabilities"
  contractVersion: false`;
  const { traits } = await planUnder(contractOf(OTHER, 'version: "1.0"'), lines);
  expect(traits.lost.filter(({ shown }) => shown.includes("version"))).toEqual([]);
});

test("a version that only a text has, and that is another one than that of the contract, is a sign", () => {
  const info = "version: 1.0.0, description: 'Contract version: `2026-08-09.5`.'";
  expect(signsOf("description: V", info).map(({ shown, lines }) => [shown, lines])).toEqual([
    ['its response has a version in "contractVersion", and a text says "2026-08-09.5"', []],
  ]);
  expect(signsOf("description: 'V, e.g. 2.0.'", "version: 1.9, description: 'Contract version 1.8'")).toEqual(
    [],
  );
});

test("an example of an older version has lines by which the client compares", async () => {
  const contract = contractOf("example: 1.2.0", "version: 1.10.3");
  const [sign] = signsOf("example: 1.2.0", "version: 1.10.3");
  expect(sign?.lines).toEqual([
    "capabilities:",
    '  operation: "GET /capabilities"',
    "  contractVersion: contractVersion",
    "  limits: { readsPerMinute: limits.readsPerMinute }",
  ]);
  const { traits } = await planUnder(contract, sign?.lines.join("\n") ?? "");
  expect(traits.lost.filter(({ shown }) => shown.includes("version"))).toEqual([]);
});

test.each([
  ["a version that is that of the contract", OTHER, "version: 2026-08-09.5"],
  ["one that the contract states", OTHER, 'version: "1.0", x-contract-version: 2026-08-09.5'],
  ["one that shows nothing", "description: V", 'version: "1.0"'],
  ["a constant", "const: 2026-08-09.5", 'version: "1.0"'],
])("%s is no sign", (_, version, info) => {
  expect(signsOf(version, info)).toEqual([]);
});

test("the sign of a version has a rule of its own, and names a member as a configuration does", () => {
  const member = contractOf(OTHER, 'version: "1.0"').replace(
    "contractVersion: { type: string, example: 2026-08-09.5 }",
    "meta: { properties: { contract.version: { type: string, example: 2026-08-09.5 } } }",
  );
  const { lost } = planOf(member, { vendor: "acme", isPreview: true }).traits;
  expect(lost.map(({ rule, shown }) => [rule, shown])).toEqual([
    ["trait/capabilities-version", 'its response has the version "2026-08-09.5" in "/meta/contract.version"'],
  ]);
});

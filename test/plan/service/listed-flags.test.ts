import { expect, test } from "vitest";
import { acceptedBy } from "../../../src/plan/service/signs/sign.js";
import { json } from "./lost-contract.js";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";

/** A response with limits, and a member beside them. */
const contract = (member: string) => `openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
paths:
  /pets: { post: { operationId: b, responses: { "204": { description: D } } } }
  /capabilities: { get: { operationId: c, responses: { "200": { description: C, ${json(`{ properties: { limits: { properties: { readsPerMinute: { type: integer } } }, ${member} } }`)} } } } }`;

const TEXTS = "type: array, items: { type: string }";

const signsOf = (member: string) =>
  planOf(contract(member)).traits.lost.filter(({ trait }) => trait === "features");

test.each([
  ["enabledGroups", ""],
  ["activeModules", ""],
  ["activatedFunctions", ""],
  ["permittedOperations", ""],
  ["groups", "Operation groups that are switched on: reads, writes."],
  ["permissions", "What is enabled for the caller."],
])("a list that tells what is on is a sign: %s, %s", (name, description) => {
  const [sign, ...others] = signsOf(`${name}: { ${TEXTS}, description: ${JSON.stringify(description)} }`);
  expect(others).toEqual([]);
  expect(sign).toMatchObject({
    trait: "features",
    shown: `its response has the list "${name}"`,
    missing: "only its name and its text tell that it has flags",
    lines: [
      "capabilities:",
      '  operation: "GET /capabilities"',
      `  features: ${name}`,
      "  limits: { readsPerMinute: limits.readsPerMinute }",
    ],
    origin: {
      pointer: `#/paths/~1capabilities/get/responses/200/content/application~1json/schema/properties/${name}`,
    },
  });
});

test("a list of listed values is one too", () => {
  const listed = "enabledGroups: { type: array, items: { type: string, enum: [reads, writes] } }";
  expect(signsOf(listed)).toHaveLength(1);
});

test("the lines that accept it silence it", async () => {
  const [sign] = signsOf(`enabledGroups: { ${TEXTS} }`);
  const accepted = sign && acceptedBy(sign);
  expect(accepted).toEqual(["capabilities:", '  operation: "GET /capabilities"', "  features: false"]);
  const { lost } = (await planUnder(contract(`enabledGroups: { ${TEXTS} }`), accepted?.join("\n") ?? ""))
    .traits;
  expect(lost).toEqual([]);
});

test("its lines place the flags; that no operation says which it needs is told then", async () => {
  const given = contract(`enabledGroups: { ${TEXTS} }`);
  const lines = signsOf(`enabledGroups: { ${TEXTS} }`).flatMap((sign) => sign.lines);
  const { lost } = (await planUnder(given, lines.join("\n"))).traits;
  expect(lost.map(({ shown, missing }) => [shown, missing])).toEqual([
    [
      'its response may have flags in "enabledGroups"',
      "no schema names the flags, and no extension or description of an operation says that it needs one",
    ],
  ]);
});

test.each([
  ["another list", `regions: { ${TEXTS}, description: Enabled regions. }`],
  [
    "groups of which nothing says that they are on",
    `groups: { ${TEXTS}, description: Groups of the caller. }`,
  ],
  ["groups of people", `activeUserGroups: { ${TEXTS} }`],
  ["what is not on", `groups: { ${TEXTS}, description: Groups. Others are not enabled. }`],
  ["what is never on", `permissions: { ${TEXTS}, description: Never enabled by default. }`],
  ["numbers", "enabledGroups: { type: array, items: { type: integer } }"],
  ["a text", "enabledGroups: { type: string }"],
  ["two of them", `enabledGroups: { ${TEXTS} }, activeModules: { ${TEXTS} }`],
])("%s is no such sign", (_, member) => {
  expect(signsOf(member)).toEqual([]);
});

import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { backgroundContract } from "./background-contract.js";
import { planUnder } from "./overrides/configured.js";

const contract = (members: string, states = "running, done, failed") =>
  backgroundContract({ status: `properties: { status: { enum: [${states}] }, ${members} }` });

const ERROR = "properties: { code: { type: string }, detail: { type: string }, canRetry: { type: boolean } }";

const UNCERTAIN = "nothing says for certain that it has the code of a failure";

test.each([
  [
    `meta: { properties: { error: { ${ERROR} } } }`,
    "meta.error",
    UNCERTAIN,
    ["      error: { code: meta.error.code, message: meta.error.detail, retryable: meta.error.canRetry }"],
  ],
  [
    "error: { type: object }",
    "error",
    UNCERTAIN,
    ['      error: { code: "?", message: "?", retryable: "?" }'],
  ],
  [
    "error: { type: object, additionalProperties: {}, nullable: true }",
    "error",
    UNCERTAIN,
    ['      error: { code: "?", message: "?", retryable: "?" }'],
  ],
  ["lastErrorCode: { type: string }", "lastErrorCode", UNCERTAIN, ["      error: { code: lastErrorCode }"]],
])("[OPS-3] a failure that the client does not read is a sign: %s", async (members, at, missing, lines) => {
  const { traits, diagnostics } = planOf(contract(members));
  const decided = [
    "operations:",
    '  "POST /exports":',
    "    background:",
    '      status: "GET /jobs/{jobId}"',
  ];
  expect(traits.lost).toMatchObject([
    {
      shown: `the response of \`GET /jobs/{jobId}\` has "${at}"`,
      missing,
      lines: [...decided, ...lines],
      meant: decided,
    },
  ]);
  expect(diagnostics.map(({ id }) => id)).toContain("trait/unread-failure");
  const written = [...decided, ...lines].join("\n").replaceAll("?", "error.code");
  expect((await planUnder(contract(members), written)).traits.lost).toEqual([]);
});

test("[OPS-3] no line leads into a list of failures", () => {
  expect(planOf(contract(`errors: { type: array, items: { ${ERROR} } }`)).traits.lost).toMatchObject([
    { missing: "that is a list, and nothing tells which entry decides", lines: [] },
  ]);
});

test.each([
  "error: { properties: { code: {} } }",
  "errorMessage: { type: string }",
  "errors: { type: integer }",
  "errors: { type: array, items: { type: string } }",
  "errors: { type: array, items: { properties: { row: {}, message: {} } } }",
  "errors: { type: object, additionalProperties: { type: string } }",
  "problem_count: {}, faulty: {}",
  "",
])("[OPS-3] a failure that is read, and what has no code, are no sign: %s", (members) => {
  expect(planOf(contract(members)).traits.lost).toEqual([]);
});

test("[OPS-3] the error of an envelope is not the failure of what it holds", () => {
  const status = `properties: { data: { properties: { status: { enum: [done, failed] } } }, errors: { type: array, items: { ${ERROR} } } }`;
  expect(planOf(backgroundContract({ status })).traits.lost).toEqual([]);
});

test("[OPS-2] the sign of unknown states has the line of the failure as well", () => {
  const { lost } = planOf(contract("error: { type: object }", "done, failed, on_fire")).traits;
  expect(lost).toHaveLength(1);
  expect(lost[0]?.lines.at(-1)).toBe('      error: { code: "?", message: "?", retryable: "?" }');
});

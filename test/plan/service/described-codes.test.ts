import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { expectSilenced } from "./expect-silenced.js";
import { countTime } from "../../support/count-time.js";

/** Problems whose code is any text, or has this schema, and a text of the contract and of their response. */
function problems(text: string, response = "E", code = "type: string"): string {
  const schema = `{ type: object, required: [title, status, code, retryable], properties: { title: { type: string }, status: { type: integer }, code: { ${code} }, retryable: { type: boolean } } }`;
  return `info: { description: ${JSON.stringify(text)} }
paths: { /pets: { get: { responses: { '200': { description: P }, '409': { description: ${JSON.stringify(response)}, content: { application/problem+json: { schema: ${schema} } } } } } } }`;
}

function signsOf(yaml: string): readonly (readonly unknown[])[] {
  return planOf(yaml)
    .traits.lost.filter(({ rule }) => rule === "trait/described-codes")
    .map(({ shown, missing, lines }) => [shown, missing, ...lines]);
}

const IT = "no schema or example of a problem has it";

test.each<readonly [string, string, string | undefined, string, string]>([
  [
    "in a text of the contract",
    "Known codes: `UPSTREAM_OUTCOME_UNKNOWN` (502).",
    undefined,
    'the description of the contract names "UPSTREAM_OUTCOME_UNKNOWN"',
    "problems: { meanings: { UPSTREAM_OUTCOME_UNKNOWN: ambiguous-outcome } }",
  ],
  [
    "in a table",
    "| Code | Meaning |\n|---|---|\n| FEATURE_OFF | Switched off |",
    undefined,
    'the description of the contract names "FEATURE_OFF"',
    "problems: { meanings: { FEATURE_OFF: feature-disabled } }",
  ],
  [
    "in a text of a response",
    "",
    "Code `IdempotencyKeyReused`.",
    'the description of the response 409 of `GET /pets` names "IdempotencyKeyReused"',
    "problems: { meanings: { IdempotencyKeyReused: idempotency-conflict } }",
  ],
])("a code with a meaning is a sign where it is %s alone", (_, text, response, shown, line) => {
  expect(signsOf(problems(text, response))).toEqual([[shown, IT, line]]);
});

test.each<readonly [string, string, string]>([
  [
    "codes that every client knows",
    "Codes: `ambiguous_upstream_outcome`, `feature_disabled`.",
    "type: string",
  ],
  ["codes without a meaning", "Codes: `NOT_FOUND`, `INTERNAL_ERROR`.", "type: string"],
  ["codes in texts of other things", "Events: `feature_off`, `outcome_unknown`.", "type: string"],
  ["codes that the text denies", "The code `FEATURE_OFF` is not used.", "type: string"],
  [
    "codes of a request that has not ended",
    "The code `IDEMPOTENCY_CONFLICT` says that the first request is still being processed.",
    "type: string",
  ],
  ["what is no code", "The feature disabled by `feature_id`.", "type: string"],
  [
    "codes beside a listed one of their meaning",
    "Codes: `UPSTREAM_OUTCOME_UNKNOWN`.",
    "enum: [UNKNOWN_OUTCOME, NOT_FOUND]",
  ],
])("no sign are %s", (_, text, code) => {
  expect(signsOf(problems(text, "E", code))).toEqual([]);
});

test("the lines and the line that accepts the sign silence it", async () => {
  await expectSilenced(problems("Known codes: `UPSTREAM_OUTCOME_UNKNOWN`."), "problems: { meanings: {} }");
});

test("a text of blank lines is read in little time", () => {
  const elapsed = countTime();
  signsOf(problems(`${"\n".repeat(50_000)}| a |`));
  expect(elapsed()).toBeLessThan(1000);
});

test("a table belongs to the paragraph before it", () => {
  const table = "\n\n| A | B |\n|---|---|\n| FEATURE_OFF | c |";
  expect(signsOf(problems(`Errors:${table}`))).toHaveLength(1);
  expect(signsOf(problems(`Events:${table}`))).toEqual([]);
});

import { expect, test } from "vitest";
import { planOf } from "../../plan-of.js";

/** The codes, and what the client does on them, of errors with these schemas. */
function problemOf(...schemas: readonly string[]) {
  const responses = schemas.map(
    (schema, index) =>
      `'${String(400 + index)}': { description: E, content: { application/problem+json: { schema: ${schema} } } }`,
  );
  const { problem } = planOf(
    `paths: { /pets: { post: { operationId: run, responses: { ${responses.join(", ")} } } } }`,
  ).traits.contract;
  return [problem?.facts.codes, problem?.facts.meanings];
}

const fixed = (code: string, description: string) =>
  `{ description: ${JSON.stringify(description)}, properties: { code: { const: ${code} } } }`;

test.each([
  ["idempotency_key_reused", "idempotency-conflict"],
  ["IdempotencyKeyAlreadyUsed", "idempotency-conflict"],
  ["MISMATCHED_IDEMPOTENCY_KEY", "idempotency-conflict"],
  ["DUPLICATE_IDEMPOTENCY_KEY", undefined],
  ["IDEMPOTENCY_KEY_DUPLICATE", undefined],
  ["CONFLICTING_IDEMPOTENCY_KEY", undefined],
  ["IdempotentRequestReused", undefined],
  ["idempotency_conflict_error", "idempotency-conflict"],
  ["IdempotentParameterMismatchException", "idempotency-conflict"],
  ["IDEMPOTENT_REQUEST_MISMATCH", "idempotency-conflict"],
  ["duplicate_idempotent_request", undefined],
  ["idempotency_error", undefined],
  ["idempotency_key_in_use", undefined],
  ["upstream_outcome_unknown", "ambiguous-outcome"],
  ["UNKNOWN_OUTCOME", "ambiguous-outcome"],
  ["indeterminate_result", "ambiguous-outcome"],
  ["ambiguous_name", undefined],
])("the name of the code %s says %s", (code, want) => {
  expect(problemOf(fixed(code, "No."))).toEqual([[code], want === undefined ? {} : { [code]: want }]);
});

test.each([
  ["It is not known whether the upstream system applied the change.", "ambiguous-outcome"],
  ["It is unclear if the order was executed.", "ambiguous-outcome"],
  ["The outcome of the call is unknown.", "ambiguous-outcome"],
  ["It is unknown whether the pet exists.", undefined],
  ["The idempotency key was used before with different data.", "idempotency-conflict"],
  ["This idempotency key was already sent with another request body.", "idempotency-conflict"],
  ["The key of the door was used before with different data.", undefined],
  ["The idempotency key was used before.", undefined],
  ["The idempotency key is being used by another request that has not finished.", undefined],
  ["The idempotency key was not used with another request body.", undefined],
  ["The requested result format is unknown.", undefined],
  ["It is not unknown whether the payment was executed: it was not.", undefined],
  ["The outcome is not known to be unclear.", undefined],
])("a code that is described as %j means %s", (description, want) => {
  expect(problemOf(fixed("e17", description))).toEqual([["e17"], want === undefined ? {} : { e17: want }]);
});

/** The meanings of codes in a response with this text, and in a contract with another. */
function meaningsWith(codes: string, text: string, contract = "") {
  const schema = `{ properties: { title: { type: string }, code: { enum: [${codes}] } } }`;
  return planOf(
    `info: { description: ${JSON.stringify(contract)} }
paths: { /pets: { post: { responses: { '409': { description: ${JSON.stringify(text)}, content: { application/problem+json: { schema: ${schema} } } } } } } }`,
  ).traits.contract.problem?.facts.meanings;
}

test.each([
  ["idempotency_conflict", "A concurrent request with the same key: retry.", ""],
  [
    "idempotency_conflict, b",
    "`idempotency_conflict`: Conflict. The first request is still being processed.",
    "",
  ],
  ["idempotency_conflict, b", "E", "- `idempotency_conflict`: the first request is in progress."],
])("a name says nothing of %s where a text says that a request has not ended", (codes, text, contract) => {
  expect(meaningsWith(codes, text, contract)).toEqual({});
});

test.each([
  ["idempotency_conflict, busy", "`busy` if the first request is in progress, else `idempotency_conflict`"],
  ["idempotency_conflict, busy", "`busy`: the first is still running. `idempotency_conflict`: other data."],
  ["idempotency_conflict, busy", "A concurrent request with the same key: retry."],
  ["idempotency_conflict", "`idempotency_conflict`: other data.\n`IN_USE`: other."],
])("a name is heard in %s where a text says it of another code: %s", (codes, text) => {
  expect(meaningsWith(codes, text)).toEqual({ idempotency_conflict: "idempotency-conflict" });
});

test("a description of several codes says nothing of one", () => {
  const both = "{ description: The outcome is unknown., properties: { code: { enum: [e1, e2] } } }";
  expect(problemOf(both)).toEqual([["e1", "e2"], {}]);
});

test("each value of several may have a description of its own", () => {
  const values = "[{ const: e1, description: The outcome is unknown. }, { const: e2, description: No. }]";
  expect(problemOf(`{ properties: { code: { oneOf: ${values} } } }`)).toEqual([
    ["e1", "e2"],
    { e1: "ambiguous-outcome" },
  ]);
});

test("the description of the member lists codes, and says what each means", () => {
  const listing = (description: string) =>
    problemOf(`{ properties: { code: { type: string, description: ${JSON.stringify(description)} } } }`);
  expect(
    listing("Machine code. `key_reused`: the key was used before with different data. `e2`: it is full."),
  ).toEqual([["e2", "key_reused"], { key_reused: "idempotency-conflict" }]);
  expect(listing("Machine code: `outcome_unknown` (502), `e2` (409), and others.")).toEqual([
    ["e2", "outcome_unknown"],
    { outcome_unknown: "ambiguous-outcome" },
  ]);
  expect(listing("For programs; `title`: for people.")).toEqual([[], {}]);
  expect(
    listing("See `message` (for people) and `details` (list). In the form `en` - English, `de` - German."),
  ).toEqual([[], {}]);
  expect(
    listing("- `slow_down`: wait.\n- `full`: no room.\n\nAfter a lost connection the outcome is unknown."),
  ).toEqual([["full", "slow_down"], {}]);
});

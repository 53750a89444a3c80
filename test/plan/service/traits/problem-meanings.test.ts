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
  ["idempotency_payload_mismatch", "idempotency-conflict"],
  ["idempotency_key_in_use", undefined],
  ["duplicate_key", undefined],
  ["feature_unavailable", "feature-disabled"],
  ["FEATURE_FLAG_DISABLED", "feature-disabled"],
  ["rollout_disabled", "feature-disabled"],
  ["module_disabled", "feature-disabled"],
  ["service_unavailable", undefined],
  ["account_disabled", undefined],
  ["upstream_ambiguous", "ambiguous-outcome"],
  ["upstream_state_unknown", "ambiguous-outcome"],
  ["upstream_result_unknown", "ambiguous-outcome"],
  ["upstream_unknown", undefined],
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
  ["Automatic retry with a new key is forbidden; check the actual state first.", "ambiguous-outcome"],
  ["Do not retry with a new key: check whether the order exists.", "ambiguous-outcome"],
  ["Do not retry with a new key: check the actual state. The first call is in progress.", undefined],
  ["Do not retry with a new key.", undefined],
  ["Retry with a new key. Check the actual state.", undefined],
])("a code that is described as %j means %s", (description, want) => {
  expect(problemOf(fixed("e17", description))).toEqual([["e17"], want === undefined ? {} : { e17: want }]);
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

test.each([
  "x-enumDescriptions: { e1: The outcome is unknown., e2: It is full. }",
  "x-enum-descriptions: [The outcome is unknown., It is full.]",
  "x-enum-varnames: [UNKNOWN_OUTCOME, FULL]",
  "x-ms-enum: { name: Codes, values: [{ value: e1, description: The outcome is unknown. }, { value: e2, name: full }] }",
])("an extension may say what each value means: %s", (extension) => {
  expect(problemOf(`{ properties: { code: { enum: [e1, e2], ${extension} } } }`)).toEqual([
    ["e1", "e2"],
    { e1: "ambiguous-outcome" },
  ]);
});

test.each([
  "x-enum-descriptions: [The outcome is unknown.]",
  "x-enum-descriptions: The outcome is unknown.",
  "x-codes: { e1: The outcome is unknown. }",
])("an extension that is not beside each value says nothing: %s", (extension) => {
  expect(problemOf(`{ properties: { code: { enum: [e1, e2], ${extension} } } }`)).toEqual([["e1", "e2"], {}]);
});

test("a description may explain one code, where the schema lists that", () => {
  const code = (values: string) =>
    problemOf(
      `{ properties: { code: { enum: [${values}], description: '\`e1\`: the outcome is unknown.' } } }`,
    );
  expect(code("e1, e2")).toEqual([["e1", "e2"], { e1: "ambiguous-outcome" }]);
  expect(code("e2, e3")).toEqual([["e2", "e3"], {}]);
});

test.each([
  ["Idempotency-Key", "`e1`: the key was used with different data.", { e1: "idempotency-conflict" }],
  ["X-Region", "`e1`: the key was used with different data.", {}],
  ["X-Region", "`e1`: the outcome is unknown.", { e1: "ambiguous-outcome" }],
  ["X-Region", "See `e1`; the outcome is unknown.", {}],
])("beside the header %s, the description of a response %j says what a code means", (header, text, want) => {
  const { problem } = planOf(`paths: { /pets: { post: { operationId: run,
    parameters: [{ in: header, name: ${header}, schema: { type: string } }], responses: { '409': { description: ${JSON.stringify(text)},
    content: { application/problem+json: { schema: { properties: { code: { enum: [e1, e2] } } } } } } } } } }`)
    .traits.contract;
  expect(problem?.facts.meanings).toEqual(want);
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

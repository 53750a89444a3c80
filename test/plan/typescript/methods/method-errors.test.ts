import { expect, test } from "vitest";
import { methodOf, planOf } from "../../plan-of.js";
import { planUnder } from "../../service/overrides/configured.js";

const problem = "{ content: { application/problem+json: { schema: { type: object } } } }";
const json = "{ content: { application/json: { schema: { type: object } } } }";

test.each([
  { given: `'404': ${problem}`, want: "`ResourceProblemError`." },
  {
    given: `'410': ${problem}, '403': ${problem}`,
    want: "`AccessDeniedError`, `ResourceProblemError`.",
  },
  { given: `'404': ${json}`, want: "`ResponseError`." },
  {
    given: "'404': { content: { application/octet-stream: {} } }",
    want: "`ResponseError`.",
  },
  {
    given: `'429': ${json}, '5XX': ${json}`,
    want: "`RateLimitedError`, `ResponseError`.",
  },
  { given: "'404': {}, '403': {}", want: "`ResponseError`." },
  { given: "'401': {}", want: "`AuthenticationError`." },
  { given: "default: {}", want: undefined },
])("[ERR-7] a method whose answers are $given tells $want", ({ given, want }) => {
  const plan = planOf(`
paths: { /pets: { get: { operationId: list, tags: [pets], responses: { '200': {}, ${given} } } } }`);
  const thrown = methodOf(plan, "pets.list").doc.tags.find(({ tag }) => tag === "throws");
  expect(thrown?.text).toBe(want);
});

test.each([
  {
    members: "{ code: { type: string } }, required: [code]",
    keys: "",
    want: "`ResourceProblemError`.",
  },
  { members: "{ code: { type: string } }", keys: "", want: "`ResourceProblemError`, `ResponseError`." },
  {
    members: "{ code: { type: integer } }, required: [code]",
    keys: "",
    want: "`ResourceProblemError`, `ResponseError`.",
  },
  {
    members: "{ code: { type: [string, 'null'] } }, required: [code]",
    keys: "",
    want: "`ResourceProblemError`, `ResponseError`.",
  },
  {
    members: "{ code: { enum: [a, 1] } }, required: [code]",
    keys: "",
    want: "`ResourceProblemError`, `ResponseError`.",
  },
  {
    members: "{ code: { enum: [a, b] } }, required: [code], nullable: false",
    keys: "",
    want: "`ResourceProblemError`.",
  },
  {
    members: "{}, allOf: [{ properties: { code: { type: string } } }, { required: [code] }]",
    keys: "",
    want: "`ResourceProblemError`.",
  },
  {
    members: "{}, anyOf: [{ properties: { code: { type: string } }, required: [code] }, { type: 'null' }]",
    keys: "",
    want: "`ResourceProblemError`, `ResponseError`.",
  },
  {
    members: "{ code: { type: string } }, required: [code] } }, text/plain: { schema: { type: string",
    keys: "",
    want: "`ResourceProblemError`, `ResponseError`.",
  },
  {
    members: "{ message: { type: string } }",
    keys: "",
    want: "`ResponseError`.",
  },
  {
    members: "{ fault: { type: object, properties: { kind: { type: string } } } }",
    keys: "problems: { members: { code: fault.kind } }",
    want: "`ResourceProblemError`, `ResponseError`.",
  },
])(
  "[ERR-7] of errors in plain JSON with $members and $keys a method tells $want",
  async ({ members, keys, want }) => {
    const error = `{ content: { application/json: { schema: { type: object, properties: ${members} } } } }`;
    const labelled = `{ content: { application/problem+json: { schema: { type: object, properties: { code: { enum: [gone, closed] } } } } } }`;
    const other = keys === "" ? labelled : error;
    const plan = await planUnder(
      `
paths: { /pets: { get: { operationId: list, tags: [pets], responses: { '200': {}, '404': ${error} } },
  delete: { operationId: clear, tags: [pets], responses: { '204': {}, '409': ${other} } } } }`,
      keys,
    );
    const thrown = methodOf(plan, "pets.list").doc.tags.find(({ tag }) => tag === "throws");
    expect(thrown?.text).toBe(want);
  },
);

test.each([
  { header: "If-Match", given: "", want: "`StaleETagError`, `OutcomeUnknownError`." },
  {
    header: "If-Match",
    given: `, '428': ${problem}`,
    want: "`StaleETagError`, `PreconditionRequiredError`, `OutcomeUnknownError`.",
  },
  { header: "X-Region", given: "", want: "`OutcomeUnknownError`." },
])("[ETG-3] a change with $header whose answers are without 412 tells $want", ({ header, given, want }) => {
  const plan = planOf(`
paths: { "/pets/{id}": { put: { operationId: update, tags: [pets], parameters: [{ in: path, name: id, required: true, schema: { type: string } },
  { in: header, name: ${header}, schema: { type: string } }], responses: { '204': {}${given} } } } }`);
  const thrown = methodOf(plan, "pets.update").doc.tags.find(({ tag }) => tag === "throws");
  expect(thrown?.text).toBe(want);
});

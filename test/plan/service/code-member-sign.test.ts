import { expect, test } from "vitest";
import { acceptedBy } from "../../../src/plan/service/signs/sign.js";
import { planOf } from "../plan-of.js";
import { misfitsUnder, planUnder } from "./overrides/configured.js";

const TYPE = "type: { type: string, format: uri, example: 'https://a.example/problems/key-reused' }";
const MEMBERS = "title: { type: string }, status: { type: integer }, detail: { type: string }";

interface Given {
  readonly contract?: string;
  readonly schema?: string;
  readonly response?: string;
  /** Members of a problem beside those of RFC 9457. */
  readonly more?: string;
  readonly closed?: true;
}

/** Problems as Spring's generator describes them. */
function problems({ contract = "", schema = "S", response = "E", more = TYPE, closed }: Given): string {
  const body = `{ type: object, description: ${JSON.stringify(schema)}, ${closed ? "additionalProperties: false, " : ""}properties: { ${MEMBERS}, ${more} } }`;
  return `info: { description: ${JSON.stringify(contract)} }
paths: { /pets: { get: { responses: { '409': { description: ${JSON.stringify(response)}, content: { application/problem+json: { schema: ${body} } } } } } } }`;
}

const map = (rest = "") => `properties: { type: object, additionalProperties: { type: object }${rest} }`;

function signsOf(given: Given) {
  return planOf(problems(given)).traits.lost;
}

test("a code that only a text names, beside addresses of types, is a sign with its line", () => {
  const contract =
    "Errors are problems with the additional fields `code`, `retryable` and `traceId`. Known codes: `OUTCOME_UNKNOWN`.";
  const line =
    "problems: { meanings: { OUTCOME_UNKNOWN: ambiguous-outcome }, retryable: true, members: { code: code } }";
  const accepted = "problems: { meanings: {}, retryable: false, members: { code: type } }";
  expect(
    signsOf({ contract }).map((sign) => [sign.shown, sign.missing, sign.lines, acceptedBy(sign)]),
  ).toEqual([
    [
      "the description of the contract names `retryable`",
      "no problem has that member, in its schema or its examples",
      [line],
      [accepted],
    ],
    [
      'the description of the contract names the member "code"',
      'the client takes codes from "type"',
      [line],
      [accepted],
    ],
    [
      'the description of the contract names "OUTCOME_UNKNOWN"',
      "no schema or example of a problem has it",
      [line],
      [accepted],
    ],
  ]);
});

test.each<readonly [string, Given, string]>([
  ["the schema", { schema: "Programs go by `code`." }, "code"],
  ["the map", { more: `${TYPE}, ${map(", description: 'Contains code, traceId'")}` }, "code"],
  ["the response", { response: "A problem with the member `code`." }, "code"],
  ["a map, under another name", { more: map(), response: "Has the member `errorCode`." }, "errorCode"],
])("a text of %s names the code", async (_, given, code) => {
  const [sign] = signsOf(given);
  expect(sign?.lines).toEqual([`problems: { members: { code: ${code} } }`]);
  const contract = problems(given);
  for (const lines of [sign?.lines, sign && acceptedBy(sign)]) {
    const { traits } = await planUnder(contract, lines?.join("\n") ?? "");
    expect(traits.lost).toEqual([]);
  }
});

test.each<readonly [string, Given]>([
  ["texts that name the code of something else", { contract: "An error of the login: `code` is missing." }],
  ["a body that takes no other members", { schema: "Programs go by `code`.", closed: true }],
  ["the member that the client reads", { more: map(), schema: "Has `code`." }],
  ["another name without an open map", { response: "Has the member `errorCode`." }],
  ["a code that the schema has", { more: `${TYPE}, code: { type: string }`, schema: "Has `code`." }],
  [
    "another name beside a map that lists its members",
    { more: map(", properties: { a: { type: string } }"), response: "Has the member `errorCode`." },
  ],
  ["what a text denies", { schema: "The member `code` is not used." }],
])("no sign are %s", (_, given) => {
  expect(signsOf(given)).toEqual([]);
});

test("words of a schema that list what is retryable are a sign", () => {
  const more = map(", description: 'Contains code, retryable and traceId'");
  expect(signsOf({ more })).toMatchObject([
    {
      shown: 'the description of the member "properties" of errors names `retryable`',
      lines: ["problems: { retryable: true }"],
    },
  ]);
});

test("the example of a map is data of the schema: its members are those of the problem", () => {
  const more = `${TYPE}, ${map(", example: { code: KEY_REUSED, retryable: false, traceId: a }")}`;
  const { problem } = planOf(problems({ more })).traits.contract;
  expect(problem?.facts).toEqual({
    codes: ["KEY_REUSED"],
    retryable: true,
    meanings: {},
    holders: ["properties"],
  });
});

test("a configuration may name members that such a body takes", async () => {
  const misfits = (given: Given, members: string) =>
    misfitsUnder(problems(given), `problems: { members: ${members} }`);
  expect(await misfits({}, "{ code: code, retryable: retryable }")).toEqual([]);
  expect(await misfits({ more: map() }, "{ code: errorCode }")).toEqual([]);
  expect(await misfits({ more: map(), response: "Has `petCode`." }, "{ code: petCode }")).toEqual([]);
  for (const more of [map(), map(", properties: { a: { type: string } }")]) {
    const [typo] = await misfits({ more }, "{ code: errrorCode }");
    expect(typo).toContain('No error response has the member "errrorCode".');
  }
  const [listed] = await misfits(
    { more: map(", properties: { a: { type: string } }") },
    "{ code: errorCode }",
  );
  expect(listed).toContain('No error response has the member "errorCode".');
  const [error] = await misfits({}, "{ code: errorCode }");
  expect(error).toContain('No error response has the member "errorCode".');
  const [closed] = await misfits({ closed: true }, "{ code: code }");
  expect(closed).toContain('No error response has the member "code".');
});

/** Three error responses that share a model, as Django REST framework's standard errors are. */
const classed = (types: string, entry: string) => {
  const errors = ["404", "409", "422"].map(
    (status) =>
      `'${status}': { description: E, content: { application/json: { schema: { $ref: '#/components/schemas/Failure' } } } }`,
  );
  return `
paths: { /pets: { get: { responses: { ${errors.join(", ")} } } } }
components: { schemas: { Failure: { type: object, required: [type, errors], properties: { type: { enum: [${types}] }, errors: { type: array, items: { type: object, required: [code, detail], properties: { ${entry} } } } } } } }`;
};
const ENTRY = "code: { type: string }, detail: { type: string }";

test.each([
  ["validation_error, client_error, server_error", ENTRY, ["errors.0.code"], undefined],
  ["not_found, gone, key_reused, bad_version", ENTRY, [], "type"],
])("a class of errors beside entries with a code is none: %s", (types, entry, lines, code) => {
  const { lost, contract } = planOf(classed(types, entry)).traits;
  const [found] = lost
    .flatMap((sign) => sign.lines)
    .flatMap((line) => /code: ([\w.]+)/u.exec(line)?.[1] ?? []);
  expect([found].filter(Boolean)).toEqual(lines);
  expect(contract.problem?.facts.members?.code).toBe(code);
});

const LIST =
  "{ type: array, items: { type: object, properties: { code: { type: string }, message: { type: string } } } }";

test.each([
  [`error: { enum: [not_found, conflict] }, causes: ${LIST}`, "error"],
  [`error: { enum: [validation_failed, not_found] }, errors: ${LIST}`, "error"],
  [`error: { type: string, description: The error code }, details: ${LIST}`, "error"],
  [`name: { type: string, description: Unique name of the error }, details: ${LIST}`, "name"],
  [`type: { enum: [not_found, conflict, rate_limited] }, errors: ${LIST}`, "type"],
  [`type: { enum: [client, server] }, errors: ${LIST}`, undefined],
  [`kind: { enum: [ValidationError, ServerError] }, errors: ${LIST}`, undefined],
  [`type: { enum: [BUSINESS, TECHNICAL, FUNCTIONAL] }, errors: ${LIST}`, undefined],
  [`kind: { enum: [warning, error, fatal] }, errors: ${LIST}`, undefined],
  [`error: { type: string }, details: ${LIST}`, undefined],
])("words for what happened are the code beside a list with codes: %s", (members, code) => {
  const contract = classed("a", ENTRY).replace(
    /properties: \{ type: .*/u,
    `properties: { message: { type: string }, ${members} } } } }`,
  );
  const { problem } = planOf(contract.replace("required: [type, errors], ", "")).traits.contract;
  expect(problem?.facts.members?.code).toBe(code);
});

const typed = (members: string) => `
paths: { /pets: { get: { responses: { '404': { description: E, content: { application/problem+json: { schema: { $ref: '#/components/schemas/Failure' } } } } } } } }
components: { schemas: { Failure: { type: object, properties: { ${members}, message: { type: string } } } } }`;
const LISTED = "enum: [not_found, gone, key_reused, bad_version]";

test.each([
  [`error_type: { type: string }, error: { ${LISTED} }`, "error"],
  [`errorType: { enum: [client, server] }, reason: { ${LISTED} }`, "reason"],
  [`kind: { enum: [client, server] }, error: { ${LISTED} }`, "error"],
  [`error_type: { type: string }, type: { ${LISTED} }`, "type"],
  ["error_type: { type: string }, error: { type: string }", "error_type"],
  [`error_type: { type: string }, severity: { ${LISTED} }`, "error_type"],
  ["error_type: { type: string }, error: { enum: [error, failed] }", "error_type"],
  ["error_type: { type: string }, kind: { enum: [client, server] }", "error_type"],
  ["error_type: { type: string }, category: { enum: [client, server, gateway, network] }", "error_type"],
  ["error_type: { type: string }, reason: { enum: [field, service] }", "error_type"],
  ["error_type: { type: string }, name: { enum: [api_error, gateway_error] }", "error_type"],
  [`error_type: { ${LISTED} }, error: { enum: [a_b, c_d, e_f, g_h, i_j] }`, "error_type"],
  [`error_code: { type: string }, error: { ${LISTED} }`, "error_code"],
])("the code is the member that lists it, and not its class: %s", (members, code) => {
  expect(planOf(typed(members)).traits.contract.problem?.facts.members?.code).toBe(code);
});

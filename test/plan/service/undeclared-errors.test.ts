import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { expectSilenced } from "./expect-silenced.js";
import { json } from "./lost-contract.js";
import { countTime } from "../../support/count-time.js";

/** A contract with a text of errors, and what its responses declare. */
const api = (text: string, responses = "") =>
  `info: { description: ${JSON.stringify(text)} }
paths: { /pets: { get: { responses: { '200': { description: P }${responses} } } } }`;

function signsOf(yaml: string): readonly (readonly unknown[])[] {
  return planOf(yaml)
    .traits.lost.filter(({ trait }) => trait === "problems")
    .map(({ shown, missing, lines }) => [shown, missing, ...lines]);
}

const MISSING = "no error response declares a body with a code";
const has = (what: string) => `the description of the contract has ${what}`;
const TABLE =
  "## Errors\n\n| Code | Meaning |\n|---|---|\n| `no_stock` | None left. |\n| `too_late` | Over. |";
const EXAMPLE = '```json\n{ "error": { "code": "no_stock", "message": "None left." } }\n```';

test.each<readonly [string, string, readonly string[]]>([
  [
    "a table",
    TABLE,
    [
      has('the codes "no_stock", "too_late" of errors'),
      MISSING,
      'problems: { codes: ["no_stock", "too_late"] }',
    ],
  ],
  [
    "a list of three",
    "Errors have one of these codes:\n- NO_STOCK: none left\n- TOO_LATE: over\n- **NOT_YOURS**",
    [
      has('the codes "NOT_YOURS", "NO_STOCK" and others of errors'),
      MISSING,
      'problems: { codes: ["NOT_YOURS", "NO_STOCK", "TOO_LATE"] }',
    ],
  ],
  [
    "an example",
    `An error looks like this:\n\n${EXAMPLE}`,
    [has('an example of an error with "error.code"'), MISSING, "problems: { members: { code: error.code } }"],
  ],
  [
    "an example beside a table",
    `${TABLE}\n\n${EXAMPLE.replace('"error": {', "").replace("} }", "}")}`,
    [
      has('an example of an error with "code" and the codes "no_stock", "too_late" of errors'),
      MISSING,
      'problems: { codes: ["no_stock", "too_late"], members: { code: code } }',
    ],
  ],
])("errors that no response declares are named where the contract has %s of them", (_, text, want) => {
  expect(signsOf(api(text))).toEqual([want]);
});

test("codes that a redirect brings to the caller are no codes of responses", () => {
  const codes = TABLE.replace("## Errors\n\n", "Common error codes:\n\n");
  const below = (heading: string, text: string) => signsOf(api(`${heading}\n\n${text}\n\n${codes}`));
  const under = (text: string) => below("## Flows", text);
  expect(under("Each flow redirects to a callback URI at its end.")).toEqual([]);
  expect(under("In case of an error, query parameters are added to the URI.")).toEqual([]);
  expect(under("A page shows what went wrong.")).toHaveLength(1);
  expect(under("Each flow redirects to a callback URI at its end.\n\n## Problems")).toHaveLength(1);
  expect(under("Each flow redirects to a callback URI at its end.\n\n**Common**")).toEqual([]);
  const far = "After the login the browser is redirected to your callback URL.";
  for (const heading of ["", "# Introduction"])
    expect(below(heading, `${far}\n\nOne.\n\nTwo.`)).toHaveLength(1);
  expect(under("The fields are returned. Set `return_url` freely.")).toHaveLength(1);
  expect(under("POST /token returns an error when the redirect URI does not match.")).toHaveLength(1);
});

const ROWS = TABLE.replace("## Errors\n\n", "");
const ITEMS = "- `no_stock`: none left\n- `too_late`: over";

test.each([
  `## Errors\n\n**Codes**\n\n${ITEMS}`,
  `## Errors\n\n**Payments**\n\nThe codes:\n\n${ITEMS}`,
  `## Errors\n\n### Payments\n\nThe codes:\n\n${ITEMS}`,
  `## Errors\n\n**Payments**\n\n${ROWS}`,
  `The error codes are:\n\n**Common**\n${ROWS}`,
  `The error codes are:\n\n**Common**\n\n${ITEMS}`,
  `The error codes are:\n\n---\n\n${ITEMS}`,
  `The error codes are:\n\n---\n\n**Note**\n\n${ITEMS}`,
  `The error codes are:\n\n#### Common\n${ITEMS}`,
  `# Callback API\n\nOne.\n\n## Errors\n\n${ROWS}`,
  `# Error codes\n\nCodes that name the fields which are wrong:\n\n${ITEMS}`,
  `# Errors\n\nCheck the parameters of a call when you get one of these codes:\n\n${ITEMS}`,
  `# Error codes\n\n**Headers and parameters**\n\n${ITEMS}`,
  `## Webhooks, pages and errors\n\n${ROWS}`,
  `## Redirects and errors\n\n${ROWS}`,
])("lines in bold, lines across the page and titles hide no codes: %j", (text) => {
  expect(signsOf(api(text)).map(([shown]) => shown)).toEqual([
    has('the codes "no_stock", "too_late" of errors'),
  ]);
});

test.each([
  `## Errors\n\nAll errors have a code.\n\n### Events\n\n${ITEMS}`,
  `## Errors\n\n### Events\n\nThe events:\n\n${ITEMS}`,
  `## Errors\n\nOne.\n\n## Currencies\n\n${ROWS}`,
  `The error codes are below.\n\n## Events\n\n${ITEMS}`,
  `Errors have error codes.\n\n**Scopes**\n\n${ITEMS}`,
  `Errors have error codes.\n\n---\n\n**Events**\n\n${ITEMS}`,
  `# Errors\n\nEach has an error code.\n\n**Rate limits**\n\n${ROWS.replace("Code | Meaning", "Plan | Limit")}`,
  `# Errors\n\n## Country codes\n\n${ITEMS}`,
  `# Errors\n\nPass the locale code:\n\n${ITEMS}`,
])("lists of something else in a text about errors are no codes: %j", (text) => {
  expect(signsOf(api(text))).toEqual([]);
});

test.each(["## Callback handling", "## Errors\n\n### Webhooks", "Redirects\n---"])(
  "codes below such a heading are no codes of responses: %j",
  (heading) => {
    const codes = TABLE.replace("## Errors\n\n", "Common error codes:\n\n");
    expect(signsOf(api(`${heading}\n\n${codes}`))).toEqual([]);
    expect(signsOf(api(`${heading}\n\nOne.\n\n## Errors\n\n${codes}`))).toHaveLength(1);
  },
);

test("a long section with many lists of codes is read in little time", () => {
  const elapsed = countTime();
  signsOf(api(`# Errors\n\n${"Error codes:\n- a_b: c\n- d_e: f\n\n".repeat(2000)}`));
  expect(elapsed()).toBeLessThan(3000);
});

test("their codes have meanings as those of others have", () => {
  const text = TABLE.replace("too_late", "idempotency_conflict");
  expect(signsOf(api(text)).map(([, , line]) => line)).toEqual(
    Array(2).fill(
      'problems: { codes: ["idempotency_conflict", "no_stock"], meanings: { idempotency_conflict: idempotency-conflict } }',
    ),
  );
});

const VALIDATION = `, '422': { description: V, ${json("{ properties: { detail: { type: array, items: { properties: { loc: { type: array, items: {} }, msg: { type: string }, type: { type: string } } } } } }")} }`;

test("the errors of a framework are not those of the service", () => {
  expect(signsOf(api(TABLE, VALIDATION))).toHaveLength(1);
});

test.each<readonly [string, string, string]>([
  [
    "a response declares them",
    TABLE,
    `, '400': { description: E, ${json("{ properties: { code: { type: string } } }")} }`,
  ],
  ["the table is of events", TABLE.replace("Errors", "Events").replace("Code", "Event"), ""],
  ["the list is of members", "## Errors\n\n- `trace_id`: a\n- `error_code`: b", ""],
  [
    "the list of a section about errors is of headers",
    "## Errors\n\nLook at:\n- x-request-id: a\n- retry-after: b",
    "",
  ],
  ["a voucher has a code", '```json\n{ "code": "SUMMER10", "message": "Sale" }\n```', ""],
  ["the code is no text", 'An error:\n\n```json\n{ "code": { "toString": 1 }, "message": "a" }\n```', ""],
  ["it is one code", "## Errors\n\n- `no_stock`: a", ""],
  ["the example is of something else", '```json\n{ "code": "EUR", "name": "Euro" }\n```', ""],
  ["the example has a number", '```json\n{ "code": 7, "message": "None left." }\n```', ""],
  ["the example cannot be read", '```json\n{ "code": no_stock, … }\n```', ""],
])("none are named where %s", (_, text, responses) => {
  expect(signsOf(api(text, responses)).filter(([, missing]) => missing === MISSING)).toEqual([]);
});

test("the lines and the line that accepts the sign silence it", async () => {
  await expectSilenced(api(`${TABLE}\n\n${EXAMPLE}`), "problems: false");
});

test("a text of fences, rows and blank lines is read in little time", () => {
  const elapsed = countTime();
  for (const part of ["```\n", "| a_b ", "- a_", "\n", "# "]) signsOf(api(part.repeat(60_000)));
  expect(elapsed()).toBeLessThan(3000);
});

test("one error response is enough for a code that may be another", () => {
  const of = (members: string) =>
    `paths: { /pets: { get: { responses: { '200': { description: P }, '409': { description: E, ${json(`{ properties: { ${members} } }`)} } } } } }`;
  expect(signsOf(of("code: { type: string }, message: { type: string }")).map(([shown]) => shown)).toEqual([
    'the error response has "code" and "message"',
  ]);
  expect(signsOf(of("text: { type: string }"))).toEqual([]);
});

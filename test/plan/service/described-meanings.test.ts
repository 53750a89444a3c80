import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { expectSilenced } from "./expect-silenced.js";
import { countTime } from "../../support/count-time.js";

const CODES = "CONFLICT, DUPLICATE_REQUEST, ETAG_STALE, GROUP_OFF, request_mismatch, UPSTREAM_TIMEOUT";

interface Texts {
  readonly contract?: string;
  readonly response?: string;
  readonly tag?: string;
  readonly schema?: string;
  readonly operation?: string;
  /** The schema of the code. */
  readonly code?: string;
  /** A code that the response shows. */
  readonly example?: string;
}

/** A create with a key, and problems whose codes are listed. */
function problems({
  contract = "",
  response = "E",
  tag = "T",
  schema = "S",
  operation = "O",
  code = `enum: [${CODES}]`,
  example,
}: Texts): string {
  const body = `{ type: object, required: [title, status, code, retryable], properties: { title: { type: string }, status: { type: integer }, code: { type: string, ${code} }, retryable: { type: boolean } } }`;
  const shown = example === undefined ? "" : `, example: { code: ${example} }`;
  return `info: { description: ${JSON.stringify(contract)} }
tags: [{ name: pets, description: ${JSON.stringify(tag)} }]
paths: { /pets: { post: { tags: [pets], description: ${JSON.stringify(operation)}, parameters: [{ in: header, name: Idempotency-Key, schema: { type: string } }], responses: { '201': { description: P }, '409': { description: ${JSON.stringify(response)}, content: { application/problem+json: { schema: ${body}${shown} } } } } } } }
components: { schemas: { Features: { type: object, description: ${JSON.stringify(schema)}, properties: { a: { type: boolean } } } } }`;
}

function signsOf(texts: Texts) {
  return planOf(problems(texts)).traits.lost.filter(({ rule }) => rule === "trait/described-codes");
}

/** What the lines of the sign say that codes mean. */
function linesOf(texts: Texts): readonly string[] {
  return signsOf(texts).flatMap(({ lines }) => lines);
}

const line = (meanings: string) => [`problems: { meanings: { ${meanings} } }`];

test("a code whose meaning a text has is a sign that quotes it", () => {
  const response = "`UPSTREAM_TIMEOUT`: the upstream system did not confirm the change. Check it first.";
  expect(signsOf({ response })).toMatchObject([
    {
      shown:
        'the description of the response 409 of `POST /pets` says of "UPSTREAM_TIMEOUT": "UPSTREAM_TIMEOUT: the upstream system did not confirm the change."',
      missing: "a text alone does not change the client",
      lines: line("UPSTREAM_TIMEOUT: ambiguous-outcome"),
      origin: { pointer: "#/paths/~1pets/post/responses/409" },
    },
  ]);
});

test.each<readonly [string, Texts, string]>([
  [
    "a response, before its code",
    { response: "The key was used with different data (`CONFLICT`)." },
    "CONFLICT: idempotency-conflict",
  ],
  [
    "a response, behind its code",
    { response: "`request_mismatch`: the key has already been used with another request." },
    "request_mismatch: idempotency-conflict",
  ],
  [
    "a response, of the latter",
    {
      response:
        "`ETAG_STALE` or `UPSTREAM_TIMEOUT`. After the latter, do not retry with a new key: check the actual state first.",
    },
    "UPSTREAM_TIMEOUT: ambiguous-outcome",
  ],
  [
    "a response, of each of its codes",
    {
      response:
        "`CONFLICT` if the same key comes with a different payload, `GROUP_OFF` if the feature is turned off.",
    },
    "CONFLICT: idempotency-conflict, GROUP_OFF: feature-disabled",
  ],
  [
    "a response, before each of its codes",
    {
      response:
        "Either the key was sent with other data (CONFLICT), or the ETag is stale (`ETAG_STALE`), see below.",
    },
    "CONFLICT: idempotency-conflict",
  ],
  [
    "a tag",
    { tag: "Calls of a group of operations that is turned off end with `GROUP_OFF`." },
    "GROUP_OFF: feature-disabled",
  ],
  [
    "another schema",
    { schema: "A call whose flag is off is answered with the code `GROUP_OFF`." },
    "GROUP_OFF: feature-disabled",
  ],
  [
    "a row of a table",
    {
      contract:
        "| Code | Meaning |\n|---|---|\n| DUPLICATE_REQUEST | Reuse of a key for another operation. |\n| ETAG_STALE | Read again. |",
    },
    "DUPLICATE_REQUEST: idempotency-conflict",
  ],
  [
    "an entry of a list, in its second sentence",
    {
      operation:
        "- UPSTREAM_TIMEOUT: gateway. The request may have been executed.\n- ETAG_STALE: read again.",
    },
    "UPSTREAM_TIMEOUT: ambiguous-outcome",
  ],
  [
    "a text that names a code in capitals, which no schema lists",
    { response: "KEY_REUSED - the key was used with another body.", code: "minLength: 1" },
    "KEY_REUSED: idempotency-conflict",
  ],
  [
    "a response that names a code, which no schema lists",
    { response: "The key was used with another body (`key_reused`).", code: "minLength: 1" },
    "key_reused: idempotency-conflict",
  ],
  [
    "a row that names a code, which no schema lists",
    {
      contract: "Error codes:\n\n| Code | Meaning |\n|---|---|\n| group_off | The feature is disabled. |",
      code: "minLength: 1",
    },
    "group_off: feature-disabled",
  ],
  ...(
    [
      ["a status before it", "The same key with another payload is refused with 409 `key_reused`."],
      ["a status and its phrase before it", "409 Conflict `key_reused`: the key was used with other data."],
      ["the member before it", "Conflict. `code` is `key_reused` when the key was used with other data."],
    ] as const
  ).map(([how, operation]): readonly [string, Texts, string] => [
    `a word with ${how}, which no schema lists`,
    { operation, code: "minLength: 1" },
    "key_reused: idempotency-conflict",
  ]),
  ...[
    "Problems:\n\n- `not_sure`: the outcome in the upstream system is unknown\n- `b_c`: sold\n",
    "## Errors\n\nSee below.\n\n`not_sure` means that the outcome is unknown: never retry with a new key.",
    "Errors: `not_sure` means that we do not know whether the upstream system did it.",
    "Errors: `not_sure` means that it is not known whether the change was made.",
    "With code `not_sure` never retry with a new key; check the state of the resource first.",
  ].map((contract): readonly [string, Texts, string] => [
    `a text of the contract: ${contract}`,
    { contract, code: "minLength: 1" },
    "not_sure: ambiguous-outcome",
  ]),
  [
    "a response with one code in its example",
    { response: "The key was used with different data.", example: "DUPLICATE_REQUEST" },
    "DUPLICATE_REQUEST: idempotency-conflict",
  ],
  [
    "a response of one code, in a text that says more",
    { response: "The key was used with different data, or the pet was sold.", example: "CONFLICT" },
    'CONFLICT: "?"',
  ],
  [
    "an entry that says of a code that a request has not ended as well",
    { operation: "- `CONFLICT`: the key was used with different data. The first is still being processed." },
    'CONFLICT: "?"',
  ],
  [
    "a sentence that says what comes after another code",
    {
      response:
        "After `ETAG_STALE` send the same key; with the same key and a different body you get `CONFLICT`.",
    },
    "CONFLICT: idempotency-conflict",
  ],
  [
    "a sentence about what was before a code",
    { response: "After `UPSTREAM_TIMEOUT` it is unknown whether the request was processed." },
    "UPSTREAM_TIMEOUT: ambiguous-outcome",
  ],
  [
    "a response that is answered with a constant, which no schema lists",
    { response: "If the feature is disabled, calls are rejected with GROUP_SHUT_OFF.", code: "minLength: 1" },
    "GROUP_SHUT_OFF: feature-disabled",
  ],
  [
    "a response of two codes, and one meaning",
    { response: "`CONFLICT` or `DUPLICATE_REQUEST`: the key was used with different data." },
    'CONFLICT: "?", DUPLICATE_REQUEST: "?"',
  ],
  [
    "two texts that differ",
    {
      response: "`CONFLICT`: the key was used with different data.",
      tag: "`CONFLICT`: the feature is disabled.",
    },
    'CONFLICT: "?"',
  ],
])("the meaning is read from %s", (_, texts, meanings) => {
  expect(linesOf(texts)).toEqual(line(meanings));
});

test.each<readonly [string, Texts]>([
  ["a code and a meaning in two sentences", { contract: "See `CONFLICT`. The feature is disabled." }],
  [
    "a response with several codes, and none in its text",
    { response: "The key was used with different data." },
  ],
  ["a request that has not ended", { response: "`CONFLICT`: the key is in use by another request." }],
  [
    "advice alone",
    {
      response: "`CONFLICT`: the first request is in progress. Do not retry with a new key: check its state.",
    },
  ],
  ["the answer of a person", { response: "`UPSTREAM_TIMEOUT`: the user did not confirm the change." }],
  ["a system that refused a card", { response: "`CONFLICT`: the provider did not confirm the card." }],
  ["an account that is disabled", { response: "`GROUP_OFF`: the account is disabled." }],
  ["a feature that is on", { response: "`GROUP_OFF`: the feature is not disabled." }],
  ["a key that was used once", { response: "`CONFLICT`: the key was already used." }],
  ["what a text denies", { response: "`CONFLICT`: the key was not used with different data." }],
  ["a change of others", { response: "`CONFLICT`: another change may have been applied." }],
  [
    "what comes after a code, with another body",
    { response: "After `ETAG_STALE` retry with the same key, and with another body." },
  ],
  [
    "what is said of another code",
    { response: "`CONFLICT`: in contrast to a key reused with different data, read again." },
  ],
  ["a condition that is excepted", { response: "`CONFLICT`: sold, unless the feature was disabled." }],
  ...["API", "access", "primary", "public", "unique"].map((kind): readonly [string, Texts] => [
    `the ${kind} key`,
    { response: `\`CONFLICT\`: the ${kind} key was used with another request.` },
  ]),
  ...[
    "Errors: with `READ_COMMITTED` the outcome is unknown.",
    "Problem: events of type PET_CREATED are sent when the outcome is unknown.",
    "If a call ends with an error, or SOCKET_TIMEOUT in your client, it is unknown whether it was processed.",
    "Errors: if the feature is disabled, set PETS_DISABLED in the console.",
  ].map((contract): readonly [string, Texts] => [contract, { contract, code: "minLength: 1" }]),
  [
    "what is sent, at the position of a code",
    { response: "The feature is disabled (`pets_off_flag`).", code: "minLength: 1" },
  ],
  ["the name of a switch", { response: "`write_deals`: the feature is disabled.", code: "minLength: 1" }],
  [
    "a word in a sentence",
    { response: "Of `some_pets` the key was used with different data.", code: "minLength: 1" },
  ],
  ...[
    "Errors: 409 `key_reused`: the first request with this key is still in progress.",
    "Errors: `not_sure` means that we do not know whether you are a robot.",
    "## Errors\n\nSee below.\n\n## Changes\n\n`not_sure` means that the outcome is unknown.",
    "Errors: 409 `idempotency_key_conflict`: the key was used with other data.",
    "409 `key_reused`, and nothing more.",
  ].map((contract): readonly [string, Texts] => [contract, { contract, code: "minLength: 1" }]),
  [
    "the name of a member",
    {
      response: "`some_pets`: the key was used with different data.",
      code: "minLength: 1 }, some_pets: { type: string",
    },
  ],
  [
    "a member in quotes, where codes are not listed",
    { response: "`idempotency_key`: it was used with different data.", code: "minLength: 1" },
  ],
  [
    "a word in capitals outside of texts about errors",
    { operation: "MODE_OFF: the feature is disabled.", code: "minLength: 1" },
  ],
  [
    "a word that no schema lists, beside a listed code of its meaning",
    {
      response: "`KEY_REUSED`: the key was used with different data.",
      code: "enum: [IDEMPOTENCY_CONFLICT, B]",
    },
  ],
  [
    "a code that every client knows",
    { response: "`feature_disabled`: the feature is off.", code: "enum: [feature_disabled, B]" },
  ],
])("no sign is %s", (_, texts) => {
  expect(linesOf(texts)).toEqual([]);
});

test("a key needs a contract with idempotency keys, or the word", () => {
  const without = (text: string) =>
    planOf(problems({ response: text }).replace("Idempotency-Key", "X-Trace")).traits.lost.flatMap(
      ({ rule, lines }) => (rule === "trait/described-codes" ? lines : []),
    );
  expect(without("`CONFLICT`: the key was sent with different data.")).toEqual([]);
  expect(without("`CONFLICT`: the idempotency key was sent with different data.")).toEqual(
    line("CONFLICT: idempotency-conflict"),
  );
});

test.each([
  "Operations are kept for 7 days, afterwards the answer is 404 with the code `CONFLICT`.",
  "`CONFLICT`: the operation has expired.",
  "`CONFLICT`: the job is no longer kept.",
  "404 `CONFLICT`: exports are deleted after 30 days.",
])("what is said of an operation that is no longer kept: %s", (operation) => {
  expect(linesOf({ operation })).toEqual(line("CONFLICT: operation-expired"));
});

test.each([
  "`CONFLICT`: the operation is still running.",
  "`CONFLICT`: the job cannot be deleted.",
  "`CONFLICT`: the token of the operation has expired.",
  "Operations are kept for 7 days. `CONFLICT` is another error.",
])("what is said of another operation: %s", (operation) => {
  expect(linesOf({ operation })).toEqual([]);
});

test("the lines and the line that accepts the sign silence it", async () => {
  await expectSilenced(
    problems({ response: "The key was used with different data (`CONFLICT`)." }),
    "problems: { meanings: {} }",
  );
});

test("long texts are searched in little time", () => {
  const long = [
    "`CONFLICT` ",
    "the key was used ",
    "do not retry ",
    "the request may have ",
    "a feature x ",
    "jobs are kept for ",
  ].map((one) => one.repeat(3000));
  const elapsed = countTime();
  for (const response of long) signsOf({ response, contract: `error ${response}` });
  expect(elapsed()).toBeLessThan(3000);
});

const USED = "The same key with a different payload ends in 409.";

test.each<readonly [string, Texts, readonly string[]]>([
  [
    "of the response, with several codes",
    { response: "The key was used with other data, or the name is taken.", code: "enum: [A_CODE, B_CODE]" },
    line('A_CODE: "?", B_CODE: "?"'),
  ],
  ["of the contract", { contract: `Idempotency: ${USED}`, code: "enum: [A_CODE]" }, line('A_CODE: "?"')],
  ["of the operation", { operation: USED, code: "enum: [A_CODE]" }, line('A_CODE: "?"')],
  ["beside more codes than a person is shown", { operation: USED }, []],
])("a text that a used key fails with other data asks for its code: %s", (_, texts, want) => {
  const signs = signsOf(texts);
  expect(signs.map(({ missing }) => missing)).toEqual(["nothing says which code that has"]);
  expect(signs.flatMap(({ lines }) => lines)).toEqual(want);
});

test("what a text says of a used key is accepted by a line", async () => {
  await expectSilenced(problems({ operation: USED }), "problems: { meanings: {} }");
});

test.each<readonly [string, Texts]>([
  ["no text", {}],
  ["a text about the same request", { operation: "The same key with the same payload never ends in 409." }],
  ["no failure", { operation: "The same key with a different payload gives the first response." }],
  ["a denied failure", { operation: "The same key with a different payload is not an error." }],
  [
    "a key that can serve again",
    {
      operation: "If the first request failed, the same key can be used again with a different payload.",
      code: "enum: [A_CODE]",
    },
  ],
  ["another key", { contract: "The same access key with different data ends in 409." }],
  ["another conflict", { response: "The name is already used for another pet." }],
  ["a code with that meaning", { operation: USED, code: "enum: [IDEMPOTENCY_KEY_REUSED, B_CODE]" }],
  ["no codes", { operation: USED, code: "description: A code" }],
])("nothing asks for the code of a used key: %s", (_, texts) => {
  expect(signsOf(texts)).toEqual([]);
});

test("where a text names the code of a used key, one sign is about it", () => {
  const texts = { operation: USED, response: "`request_mismatch`: the key was used with another request." };
  expect(linesOf(texts)).toEqual(line("request_mismatch: idempotency-conflict"));
  expect(signsOf(texts)).toHaveLength(1);
});

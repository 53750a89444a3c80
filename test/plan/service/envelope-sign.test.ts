import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { json } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

const BARE = "{ type: object, properties: { id: { type: string } } }";
const HELD = `{ type: object, properties: { data: ${BARE} } }`;

/** A contract with this text, and a read for each schema of a response. */
function reads(text: string, schemas: readonly string[] = [BARE, BARE]): string {
  const paths = schemas.map(
    (schema, at) => `/r${String(at)}: { get: { responses: { '200': { description: R, ${json(schema)} } } } }`,
  );
  return `info: { description: ${JSON.stringify(text)} }\npaths: { ${paths.join(", ")} }`;
}

function signsOf(yaml: string): readonly (readonly unknown[])[] {
  return planOf(yaml)
    .traits.lost.filter(({ trait }) => trait === "envelope")
    .map(({ shown, missing, lines, meant }) => [shown, missing, lines, meant]);
}

const MISSING = "the schemas of 2 responses have no such member";

test.each([
  ["data", "Every successful response is wrapped in `{ data, meta }`; errors are problems."],
  [
    "data",
    '**Responses.** All responses have the envelope `{ "data": …, "meta": … }`; the schemas describe `data`.',
  ],
  ["data", "Each JSON response body comes in an envelope: { meta, data }."],
  ["result", "Responses are wrapped in a `result` object."],
  ["data", "Every successful answer is wrapped: the payload is in `data`, beside `meta`."],
  ["data", 'Every response is an envelope: `{"data": …}`.'],
  ["body", "We wrap all responses in `{ body }`."],
])("an envelope with %s that a text gives to all responses is a sign: %s", (member, text) => {
  expect(signsOf(reads(text))).toEqual([
    [
      `the description of the contract has an envelope with "${member}" for every response`,
      MISSING,
      [],
      ["envelope: false"],
    ],
  ]);
});

test.each([
  ["it is optional", "Every response can be wrapped in `{ data }`."],
  ["a request chooses it", "All responses are wrapped in `{ data }` if you send `?envelope=1`."],
  ["there is none", "All responses come without an envelope `{ data }`."],
  ["of other things", "Every message is wrapped in `{ data }`."],
  ["of errors", "All error responses are wrapped in `{ error, data: null }`."],
  ["of lists", "All list responses are wrapped in `{ data }`."],
  ["with exceptions", "All responses are wrapped in `{ data }`, except for that of `/token`."],
  ["of an earlier version", "In v1, all responses were wrapped in `{ data }`."],
  ["no member is named", "Every response is wrapped in an envelope."],
  ["another member", "Every response is wrapped, with a `meta` object that has the response time."],
])("other texts are no sign: %s", (_, text) => {
  expect(signsOf(reads(text))).toEqual([]);
});

test("schemas with the member have the envelope, but for exceptions", () => {
  const text = "Every response is wrapped in `{ data }`.";
  expect(signsOf(reads(text, [HELD, HELD]))).toEqual([]);
  expect(signsOf(reads(text, [HELD, BARE]))).toEqual([]);
  expect(signsOf(reads(text, [HELD, BARE, BARE])).map(([, missing]) => missing)).toEqual([MISSING]);
});

test("the line that accepts the sign silences it", async () => {
  const given = reads("Every response is wrapped in `{ data }`.");
  expect((await planUnder(given, "envelope: false")).traits.lost).toEqual([]);
});

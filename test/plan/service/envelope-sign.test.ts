import { expect, test } from "vitest";
import { emitContract, expectCompiles } from "../../emit/emit-contract.js";
import { planOf } from "../plan-of.js";
import { json } from "./lost-contract.js";
import { misfitsUnder, overridesOf, planUnder } from "./overrides/configured.js";

const BARE = "{ type: object, properties: { id: { type: string } } }";
const HELD = `{ type: object, properties: { data: ${BARE} } }`;

/** A contract with this text, and a read for each schema of a response. */
function reads(text: string, schemas: readonly string[], of = "R"): string {
  const paths = schemas.map(
    (schema, at) =>
      `/r${String(at)}: { get: { responses: { '200': { description: ${JSON.stringify(of)}, ${json(schema)} } } } }`,
  );
  return `info: { description: ${JSON.stringify(text)} }\npaths: { ${paths.join(", ")} }`;
}

function signsOf(yaml: string): readonly (readonly unknown[])[] {
  return planOf(yaml)
    .traits.lost.filter(({ trait }) => trait === "envelope")
    .map(({ shown, missing, lines, meant }) => [shown, missing, lines, meant]);
}

const SHOWN = 'the description of the contract has an envelope with "data"';

test.each([
  "Every successful response is wrapped in `{ data, meta }`.",
  '**Responses.** All responses have the envelope `{ "data": …, "meta": … }`; the schemas describe `data`.',
  "Each JSON response body comes in an envelope: {data: ...}.",
  "Responses are wrapped in a `data` object.",
])("an envelope that a text gives to all responses is a sign: %s", (text) => {
  expect(signsOf(reads(text, [BARE, BARE]))).toEqual([
    [SHOWN, "the schemas of 2 responses have no such member", ["envelope: data"], ["envelope: false"]],
  ]);
});

test.each([
  ["it is optional", "Every response can be wrapped in `{ data }`."],
  ["a request chooses it", "All responses are wrapped in `{ data }` if you send `?envelope=1`."],
  ["there is none", "All responses come without an envelope `{ data }`."],
  ["of other things", "Every message is wrapped in `{ data }`."],
  ["no member is named", "Every response is wrapped in an envelope."],
])("other texts are no sign: %s", (_, text) => {
  expect(signsOf(reads(text, [BARE, BARE]))).toEqual([]);
});

test("schemas with the member have the envelope, but for exceptions", () => {
  const text = "Every response is wrapped in `{ data }`.";
  expect(signsOf(reads(text, [HELD, HELD]))).toEqual([]);
  expect(signsOf(reads(text, [HELD, BARE]))).toEqual([]);
  expect(signsOf(reads(text, [HELD, BARE, BARE])).map(([, missing]) => missing)).toEqual([
    "the schemas of 2 responses have no such member",
  ]);
});

test("an envelope that the description of a response has is a sign", () => {
  expect(signsOf(reads("", [BARE], "Wrapped in `{ data, meta }`."))).toEqual([
    [
      'the description of the response 200 of GET /r0 has an envelope with "data"',
      "the schema of a response has no such member",
      ["envelope: data"],
      ["envelope: false"],
    ],
  ]);
});

const JOBS = `paths:
  /exports: { post: { responses: { '202': { description: A, headers: { Location: { schema: { type: string } } }, ${json("{ type: object, properties: { id: { type: string } } }")} } } } }
  /exports/{id}: { get: { parameters: [{ in: path, name: id, required: true, schema: { type: string } }], responses: { '200': { description: S,
    content: { application/json: { example: { id: a, state: done }, schema: { $ref: '#/components/schemas/Job' } } } } } } }
  /pets: { get: { parameters: [{ in: query, name: cursor, schema: { type: string } }], responses: { '200': { description: P, ${json("{ type: object, properties: { items: { type: array, items: {} }, next_cursor: { type: string } } }")} },
    '404': { description: N, ${json("{ type: object, properties: { code: { type: string } } }")} } } } }
  /held: { get: { responses: { '200': { description: H, ${json("{ type: object, properties: { data: { type: string } } }")} } } } }
  /text: { get: { responses: { '200': { description: T, content: { text/plain: { schema: { type: string } } } } } } }
components: { schemas: { Job: { type: object, properties: { id: { type: string }, state: { enum: [queued, done, failed] } } } } }`;

test("traits are found in a configured envelope, and only bodies of successes have it", async () => {
  const { traits } = await planUnder(JOBS, "envelope: data");
  const factsOf = (path: string) =>
    traits.operations.find((one) => one.path === path)?.traits ?? { pagination: undefined };
  expect(factsOf("/pets").pagination?.facts).toMatchObject({ items: "data/items", next: "data/next_cursor" });
  expect(factsOf("/exports")).toMatchObject({
    background: { facts: { state: { member: "data/state" } } },
  });
  expect(traits.contract.envelope).toEqual({
    facts: "data",
    reason: "cabinetry.yaml:3 says so.",
    decidedBy: "configuration",
  });
});

test("a client with a configured envelope has it in its types", async () => {
  const overrides = await overridesOf("envelope: data");
  const files = await emitContract(JOBS.replace("paths:", "servers: [{ url: https://a.example }]\npaths:"), {
    name: "Shop",
    overrides,
  });
  expectCompiles(
    files,
    `import type { Shop } from "./index.js";
type Read = Awaited<ReturnType<Shop["exports"]["get"]>>;
export const stateOf = (read: Read): string | undefined => read.data.state;`,
  );
});

test("an envelope that every schema has already does not fit", async () => {
  expect(await misfitsUnder(reads("", [HELD]), "envelope: data")).toEqual([
    'cabinetry.yaml:3:5 No response of a success is JSON without the member "data".',
  ]);
});

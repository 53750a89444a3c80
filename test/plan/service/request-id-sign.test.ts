import { expect, test } from "vitest";
import { found } from "../../diagnostics/found.js";
import { planOf } from "../plan-of.js";
import { diagnoseSigns } from "../../../src/plan/service/signs/find-signs.js";
import { pets } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

/** A contract with this description. */
const contract = (description: string, rest = "responses: {}", more = "") =>
  `info: { title: T, version: "1", description: ${JSON.stringify(description)} }\n${pets("get", rest, more)}`;

/** The lines of the signs of requests' identifiers in a contract. */
const linesOf = (yaml: string) =>
  planOf(yaml, { vendor: "acme", isPreview: true }).traits.lost.flatMap(({ trait, lines }) =>
    trait === "requestId" ? lines : [],
  );

const EVERY = "Every response carries an `X-Request-ID` header; quote it to support.";
const ID = ["requestId: [X-Request-ID]"];

test.each<readonly [string, readonly string[]]>([
  [EVERY, ID],
  ["All responses have an X-Request-ID.", ID],
  ["You find it in the response headers, under Request-Id.", ["requestId: [Request-Id]"]],
  ["The id is returned in the `Acme-Request-ID` header.", ["requestId: [Acme-Request-ID]"]],
  [
    "Contact us with the x-correlation-id value contained\nwithin the response headers.",
    ["requestId: [x-correlation-id]"],
  ],
  ["Responses have `X-Trace-Id` and `X-Request-Id` headers.", ["requestId: [X-Request-Id, X-Trace-Id]"]],
  ["Errors come with a `traceparent` header.", ["requestId: [traceparent]"]],
  ["`X-Request-ID` is present in all responses.", ID],
  ["You may send `X-Request-ID`, and it is echoed.", ID],
  ["Quote the `X-Request-ID` to support, it is in the response headers.", ID],
  ["## Response headers\n- `X-Request-ID`: identifies a call", ID],
  ["All API responses include the following headers:\n\n* `X-Request-ID`: the id\n* `X-Runtime`: time", ID],
  ["Requests need these headers:\n\n* `X-Request-ID`: the id\n\nResponses are JSON.", []],
  ["Responses have these headers:\n\n* `X-Runtime`: time\n\nSend `X-Request-ID` with each call.", []],
  ["Send `X-Request-ID` with each call.", []],
  ["Please include the `X-Request-ID` with any support request.", []],
  ["The request header `X-Request-ID` identifies a call; responses have no such header.", []],
  ["The service returns 400 if the `X-Request-ID` header is missing.", []],
  ["Responses to requests with `X-Request-ID` come later.", []],
  ["Calls without `X-Request-ID` get a response of 400.", []],
  ["Responses do not have an `X-Request-ID`.", []],
  ["Responses have no `X-Request-ID`.", []],
  ["Two calls with one `X-Request-ID` are idempotent: it is returned again.", []],
  ["We call your endpoint, and the `X-Request-ID` response header is read.", []],
  ["## Webhooks\nEach response has an `X-Request-ID`.", []],
  ["`X-Request-ID` will be added to all responses in a future version.", []],
  ["Each response has the `request_id` of the consent.", []],
  ["Each response has the consent-request-id.", []],
  ["Responses have `X-Client-Request-ID`.", []],
  ["Responses have `X-Total`.", []],
])("%s", (text, want) => {
  expect(linesOf(contract(text))).toEqual(want);
});

test("a header that a response declares is recognised, and one of requests is not", () => {
  const response = "responses: { '200': { description: P, headers: { x-request-id: {} } } }";
  expect(linesOf(contract(EVERY, response))).toEqual([]);
  const other = "responses: { '200': { description: P, headers: { X-Trace-Id: {} } } }";
  expect(linesOf(contract(EVERY, other))).toEqual([]);
  const parameter =
    "parameters: [{ in: header, name: X-Request-ID, schema: { type: string } }], responses: {}";
  expect(linesOf(contract(EVERY, parameter))).toEqual(ID);
});

test.each(["requestId: [X-Request-ID]", "requestId: false"])(
  "the configuration decides: %s",
  async (keys) => {
    const { traits } = await planUnder(contract(EVERY), keys);
    expect(traits.lost).toEqual([]);
  },
);

test("texts of tags, operations and responses count, and one sign names all", () => {
  const yaml = `tags: [{ name: pets, description: "Responses have \`X-Flow-ID\`." }]
${pets("get", "description: 'Errors have `X-Trace-Id`.', responses: { '500': { description: 'Has an `X-Request-ID` response header.' } }")}`;
  const signs = planOf(yaml).traits.lost;
  expect(signs).toMatchObject([
    {
      trait: "requestId",
      shown:
        'the description of the tag "pets" gives responses "X-Flow-ID", the description of GET /pets "X-Trace-Id", the description of the response 500 of GET /pets "X-Request-ID"',
      missing: "no response declares them",
      lines: ["requestId: [X-Request-ID, X-Trace-Id, X-Flow-ID]"],
      meant: ["requestId: false"],
    },
  ]);
  expect(found(diagnoseSigns(signs)).map(([id]) => id)).toEqual(["trait/request-id"]);
});

test("a header that an idempotency key travels in has another purpose", () => {
  const change =
    "parameters: [{ in: header, name: X-Request-ID, description: Idempotency key. Retries with the same key are safe., schema: { type: string } }], responses: {}";
  const yaml = `info: { title: T, version: "1", description: ${JSON.stringify(EVERY)} }\n${pets("post", change)}`;
  expect(linesOf(yaml)).toEqual([]);
});

import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { expectSilenced } from "./expect-silenced.js";

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const TAKING_KEY = "[{ in: query, name: key, required: true, schema: { type: string } }]";
const STATES = "status: { enum: [started, packaging, completed, failed] }";

interface Given {
  readonly path?: string;
  readonly members?: string;
  readonly read?: string;
  readonly taking?: string;
  readonly states?: string;
}

/** A POST, and a GET of a state whose query takes an id. */
const contract = ({
  path = "/packages",
  members = `key: { type: string }, ${STATES}`,
  read = "/packages/status",
  taking = "[{ in: query, name: package_key, required: true, schema: { type: string } }]",
  states = STATES,
}: Given = {}) => `openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
paths:
  "${path}":
    post:
      parameters: [${path.includes("{") ? "{ in: path, name: language, required: true, schema: { type: string } }" : ""}]
      responses: { "200": { description: P, ${json(`{ properties: { ${members} } }`)} } }
  "${read}":
    get: { parameters: ${taking}, responses: { "200": { description: S, ${json(`{ properties: { ${states} } }`)} } } }`;

const signs = (given: Given) =>
  planOf(contract(given)).traits.lost.filter(({ trait }) => trait === "background");

test("a state that the query of a GET below selects is a sign, with lines", () => {
  expect(
    signs({}).map(({ shown, missing, lines }) => [shown, missing, ...lines.map((one) => one.trim())]),
  ).toEqual([
    [
      'its response 200 has "key" and the state "status"',
      "nothing says that callers wait for the end that `GET /packages/status` gives",
      "operations:",
      '"POST /packages":',
      "background:",
      'status: "GET /packages/status"',
      "parameter: package_key",
      "id: key",
      'state: { member: status, succeeded: ["completed"], failed: ["failed"] }',
    ],
  ]);
});

test.each<[string, Given]>([
  ["below the path without its last parameter", { path: "/packages/{language}" }],
  ["called a check", { read: "/packages/check" }],
  [
    "where the parameter is called as the member is",
    { taking: "[{ in: query, name: key, schema: { type: string } }]" },
  ],
  [
    "of what is made of things that people wait for",
    {
      path: "/orders/export",
      read: "/orders/export/status",
      taking: "[{ in: query, name: export_id, required: true, schema: { type: string } }]",
      members: `id: { type: string }, ${STATES}`,
    },
  ],
  ...["/exports/create", "/exports/v2", "/exports/v2/create", "/videos/render"].map(
    (path): [string, Given] => [
      `of what is named before the end of ${path}`,
      {
        path,
        read: `${path}/status`,
        taking: `[{ in: query, name: ${path.startsWith("/v") ? "video" : "export"}_id, required: true, schema: { type: string } }]`,
        members: `id: { type: string }, ${STATES}`,
      },
    ],
  ),
  ...["job", "request", "task"].map((word): [string, Given] => [
    `of a ${word}`,
    {
      taking: `[{ in: query, name: ${word}_id, required: true, schema: { type: string } }]`,
      members: `id: { type: string }, ${STATES}`,
    },
  ]),
])("so is one %s", (_, given) => {
  expect(signs(given).map(({ lines }) => lines.length)).toEqual([7]);
});

test("so is one of work whose start returns little more than its id", () => {
  const found = signs({
    path: "/export",
    read: "/export/status",
    members: "key: { type: string }",
    taking: TAKING_KEY,
  });
  expect(found.map(({ shown, lines }) => [shown, lines.length])).toEqual([['its response 200 has "key"', 7]]);
});

test("its lines work, and so does the one that accepts it", async () => {
  await expectSilenced(contract(), 'operations:\n  "POST /packages":\n    background: false');
});

test.each<[string, Given]>([
  ["other states", { states: "status: { enum: [started, completed] }" }],
  [
    "no good end",
    {
      states: "status: { enum: [open, failed] }",
      members: "key: { type: string }, status: { enum: [open, failed] }",
    },
  ],
  ["no state in the response", { members: "key: { type: string }" }],
  [
    "no state in a response that has more than an id",
    {
      path: "/export",
      read: "/export/status",
      members: `${["key", "name", "size", "colour"].join(": { type: string }, ")}: { type: string }`,
      taking: TAKING_KEY,
    },
  ],
  [
    "an operation that updates",
    {
      path: "/export/update",
      read: "/export/update/status",
      members: "key: { type: string }",
      taking: TAKING_KEY,
    },
  ],
  ["no id in the response", { members: STATES }],
  ["a query that takes no id", { taking: "[{ in: query, name: page, schema: { type: integer } }]" }],
  ["a read that is no state", { read: "/packages/search" }],
  ["a read elsewhere", { read: "/orders/status" }],
  ["what people judge", { path: "/reports", read: "/reports/status", taking: TAKING_KEY }],
  ["what people wait for", { path: "/payments", read: "/payments/status" }],
  ["what people wait for, by a verb", { path: "/payments/initiate", read: "/payments/initiate/status" }],
  ["what people wait for, of two words", { path: "/bulk_payments", read: "/bulk_payments/status" }],
  [
    "an id of an owner beside an own one",
    {
      taking: "[{ in: query, name: customer_id, required: true, schema: { type: string } }]",
      members: `id: { type: string }, customer_id: { type: string }, ${STATES}`,
    },
  ],
  [
    "an id of the owner in the path",
    {
      path: "/customer-packages",
      read: "/customer-packages/status",
      taking: "[{ in: query, name: customer_id, required: true, schema: { type: string } }]",
      members: `id: { type: string }, ${STATES}`,
    },
  ],
  [
    "an id of something else",
    { taking: "[{ in: query, name: customer_key, required: true, schema: { type: string } }]" },
  ],
  [
    "a key of the caller",
    {
      taking: "[{ in: query, name: api_key, required: true, schema: { type: string } }]",
      members: `api_key: { type: string }, ${STATES}`,
    },
  ],
  [
    "something else that is required",
    {
      taking:
        "[{ in: query, name: key, schema: { type: string } }, { in: query, name: on, required: true, schema: { type: string } }]",
    },
  ],
])("%s is no such sign", (_, given) => {
  expect(signs(given).flatMap(({ lines }) => lines.filter((line) => line.includes("parameter:")))).toEqual(
    [],
  );
});

import { expect, test } from "vitest";
import { json, lostIn, pets } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";
import { planOf } from "../plan-of.js";

const given = (name: string, type = "string", more = "") =>
  `{ in: query, name: ${name}, schema: { type: ${type} } ${more} }`;
const MAX = given("limit", "integer");
const id = (type = "string") => `id: { type: ${type} }`;
const listOf = (members: string) => `{ type: array, items: { properties: { ${members} } } }`;

/** A list with these parameters. */
function list(parameters: readonly string[], body: string, headers = ""): string {
  const responses = `responses: { '200': { description: P, ${headers} ${json(body)} } }`;
  return pets("get", `parameters: [${parameters.join(", ")}], ${responses}`);
}

function signOf(yaml: string) {
  return lostIn(yaml)
    .filter(({ trait }) => trait === "pagination")
    .map(({ shown, missing, lines }) => [shown, missing, lines.at(-1)?.trim()]);
}

const ONE = 'it takes "after" beside "limit" and returns a list';

test.each<readonly [string, string, readonly (string | undefined)[]]>([
  [
    "a position alone",
    list([MAX, given("after")], listOf(id())),
    [
      ONE,
      'nothing says which member of the last item "after" takes',
      "pagination: { style: last-item, after: after, id: id }",
    ],
  ],
  [
    "positions at both ends",
    list([MAX, given("before"), given("after")], listOf(id())),
    [
      ONE,
      "nothing says that the oldest items come first",
      "pagination: { style: last-item, after: after, id: id }",
    ],
  ],
  [
    "an identifier in the only object that has one",
    list([MAX, given("after")], listOf(`reason: { type: string }, user: { properties: { ${id()} } }`)),
    [
      ONE,
      'nothing says which member of the last item "after" takes',
      "pagination: { style: last-item, after: after, id: user.id }",
    ],
  ],
  [
    "identifiers in two objects",
    list([MAX, given("after")], listOf(`a: { properties: { ${id()} } }, b: { properties: { ${id()} } }`)),
    [
      ONE,
      'nothing says which member of the last item "after" takes',
      'pagination: { style: last-item, after: after, id: "?" }',
    ],
  ],
  [
    "a number, where items have another number",
    list([MAX, given("after", "integer")], listOf(`ts: { type: integer }, ${id("integer")}`)),
    [
      ONE,
      'nothing says which member of the last item "after" takes',
      'pagination: { style: last-item, after: after, id: "?" }',
    ],
  ],
  [
    "a number, where the object with the identifier has another number",
    list(
      [MAX, given("after", "integer")],
      listOf(`user: { properties: { ts: { type: integer }, ${id("integer")} } }`),
    ),
    [
      ONE,
      'nothing says which member of the last item "after" takes',
      'pagination: { style: last-item, after: after, id: "?" }',
    ],
  ],
  [
    "a number, where the identifier is the only number",
    list(
      [MAX, given("after", "integer")],
      listOf(`name: { type: string }, ok: { type: boolean }, ${id("integer")}`),
    ),
    [
      ONE,
      'nothing says which member of the last item "after" takes',
      "pagination: { style: last-item, after: after, id: id }",
    ],
  ],
  [
    "a text, where items have a number",
    list([MAX, given("after")], listOf(`ts: { type: integer }, ${id()}`)),
    [
      ONE,
      'nothing says which member of the last item "after" takes',
      "pagination: { style: last-item, after: after, id: id }",
    ],
  ],
  [
    "a time before which the items are, beside a flag",
    list(
      [MAX, "{ in: query, name: before, schema: { type: string, format: date-time } }"],
      `{ properties: { rows: ${listOf(id())}, has_more: { type: boolean } } }`,
    ),
    [
      'it takes "before" beside "limit" and returns a list',
      'nothing says which member of the last item "before" takes',
      'pagination: { style: last-item, items: rows, after: before, id: "?", more: has_more }',
    ],
  ],
  [
    "a number, where identifiers are texts",
    list([MAX, given("after", "integer")], listOf(id())),
    [ONE, '"id" of an item is a text, which "after" does not take', undefined],
  ],
])("%s takes a member of the last item", (_, yaml, want) => {
  expect(signOf(yaml)).toEqual([want]);
});

const CURSOR = (part: string) => `pagination: { style: cursor, ${part}, cursor: after }`;

test.each<readonly [string, string, string]>([
  [
    "a description",
    list([MAX, given("after", "string", ", description: For paging")], listOf("name: {}")),
    CURSOR('next: { header: "?" }'),
  ],
  [
    "a header of the response",
    list([MAX, given("after")], listOf(id()), "headers: { X-Page: { schema: { type: string } } },"),
    CURSOR('next: { header: "?" }'),
  ],
  [
    "a text of the response",
    list([MAX, given("after")], `{ properties: { rows: ${listOf(id())}, state: { type: string } } }`),
    CURSOR('items: rows, next: "?"'),
  ],
  ["no size", list([given("after")], listOf(id())), CURSOR('next: { header: "?" }')],
])("a position may take a cursor: %s", (_, yaml, want) => {
  expect(signOf(yaml).map(([, , line]) => line)).toEqual([want]);
});

test("a text called page has a number, where a list alone has no cursor", () => {
  expect(signOf(list([given("page")], listOf(id()))).map(([, , line]) => line)).toEqual([
    "pagination: { style: number, number: page }",
  ]);
});

test.each([
  ["the last item", list([MAX, given("after")], listOf(id()))],
  ["one object of the last item", list([MAX, given("after")], listOf(`user: { properties: { ${id()} } }`))],
  [
    "a flag",
    list([MAX, given("before_id")], `{ properties: { rows: ${listOf(id())}, has_more: { type: boolean } } }`),
  ],
  ["a page that is a text", list([given("page")], listOf(id()))],
])("the lines page when pasted: %s", async (_, yaml) => {
  const [sign] = planOf(yaml, { vendor: "acme", isPreview: true }).traits.lost;
  const { traits } = await planUnder(yaml, sign?.lines.join("\n") ?? "");
  expect(traits.lost).toEqual([]);
  expect(traits.operations.map((operation) => Object.keys(operation.traits).includes("pagination"))).toEqual([
    true,
  ]);
});

test.each([
  ["integer", "string", false],
  ["string", "integer", true],
  ["integer", "integer", true],
])("a position that is a %s takes an id that is a %s: %s", (position, of, takes) => {
  const last = `{ in: query, name: last_pet_id, description: Id of the last pet., schema: { type: ${position} } }`;
  const [, , line = ""] = signOf(list([MAX, last], listOf(id(of))))[0] ?? [];
  expect(line.includes("id: id }")).toBe(takes);
});

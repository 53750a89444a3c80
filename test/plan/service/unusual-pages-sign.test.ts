import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { json, LIST, lostIn, pets } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

const given = (name: string, type = "integer", more = "") =>
  `{ in: query, name: ${name}, schema: { type: ${type} } ${more} }`;

/** A list with these parameters, and these members beside it. */
function list(parameters: readonly string[], members = "", path = "/pets"): string {
  const responses = `responses: { '200': { description: P, ${json(`{ properties: { ${LIST} ${members} } }`)} } }`;
  return pets("get", `parameters: [${parameters.join(", ")}], ${responses}`).replace("/pets", path);
}

function signOf(yaml: string) {
  return lostIn(yaml)
    .filter(({ trait }) => trait === "pagination")
    .map(({ shown, missing, lines }) => [shown, missing, lines.at(-1)?.trim()]);
}

const payload = (members: string) =>
  `{ in: query, name: payload, ${json(`{ properties: { ${members} } }`)} }`;
const SIZE = "limit: { type: integer }";
const OFFSET = "offset: { type: integer }";
const MIXED = "{ oneOf: [{ type: string }, { type: object, properties: { href: { type: string } } }] }";
const IN_JSON = "they are in a parameter that has JSON, which the client sends as it is given";
const TOKEN = 'it takes "_token" beside "_limit" and returns a list';

test.each<readonly [string, string, readonly (string | undefined)[]]>([
  [
    "in JSON of a parameter",
    list([payload(`${SIZE}, ${OFFSET}`)]),
    ['it takes "payload.limit" and "payload.offset" and returns a list', IN_JSON, undefined],
  ],
  [
    "in JSON of a parameter, beside a next cursor",
    list([payload(`${SIZE}, next: { type: string }`)], ", next: { type: string }"),
    ['it takes "payload.limit" and "payload.next" and returns a list', IN_JSON, undefined],
  ],
  [
    "in two parameters with JSON",
    list(["limit", "offset"].map((name) => `{ in: query, name: ${name}, ${json("{ type: integer }")} }`)),
    ['it takes "limit" and "offset" and returns a list', IN_JSON, undefined],
  ],
  [
    "at a link that has two forms",
    list([], `, links: { properties: { next: ${MIXED} } }`),
    [
      'its response has "links.next"',
      "it may be a text, or an object with the address: the client follows one of both",
      undefined,
    ],
  ],
  [
    "after a token with the mark of the size",
    list([given("_limit"), given("_token", "string"), given("_since"), given("_before")]),
    [
      TOKEN,
      "nothing says how the next position is found",
      'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: _token }',
    ],
  ],
  [
    "from a start, in rows",
    list([given("start"), given("rows")]),
    [
      'it takes "start" beside "rows" and returns a list',
      "nothing says that it is the number of the first item",
      "pagination: { style: offset, items: items, offset: start }",
    ],
  ],
])("a page %s", (_, yaml, want) => {
  expect(signOf(yaml)).toEqual([want]);
});

test.each([
  ["a size in JSON alone", list([payload(SIZE)])],
  ["an offset in JSON alone", list([payload(OFFSET)])],
  ["a token that may let a caller in", list([given("limit"), given("token", "string")])],
  ["a token with another mark", list([given("_limit"), given("$token", "string")])],
  ["a token that is described", list([given("_limit"), given("_token", "string", ", description: A key")])],
  ["links of one form", list([], ", links: { properties: { self: { type: string } } }")],
  ["a start beside another size", list([given("start"), given("limit")])],
  ["times before, since and to", list([given("limit"), given("since"), given("to"), given("before")])],
])("%s is no page", (_, yaml) => {
  expect(signOf(yaml)).toEqual([]);
});

test("the lines of a start page when pasted", async () => {
  const yaml = list([given("start"), given("rows")]);
  const [sign] = planOf(yaml, { vendor: "acme", isPreview: true }).traits.lost;
  const { traits } = await planUnder(yaml, sign?.lines.join("\n") ?? "");
  expect(traits.lost).toEqual([]);
  expect(traits.operations[0]?.traits.pagination?.facts).toMatchObject({ style: "offset" });
});

test.each([
  ["/consents/{id}/confirmation", []],
  ["/consents/{id}/payments", ["Links.Next"]],
  ["/confirmation", ["Links.Next"]],
])("an address of a next page at %s, where no list is declared", (path, want) => {
  const parameters = path.includes("{id}")
    ? "parameters: [{ in: path, name: id, required: true, schema: { type: string } }],"
    : "";
  const body = json(
    "{ properties: { Data: { type: object }, Links: { properties: { Next: { type: string, format: uri } } } } }",
  );
  const yaml = pets("get", `${parameters} responses: { '200': { description: P, ${body} } }`);
  const found = signOf(yaml.replace("/pets", JSON.stringify(path))).map(
    ([shown]) => /"(.*)"/.exec(shown ?? "")?.[1],
  );
  expect(found).toEqual(want);
});

const PAGING = ", paging: { type: object, properties: { resumeAt: { type: string, nullable: true } } }";

test.each<readonly [string, string, readonly (string | undefined)[] | undefined]>([
  [
    "a text in an object that is of the page",
    list([given("resumeFrom", "string"), given("perPage")], PAGING),
    [
      'its response has "paging.resumeAt"',
      "nothing says that it is where the next page begins",
      "pagination: { style: cursor, items: items, next: paging.resumeAt, cursor: resumeFrom }",
    ],
  ],
  [
    "which nothing takes back",
    list([], PAGING),
    [
      'its response has "paging.resumeAt"',
      "nothing of the request takes a position: the contract, or an overlay, has to declare one first",
      undefined,
    ],
  ],
  ["an order", list([given("resumeFrom", "string")], PAGING.replace("resumeAt", "sort")), undefined],
  [
    "a text that is denied",
    list([], PAGING.replace("nullable: true", "description: It is not used for pages.")),
    undefined,
  ],
])("the page of a list is described in an object of its own: %s", (_, yaml, want) => {
  expect(signOf(yaml)).toEqual(want === undefined ? [] : [want]);
});

test("a number that is called the start position counts items", () => {
  const from = given("from", "integer", ', description: "Start position"');
  const yaml = list([from, given("amount")]).replace(LIST, LIST.replace("items:", "pets:"));
  expect(signOf(yaml).map(([, , line]) => line)).toEqual([
    "pagination: { style: offset, items: pets, offset: from }",
  ]);
});

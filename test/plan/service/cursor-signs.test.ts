import { expect, test } from "vitest";
import { json, lostIn, pets } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

const ITEMS = "items: { type: array, items: { properties: { id: { type: string } } } }";

/** What is lost of pages, by an operation with these parameters, members and headers of its response. */
function lostPage(parameters: string, members: string, { method = "get", headers = "", path = "" } = {}) {
  const body = json(`{ properties: { ${members} } }`);
  const rest = `parameters: [${parameters}], responses: { '200': { description: P, headers: { ${headers} }, ${body} } }`;
  return lostIn(pets(method, rest).replace("/pets:", `"/pets${path}":`))
    .filter(({ trait }) => trait === "pagination")
    .map(({ missing, lines }) => [missing, lines.at(-1)?.trim()]);
}

const given = (name: string, type = "string", description = "") =>
  `{ in: query, name: ${name}, description: "${description}", schema: { type: ${type} } }`;
const text = (name: string) => `${name}: { type: string }`;
const MAX = given("limit", "integer");

test.each([
  ["bookmark", "bookmark", ""],
  ["pageState", "page_state", ""],
  ["scroll_id", "scrollId", ""],
  ["anchor", "anchor", MAX],
  ["start_token", "start_token", MAX],
  ["paging_state", "paging_state", ""],
  ["next_pos", "pos", MAX],
  ["iterator_next", "iterator", MAX],
  ["resumptionToken", "resumptionToken", ""],
  ["nextId", "startId", ""],
  ["nextBatch", "since", MAX],
  ["lastId", "after", MAX],
])("%s of the response, which %s may take back, is named beside %j", (gives, takes, size) => {
  const parameters = [given(takes), size].filter((one) => one !== "").join(", ");
  expect(lostPage(parameters, `${ITEMS}, ${text(gives)}`)).toEqual([
    [
      "nothing says that it leads to the next page",
      `pagination: { style: cursor, items: items, next: ${gives}, cursor: ${takes} }`,
    ],
  ]);
});

test.each([
  ["status", "status", MAX],
  ["next_pos", "pos", ""],
  ["start_date", "start_date", MAX],
  ["last_name", "last_name", MAX],
  ["sync_token", "sync_token", MAX],
  ["anchor", "anchor", ""],
  ["lastKey", "startKey", ""],
])("%s of the response and %s are an echo beside %j", (gives, takes, size) => {
  const parameters = [given(takes), size].filter((one) => one !== "").join(", ");
  expect(lostPage(parameters, `${ITEMS}, ${text(gives)}`)).toEqual([]);
});

test("the next value of a place in time is named, and one of the same name is not", () => {
  const since = given("since", "integer", "Only pets after this time.");
  expect(lostPage(since, `${ITEMS}, next_since: { type: integer }`)).toEqual([
    [
      "nothing says that it leads to the next page",
      "pagination: { style: cursor, items: items, next: next_since, cursor: since }",
    ],
  ]);
  expect(lostPage(since, `${ITEMS}, since: { type: integer }`)).toEqual([]);
  expect(lostPage(since, `${ITEMS}, ${text("next_since")}`)).toEqual([]);
});

test("a text that is a time, and a number that is none, are no cursors", () => {
  const time = "{ type: string, format: date-time }";
  expect(lostPage(given("bookmark"), `${ITEMS}, bookmark: ${time}`)).toEqual([]);
  expect(lostPage(given("bookmark"), `${ITEMS}, bookmark: { type: integer }`)).toEqual([]);
});

const READS = "nothing shows for certain that this POST only reads";

test.each([
  ["listKeys", "'200'", [[READS, "pagination: { style: link, items: items, next: nextLink }"]]],
  ["createKeys", "'200'", []],
  ["listKeys", "'201'", []],
])("a POST named %s with the address of the next page, with %s", (name, status, want) => {
  const body = json(`{ properties: { ${ITEMS}, ${text("nextLink")} } }`);
  const rest = `operationId: ${name}, responses: { ${status}: { description: P, ${body} } }`;
  const contract = `paths: { "/pets/{id}/keys": { parameters: [{ in: path, name: id, required: true, schema: { type: string } }], post: { ${rest} } } }`;
  const found = lostIn(contract).filter(({ trait }) => trait === "pagination");
  expect(found.map(({ missing, lines }) => [missing, lines.at(-1)?.trim()])).toEqual(want);
});

const HEADER = (description: string) =>
  `X-Next-Token: { description: "${description}", schema: { type: string } }`;
const SENT = "{ in: header, name: x-next-token, schema: { type: string } }";

test("a header that both sides have is named where it may be a token for later changes", () => {
  expect(lostPage(SENT, ITEMS, { headers: HEADER("Used to poll for changes.") })).toEqual([
    [
      "the last page may have it, too",
      "pagination: { style: cursor, items: items, next: { header: X-Next-Token }, cursor: { in: header, name: x-next-token } }",
    ],
  ]);
  expect(lostPage(`${SENT}, ${MAX}`, ITEMS, { headers: HEADER("") })).toEqual([]);
  const [sign] = lostPage(SENT, ITEMS, { headers: HEADER("") });
  expect(sign?.[0]).toBe("nothing says that it leads to the next page");
  expect(lostPage(SENT, ITEMS, { headers: HEADER("Token of a transaction") })).toEqual([]);
});

test("two lists and a next token that a position takes back are named", () => {
  const members = `all: { type: array, items: {} }, some: { type: array, items: {} }, ${text("nextPageToken")}`;
  expect(lostPage(given("pageToken"), members)).toEqual([
    [
      'nothing says which of "all", "some" has the items',
      'pagination: { style: cursor, items: "?", next: nextPageToken, cursor: pageToken }',
    ],
  ]);
});

test.each([
  [
    "offset",
    "integer",
    "Positive integer, multiple of 20",
    "pagination: { style: offset, items: items, offset: offset }",
  ],
  [
    "page",
    "integer",
    "Up to 100 will be returned",
    "pagination: { style: number, items: items, number: page }",
  ],
  [
    "skipToken",
    "string",
    "OData filter options.",
    'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: skipToken }',
  ],
  ["offset", "integer", "Bytes from the start of the file", undefined],
  ["p", "integer", "", undefined],
])("%s, a bare %s that is described as %j", (name, type, description, line) => {
  const want = line === undefined ? [] : [["nothing says how the next position is found", line]];
  expect(lostPage(given(name, type, description), ITEMS)).toEqual(want);
});

test("a p beside the number of a page, and a since that is an index beside a size, are named", () => {
  const page = "page: { type: integer }";
  expect(lostPage(given("p", "integer"), `${ITEMS}, ${page}`)).toHaveLength(1);
  const index = given("since", "integer", "The index to start after");
  expect(lostPage(`${index}, ${MAX}`, ITEMS)).toHaveLength(1);
  expect(lostPage(index, ITEMS)).toEqual([]);
});

test("the links of one thing that has a list are no sign", () => {
  const members = `Data: { properties: { Charges: { type: array, items: {} } } }, Links: { properties: { ${text("Next")} } }, Meta: { properties: { TotalPages: { type: integer } } }`;
  const path = "{ in: path, name: petId, required: true, schema: { type: string } }";
  expect(lostPage(path, members, { path: "/{petId}" })).toEqual([]);
  expect(lostPage("", members)).toHaveLength(1);
});

test.each([
  ["Pass this as `position`.", ["pagination: { style: cursor, items: items, next: mark, cursor: position }"]],
  ["The `position` of the last change.", []],
  ["Use it as `position` when listing files.", []],
  ["A type, as set with `position`.", []],
])("a member is taken back where it is described so: %s", (description, lines) => {
  const mark = `mark: { type: string, description: "${description}" }`;
  expect(lostPage(given("position"), `${ITEMS}, ${mark}`).map(([, line]) => line)).toEqual(lines);
});

const LISTS =
  "added: { type: array, items: { properties: { id: {} } } }, removed: { type: array, items: { properties: { id: {} } } }";

test.each([
  ["GET", "get", MAX, "", ", cursor: { type: string }"],
  ["POST that is called a list", "post", MAX, "/list", ", cursor: { type: string }"],
])("a cursor beside two lists is named, and the lists are: %s", async (_, method, size, path, cursor) => {
  const parameters = `${given("cursor")}, ${size}`;
  const [found] = lostPage(parameters, `${LISTS}${cursor}`, { method, path });
  expect(found).toEqual([
    'nothing says which of "added", "removed" has the items',
    'pagination: { style: cursor, items: "?", next: cursor, cursor: cursor }',
  ]);
  const contract = pets(
    method,
    `parameters: [${parameters}], responses: { '200': { description: P, ${json(`{ properties: { ${LISTS}${cursor} } }`)} } }`,
  ).replace("/pets:", `"/pets${path}":`);
  const key = `${method.toUpperCase()} /pets${path}`;
  const lines = `operations: { "${key}": { ${found?.[1]?.replace('"?"', "removed") ?? ""} } }`;
  expect(
    (await planUnder(contract, lines)).traits.lost.filter(({ trait }) => trait === "pagination"),
  ).toEqual([]);
});

test.each([
  ["a POST with another name", "post", "", `${given("cursor")}, ${MAX}`],
  ["a POST that takes no size", "post", "/list", given("cursor")],
])("a cursor beside two lists is not named: %s", (_, method, path, parameters) => {
  expect(lostPage(parameters, `${LISTS}, cursor: { type: string }`, { method, path })).toEqual([]);
});

test.each([
  ["beside two lists", given("page", "integer"), LISTS, "", '"added", "removed"'],
  [
    "beside lists in one object",
    given("page", "integer"),
    `data: { properties: { ${LISTS} } }`,
    "",
    '"data.added", "data.removed"',
  ],
  ["of one thing", given("page", "integer"), LISTS, "/{id}", undefined],
  ["that is a text", given("page"), LISTS, "", undefined],
  ["of a document", given("page", "integer", "The page of the PDF file."), LISTS, "", undefined],
  [
    "beside two objects with lists",
    given("page", "integer"),
    `a: { properties: { ${LISTS} } }, b: { properties: { ${LISTS} } }`,
    "",
    undefined,
  ],
])("a number of a page %s is named by the lists: %s", (_, parameters, members, path, want) => {
  expect(lostPage(parameters, members, { path })).toEqual(
    want === undefined
      ? []
      : [
          [
            `nothing says which of ${want} has the items`,
            'pagination: { style: number, items: "?", number: page }',
          ],
        ],
  );
});

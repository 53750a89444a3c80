import { expect, test } from "vitest";
import { json, lostIn, pets } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

const q = (name: string, description = "", schema = "type: integer") =>
  `{ in: query, name: '${name}', description: '${description}', schema: { ${schema} } }`;
const TEXT = "type: string";
const LIMIT = q("limit");
const ITEMS = "items: { type: array, items: { properties: { id: { type: integer } } } }";
const LISTED = json(`{ properties: { ${ITEMS} } }`);
const UNTYPED = "content: { application/json: {} }";
const ONE = json("{ properties: { name: { type: string } } }");

/** An operation with these parameters and this content of its response. */
function read(
  parameters: readonly string[],
  content = LISTED,
  { method = "get", more = "", path = "" } = {},
) {
  const rest = `${more} parameters: [${parameters.join(", ")}], responses: { '200': { description: P, ${content} } }`;
  return pets(method, rest).replace("/pets:", `"/pets${path}":`);
}

function signsOf(yaml: string) {
  return lostIn(yaml)
    .filter(({ trait }) => trait === "pagination")
    .map(({ shown, missing, lines }) => [shown, missing, lines.at(-1)?.trim()]);
}

const UNKNOWN = "nothing says how the next position is found";
const OPEN = "its response does not show which list has the items";
const NO_LIST = "its response declares no list: the contract, or an overlay, has to declare one first";
const NO_POSITION =
  "nothing of the request takes a position: the contract, or an overlay, has to declare one first";
const DECLARED_LIST =
  "it is declared as a list, and a page has one value: the contract, or an overlay, has to declare that";
const PAGE_OF = "Which page (slice) of the entire results is returned.";

test.each<readonly [string, string, readonly (string | undefined)[]]>([
  [
    "a pointer of which a text says that it is one of pages",
    read([q("fetchPointer", "For paged output.", TEXT)]),
    [
      'it takes "fetchPointer" and returns a list',
      UNKNOWN,
      'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: fetchPointer }',
    ],
  ],
  [
    "an offset and a size of a search that shows no list",
    read([q("offset"), LIMIT], json("{ type: object }"), { method: "post", more: "summary: Search pets," }),
    ['it takes "offset"', OPEN, 'pagination: { style: offset, items: "?", offset: offset }'],
  ],
  [
    "a pointer beside a size",
    read([q("fetchpointer", "", TEXT), LIMIT]),
    [
      'it takes "fetchpointer" and returns a list',
      UNKNOWN,
      'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: fetchpointer }',
    ],
  ],
  [
    "the first row, by its text",
    read([q("firstRow", "First row to fetch.")]),
    [
      'it takes "firstRow" and returns a list',
      UNKNOWN,
      "pagination: { style: offset, items: items, offset: firstRow }",
    ],
  ],
  [
    "a start whose text says that the response is paged, and not that it has a list",
    read([q("start", "The response is paged.")], UNTYPED),
    ['it takes "start"', OPEN, 'pagination: { style: offset, items: "?", offset: start }'],
  ],
  [
    "a start beside a size, where nothing is declared of the response",
    read([q("start"), LIMIT], UNTYPED),
    ['it takes "start"', OPEN, 'pagination: { style: offset, items: "?", offset: start }'],
  ],
  [
    "the last identifier that came",
    read([q("last_id", "Last ID received by the client.", TEXT)]),
    [
      'it takes "last_id" and returns a list',
      UNKNOWN,
      'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: last_id }',
    ],
  ],
  [
    "the least identifier beside a size, where a response is one thing by mistake",
    read([q("min-id", "Use it to return subsequent records."), LIMIT], ONE),
    ['it takes "min-id"', NO_LIST, undefined],
  ],
  [
    "identifiers beside a size, where nothing is declared of the response",
    read([q("max_id", "Identifiers up to this one.", TEXT), LIMIT], UNTYPED),
    ['it takes "max_id"', OPEN, 'pagination: { style: cursor, items: "?", next: "?", cursor: max_id }'],
  ],
  [
    "a page that is declared as a list",
    read([q("page", PAGE_OF, "type: array, items: { type: integer }")]),
    ['it takes "page" and returns a list', DECLARED_LIST, undefined],
  ],
  [
    "a page without a type, beside the size of one",
    read([q("page", "", ""), q("page_size", "", "type: array, items: {}")]),
    [
      'it takes "page" and returns a list',
      `nothing declares its type, and ${UNKNOWN}`,
      'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: page }',
    ],
  ],
  [
    "an offset without a type, where nothing is declared of the response",
    read([q("offset", "", ""), LIMIT], UNTYPED),
    [
      'it takes "offset"',
      `nothing declares its type, and ${OPEN}`,
      'pagination: { style: offset, items: "?", offset: offset }',
    ],
  ],
  [
    "a page in the query of a POST that reads",
    read([q("page", "The page of results to request.")], UNTYPED, {
      method: "post",
      more: "summary: Get the logs,",
    }),
    ['it takes "page"', OPEN, 'pagination: { style: number, items: "?", number: page }'],
  ],
  [
    "the size of a page that is a text, where nothing is declared of the response",
    read([q("per_page", "", TEXT)], UNTYPED),
    ['it takes "per_page"', NO_POSITION, undefined],
  ],
  [
    "the size of a page alone",
    read([q("page_size")]),
    ['it takes "page_size" and returns a list', NO_POSITION, undefined],
  ],
  [
    "the size of a page beside a text that may be anything",
    read([q("perPage"), q("title", "", TEXT)]),
    [
      'it takes "perPage" and returns a list',
      "nothing of the request clearly takes a position",
      'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: "?" }',
    ],
  ],
])("%s is named", (_, yaml, want) => {
  expect(signsOf(yaml)).toEqual([want]);
});

test.each([
  ["a text that denies pages", read([q("periods", "There is no pagination.")])],
  [
    "a device that was last seen",
    read([q("last_seen", "Only devices that were last seen before this.", TEXT)]),
  ],
  ["days", read([q("lastSeenDays", "Hosts last seen within this number of days.")])],
  ["a person who was last seen", read([q("from_user", "The user who was last seen.", TEXT)])],
  ["whether results are paged", read([q("paged", "Whether the result is paged.", TEXT)])],
  ["the start of an interval", read([q("start", "Start of the interval in ms."), LIMIT], UNTYPED)],
  ["a field that is deprecated", read([q("skipped", "Deprecated: use other fields for pagination.")])],
  [
    "an order of paginated results",
    read([q("sort_by", "Column by which paginated results are sorted.", TEXT)]),
  ],
  ["a size of which a text names pages", read([q("limit", "For pagination.")])],
  ["the page of a document", read([q("sheet", "Page of the PDF.")])],
  ["a choice", read([q("mode", "Of pagination.", "enum: [a, b]")])],
  ["a time in the name of an end", read([q("since", "Only orders created after this date.", TEXT), LIMIT])],
  ["a date beside a size", read([q("start", "Start date.", TEXT), LIMIT], UNTYPED)],
  ["a year beside a size", read([q("start", "Start year."), LIMIT], UNTYPED)],
  ["a key that is a time", read([q("after_key", "", "type: string, format: date-time"), LIMIT])],
  ["a sender", read([q("from", "", TEXT), LIMIT], UNTYPED)],
  ["a range of numbers", read([q("from"), q("to"), LIMIT], UNTYPED)],
  ["a start beside no size", read([q("start")], UNTYPED)],
  ["a number of items that is not said to be the first", read([q("row", "Row of the seat.")])],
  ["the least identifier beside no size", read([q("min_id")])],
  ["an identifier of one thing", read([q("last_id"), LIMIT], ONE, { path: "/{id}" })],
  [
    "pages that are declared as a list, and are no page of results",
    read([q("page", "", "type: array, items: { type: string }")]),
  ],
  [
    "a POST that changes something",
    read([q("page", "The page of results to request.")], UNTYPED, {
      method: "post",
      more: "summary: Follow pets,",
    }),
  ],
  [
    "a POST with a start beside a size",
    read([q("start"), LIMIT], UNTYPED, { method: "post", more: "summary: Cancel pets," }),
  ],
  [
    "a POST that returns one thing",
    read([q("page", "The page of results to request.")], ONE, {
      method: "post",
      more: "summary: Get the logs,",
    }),
  ],
  ["the size of the best matches", read([q("page_size")], LISTED, { path: "/:search" })],
  ["the size of suggestions", read([q("page_size")], LISTED, { path: "/suggestions" })],
  ["the size of paper", read([q("page_size", "A4 or letter.", TEXT)], UNTYPED)],
  ["the size of one thing", read([q("page_size")], ONE)],
  ["a size that is not one of pages", read([LIMIT])],
  [
    "a list that is not paged",
    read([q("page_size")], LISTED, { more: "description: It is not paginated." + "," }),
  ],
])("%s is no sign", (_, yaml) => {
  expect(signsOf(yaml)).toEqual([]);
});

test.each([
  ["an offset", read([q("firstRow", "First row to fetch.")]), { style: "offset" }],
  [
    "an offset that is a text",
    read([q("first", "First result to return, zero-based.", TEXT), LIMIT]),
    { style: "offset" },
  ],
  ["a list that is undeclared", read([q("start"), LIMIT], UNTYPED), { style: "offset", items: "rows" }],
  [
    "an offset without a type",
    read([q("offset", "", ""), LIMIT], UNTYPED),
    { style: "offset", items: "rows", offset: { in: "query", name: "offset" } },
  ],
  [
    "a page without a type",
    read([q("page", "", ""), q("page_size", "", "type: array, items: {}")]),
    { cursor: { in: "query", name: "page" } },
  ],
  [
    "a cursor",
    read([q("fetchPointer", "For paged output.", TEXT)]),
    { cursor: { in: "query", name: "fetchPointer" } },
  ],
])("the lines page by %s", async (_, yaml, want) => {
  const [sign] = lostIn(yaml);
  const filled = (sign?.lines.join("\n") ?? "").replace('"?"', "rows");
  const { traits } = await planUnder(yaml, filled);
  expect(traits.lost.filter(({ trait }) => trait === "pagination")).toEqual([]);
  expect(traits.operations[0]?.traits.pagination?.facts).toMatchObject(want);
});

const TOKEN = (name: string) =>
  `${name}: { properties: { nextRow: { type: string }, nextTable: { type: string } } }`;

/** A search that takes and gives these members beside its list. */
const search = (takes: string, gives: string, summary = "Gets pets") =>
  pets(
    "post",
    `summary: ${summary}, requestBody: { ${json(`{ properties: { ${takes} } }`)} }, responses: { '200': { description: P, ${json(`{ properties: { ${ITEMS}, ${gives} } }`)} } }`,
  );

test.each<readonly [string, string, string, string]>([
  [
    "an object in both",
    search(TOKEN("continuationToken"), TOKEN("continuationToken")),
    "continuationToken",
    "continuationToken",
  ],
  [
    "a token that has the cursor",
    search(
      "continuation: { type: string }, session: { type: string }",
      "token: { properties: { continuation: { type: string }, session: { type: string } } }",
    ),
    "token",
    "continuation",
  ],
])("a cursor that is %s is named, and has no lines", (_, yaml, gives, takes) => {
  expect(signsOf(yaml)).toEqual([
    [
      `its response has "${gives}", and it takes "${takes}"`,
      `"${gives}" is an object, and the client takes back a single value`,
      undefined,
    ],
  ]);
});

test.each([
  [
    "an object of the request that a change returns",
    search(TOKEN("cursor"), TOKEN("cursor"), "Creates pets"),
  ],
  ["an object of another name", search(TOKEN("owner"), TOKEN("owner"))],
  [
    "a token that lets a caller in",
    search("user: { type: string }", "token: { properties: { user: { type: string } } }"),
  ],
  ["an object that the request does not take", search("name: { type: string }", TOKEN("cursor"))],
])("%s is no cursor", (_, yaml) => {
  expect(signsOf(yaml)).toEqual([]);
});

test.each<readonly [string, string, readonly string[]]>([
  ["skipTo", UNTYPED, []],
  ["startAt", UNTYPED, [OPEN]],
  ["startAt", ONE, []],
  ["from", UNTYPED, []],
])("an offset beside no size is one where nothing is declared of the response: %s", (name, content, want) => {
  const given = read([q(name, "Index of the item to start at.")], content);
  expect(signsOf(given).map(([, missing]) => missing)).toEqual(want);
});

test.each<readonly [string, string, string, boolean]>([
  ["marker", "Where the list goes on.", TEXT, true],
  ["map_marker", "Icon to draw at each point.", TEXT, false],
  ["layout", "Whether the document is paged or continuous.", TEXT, false],
  ["style", "The style of the next page of the brochure.", TEXT, false],
  ["ordering", "Order in which the following records are shown.", TEXT, false],
])("a word of pages of another thing is no position: %s %s", (name, text, schema, isNamed) => {
  expect(signsOf(read([q(name, text, schema), LIMIT])).length).toBe(isNamed ? 1 : 0);
});

test.each<readonly [string, string, object]>([
  ["a text that denies pages", "firstRow", { more: "description: The list is not paginated.," }],
  ["a query, whose best matches are one page", "per_page", { path: "/query" }],
])("%s leaves no position", (_, name, options) => {
  const of = (given: object) =>
    signsOf(read([q(name, name === "firstRow" ? "First row to fetch." : "")], LISTED, given));
  expect(of({})).toHaveLength(1);
  expect(of(options)).toEqual([]);
});

test.each([
  ["form", '"filter.page.cursor" of the query is inside of an object, which the client writes as JSON'],
  ["deepObject", undefined],
])("a position inside of an object of a parameter of style %s is named: %s", (style, want) => {
  const members = "page: { properties: { cursor: { type: string } } }";
  const parameter = `{ in: query, name: filter, style: ${style}, schema: { properties: { ${members} } } }`;
  const listed = json(`{ properties: { ${ITEMS}, next_cursor: { type: string } } }`);
  const [sign] = signsOf(read([parameter], listed));
  expect([sign?.[1]?.split(":")[0], sign?.[2]]).toEqual([want, undefined]);
});

import { expect, test } from "vitest";
import { json, lostIn, pets } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

const q = (name: string, description = "", type = "integer") =>
  `{ in: query, name: '${name}', description: '${description}', schema: { type: ${type} } }`;
const LIMIT = q("limit");
const ITEMS =
  "items: { type: array, items: { properties: { id: { type: integer }, created_at: { type: string } } } }";
const LIST = `{ properties: { ${ITEMS} } }`;

/** A read with these parameters and this schema of its response. */
function read(parameters: readonly string[], schema = LIST, description = ""): string {
  return pets(
    "get",
    `description: '${description}', parameters: [${parameters.join(", ")}], responses: { '200': { description: P, ${json(schema)} } }`,
  );
}

function signsOf(yaml: string) {
  return lostIn(yaml)
    .filter(({ trait }) => trait === "pagination")
    .map(({ shown, missing, lines }) => [shown, missing, lines.at(-1)?.trim()]);
}

const DECLARE_FIRST = "the contract, or an overlay, has to declare it first";
const ORDER = 'nothing says that the items come in the order of "id"';
const TAKES_LAST = "it takes the last item itself as well, which the next page would begin with";
const BOTH_ENDS = "the client does not move both ends of a range";
const TIMES = `it is a time, and nothing says that "since" or "until" takes it back`;
const NEXT =
  "pagination: { properties: { next: { type: number, description: Timestamp of the next page. } } }";
const SINCE = [q("since", "After this timestamp."), q("until", "Before this timestamp.")];
const ALONE = `{ oneOf: [{ type: string }, { properties: { ${ITEMS} } }, { properties: { ${ITEMS}, ${NEXT} } }] }`;

test.each<readonly [string, string, readonly (string | undefined)[]]>([
  [
    "identifiers above one, beside a size",
    read([LIMIT, q("id[gt]")]),
    [
      'it takes "id[gt]", and its items have "id"',
      `${ORDER}, lowest first`,
      'pagination: { style: last-item, items: items, after: "id[gt]", id: id }',
    ],
  ],
  [
    "identifiers below one, beside a size",
    read([LIMIT, q("id_lt")]),
    [
      'it takes "id_lt", and its items have "id"',
      `${ORDER}, highest first`,
      "pagination: { style: last-item, items: items, after: id_lt, id: id }",
    ],
  ],
  [
    "identifiers from one on",
    read([LIMIT, q("id[gte]")]),
    ['it takes "id[gte]", and its items have "id"', TAKES_LAST, undefined],
  ],
  [
    "the least identifier, which is one of them",
    read([LIMIT, q("min-id", "Records with an id that is greater or equal.")]),
    ['it takes "min-id", and its items have "id"', TAKES_LAST, undefined],
  ],
  [
    "times that are described so",
    read([q("created_at.gt", "Pass that of the last item to get the next page.", "string")]),
    [
      'it takes "created_at.gt", and its items have "created_at"',
      'nothing says that the items come in the order of "created_at", lowest first',
      "pagination: { style: last-item, items: items, after: created_at.gt, id: created_at }",
    ],
  ],
  [
    "a filter that only a text names",
    read([q("id", "Only greater than (i.e. id[gt]=123).", "object"), LIMIT]),
    [
      'a text names the filter "id[gt]", and its items have "id"',
      `its request does not declare "id[gt]": ${DECLARE_FIRST}`,
      undefined,
    ],
  ],
  [
    "a range of items",
    read([q("_from", "Start of the pagination."), q("_to", "End of the pagination.")]),
    ['it takes the range of its items in "_from" and "_to"', BOTH_ENDS, undefined],
  ],
  [
    "a range of pages",
    read([q("from", "First page of the interval."), q("to", "Last page of the interval.")]),
    ['it takes the range of its items in "from" and "to"', BOTH_ENDS, undefined],
  ],
  [
    "a range of items, whose texts say what happens otherwise",
    read([
      q("from", "Start of the pagination. If it is not given, 1."),
      q("to", "End of the pagination. Both cannot be further apart than 50."),
    ]),
    ['it takes the range of its items in "from" and "to"', BOTH_ENDS, undefined],
  ],
  [
    "a range that the response repeats",
    read(
      [q("from", "", "string"), q("to", "", "string")],
      `{ properties: { ${ITEMS}, meta: { properties: { from: { type: integer }, to: { type: integer }, total: { type: integer } } } } }`,
    ),
    ['it takes the range of its items in "from" and "to"', BOTH_ENDS, undefined],
  ],
  [
    "a time, by one of two ends",
    read(SINCE, `{ properties: { ${ITEMS}, ${NEXT} } }`),
    [
      'its response has "pagination.next"',
      TIMES,
      'pagination: { style: cursor, items: items, next: pagination.next, cursor: "?" }',
    ],
  ],
  [
    "a list that is one of several alternatives",
    read(SINCE, ALONE),
    [
      'one of the alternatives of its response is a list: its response has "pagination.next"',
      TIMES,
      'pagination: { style: cursor, items: items, next: pagination.next, cursor: "?" }',
    ],
  ],
  [
    "its own number",
    read([], `{ properties: { ${ITEMS}, page: { type: integer }, page_size: { type: integer } } }`),
    [
      'its response has the number of its page in "page"',
      "nothing of the request takes a page: the contract, or an overlay, has to declare one first",
      undefined,
    ],
  ],
  [
    "its own number beside a limit, in an object of the page",
    read(
      [],
      `{ properties: { ${ITEMS}, meta: { properties: { page: { type: integer }, limit: { type: integer } } } } }`,
    ),
    [
      'its response has the number of its page in "meta.page"',
      "nothing of the request takes a page: the contract, or an overlay, has to declare one first",
      undefined,
    ],
  ],
  [
    "a start of which a text says that the response is paged",
    read([q("start", "Response is paged. Where it starts.")], LIST),
    [
      'it takes "start" and returns a list',
      "nothing says how the next position is found",
      "pagination: { style: offset, items: items, offset: start }",
    ],
  ],
])("a page by %s", (_, yaml, want) => {
  expect(signsOf(yaml)).toEqual([want]);
});

test.each([
  ["a filter of identifiers alone", read([q("id[gt]")])],
  ["a filter of other things", read([LIMIT, q("age[gt]")])],
  ["a filter by time beside a size", read([LIMIT, q("created_at[gt]", "Created after it.", "string")])],
  [
    "a time that does not page",
    read([LIMIT, q("created_at[gt]", "Do not use it for pagination.", "string")]),
  ],
  ["a filter that a text denies", read([LIMIT, q("id", "A filter id[gt] is not supported.", "object")])],
  ["a filter of items without it", read([LIMIT, q("id[gt]")], "{ type: array, items: { type: string } }")],
  ["a range of dates", read([q("from", "First date of the page."), q("to", "Last date of the page.")])],
  ["a range of anything", read([q("from"), q("to")])],
  ["pages to print", read([q("from", "First page to print."), q("to", "Last page to print.")])],
  [
    "pages of one thing",
    read([q("from", "First page."), q("to", "Last page.")], "{ properties: { id: { type: string } } }"),
  ],
  [
    "a range of times that the response repeats",
    read(
      [q("from"), q("to")],
      `{ properties: { ${ITEMS}, from: { type: integer, description: Unix time. }, to: { type: integer }, total: { type: integer } } }`,
    ),
  ],
  [
    "a range of times in examples",
    read(
      ["from", "to"].map(
        (name) => `{ in: query, name: ${name}, schema: { type: integer, example: 1700000000 } }`,
      ),
      `{ properties: { ${ITEMS}, from: { type: integer }, to: { type: integer }, total: { type: integer } } }`,
    ),
  ],
  [
    "a range that is not one of pages",
    read([q("from", "It does not control pagination."), q("to", "It does not control pagination.")]),
  ],
  ["alternatives without a page", read([], `{ oneOf: [{ type: string }, { properties: { ${ITEMS} } }] }`)],
  ["alternatives of things", read(SINCE, `{ oneOf: [{ type: string }, { properties: { ${NEXT} } }] }`)],
  ["the pages of a document", read([], `{ properties: { ${ITEMS}, page: { type: integer } } }`)],
  [
    "a list that is not paged",
    read(
      [],
      `{ properties: { ${ITEMS}, page: { type: integer }, page_size: { type: integer } } }`,
      "This list is not paginated.",
    ),
  ],
])("%s is no page", (_, yaml) => {
  expect(signsOf(yaml)).toEqual([]);
});

test.each([
  ["identifiers above one", read([LIMIT, q("id[gt]")])],
  ["a time that is described so", read([q("created_at.gt", "Gets the next page.", "string")])],
])("the lines page by %s", async (_, yaml) => {
  const [sign] = lostIn(yaml);
  const { traits } = await planUnder(yaml, sign?.lines.join("\n") ?? "");
  expect(traits.lost).toEqual([]);
  expect(traits.operations[0]?.traits.pagination?.facts).toMatchObject({ style: "last-item" });
});

test("a placeholder is filled in: the lines of a list that is one alternative page by it", async () => {
  const yaml = read(SINCE, ALONE);
  const [sign] = lostIn(yaml);
  const { traits } = await planUnder(yaml, sign?.lines.join("\n").replace('"?"', "until") ?? "");
  expect(traits.lost).toEqual([]);
  expect(traits.operations[0]?.traits.pagination?.facts).toMatchObject({ items: "items" });
});

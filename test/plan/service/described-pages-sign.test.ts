import { expect, test } from "vitest";
import { json, lostIn, pets } from "./lost-contract.js";

const BARE = "type: array, items: { properties: { id: { type: string } } }";
const ITEMS = `properties: { items: { ${BARE} } }`;

/** What is missing of a list that this text describes, and the last line for it. */
function lostPages(text: string, schema = BARE, parameter = "", method = "get") {
  const rest = `description: "${text}", parameters: [${parameter}], responses: { '200': { description: P, ${json(`{ ${schema} }`)} } }`;
  return lostIn(pets(method, rest))
    .filter(({ trait }) => trait === "pagination")
    .map(({ missing, lines }) => [missing, lines.at(-1)?.trim()]);
}

const given = (name: string, type: string) => `{ in: query, name: ${name}, schema: { type: ${type} } }`;
const declareFirst = (name: string) =>
  `its request does not declare "${name}": the contract, or an overlay, has to declare it first`;
const UNTAKEN =
  "nothing of the request takes a position: the contract, or an overlay, has to declare one first";
const UNDECLARED = "its response does not declare that header";

test.each<readonly [string, string, string, string, string | undefined]>([
  ["Results are paginated: use the `page` query parameter.", BARE, "", declareFirst("page"), undefined],
  ["100 pets per page. Use ?page=2 for the second.", ITEMS, "", declareFirst("page"), undefined],
  ["Returns a paginated list of pets.", BARE, "", UNTAKEN, undefined],
  ["Lists pets. It can be paginated.", BARE, "", UNTAKEN, undefined],
  ["Lists pets. Can be paginated.", BARE, "", UNTAKEN, undefined],
  ["Gives a paginated overview of pets.", BARE, "", UNTAKEN, undefined],
  ["Use JSON query parameters for filtering, sorting and pagination.", BARE, "", UNTAKEN, undefined],
  ["Use the Link header to get further pages.", BARE, "", UNDECLARED, "pagination: { style: link }"],
  [
    "50 per page. Pass `p` to get other pages.",
    BARE,
    given("p", "integer"),
    'only descriptions say what "p" takes',
    "pagination: { style: number, number: p }",
  ],
  [
    "The response has a header `X-Next-Page-Token`; pass it as `tok` to get the next page.",
    BARE,
    given("tok", "string"),
    'only descriptions say what "tok" takes',
    "pagination: { style: cursor, next: { header: X-Next-Page-Token }, cursor: tok }",
  ],
  [
    "The response has a header `X-Next-Page-Token`; pass it as `page_token`.",
    BARE,
    given("page_token", "string"),
    "only its description names the header that has the next position",
    "pagination: { style: cursor, next: { header: X-Next-Page-Token }, cursor: page_token }",
  ],
  [
    "Returns at most 100 results; follow `next`.",
    ITEMS,
    "",
    'its response does not declare "next"',
    "pagination: { style: link, items: items, next: { member: next, undeclared: true } }",
  ],
  [
    "Results are paginated; follow the next one.",
    ITEMS,
    "",
    "its response does not declare what leads to the next page",
    'pagination: { style: link, items: items, next: { member: "?", undeclared: true } }',
  ],
  [
    "Returns at most 100 results; follow `next`.",
    ITEMS.replace(/ }$/, ", meta: { type: object } }"),
    "",
    "its response does not declare what leads to the next page",
    'pagination: { style: link, items: items, next: { member: "?", undeclared: true } }',
  ],
  [
    "Pass `name` to find some. Results are paginated.",
    BARE,
    `${given("name", "string")}, { in: query, name: pagenr, description: Indicates the number of the page., schema: { type: number } }`,
    'only descriptions say what "pagenr" takes',
    "pagination: { style: number, number: pagenr }",
  ],
  [
    "Results are paginated.",
    BARE,
    given("sel", "string"),
    "nothing of the request clearly takes a position",
    'pagination: { style: cursor, next: { header: "?" }, cursor: "?" }',
  ],
])("pages that only a text describes: %s", (text, schema, parameter, missing, line) => {
  expect(lostPages(text, schema, parameter)).toEqual([[missing, line]]);
});

test.each([
  "This endpoint is not paginated.",
  "It cannot be paginated.",
  "These can be paged by a call to the beeper.",
  "Returns all results without pagination.",
  "Unlike `GET /big`, whose results are paginated, it returns all.",
  "No pagination: results are returned at once.",
  "See the documentation of paginated results.",
  "Returns new pets. The list endpoint is paginated.",
  "Exports a PDF with 10 rows per page.",
  "This non-paginated response has all pets.",
  "Lists the pages of a site.",
  "Returns a paginated list of pets (upcoming).",
  "Results will be paginated. Pagination is coming soon.",
])("a text about something else makes no sign: %s", (text) => {
  expect(lostPages(text)).toEqual([]);
});

test("one thing and a change have no pages", () => {
  expect(lostPages("Results are paginated.", "properties: { id: { type: string } }")).toEqual([]);
  expect(lostPages("Results are paginated.", BARE, "", "post")).toEqual([]);
});

test.each([
  ["X-Pagination-Page", true],
  ["X-Total-Pages", true],
  ["X-Pagination", true],
  ["X-Page-Title", false],
  ["X-Landing-Page", false],
])("a list whose response has the header %s has pages: %s", (header, isNamed) => {
  const response = `'200': { description: P, headers: { ${header}: { schema: { type: integer } } }, ${json(`{ ${BARE} }`)} }`;
  const signs = lostIn(pets("get", `responses: { ${response} }`));
  expect(signs.map(({ shown, missing }) => [shown, missing])).toEqual(
    isNamed ? [[`its response has the header "${header}"`, UNTAKEN]] : [],
  );
});

test.each<readonly [string, string, boolean]>([
  ["Returns a paginated list of pets.", "", true],
  ["Returns a paginated list of pets.", "/{id}", false],
  ["The list is not paginated.", "", false],
  ["Returns a list of pets.", "", false],
])(
  "a response of which nothing is declared is a page where its text says so: %s %s",
  (text, path, isNamed) => {
    const rest = `description: "${text}", responses: { '200': { description: P, content: { application/json: {} } } }`;
    const found = lostIn(pets("get", rest).replace("/pets:", `"/pets${path}":`));
    expect(found.map(({ shown, missing, lines }) => [shown, missing, lines])).toEqual(
      isNamed
        ? [
            [
              "its description says that it returns pages",
              "nothing declares what its response has: the contract, or an overlay, has to declare that first",
              [],
            ],
          ]
        : [],
    );
  },
);

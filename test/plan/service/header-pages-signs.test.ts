import { expect, test } from "vitest";
import { json, pets, lostIn } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

const header = (name: string, more = "") => `{ in: header, name: ${name}, schema: { type: string } ${more} }`;
const BARE = json("{ type: array, items: {} }");
const ENVELOPE = json("{ properties: { items: { type: array, items: {} } } }");
const UNTYPED = "content: { application/json: {} }";
const headers = (...names: string[]) =>
  `headers: { ${names.map((name) => `${name}: { schema: { type: string } }`).join(", ")} }`;

/** A read with these parameters, response members and texts. */
function read(parameters: string, response: string, more = ""): string {
  return pets(
    "get",
    `${more} parameters: [${parameters}], responses: { '200': { description: P, ${response} } }`,
  );
}

function signsOf(yaml: string) {
  return lostIn(yaml)
    .filter(({ trait }) => trait === "pagination")
    .map(({ shown, missing, lines }) => [shown, missing, lines.at(-1)?.trim()]);
}

const UNPROVEN = "nothing says that it leads to the next page";
const DECLARE_PAGE =
  "nothing of the request takes a page: the contract, or an overlay, has to declare one first";
const NO_JSON = "its response declares no JSON: the contract, or an overlay, has to declare it first";
const RANGE = [
  "it takes the range of its items in the header `REST-Range`",
  "the client does not move a range",
  undefined,
];

test.each<readonly [string, string, readonly (string | undefined)[]]>([
  [
    "a cursor in a header of both",
    read(header("X-Cursor"), `${headers("x-cursor")}, ${BARE}`),
    [
      "its response has the header `x-cursor` and a list",
      "nothing but the header `X-Cursor` may take it back",
      "pagination: { style: cursor, next: { header: x-cursor }, cursor: { in: header, name: X-Cursor } }",
    ],
  ],
  [
    "cursors in headers with two names",
    read(header("continuation"), `${headers("pet-continuation")}, ${BARE}`),
    [
      "it takes the header `continuation`, and its response has `pet-continuation`",
      UNPROVEN,
      "pagination: { style: cursor, next: { header: pet-continuation }, cursor: { in: header, name: continuation } }",
    ],
  ],
  [
    "a cursor in a header of both, beside an envelope",
    read(header("X-Cursor"), `${headers("x-cursor")}, ${ENVELOPE}`),
    [
      "it takes the header `X-Cursor`, and its response has it",
      UNPROVEN,
      "pagination: { style: cursor, items: items, next: { header: x-cursor }, cursor: { in: header, name: X-Cursor } }",
    ],
  ],
  [
    "a cursor in a header of the request",
    read(header("X-Cursor"), ENVELOPE),
    [
      "it takes the header `X-Cursor`",
      "nothing says how the next position is found",
      'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: { in: header, name: X-Cursor } }',
    ],
  ],
  [
    "a cursor in a header beside an envelope",
    read("", `${headers("X-Cursor")}, ${ENVELOPE}`),
    [
      "its response has the header `X-Cursor`",
      "nothing of the request takes a position: the contract, or an overlay, has to declare one first",
      undefined,
    ],
  ],
  [
    "a cursor of a response without a body",
    read(header("X-Cursor"), ""),
    ["it takes the header `X-Cursor`", NO_JSON, undefined],
  ],
  [
    "a page in a header beside an untyped body",
    read("", `${headers("X-Pagination-Limit", "X-Pagination-Page")}, ${UNTYPED}`),
    ['its response has the header "X-Pagination-Page"', DECLARE_PAGE, undefined],
  ],
  ["a range in a header", read(header("REST-Range", ", description: Pagination control."), UNTYPED), RANGE],
  [
    "a range of what is listed",
    read(header("Pets-Range", ", description: Range of the results."), UNTYPED),
    [
      "it takes the range of its items in the header `Pets-Range`",
      "the client does not move a range",
      undefined,
    ],
  ],
  [
    "a range whose name has the word of a vendor",
    read(header("Acme-Range", ", description: Pagination control."), UNTYPED),
    [
      "it takes the range of its items in the header `Acme-Range`",
      "the client does not move a range",
      undefined,
    ],
  ],
  [
    "a marker beside a size",
    read(`${header("X-Marker")}, { in: query, name: limit, schema: { type: integer } }`, ENVELOPE),
    [
      "it takes the header `X-Marker`",
      "nothing says how the next position is found",
      'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: { in: header, name: X-Marker } }',
    ],
  ],
  [
    "a marker of the request and the response",
    read(header("X-Marker"), `${headers("X-Marker")}, ${ENVELOPE}`),
    [
      "it takes the header `X-Marker`",
      "nothing says how the next position is found",
      'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: { in: header, name: X-Marker } }',
    ],
  ],
  [
    "a marker of which a text names the next page",
    read(header("X-Marker", ", description: Where the next page starts."), ENVELOPE),
    [
      "it takes the header `X-Marker`",
      "nothing says how the next position is found",
      'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: { in: header, name: X-Marker } }',
    ],
  ],
  [
    "pages in a header, and a number of which a text names the page",
    read(
      "{ in: query, name: p, description: Page, schema: { type: integer } }",
      `${headers("X-Total-Pages")}, ${UNTYPED}`,
    ),
    [
      'its response has the header "X-Total-Pages"',
      "its response does not show which list has the items",
      'pagination: { style: number, items: "?", number: p }',
    ],
  ],
  ["a range in an example", read(header("REST-Range", ", example: resources=0-9"), UNTYPED), RANGE],
])("%s is a sign", (_, yaml, want) => {
  expect(signsOf(yaml)).toEqual([want]);
});

test.each([
  ["a cursor that is not supported", read(header("X-Cursor", ", description: It is not supported."), BARE)],
  ["a cursor that is ignored", read(header("X-Cursor", ", description: This header is ignored."), BARE)],
  ["a list that is not paged", read(header("X-Cursor"), BARE, "description: The list is not paginated.,")],
  ["a token of a session", read(header("Session-Marker"), BARE)],
  ["a token that lets a caller in", read(header("X-Cursor", ", description: Cursor of the session."), BARE)],
  ["a header of all responses", read("", `${headers("X-Cursor")}, ${json("{ type: object }")}`)],
  ["a typed body of one thing", read("", `${headers("X-Total-Pages")}, ${json("{ type: object }")}`)],
  [
    "an untyped body that is not paged",
    read("", `${headers("X-Total-Pages")}, ${UNTYPED}`, "description: Not paginated.,"),
  ],
  ["a range of bytes", read(header("Range", ", description: Range of bytes of the results."), UNTYPED)],
  [
    "a range that is not used",
    read(header("REST-Range", ", description: 'Pagination, which is not supported.'"), UNTYPED),
  ],
  ["a range of a value", read(header("X-Price-Range", ", description: Of the results on a page."), UNTYPED)],
  [
    "a range of a value in words",
    read(header("X-Range", ", description: Price range of the items."), UNTYPED),
  ],
  ["a marker of something", read(header("X-Marker"), ENVELOPE)],
  [
    "a marker of something, beside a size",
    read(
      `${header("X-Marker", ", description: Pin on the map.")}, { in: query, name: limit, schema: { type: integer } }`,
      ENVELOPE,
    ),
  ],
  ["a marker of a response", read("", `${headers("X-Marker")}, ${ENVELOPE}`)],
  ["a range of anything", read(header("Age-Range"), BARE)],
])("%s is no sign", (_, yaml) => {
  expect(signsOf(yaml)).toEqual([]);
});

const NEXT = header("X-Next-Token", ", description: Can be used to poll for changes.");
const climate = (ends: string) =>
  pets(
    "get",
    `parameters: [${NEXT}], responses: { '200': { description: P, ${BARE} }, '206': { description: P, ${headers("X-Next-Token")}, ${BARE} }, '304': { description: P ${ends} } }`,
  );

test("a token of a 206 is one of the operation", () => {
  expect(signsOf(climate(""))).toEqual([
    [
      "it takes the header `X-Next-Token`, and its response has it",
      "the last page may have it, too",
      "pagination: { style: cursor, next: { header: X-Next-Token }, cursor: { in: header, name: X-Next-Token } }",
    ],
  ]);
});

test("a 304 with the token ends the pages: the client raises it, and has no lines", () => {
  expect(signsOf(climate(`, ${headers("X-Next-Token")}`))).toEqual([
    [
      "it takes the header `X-Next-Token`, and its responses have it",
      "the request after the last page gets 304, which the client raises as an error",
      undefined,
    ],
  ]);
});

test.each([
  ["a header of both", read(header("X-Cursor"), `${headers("x-cursor")}, ${BARE}`)],
  ["two headers", read(header("continuation"), `${headers("pet-continuation")}, ${BARE}`)],
  ["a header of a 206", climate("")],
])("the lines page by %s", async (_, yaml) => {
  const [sign] = lostIn(yaml);
  const { traits } = await planUnder(yaml, sign?.lines.join("\n") ?? "");
  expect(traits.lost).toEqual([]);
  expect(traits.operations[0]?.traits.pagination?.facts).toMatchObject({ cursor: { in: "header" } });
});

import { expect, test } from "vitest";
import { json, lostIn, pets } from "./lost-contract.js";

/** What is lost of pages, by the operation: what it shows, what is missing, the last line for it. */
function lostPage(members: string, { method = "get", more = "" } = {}) {
  const responses = `responses: { '200': { description: P, ${json(`{ properties: { ${members} } }`)} } }`;
  return lostIn(pets(method, `${more} ${responses}`))
    .filter(({ trait }) => trait === "pagination")
    .map(({ shown, missing, lines }) => [shown, missing, lines.at(-1)?.trim()]);
}

const ITEMS = "type: array, items: { properties: { id: { type: string } } }";

test.each([
  [
    "paging: { properties: { next: { type: string } } }",
    "",
    "others.paging.next",
    'pagination: { style: link, items: "?", next: others.paging.next }',
  ],
  [
    "nextToken: { type: string }",
    "parameters: [{ in: query, name: token, schema: { type: string } }, { in: query, name: cursor, schema: { type: string } }],",
    "others.nextToken",
    'pagination: { style: cursor, items: "?", next: others.nextToken, cursor: cursor }',
  ],
])("what leads on in an object with a list of its own is named: %s", (next, more, path, line) => {
  expect(
    lostPage(`pets: { ${ITEMS} }, others: { properties: { list: { ${ITEMS} }, ${next} } }`, { more }),
  ).toEqual([[`its response has "${path}"`, '"others" has a list of its own, beside "pets"', line]]);
});

const BODY = `requestBody: { ${json("{ properties: { limit: { type: integer }, cursor: { type: string } } }")} },`;

test("a POST that takes a size and a cursor is named where no list is the items for certain", () => {
  const list = `facets: { ${ITEMS} }, data: {}, nextToken: { type: string }`;
  expect(lostPage(list, { method: "post", more: BODY })).toEqual([
    [
      'its response has "nextToken"',
      "its response does not show which list has the items",
      'pagination: { style: cursor, items: "?", next: nextToken, cursor: cursor }',
    ],
  ]);
});

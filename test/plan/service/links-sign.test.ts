import { expect, test } from "vitest";
import { json, lostIn, pets } from "./lost-contract.js";

/*
 * Links of a list, where the contract does not say which ones there are.
 */

const PETS = "pets: { type: array, items: { properties: { id: { type: string } } } }";
const OBJECTS =
  "_links: { type: object, additionalProperties: { type: object, properties: { href: { type: string }, templated: { type: boolean } } } }";
const TEXTS = "links: { type: object, additionalProperties: { type: string, format: uri } }";
const RELATIONS =
  "_links: { type: array, items: { properties: { rel: { type: string }, href: { type: string } } } }";
const UNKNOWN = "links: { type: object }";
const SELF = "links: { type: object, properties: { self: { type: string } } }";
const OF_PAGE = "page: { type: object, properties: { size: { type: integer } } }";
const OPEN_PAGE = "paging: { type: object }";
const SIZE = "{ in: query, name: size, schema: { type: integer } }";

/** What is missing of a list with these members, and the last line for it. */
function lostPages(members: string, { text = "Lists pets.", parameter = "", path = "/pets" } = {}) {
  const schema = `{ type: object, properties: { ${members} } }`;
  const rest = `description: "${text}", parameters: [${parameter}], responses: { '200': { description: P, ${json(schema)} } }`;
  return lostIn(pets("get", rest).replace("/pets:", `"${path}":`))
    .filter(({ trait }) => trait === "pagination")
    .map(({ missing, lines }) => [missing, lines.at(-1)?.trim()]);
}

const OF_LIST = "nothing says that one of them is that of the next page";
const UNDECLARED = "the contract does not declare that link";
const FOLLOW = "Follow the `next` link to read more.";
const line = (next: string, items = "pets") => `pagination: { style: link, items: ${items}, next: ${next} }`;

test.each<readonly [string, string, object, string, string]>([
  ["a map of links, and a size", OBJECTS, { parameter: SIZE }, OF_LIST, line("_links.next.href")],
  ["a map of addresses, and a size", TEXTS, { parameter: SIZE }, OF_LIST, line("links.next")],
  ["a map, and an object of the page", `${OBJECTS}, ${OF_PAGE}`, {}, OF_LIST, line("_links.next.href")],
  ["a map, and a text", OBJECTS, { text: "Lists pets, page by page." }, OF_LIST, line("_links.next.href")],
  ["a map, and a text that names next", OBJECTS, { text: FOLLOW }, UNDECLARED, line("_links.next.href")],
  [
    "a map of addresses, and a text that names next",
    TEXTS,
    { text: "The response has a link to the next page." },
    UNDECLARED,
    line("links.next"),
  ],
  [
    "relations, and a text that names next",
    RELATIONS,
    { text: FOLLOW },
    UNDECLARED,
    line("_links.rel=next.href"),
  ],
  ["links of unknown shape", UNKNOWN, { text: "Follow `next` in `links`." }, UNDECLARED, line('"?"')],
  [
    "another link, and a text that names next",
    SELF,
    { text: FOLLOW },
    UNDECLARED,
    line("{ member: links.next, undeclared: true }"),
  ],
  [
    "a page of unknown shape, and a size",
    OPEN_PAGE,
    { parameter: SIZE },
    'nothing declares what "paging" has',
    line('"?"'),
  ],
])("a list has links that lead on: %s", (_, links, shown, missing, wanted) => {
  expect(lostPages(`${PETS}, ${links}`, shown)).toEqual([[missing, wanted]]);
});

test.each<readonly [string, string, object]>([
  ["alone", OBJECTS, {}],
  ["to itself, and a size", SELF, { parameter: SIZE }],
  ["of a list without pages", OBJECTS, { text: "The response is not paginated.", parameter: SIZE }],
  ["of one thing", OBJECTS, { text: FOLLOW, path: "/owners/{id}" }],
  ["called otherwise", OBJECTS.replace("_links", "_meta"), { parameter: SIZE }],
  ["and a page of unknown shape, without a size", OPEN_PAGE, {}],
])("links show no pages: %s", (_, links, shown) => {
  expect(lostPages(`${PETS}, ${links}`, shown)).toEqual([]);
});

test("a list of links is not the items where its path does not name it", () => {
  const embedded = `_embedded: { type: object, properties: { ${PETS} } }`;
  expect(lostPages(`${embedded}, ${RELATIONS}`, { text: FOLLOW })).toEqual([
    [UNDECLARED, line("_links.rel=next.href", "_embedded.pets")],
  ]);
});

const LINK = "List endpoints return a `Link` header with the next page.";

test.each<readonly [string, string, string, boolean]>([
  [LINK, SIZE, "/pets", true],
  ["Lists are paginated. The `Link` header has URLs of the next page.", SIZE, "/pets", true],
  [LINK, "", "/pets", false],
  [LINK, SIZE.replace("size", "species"), "/pets", false],
  ["The `Link` header does not have the next page.", SIZE, "/pets", false],
  ["The `Link` header has the documentation.", SIZE, "/pets", false],
  ["", SIZE, "/pets", false],
])("a text of the contract names the `Link` header: %s { %s } %s", (text, parameter, path, isNamed) => {
  const list = "{ type: array, items: { properties: { id: { type: string } } } }";
  const rest = `parameters: [${parameter}], responses: { '200': { description: P, ${json(list)} } }`;
  const contract = `info: { title: T, version: '1', description: "${text}" }\n${pets("get", rest).replace("/pets:", `"${path}":`)}`;
  expect(lostIn(contract).map(({ shown, lines }) => [shown, lines.at(-1)?.trim()])).toEqual(
    isNamed
      ? [["the contract says that the `Link` header has the next page", "pagination: { style: link }"]]
      : [],
  );
});

test.each([
  [
    "addresses that are lists",
    RELATIONS.replace("href: { type: string }", "href: { type: array, items: {} }"),
  ],
  ["relations without next", RELATIONS.replace("rel: { type: string }", "rel: { enum: [self, first] }")],
  ["relations that are lists", RELATIONS.replace("rel: { type: string }", "rel: { type: array, items: {} }")],
])("links with %s lead to no next page", (_, links) => {
  const lines = lostPages(`${PETS}, ${links}`, { parameter: SIZE }).map(([, last = ""]) => last);
  expect(lines.filter((last) => last.includes("rel=next"))).toEqual([]);
});

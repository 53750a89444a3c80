import { expect, test } from "vitest";
import { expectSilenced } from "./expect-silenced.js";
import { json, lostIn, pets } from "./lost-contract.js";

/** Signs of pages of a GET that takes these numbers, and whose response has these members. */
const signsOf = (takes: readonly string[], members: string) => {
  const parameters = takes.map((name) => `{ in: query, name: ${name}, schema: { type: integer } }`);
  const responses = `{ '200': { description: P, ${json(`{ properties: { ${members} } }`)} } }`;
  return lostIn(pets("get", `parameters: [${parameters.join(", ")}], responses: ${responses}`)).map(
    ({ shown, lines }) => [shown, lines.at(-1)?.trim()],
  );
};

const TOTAL = "total: { type: integer }, items: { type: array, items: { type: object } }";

test.each([
  ["from", "size", "total", TOTAL, "items"],
  [
    "start",
    "rows",
    "response.numFound",
    "response: { properties: { numFound: { type: integer }, docs: { type: array, items: { type: object } } } }",
    "response.docs",
  ],
])("%s beside %s and a total may be where a list begins", (begin, size, total, members, items) => {
  expect(signsOf([begin, size], members)).toEqual([
    [
      `it takes "${begin}" beside "${size}", and its response has "${total}"`,
      `pagination: { style: offset, items: ${items}, offset: ${begin} }`,
    ],
  ]);
});

test.each([
  ["no size", ["from"], TOTAL],
  ["no total", ["from", "size"], "items: { type: array, items: { type: object } }"],
  ["two that may be it", ["from", "start", "size"], TOTAL],
  ["another number", ["year", "size"], TOTAL],
  ["a range", ["from", "to", "size"], TOTAL],
])("%s is no sign", (_, takes, members) => {
  expect(signsOf(takes, members)).toEqual([]);
});

test.each(["First year", "Unix time from which orders are listed"])(
  "one that is described is none: %s",
  (text) => {
    const parameters = `[{ in: query, name: from, description: ${text}, schema: { type: integer } }, { in: query, name: size, schema: { type: integer } }]`;
    const responses = `{ '200': { description: P, ${json(`{ properties: { ${TOTAL} } }`)} } }`;
    expect(lostIn(pets("get", `parameters: ${parameters}, responses: ${responses}`))).toEqual([]);
  },
);

const OFFSET = (description: string) =>
  `parameters: [{ in: query, name: offset, description: "${description}", schema: { type: integer } }, { in: query, name: limit, schema: { type: integer } }], responses: { '200': { description: P, ${json(`{ properties: { ${TOTAL} } }`)} } }`;

test.each([
  "Identifier of the first pet to be returned. Greater by one than the highest one received.",
  "The ID of the pet to start with.",
])("an offset that a text calls an identifier counts nothing, and has no lines: %s", (text) => {
  expect(lostIn(pets("get", OFFSET(text))).map(({ shown, lines }) => [shown, lines])).toEqual([
    ['it takes "offset" and returns a list', []],
  ]);
});

test("an offset that counts items is one, whatever items it names", () => {
  for (const text of ["Offset of the first identifier to return.", "Number of ids to skip."])
    expect(lostIn(pets("get", OFFSET(text)))).toEqual([]);
});

/** A read whose response has the number of pages. */
const counted = (path: string, operationId: string) => `
paths:
  ${path}: { get: { operationId: ${operationId}, responses: { '200': { description: P, ${json("{ properties: { numPages: { type: integer }, total: { type: integer }, feeds: { type: array, items: { type: object } } } }")} } } } }`;

test.each([
  ["/getFeedVersions", "getFeedVersions", 1],
  ["/getLatestFeedVersion", "getLatestFeedVersion", 0],
  ["/feeds/latest", "getLatestFeeds", 1],
  ["/feeds/latest", "getLatestFeed", 0],
  ["/feed", "getFeed", 1],
])("%s of %s, which gives a number of pages, has %s signs of them", (path, operationId, count) => {
  expect(lostIn(counted(path, operationId)).filter(({ trait }) => trait === "pagination")).toHaveLength(
    count,
  );
});

/** A read that takes an offset, and whose response has these members. */
const offsetRead = (members: string) =>
  pets(
    "get",
    `parameters: [{ in: query, name: offset, schema: { type: integer } }, { in: query, name: limit, schema: { type: integer } }], responses: { '200': { description: P, ${json(`{ properties: { ${members}, items: { type: array, items: { type: object } } } }`)} } }`,
  );

test("a next offset that may never be absent is named, and followed where a person says so", async () => {
  const contract = offsetRead("nextOffset: { type: integer }");
  expect(lostIn(contract)).toEqual([
    {
      trait: "pagination",
      shown: 'its response has "nextOffset" for "offset"',
      missing: "nothing says that the last page is without it; the lines follow it until it is absent",
      lines: [
        "operations:",
        '  "GET /pets":',
        "    pagination: { style: cursor, items: items, next: nextOffset, cursor: offset }",
      ],
    },
  ]);
  await expectSilenced(contract, 'operations:\n  "GET /pets":\n    pagination: false');
});

test.each(["offset: { type: integer }", "nextOffset: { type: integer, nullable: true }"])(
  "%s is followed or counted, and no sign",
  (member) => {
    expect(lostIn(offsetRead(member))).toEqual([]);
  },
);

test("pages that a text calls filtered are a sign without lines to count by, and can be accepted", async () => {
  const given = pets("get", `description: Filters are applied after pagination., ${OFFSET("Pets to skip")}`);
  expect(lostIn(given).map(({ shown, missing, lines }) => [shown, missing, lines])).toEqual([
    [
      'it takes "offset" and returns a list',
      "a text says that its pages are filtered: the items of a page do not tell where the next one begins, nor which one is the last",
      [],
    ],
  ]);
  await expectSilenced(given, 'operations:\n  "GET /pets":\n    pagination: false');
});

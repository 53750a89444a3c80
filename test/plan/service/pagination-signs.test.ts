import { expect, test } from "vitest";
import { json, LIST, lostIn, pets, type Sign } from "./lost-contract.js";
import { countTime } from "../../support/count-time.js";

/** What is lost of a list with these parameters and members: what a contract does not show, and the last line for it. */
function lostPage(parameters: string, members: string, { method = "get", more = "" } = {}) {
  const responses = `responses: { '200': { description: P, ${json(`{ properties: { ${members} } }`)} } }`;
  const found = lostIn(pets(method, `parameters: [${parameters}], ${more} ${responses}`));
  return found
    .filter(({ trait }) => trait === "pagination")
    .map(({ missing, lines }) => [missing, lines.at(-1)?.trim()]);
}

const given = (name: string, type: string, description = "") =>
  `{ in: query, name: ${name}, description: "${description}", schema: { type: ${type} } }`;
const PETS =
  "items: { type: array, items: { properties: { id: { type: string }, token: { type: string } } } }";
const MAX = given("limit", "integer");
const UNDECLARED =
  "nothing of the request takes a position: the contract, or an overlay, has to declare one first";
const UNKNOWN = "nothing says how the next position is found";

test.each<readonly [string, string, readonly (readonly [string, string | undefined])[]]>([
  [
    `${MAX}, ${given("before_id", "string", "Pets created before that ID")}, ${given("after_id", "string", "Pets created after that ID")}`,
    PETS,
    [
      [
        "nothing says that the newest items come first",
        "pagination: { style: last-item, items: items, after: before_id, id: id }",
      ],
    ],
  ],
  [
    `${MAX}, ${given("after", "string", "Pets after the specified token")}, ${given("before", "string")}`,
    PETS,
    [
      [
        "nothing says that the oldest items come first",
        "pagination: { style: last-item, items: items, after: after, id: token }",
      ],
    ],
  ],
  [
    `${MAX}, ${given("page", "integer", "The page. If omitted, all items are given.")}`,
    PETS,
    [["a request without it gives all items", undefined]],
  ],
  [
    `${MAX}, ${given("page", "integer", "The current page. Defaults to returning all items")}`,
    PETS,
    [["a request without it gives all items", undefined]],
  ],
  [
    `${given("limit", "integer", "At most 100. Results are only paginated if the page parameter is defined")}, ${given("page", "integer", "The page.")}`,
    PETS,
    [["a request without it gives all items", undefined]],
  ],
  [
    given("page", "integer", "The number of a page, zero-based"),
    "all: { type: array, items: {} }, some: { type: array, items: {} }",
    [
      [
        'nothing says which of "all", "some" has the items',
        'pagination: { style: number, items: "?", number: page, first: 0 }',
      ],
    ],
  ],
  [
    given("page", "integer", "A page, zero-based"),
    PETS,
    [[UNKNOWN, "pagination: { style: number, items: items, number: page, first: 0 }"]],
  ],
  [
    given("after", "integer"),
    PETS,
    [
      [
        UNKNOWN,
        'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: after }',
      ],
    ],
  ],
  [given("after", "string, format: date-time"), PETS, []],
  [given("after", "string", "Address after which to search"), PETS, []],
  [given("marker", "string", "Colour of the marker"), PETS, []],
  [given("page", "integer", "The page of the book to read"), PETS, []],
  [given("offset", "integer", "Byte offset in the file"), PETS, []],
  [MAX, `${PETS}, next: { type: string, description: The move to make }`, []],
  [
    "",
    `${PETS}, pages: { properties: { next: { properties: { starting_after: { type: string } } } } }`,
    [[UNDECLARED, undefined]],
  ],
  [MAX, `${PETS}, cursor: { type: string }, has_more: { type: boolean }`, [[UNDECLARED, undefined]]],
  [
    `${MAX}, { in: header, name: x-ms-continuation, schema: { type: string } }`,
    `${PETS}, next_cursor: { type: string }`,
    [
      [
        "nothing but the header `x-ms-continuation` may take it back",
        "pagination: { style: cursor, items: items, next: next_cursor, cursor: { in: header, name: x-ms-continuation } }",
      ],
    ],
  ],
  [
    given("since_id", "string"),
    `${PETS}, has_more: { type: boolean }`,
    [
      [
        "nothing says how the next position is found",
        'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: since_id, more: has_more }',
      ],
    ],
  ],
  [
    `${MAX}, ${given("state", "string")}`,
    `${PETS}, cursor: { type: string }, has_more: { type: boolean }`,
    [
      [
        "nothing of the request clearly takes it back",
        'pagination: { style: cursor, items: items, next: cursor, cursor: "?", more: has_more }',
      ],
    ],
  ],
  [
    given("batch_token", "string", "A pagination cursor to get the next set of pets"),
    PETS,
    [
      [
        UNKNOWN,
        'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: batch_token }',
      ],
    ],
  ],
  [
    `${MAX}, ${given("cursor", "string", "Value of `next_cursor` of the previous API response")}`,
    "ok: { type: boolean }",
    [["its response declares no list: the contract, or an overlay, has to declare one first", undefined]],
  ],
  [
    `${MAX}, ${given("cursor", "string", "Value of `next_cursor` of the previous API response")}`,
    "ok: { type: boolean }, page: {}",
    [
      [
        "its response does not show which list has the items",
        'pagination: { style: cursor, items: "?", next: { member: "?", undeclared: true }, cursor: cursor }',
      ],
    ],
  ],
  [
    `${MAX}, ${given("after", "string")}`,
    `${PETS}, at: { type: string }`,
    [[UNKNOWN, 'pagination: { style: cursor, items: items, next: "?", cursor: after }']],
  ],
  [
    `${MAX}, ${given("cursor", "string", "Value of `next_cursor` of the previous API response")}`,
    "marks: { type: array, items: { anyOf: [{ type: integer }, {}] } }, messages: { type: array, items: { properties: { text: { type: string } } } }",
    [
      [
        'nothing says which of "marks", "messages" has the items',
        'pagination: { style: cursor, items: "?", next: { member: "?", undeclared: true }, cursor: cursor }',
      ],
    ],
  ],
  [
    `${given("operation", "string", "The token of the previous request")}, ${given("page", "integer")}`,
    PETS,
    [[UNKNOWN, "pagination: { style: number, items: items, number: page }"]],
  ],
  [
    `${MAX}, ${given("startAt", "integer", "The index of the first issue (0-based)")}`,
    "a: { type: array, items: { properties: {} } }, b: { type: array, items: { properties: {} } }",
    [
      [
        'nothing says which of "a", "b" has the items',
        'pagination: { style: offset, items: "?", offset: startAt }',
      ],
    ],
  ],
  [
    `${given("id", "integer")}, ${given("sort", "string")}, ${given("state_filter", "string")}`,
    `${PETS}, has_more: { type: boolean }`,
    [[UNDECLARED, undefined]],
  ],
  [given("document_id", "string", "The id that a previous request returned"), PETS, []],
  [`${MAX}, ${given("from_city", "string", "The city to start in")}`, PETS, []],
])("a page with %s and %s lacks %j", (parameters, members, want) => {
  expect(lostPage(parameters, members)).toEqual(want);
});

const ROWS = "items: { type: array, items: { properties: { mail_id: { type: string } } } }";
test.each<readonly [string, string, string, readonly (readonly [string, string | undefined])[]]>([
  ["a flag", "", `${PETS}, has_more: { type: boolean }`, [[UNDECLARED, undefined]]],
  ...["Can be used multiple times.", "Return only pets in this state.", "Used to filter by state."].map(
    (text) =>
      [
        `a flag, and a filter: ${text}`,
        given("state", "string", text),
        `${PETS}, has_more: { type: boolean }`,
        [[UNDECLARED, undefined]],
      ] as const,
  ),
  [
    "a flag, and a text that says where a list begins",
    given("state", "string", "Returns only the page that comes after this."),
    `${PETS}, has_more: { type: boolean }`,
    [
      [
        "nothing of the request clearly takes a position",
        'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: "?", more: has_more }',
      ],
    ],
  ],
  [
    "a flag, and texts that could be a position",
    given("state", "string"),
    `${PETS}, has_more: { type: boolean }`,
    [
      [
        "nothing of the request clearly takes a position",
        'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: "?", more: has_more }',
      ],
    ],
  ],
  [
    "a number of pages beside that of this one",
    "",
    `${PETS}, page: { type: integer }, pages: { type: integer }`,
    [
      [
        "nothing of the request takes a page: the contract, or an overlay, has to declare one first",
        undefined,
      ],
    ],
  ],
  ["a number of pages of a document", "", `${PETS}, pages: { type: integer }`, []],
  [
    "links with relations",
    MAX,
    `${PETS}, links: { type: array, items: { properties: { rel: { type: string }, href: { type: string } } } }`,
    [
      [
        "nothing says that one of them is that of the next page",
        "pagination: { style: link, items: items, next: links.rel=next.href }",
      ],
    ],
  ],
  [
    "links with relations, and words of the thing that has them",
    MAX,
    "networkIds: { type: array, items: { type: integer } }, links: { type: array, items: { properties: { rel: { type: string }, href: { type: string } } } }",
    [["its response is one thing, and the list a part of it", undefined]],
  ],
  [
    "links with relations and no other list",
    MAX,
    "id: { type: string }, links: { type: array, items: { properties: { rel: { type: string }, href: { type: string } } } }",
    [],
  ],
  [
    "an identifier that others are below",
    given("last_mail_id", "string", "Only mails with an ID lower than this"),
    ROWS,
    [
      [
        "nothing says that the newest items come first",
        "pagination: { style: last-item, items: items, after: last_mail_id, id: mail_id }",
      ],
    ],
  ],
  [
    "an identifier that is not among the members",
    given("from_event", "integer", "The events after the one that is given"),
    ROWS,
    [
      [
        "nothing says that the oldest items come first",
        'pagination: { style: last-item, items: items, after: from_event, id: "?" }',
      ],
    ],
  ],
  [
    "an identifier without a description, beside a size",
    `${MAX}, ${given("since_id", "string")}, ${given("max_id", "string")}`,
    ROWS,
    [
      [
        "nothing says that the newest items come first",
        'pagination: { style: last-item, items: items, after: max_id, id: "?" }',
      ],
    ],
  ],
  [
    "the last that was seen",
    `${MAX}, ${given("lastSeenID", "integer")}`,
    "items: { type: array, items: { properties: { id: { type: integer } } } }",
    [
      [
        "nothing says that the newest items come first",
        "pagination: { style: last-item, items: items, after: lastSeenID, id: id }",
      ],
    ],
  ],
  [
    "a time to start from",
    `${MAX}, ${given("offset", "integer", "Timestamp offset, used for pagination")}`,
    PETS,
    [
      [
        UNKNOWN,
        'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: offset }',
      ],
    ],
  ],
  [
    "a page to start from",
    `${MAX}, ${given("pageStart", "integer", "The start page; the first item is 0")}`,
    PETS,
    [[UNKNOWN, "pagination: { style: number, items: items, number: pageStart }"]],
  ],
  [
    "several lists, of which none is told",
    `${MAX}, ${given("start", "integer", "beginning row")}`,
    "cats: { type: array, items: { properties: {} } }, dogs: { type: array, items: { properties: {} } }",
    [
      [
        'nothing says which of "cats", "dogs" has the items',
        'pagination: { style: offset, items: "?", offset: start }',
      ],
    ],
  ],
])("a page with %s is named", (_, parameters, members, want) => {
  expect(lostPage(parameters, members)).toEqual(want);
});

test("an address is named where the response may be a list as well", () => {
  const page = "{ properties: { rows: { type: array, items: {} }, next_page_url: { type: string } } }";
  const of = json(`{ oneOf: [{ type: array, items: {} }, ${page}] }`);
  expect(
    lostIn(pets("get", `parameters: [${MAX}], responses: { '200': { description: P, ${of} } }`)),
  ).toMatchObject([
    {
      missing: "its response does not show which list has the items",
      lines: [
        "operations:",
        '  "GET /pets":',
        '    pagination: { style: link, items: "?", next: next_page_url }',
      ],
    },
  ]);
});

test.each([
  "{ properties: { id: { type: integer }, tags: { type: array, items: { type: string } } } }",
  "{ properties: { data: { properties: { gid: { type: string }, tags: { type: array, items: { properties: {} } } } } } }",
])("a position at the path of one thing gives no lines with a list of its parts: %s", (schema) => {
  const responses = `{ '200': { description: P, ${json(schema)} } }`;
  const operation = `parameters: [{ in: path, name: id, required: true, schema: { type: string } }, ${given("page", "integer")}, ${given("page_size", "integer")}], responses: ${responses}`;
  expect(lostIn(pets("get", operation).replace("/pets:", '"/pets/{id}":'))).toMatchObject([
    { missing: "its response is one thing, and the list a part of it", lines: [] },
  ]);
});

test.each([
  "id: { type: string }, name: { type: string }, operations: { type: array, items: { properties: {} } }",
  "petId: { type: string }, size: { type: integer }, scan: { properties: { hits: { type: integer }, found: { type: array, items: { properties: {} } } } }",
])(
  "a list of things of which one is written as the response has none of its parts as items: %s",
  (members) => {
    const responses = `{ '200': { description: P, ${json(`{ properties: { ${members} } }`)} } }`;
    const operation = `parameters: [${given("page", "integer")}, ${given("size", "integer")}], responses: ${responses}`;
    expect(lostIn(pets("get", operation))).toMatchObject([
      { missing: "its response is one thing, and the list a part of it" },
    ]);
  },
);

test("an identifier of a page says nothing beside how much there is", () => {
  const page =
    "{ properties: { id: { type: string }, count: { type: integer }, found: { type: array, items: { properties: {} } } } }";
  const operation = `parameters: [${given("page", "integer")}, ${given("size", "integer")}], responses: { '200': { description: P, ${json(page)} } }`;
  expect(lostIn(pets("get", operation))).toEqual([]);
});

test("a page of which nothing is said is named, and not counted: it may begin at 0 or 1", () => {
  const of = json("{ type: array, items: { properties: {} } }");
  const operation = `parameters: [${given("page", "integer")}], responses: { '200': { description: P, ${of} } }`;
  expect(lostIn(pets("get", operation))).toMatchObject([
    { trait: "pagination", shown: 'it takes "page" and returns a list' },
  ]);
});

test.each([
  "id: { type: string }, type: { type: string }, resourceType: { type: string }, found: { type: array, items: { properties: {} } }",
  "petId: { type: string }, found: { type: array, items: { properties: {} } }",
])("an identifier beside a list of objects, and no more, is that of a page: %s", (members) => {
  const operation = `parameters: [${given("page", "integer")}, ${given("size", "integer")}], responses: { '200': { description: P, ${json(`{ properties: { ${members} } }`)} } }`;
  expect(lostIn(pets("get", operation))).toEqual([]);
});

test.each(["Maximum number of records to skip", "Limits the number of items skipped before the first"])(
  "an offset that is described with a limit is one: %s",
  (description) => {
    const page = `{ type: array, items: { properties: {} } }`;
    const operation = `parameters: [${given("offset", "integer", description)}, ${given("limit", "integer")}], responses: { '200': { description: P, ${json(page)} } }`;
    expect(lostIn(pets("get", operation))).toEqual([]);
  },
);

test("what is called an offset and described as a size is none", () => {
  const page = `{ type: array, items: { properties: {} } }`;
  const offset = given("Offset", "integer", "Used to restrict the number of records returned.");
  const operation = `parameters: [${offset}, ${given("limit", "integer")}], responses: { '200': { description: P, ${json(page)} } }`;
  expect(lostIn(pets("get", operation))).toMatchObject([{ trait: "pagination" }]);
});

test("an object of which nothing is said may have the items", () => {
  expect(lostPage(`${MAX}, ${given("cursor", "string")}`, "page: { type: object }")).toEqual([
    [
      "its response does not show which list has the items",
      'pagination: { style: cursor, items: "?", next: { member: "?", undeclared: true }, cursor: cursor }',
    ],
  ]);
});

test("the flag of a list that is a part of one thing says nothing of pages", () => {
  const parts = "items: { properties: { data: { type: array, items: {} }, has_more: { type: boolean } } }";
  const of = (members: string) => {
    const responses = `{ '200': { description: P, ${json(`{ properties: { ${members} } }`)} } }`;
    const id = "{ in: path, name: pet, required: true, schema: { type: string } }";
    const operation = `parameters: [${id}, ${given("state", "string")}], responses: ${responses}`;
    return lostIn(pets("get", operation).replace("/pets:", '"/pets/{pet}":')).map(({ shown }) => shown);
  };
  expect(of(`id: { type: string }, ${parts}`)).toEqual([]);
  expect(of(parts)).toEqual(['its response has "items.has_more"']);
});

test("a position of the path has its name alone, unless the query has one that is called so", () => {
  const of = (more: string) => {
    const responses = `{ '200': { description: P, ${json(`{ properties: { ${PETS} } }`)} } }`;
    const path = "{ in: path, name: page, required: true, schema: { type: integer } }";
    const operation = `parameters: [${path}${more}], responses: ${responses}`;
    return lostIn(pets("get", operation).replace("/pets:", '"/pets/at/{page}":')).map(({ lines }) =>
      lines.at(-1)?.trim(),
    );
  };
  expect(of("")).toEqual(["pagination: { style: number, items: items, number: page }"]);
});

test("a token of a POST without a size is of anything", () => {
  const more = `requestBody: { ${json("{ properties: { lock: { properties: { lock_token: { type: string, description: The token that the previous request gave } } } } }")} },`;
  expect(lostPage("", PETS, { method: "post", more })).toEqual([]);
  expect(lostPage(MAX, PETS, { method: "post", more })).toEqual([
    [
      UNKNOWN,
      'pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: lock.lock_token }',
    ],
  ]);
});

test("a header that leads to the next page of a response without JSON has no lines", () => {
  const responses = "{ '200': { description: P, headers: { Link: { schema: { type: string } } } } }";
  expect(
    lostIn(pets("get", `parameters: [${MAX}, ${given("page", "integer")}], responses: ${responses}`)),
  ).toMatchObject([
    {
      shown: "its response has the header `Link`",
      missing: "its response declares no JSON: the contract, or an overlay, has to declare it first",
      lines: [],
    },
  ]);
});

test("a POST that says whether it goes on, and where, is a page", () => {
  const body = `requestBody: { ${json("{ properties: { colour: { type: string } } }")} },`;
  const of = (members: string, path = "/pets") => {
    const responses = `{ '200': { description: P, ${json(`{ properties: { ${members} } }`)} } }`;
    return lostIn(pets("post", `${body} responses: ${responses}`).replace("/pets:", `${path}:`)).map(
      ({ shown }) => shown,
    );
  };
  const more = `${PETS}, has_more: { type: boolean }`;
  expect(of(`${more}, next_cursor: { type: string }`)).toEqual(['its response has "next_cursor"']);
  expect(of(more)).toEqual([]);
  expect(of(more, "/pets/query")).toEqual(['its response has "has_more"', "it is called a read"]);
});

test("a position is named where the response has no schema", () => {
  const of = (parameter: string) =>
    lostIn(pets("get", `parameters: [${parameter}], responses: { '200': { description: P } }`)).map(
      ({ shown, missing }) => `${shown}: ${missing}`,
    );
  expect(of(given("page", "integer", "Page to return"))).toEqual([
    'it takes "page": its response declares no JSON: the contract, or an overlay, has to declare it first',
  ]);
  expect(of(given("colour", "integer", "Page to return"))).toEqual([]);
});

test("a position is named where JSON has no schema, and where one of several lists may have the items", () => {
  const of = (parameter: string, schema: string) =>
    lostIn(
      pets("get", `parameters: [${parameter}], responses: { '200': { description: P, ${schema} } }`),
    ).map(({ shown }) => shown);
  const untyped = "content: { application/json: { example: [] } }";
  expect(of(given("page", "string"), untyped)).toEqual(['it takes "page"']);
  expect(of(given("from", "string"), untyped)).toEqual([]);
  const lists = ["books", "corrections"].map(
    (name) => `${name}: { type: array, items: { properties: { id: {} } } }`,
  );
  const several = json(`{ properties: { results: { properties: { ${lists.join(", ")} } } } }`);
  expect(of(given("offset", "integer"), several)).toEqual(['it takes "offset"']);
  expect(of(given("offset", "integer"), json("{ properties: { id: { type: string } } }"))).toEqual([]);
});

test("a POST that gives changes, and says whether and where they go on, is a page", () => {
  const lists = ["added", "removed"].map((name) => `${name}: { type: array, items: { properties: {} } }`);
  const members = `${lists.join(", ")}, next_cursor: { type: string }`;
  const more = `requestBody: { ${json("{ properties: { cursor: { type: string } } }")} },`;
  const of = (response: string) => lostPage("", response, { method: "post", more });
  expect(of(members)).toEqual([]);
  expect(of(`${members}, has_more: { type: boolean }`)).toEqual([
    [
      'nothing says which of "added", "removed" has the items',
      'pagination: { style: cursor, items: "?", next: next_cursor, cursor: cursor, more: has_more }',
    ],
  ]);
});

test("a thing with an identifier and a next thing is no page of its parts", () => {
  const NEXT = "links: { properties: { next: { type: string, format: uri } } }";
  const of = (path: string) =>
    lostIn(
      pets(
        "get",
        `responses: { '200': { description: P, ${json(`{ properties: { id: { type: string }, pet: { properties: { ${PETS} } }, ${NEXT} } }`)} } }`,
      ).replace("/pets", path),
    ).map(({ trait }) => trait);
  expect(of("'/pets/all'")).toEqual(["pagination"]);
  expect(of("'/pets/{id}'")).toEqual([]);
});

test.each<readonly [string, string, readonly Sign[]]>([
  [
    "a next cursor that nothing takes back",
    pets(
      "get",
      `responses: { '200': { description: P, ${json(`{ properties: { ${LIST}, next_cursor: { type: string } } }`)} } }`,
    ),
    [
      {
        trait: "pagination",
        shown: 'its response has "next_cursor"',
        missing: UNDECLARED,
        lines: [],
      },
    ],
  ],
  [
    "a next cursor in an envelope",
    pets(
      "get",
      `responses: { '200': { description: P, ${json(`{ properties: { meta: { properties: { next_cursor: { type: string } } }, ${LIST} } }`)} } }`,
    ),
    [
      {
        trait: "pagination",
        shown: 'its response has "meta.next_cursor"',
        missing: UNDECLARED,
        lines: [],
      },
    ],
  ],
  [
    "the address of the next page beside a list of one thing",
    pets(
      "get",
      `responses: { '200': { description: P, ${json(`{ properties: { links: { properties: { next: { type: string, format: uri } } }, data: { properties: { owner: { properties: { owner_id: { type: string }, ${LIST} } } } } } }`)} } }`,
    ),
    [
      {
        trait: "pagination",
        shown: 'its response has the address "links.next"',
        missing: "nothing of the request takes a size or a position",
        lines: [
          "operations:",
          '  "GET /pets":',
          '    pagination: { style: link, items: "?", next: links.next }',
        ],
      },
    ],
  ],
  [
    "the address of the next page in the response of a POST",
    pets(
      "post",
      `parameters: [{ in: query, name: limit, schema: { type: integer } }], responses: { '200': { description: P, ${json(`{ properties: { links: { properties: { next: { type: string, format: uri } } }, ${LIST} } }`)} } }`,
    ),
    [
      {
        trait: "pagination",
        shown: 'its response has the address "links.next"',
        missing: "nothing shows for certain that this POST only reads",
        lines: [],
      },
    ],
  ],
  [
    "the same with a key, which is for a create: requests for pages would create again",
    pets(
      "post",
      `parameters: [{ in: header, name: Idempotency-Key, schema: { type: string } }, { in: query, name: limit, schema: { type: integer } }], responses: { '200': { description: P, ${json(`{ properties: { links: { properties: { next: { type: string, format: uri } } }, ${LIST} } }`)} } }`,
    ),
    [],
  ],
  [
    "the same with the status of a create",
    pets(
      "post",
      `parameters: [{ in: query, name: limit, schema: { type: integer } }], responses: { '201': { description: P, ${json(`{ properties: { links: { properties: { next: { type: string, format: uri } } }, ${LIST} } }`)} } }`,
    ),
    [],
  ],
  [
    "the address of the next page in the response of a POST that is called a search and needs to write",
    pets(
      "post",
      `security: [{ o: ['pets:write'] }], responses: { '200': { description: P, ${json(`{ properties: { links: { properties: { next: { type: string, format: uri } } }, ${LIST} } }`)} } }`,
      "components: { securitySchemes: { o: { type: http, scheme: bearer } } }",
    ).replace("/pets:", "/pets/search:"),
    [
      {
        trait: "pagination",
        shown: 'its response has the address "links.next"',
        missing: "nothing shows for certain that this POST only reads",
        lines: [
          "operations:",
          '  "POST /pets/search":',
          "    pagination: { style: link, items: items, next: links.next }",
        ],
      },
    ],
  ],
  [
    "a size and a position, and a response without a schema",
    pets(
      "get",
      "parameters: [{ in: query, name: page, schema: { type: integer } }, { in: query, name: perPage, schema: { type: integer } }], responses: { '200': { description: P } }",
    ),
    [
      {
        trait: "pagination",
        shown: 'it takes "page"',
        missing: "its response declares no JSON: the contract, or an overlay, has to declare it first",
        lines: [],
      },
    ],
  ],
  [
    "a flag for more, and a position of other kinds",
    pets(
      "get",
      `parameters: [{ in: query, name: before, schema: { type: string } }, { in: query, name: limit, schema: { type: integer } }], responses: { '200': { description: P, ${json(`{ properties: { has_more: { type: boolean }, ${LIST} } }`)} } }`,
    ),
    [
      {
        trait: "pagination",
        shown: 'it takes "before" beside "limit" and returns a list',
        missing: 'nothing says which member of the last item "before" takes',
        lines: [
          "operations:",
          '  "GET /pets":',
          '    pagination: { style: last-item, items: items, after: before, id: "?", more: has_more }',
        ],
      },
    ],
  ],
  [
    "a header that leads to the next page",
    pets(
      "get",
      `responses: { '200': { description: P, headers: { x-next: { schema: { type: string } } }, ${json("{ type: array, items: {} }")} } }`,
    ),
    [
      {
        trait: "pagination",
        shown: "its response has the header `x-next` and a list",
        missing: UNDECLARED,
        lines: [],
      },
    ],
  ],
  [
    "a header that leads to the next page, and a text",
    pets(
      "get",
      `parameters: [{ in: query, name: marker, schema: { type: string } }], responses: { '200': { description: P, headers: { x-next: { schema: { type: string } } }, ${json("{ type: array, items: {} }")} } }`,
    ),
    [
      {
        trait: "pagination",
        shown: "its response has the header `x-next` and a list",
        missing: "nothing of the request clearly takes it back",
        lines: [
          "operations:",
          '  "GET /pets":',
          "    pagination: { style: cursor, next: { header: x-next }, cursor: marker }",
        ],
      },
    ],
  ],
  ...["Follow the `Link` header.", 'Repeat with rel="next" until it is absent.'].map(
    (description): [string, string, readonly Sign[]] => [
      `a description that leads to the next page: ${description}`,
      pets(
        "get",
        `description: '${description}', parameters: [{ in: query, name: cursor, schema: { type: string } }], responses: { '200': { description: P, ${json("{ type: array, items: {} }")} } }`,
      ),
      [
        {
          trait: "pagination",
          shown: "its description says that the `Link` header has the next page",
          missing: "its response does not declare that header",
          lines: ["operations:", '  "GET /pets":', "    pagination: { style: link }"],
        },
      ],
    ],
  ),
  [
    "a position that nothing gives",
    pets(
      "get",
      `parameters: [{ in: query, name: after, schema: { type: string } }], responses: { '200': { description: P, ${json("{ type: array, items: {} }")} } }`,
    ),
    [
      {
        trait: "pagination",
        shown: 'it takes "after" and returns a list',
        missing: "nothing says how the next position is found",
        lines: [
          "operations:",
          '  "GET /pets":',
          '    pagination: { style: cursor, next: { header: "?" }, cursor: after }',
        ],
      },
    ],
  ],
  [
    "a counted position without a size",
    pets(
      "get",
      `parameters: [{ in: query, name: offset, schema: { type: integer } }], responses: { '200': { description: P, ${json("{ type: array, items: {} }")} } }`,
    ),
    [
      {
        trait: "pagination",
        shown: 'it takes "offset" and returns a list',
        missing: "nothing says how the next position is found",
        lines: ["operations:", '  "GET /pets":', "    pagination: { style: offset, offset: offset }"],
      },
    ],
  ],
  [
    "a create that returns what a list has",
    pets(
      "post",
      `responses: { '200': { description: P, ${json(`{ properties: { ${LIST}, next: { type: string } } }`)} } }`,
    ),
    [],
  ],
  [
    "a size alone",
    pets(
      "get",
      `parameters: [{ in: query, name: limit, schema: { type: integer } }], responses: { '200': { description: P, ${json("{ type: array, items: {} }")} } }`,
    ),
    [],
  ],
])("%s", (_, given, want) => {
  expect(lostIn(given)).toEqual(want);
});

test.each([
  ["Read only.", "'200'", true],
  ["Finds pets. This call only reads and can be repeated.", "'200'", true],
  ["Pet search.\n\nThis call is read-only. It returns the pets. Nothing is stored.", "'200'", true],
  ["Finds pets. This is a read: it changes nothing and may be repeated.", "'200'", true],
  ["This is a read-only operation.", "'200'", true],
  ["This is a read model.", "'200'", false],
  ["Stores a pet. It does not modify anything.", "'200'", false],
  ["Does not modify anything else.", "'200'", false],
  ["This call only reads.", "'202'", false],
  ["Read-only members are ignored.", "'200'", false],
  ["This call is not read-only.", "'200'", false],
  ["Stores a pet. Once it is stored, it is read-only: send another.", "'200'", false],
  ["Stores a pet. It is read-only.", "'200'", false],
  ["From then on this call only reads.", "'200'", false],
  ["This call only reads in the preview.", "'200'", false],
  ["This call only reads, but it locks the pet.", "'200'", false],
])("a POST that is described as %j, with %s, is named as one that reads: %s", (text, status, want) => {
  const lost = lostIn(
    pets("post", `description: ${JSON.stringify(text)}, responses: { ${status}: { description: P } }`),
  );
  expect(lost.filter(({ trait }) => trait === "safe")).toEqual(
    want
      ? [
          {
            trait: "safe",
            shown: "its description says that it only reads",
            missing: "its responses, scopes and parameters do not show that",
            lines: ["operations:", '  "POST /pets":', "    safe: true"],
          },
        ]
      : [],
  );
});

test.each([
  [
    "Required scope: `pets:read`. Does not modify anything.",
    ["operations:", '  "POST /pets":', "    safe: true"],
  ],
  ["Locks the pet. This call changes nothing.", []],
])("a POST that is described as %j is named as one that changes nothing", (text, lines) => {
  const lost = lostIn(
    pets("post", `description: ${JSON.stringify(text)}, responses: { '200': { description: P } }`),
  );
  expect(lost.map((sign) => [sign.trait, sign.shown, sign.lines])).toEqual([
    ["safe", "its description says that it changes nothing", lines],
  ]);
});

test("a POST that may start a job has no line that calls it safe", () => {
  const job = json("{ properties: { jobId: { type: string } } }");
  const state = json(
    "{ properties: { jobId: { type: string }, status: { type: string, enum: [running, done, failed] } } }",
  );
  const lost = lostIn(`paths:
  /jobs: { post: { operationId: a, description: Read-only. Returns a job., responses: { 2XX: { description: P, ${job} } } } }
  /jobs/{jobId}: { get: { operationId: b, parameters: [{ in: path, name: jobId, required: true, schema: { type: string } }], responses: { '200': { description: P, ${state} } } } }`);
  expect(lost.map(({ trait, lines }) => [trait, lines.some((line) => line.includes("safe"))])).toEqual([
    ["safe", false],
    ["background", false],
  ]);
});

test.each([
  ["run", "This operation is read-only. It charges the card."],
  ["run", "Charges the card.\n\nRead only."],
  ["run", "Finds pets and sends them by email. This call only reads."],
  ["run", "Read-only. Checks the balance and captures the amount."],
  ["run", "Read-only. Checks out the cart."],
  ["run", "Read-only. Fetches the mails and empties the box."],
  ["run", "This call only reads. The card is debited."],
  ["run", "This call only reads. What else it does, see elsewhere."],
  ["createPet", "Read only."],
])("a POST %s that is described as %j has no lines that call it safe", (id, text) => {
  const post = pets(
    "post",
    `description: ${JSON.stringify(text)}, responses: { '200': { description: P } }`,
  ).replace("operationId: run", `operationId: ${id}`);
  expect(lostIn(post)).toEqual([
    {
      trait: "safe",
      shown: "its description says that it only reads",
      missing:
        "its responses, scopes and parameters do not show that, and other sentences may name a change: read them before you say `safe: true`",
      lines: [],
    },
  ]);
});

const QUERY = pets(
  "post",
  `security: [{ key: ["pets:read"] }], requestBody: { ${json("{ properties: { cursor: { type: string } } }")} }, responses: { '201': { description: P, ${json(`{ properties: { ${LIST}, next_cursor: { type: string } } }`)} } }`,
  "components: { securitySchemes: { key: { type: http, scheme: bearer } } }",
);
const SAFE: Sign = {
  trait: "safe",
  shown: 'it gives a list and it needs only "pets:read"',
  missing: "it responds with 201, as a create does",
  lines: ["operations:", '  "POST /pets":', "    safe: true"],
};

test.each<readonly [string, string, readonly Sign[]]>([
  ["reads, for all but its status", QUERY, [SAFE]],
  [
    "reads, and charges for it",
    QUERY.replace("operationId", "description: Charges the card., operationId"),
    [
      {
        ...SAFE,
        missing:
          "it responds with 201, as a create does, and other sentences may name a change: read them before you say `safe: true`",
        lines: [],
      },
    ],
  ],
  ["is called a create", QUERY.replace("run", "createPets"), []],
  ["may write by its scopes", QUERY.replace("pets:read", "pets:write"), []],
  ["says where what it made is", QUERY.replace("P,", "P, headers: { Location: {} },"), []],
  ["can respond with 200, too", QUERY.replace("'201'", "'200': { description: P }, '201'"), []],
  ["gives no list", QUERY.replace("type: array, items: {}", "type: string"), []],
])("a paged POST with 201 that %s", (_, contract, want) => {
  expect(lostIn(contract)).toEqual(want);
});

test.each(["price (net", "(a+)+!", "id"])("a member named %j is no expression", (name) => {
  const elapsed = countTime();
  const items = `items: { type: array, items: { properties: { '${name}': { type: string } } } }`;
  const after = given(
    "after_id",
    "string",
    `Pets after the specified ${"a".repeat(40)}: the specified ${name}`,
  );
  expect(lostPage(`${MAX}, ${after}, ${given("before_id", "string")}`, items)).toEqual([
    [
      "nothing says that the oldest items come first",
      `pagination: { style: last-item, items: items, after: after_id, id: ${name === "id" ? name : `"/${name}"`} }`,
    ],
  ]);
  // Read as an expression, the second name takes hours.
  expect(elapsed()).toBeLessThan(5000);
});

test("a position in a body that the client does not send is named as such", () => {
  const body = json("{ properties: { NextToken: { type: string } } }");
  const page = json("{ properties: { NextToken: { type: string }, items: { type: array, items: {} } } }");
  const given = pets("get", `requestBody: { ${body} }, responses: { '200': { description: P, ${page} } }`);
  expect(lostIn(given).map(({ missing }) => missing)).toEqual([
    "the client sends no body with this method, and nothing else of the request takes a position: the contract, or an overlay, has to declare one first",
  ]);
});

import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";

interface Sign {
  readonly trait: string;
  readonly shown: string;
  readonly missing: string;
  readonly lines: readonly string[];
}

/** What the contract shows and the client will not do. */
function lostIn(yaml: string): readonly Sign[] {
  return planOf(yaml, { vendor: "acme" }).traits.lost.map(({ trait, shown, missing, lines }) => ({
    trait,
    shown,
    missing,
    lines,
  }));
}

/** One operation of `/pets`. */
function pets(method: string, rest: string, more = ""): string {
  return `paths: { /pets: { ${method}: { operationId: run, tags: [pets], ${rest} } } }\n${more}`;
}

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const ALL_LIMITS =
  '  limits: { readsPerMinute: "?", writesPerMinute: "?", concurrentOperations: "?", retentionDays: "?", maxBodyBytes: "?" }';
const LIST = "items: { type: array, items: {} }";

/** A start whose state no operation gives. */
const unfollowed = (id: string): Sign => ({
  trait: "background",
  shown: "it responds with 202",
  missing: "no operation that gives the state of what it starts, and takes its id, was found",
  lines: [
    "operations:",
    '  "POST /pets":',
    "    background:",
    '      status: "GET ?"',
    `      id: ${id}`,
    '      state: { member: "?", succeeded: ["?"], failed: ["?"] }',
  ],
});

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
    given("page", "integer", "The number of a page, zero-based"),
    "all: { type: array, items: {} }, some: { type: array, items: {} }",
    [],
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
    `${MAX}, ${given("state", "string")}`,
    `${PETS}, cursor: { type: string }, has_more: { type: boolean }`,
    [
      [
        "nothing of the request clearly takes it back",
        'pagination: { style: cursor, items: items, next: cursor, cursor: "?" }',
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
        UNKNOWN,
        'pagination: { style: cursor, items: messages, next: { member: "?", undeclared: true }, cursor: cursor }',
      ],
    ],
  ],
  [`${MAX}, ${given("from_city", "string", "The city to start in")}`, PETS, []],
])("a page with %s and %s lacks %j", (parameters, members, want) => {
  expect(lostPage(parameters, members)).toEqual(want);
});

const ROWS = "items: { type: array, items: { properties: { mail_id: { type: string } } } }";
test.each<readonly [string, string, string, readonly (readonly [string, string | undefined])[]]>([
  ["a flag", "", `${PETS}, has_more: { type: boolean }`, [[UNDECLARED, undefined]]],
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
    "an identifier that others are below",
    given("last_mail_id", "integer", "Only mails with an ID lower than this"),
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
        "its response does not show which list has the items",
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

test.each<readonly [string, string, readonly Sign[]]>([
  [
    "Each call needs a scope: `pets:read` or `pets:write`.",
    "[]",
    [
      {
        trait: "scopes",
        shown: 'its description lists the scopes "pets:read", "pets:write"',
        missing: "no operation says which it needs",
        lines: ["operations:", '  "GET /pets":', '    scopes: ["?"]'],
      },
    ],
  ],
  ["Each call needs a scope: `pets:read` or `pets:write`.", "[pets:read]", []],
  ["Keys have the form `a:b` or `c:d`.", "[]", []],
  ["No scope, such as `pets:read` or `pets:write`, is needed.", "[]", []],
  ["The scope is `pets:read`.", "[]", []],
  ["Scopes are at `https:x`, named `urn:a:b`.", "[]", []],
  ["Scopes are at `localhost:8080` from `10:30` to `11:30`.", "[]", []],
  ["Tokens have scopes.\\n## Sorting\\nBy `name:asc` or `name:desc`.", "[]", []],
  ["The scopes `pets:read` and `pets:write` are not accepted.", "[]", []],
])("scopes that the contract describes are named: %s %s", (description, needs, want) => {
  const info = `info: { title: T, version: '1', description: "${description}" }`;
  const schemes = "components: { securitySchemes: { b: { type: http, scheme: bearer } } }";
  const given = pets("get", `security: [{ b: ${needs} }], responses: {}`, `${info}\n${schemes}`);
  expect(lostIn(given)).toEqual(want);
});

test("a position at the path of one thing gives no lines with a list of its parts", () => {
  const responses = `{ '200': { description: P, ${json(`{ properties: { id: { type: integer }, tags: { type: array, items: { type: string } } } }`)} } }`;
  const operation = `parameters: [{ in: path, name: id, required: true, schema: { type: string } }, ${given("page", "integer")}, ${given("page_size", "integer")}], responses: ${responses}`;
  expect(lostIn(pets("get", operation).replace("/pets:", '"/pets/{id}":'))).toMatchObject([
    { missing: "its response is one thing, and the list a part of it", lines: [] },
  ]);
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

test("a POST that gives changes, and says whether and where they go on, is a page", () => {
  const lists = ["added", "removed"].map((name) => `${name}: { type: array, items: { properties: {} } }`);
  const members = `${lists.join(", ")}, next_cursor: { type: string }`;
  const more = `requestBody: { ${json("{ properties: { cursor: { type: string } } }")} },`;
  const of = (response: string) => lostPage("", response, { method: "post", more });
  expect(of(members)).toEqual([]);
  expect(of(`${members}, has_more: { type: boolean }`)).toEqual([
    [
      "its response does not show which list has the items",
      'pagination: { style: cursor, items: "?", next: next_cursor, cursor: cursor }',
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
    "the address of the next page in the response of a POST that creates",
    pets(
      "post",
      `parameters: [{ in: query, name: limit, schema: { type: integer } }], responses: { '201': { description: P, ${json(`{ properties: { links: { properties: { next: { type: string, format: uri } } }, ${LIST} } }`)} } }`,
    ),
    [
      {
        trait: "pagination",
        shown: 'its response has the address "links.next"',
        missing: "nothing says that this POST only reads",
        lines: [
          "operations:",
          '  "POST /pets":',
          "    pagination: { style: link, items: items, next: links.next }",
        ],
      },
    ],
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
        missing: "nothing says that this POST only reads",
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
        shown: 'its response has "has_more"',
        missing: "nothing says how the next position is found",
        lines: [
          "operations:",
          '  "GET /pets":',
          '    pagination: { style: cursor, items: items, next: { member: "?", undeclared: true }, cursor: before, more: has_more }',
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
          '    pagination: { style: cursor, next: { header: "x-next" }, cursor: marker }',
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
  [
    "a 202 whose end nothing tells",
    pets("post", `responses: { '202': { description: Accepted, ${json("{}")} } }`),
    [unfollowed('"?"')],
  ],
  [
    "a 202 with an id whose end nothing tells",
    pets(
      "post",
      `responses: { '202': { description: Accepted, ${json("{ required: [id], properties: { id: { type: string }, note: { type: string } } }")} } }`,
    ),
    [unfollowed("id")],
  ],
  [
    "a 202 in which no id can be",
    pets("post", "responses: { '202': { description: Accepted } }"),
    [
      {
        trait: "background",
        shown: "it responds with 202",
        missing:
          "its response declares no JSON body and no header that could have an id: add one with an overlay",
        lines: [],
      },
    ],
  ],
  [
    "a 202 with an address that nothing takes",
    pets("post", "responses: { '202': { description: Accepted, headers: { Operation-Location: {} } } }"),
    [unfollowed("{ header: Operation-Location }")],
  ],
  [
    "a change whose read is not found",
    pets(
      "put",
      "parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }], responses: { '204': { description: P } }",
    ),
    [
      {
        trait: "conditional",
        shown: 'it needs "If-Match"',
        missing: "no read whose response has an ETag could be paired with it",
        lines: ["operations:", '  "PUT /pets":', '    conditional: { read: "GET ?" }'],
      },
    ],
  ],
  [
    "a change under weak validators",
    pets(
      "put",
      "parameters: [{ in: header, name: If-Match, required: true, description: 'In quotes, after `W/`.', schema: { type: string } }], responses: { '204': { description: P } }",
    ),
    [
      {
        trait: "conditional",
        shown: 'it takes weak validators (W/…) in "If-Match"',
        missing:
          "the client makes changes under strong ones alone (RFC 9110 section 13.1.1): give the header yourself",
        lines: [],
      },
    ],
  ],
  [
    "a change whose read has its validator in a member",
    `paths: { /pets: {
      get: { operationId: read, responses: { '200': { description: P, ${json("{ properties: { '@odata.etag': { type: string } } }")} } } },
      put: { operationId: run, parameters: [{ in: header, name: If-Match, required: true, description: 'Not W/ "1".', schema: { type: string } }], responses: { '204': { description: P } } } } }`,
    [
      {
        trait: "conditional",
        shown: 'it needs "If-Match"',
        missing: "no read whose response has an ETag could be paired with it",
        lines: [],
      },
    ],
  ],
  ...(["query", "body"] as const).map((where): [string, string, readonly Sign[]] => {
    const field = "type: string, description: 'Where it is not the current version, 409.'";
    return [
      `a version in the ${where}`,
      pets(
        "put",
        `${where === "query" ? `parameters: [{ in: query, name: version, description: 'Avoids conflicts.', schema: { type: string } }]` : `requestBody: { ${json(`{ properties: { revisionId: { ${field} }, pattern_version: { ${field} } } }`)} }`}, responses: { '204': { description: P } }`,
      ),
      [
        {
          trait: "conditional",
          shown: `it takes the version that it changes in "${where === "query" ? "version" : "revisionId"}"`,
          missing: "the client carries validators in headers alone: give the value of the last read",
          lines: [],
        },
      ],
    ];
  }),
  [
    "headers that only a description names",
    pets(
      "post",
      "description: Send `Idempotency-Key` and If-Match., responses: { '204': { description: P } }",
    ),
    [
      {
        trait: "conditional",
        shown: "its description names If-Match",
        missing: "no header parameter declares it",
        lines: [
          "operations:",
          '  "POST /pets":',
          '    conditional: { read: "GET ?", header: If-Match, undeclared: true }',
        ],
      },
      {
        trait: "idempotency",
        shown: "its description names an idempotency key",
        missing: "no header parameter declares it",
        lines: [
          "operations:",
          '  "POST /pets":',
          "    idempotency: { header: Idempotency-Key, undeclared: true }",
        ],
      },
    ],
  ],
  [
    "keys that a description names",
    pets("post", "description: Supports idempotency keys., responses: { '204': { description: P } }"),
    [
      {
        trait: "idempotency",
        shown: "its description names an idempotency key",
        missing: "no header parameter declares it",
        lines: [
          "operations:",
          '  "POST /pets":',
          "    idempotency: { header: Idempotency-Key, undeclared: true }",
        ],
      },
    ],
  ],
  ...[
    "Ignores any Idempotency-Key header.",
    "We do not accept idempotency keys.",
    "Idempotency keys: none",
  ].map((text): readonly [string, string, readonly Sign[]] => [
    `a key that a description denies: ${text}`,
    pets("post", `description: '${text}', responses: { '204': { description: P } }`),
    [],
  ]),
  [
    "a POST whose 428 is beside the read of the list that it adds to",
    `paths: { /pets: {
      get: { operationId: read, responses: { '200': { description: P, headers: { ETag: {} }, ${json("{ type: object }")} } } },
      post: { operationId: run, responses: { '428': { description: Precondition Required } } } } }`,
    [
      {
        trait: "conditional",
        shown: "its response 428 is for requests without a condition (RFC 6585 section 3)",
        missing: "no header parameter declares it",
        lines: [
          "operations:",
          '  "POST /pets":',
          '    conditional: { read: "GET ?", header: If-Match, undeclared: true }',
        ],
      },
    ],
  ],
  [
    "what is guarded, in a clause beside an ETag: nothing",
    pets(
      "put",
      "description: The request is guarded by a limit; see its ETag., responses: { '204': { description: P } }",
    ),
    [],
  ],
  [
    "headers that a description says are not needed: nothing",
    pets(
      "post",
      "description: If-Match is not required. `Idempotency-Key` is not supported., responses: { '204': { description: P } }",
    ),
    [],
  ],
  ...(
    [
      [
        "a 428 for requests without a condition",
        "'428': { description: P }",
        "",
        "its response 428 is for requests without a condition (RFC 6585 section 3)",
        "",
      ],
      [
        "a 412 beside a read with an ETag",
        "'412': { description: P }",
        "",
        "its response 412 is for a condition that fails, and `GET /pets` has an ETag",
        "headers: { ETag: {} },",
      ],
      [
        "a description that names an ETag that protects it",
        "'204': { description: P }",
        "Protected by the ETag of the pets.",
        "its description names an ETag that protects it",
        "",
      ],
    ] as const
  ).map(([name, response, description, shown, headers]): readonly [string, string, readonly Sign[]] => [
    `a change with no header for its condition: ${name}`,
    `paths: { /pets: {
      get: { operationId: read, parameters: [{ in: header, name: If-None-Match, schema: { type: string } }], responses: { '200': { description: P, ${headers} ${json("{ type: object }")} } } },
      put: { operationId: run, description: '${description}', responses: { ${response} } } } }`,
    [
      {
        trait: "conditional",
        shown,
        missing: "no header parameter declares it",
        lines: [
          "operations:",
          '  "PUT /pets":',
          '    conditional: { read: "GET /pets", header: If-Match, undeclared: true }',
        ],
      },
    ],
  ]),
  [
    "a 412 beside a read without ETag, and a 428 for a header with a date: nothing",
    `paths: {
      /pets: { get: { operationId: a, responses: { '200': { description: P, ${json("{ type: object }")} } } }, put: { operationId: b, responses: { '412': { description: P } } } },
      /hats: { put: { operationId: c, parameters: [{ in: header, name: If-Unmodified-Since, schema: { type: string } }], responses: { '428': { description: P } } } } }`,
    [],
  ],
  [
    "an ETag that a read gives to caches: nothing",
    `paths: { /pets: {
      get: { operationId: a, parameters: [{ in: header, name: If-None-Match, schema: { type: string } }], responses: { '200': { description: P, headers: { ETag: {} }, ${json("{ type: object }")} }, '304': { description: N } } },
      put: { operationId: b, responses: { '204': { description: P } } } } }`,
    [],
  ],
  ...(
    [
      ["contract", "info: { description: D }"],
      ['tag "pets"', "tags: [{ name: pets, description: D }]"],
    ] as const
  ).map(([what, where]): readonly [string, string, readonly Sign[]] => [
    `a key that only the description of the ${what} names`,
    `${pets("post", "responses: { '201': { description: P } }")}${where.replace("D", "'Creating a pet requires the header `X-Idempotency-Key`.'")}`,
    [
      {
        trait: "idempotency",
        shown: `the description of the ${what} names an idempotency key`,
        missing: "no header parameter declares it",
        lines: [
          "operations:",
          '  "POST /pets":',
          "    idempotency: { header: X-Idempotency-Key, undeclared: true }",
        ],
      },
    ],
  ]),
  ...(
    [
      ["of other operations", "post", "201", "tags: [{ name: hats, description: D }]"],
      ["of a POST that creates nothing", "post", "204", "info: { description: D }"],
      ["of a PUT", "put", "201", "info: { description: D }"],
    ] as const
  ).map(([what, method, status, where]): readonly [string, string, readonly Sign[]] => [
    `a key that a description names, ${what}: nothing`,
    `${pets(method, `responses: { '${status}': { description: P } }`)}${where.replace("D", "Requires `Idempotency-Key`.")}`,
    [],
  ]),
  ...(
    [
      ["parameters: [{ in: header, name: Idempotency-Key, schema: { type: string } }]", []],
      ["description: Takes an `Idempotency-Key`.", ["POST /hats"]],
      ["description: Needs no `Idempotency-Key`.", ["POST /pets"]],
    ] as const
  ).map(([own, want]): readonly [string, string, readonly Sign[]] => [
    `a key that the description of a contract names, beside a create with ${own}`,
    `info: { description: Send the header \`Idempotency-Key\`. }\npaths:
  /pets: { post: { operationId: a, responses: { '201': { description: P } } } }
  /hats: { post: { operationId: b, ${own}, responses: { '201': { description: P } } } }`,
    want.map((key) => ({
      trait: "idempotency",
      shown: `${key === "POST /hats" ? "its description" : "the description of the contract"} names an idempotency key`,
      missing: "no header parameter declares it",
      lines: ["operations:", `  "${key}":`, "    idempotency: { header: Idempotency-Key, undeclared: true }"],
    })),
  ]),
  [
    "scopes that only a description names",
    pets(
      "get",
      "description: 'There is no other:scope. Needs the scope pets:read.', security: [{ o: [] }], responses: {}",
      "components: { securitySchemes: { o: { type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { 'pets:read': R } } } } } }",
    ),
    [
      {
        trait: "scopes",
        shown: 'its description names "pets:read"',
        missing: "its security requires no scope",
        lines: ["operations:", '  "GET /pets":', '    scopes: ["pets:read"]'],
      },
    ],
  ],
  ...[
    "@PreAuthorize(hasAuthority(''SCOPE_pets:read''))",
    "Needs the scope `pets:read`.",
    "Scopes: pets:read",
  ].map((text): readonly [string, string, readonly Sign[]] => [
    `scopes that only a description names, of a contract that lists none: ${text}`,
    pets(
      "get",
      `description: '${text}', security: [{ b: [] }], responses: {}`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
    [
      {
        trait: "scopes",
        shown: 'its description names "pets:read"',
        missing: "its security requires no scope",
        lines: ["operations:", '  "GET /pets":', '    scopes: ["pets:read"]'],
      },
    ],
  ]),
  [
    "permissions that may be scopes",
    pets(
      "get",
      "x-permissions: ['pets:read', admin, 'urn:pets:all'], security: [{ b: [] }], responses: {}",
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
    [
      {
        trait: "scopes",
        shown: 'its extension names "pets:read"',
        missing: "its security requires no scope",
        lines: ["operations:", '  "GET /pets":', '    scopes: ["pets:read"]'],
      },
    ],
  ],
  ...[
    "Needs `pets:read` or `pets:feed`.",
    "Needs the scope `pets:read`, or the scope `pets:feed`.",
    "Needs one of: pets:read, pets:feed",
    "hasAnyAuthority(''SCOPE_pets:read'', ''SCOPE_pets:feed'')",
  ].map((text): readonly [string, string, readonly Sign[]] => [
    `scopes of which only a description says that one is enough: ${text}`,
    pets(
      "get",
      `description: '${text}', security: [{ o: [] }], responses: {}`,
      "components: { securitySchemes: { o: { type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { 'pets:read': R, 'pets:feed': F } } } } } }",
    ),
    [
      {
        trait: "scopes",
        shown: 'its description names "pets:read", "pets:feed"',
        missing: "its security requires no scope",
        lines: ["operations:", '  "GET /pets":', '    scopes: [["pets:read"], ["pets:feed"]]'],
      },
    ],
  ]),
  ...[
    "Sensitive.",
    "An address. **Sensitive**: mask it.",
    "It must not be written to logs.",
    "It should not be stored, logged, or exposed.",
    "This may contain sensitive information.",
    "PII related data of the holder.",
  ].map((text): readonly [string, string, readonly Sign[]] => [
    `a member that only its description calls sensitive: ${text}`,
    pets(
      "post",
      `requestBody: { ${json(`{ properties: { a: { type: string }, mail: { type: string, description: '${text}' } } }`)} }, responses: {}`,
    ),
    [
      {
        trait: "sensitive",
        shown: 'the description of "mail" says that it is sensitive',
        missing: "nothing in the contract marks it",
        lines: ['sensitive: ["mail"]'],
      },
    ],
  ]),
  [
    "a parameter, and the list of a described schema that only descriptions call sensitive, and one that is marked",
    pets(
      "get",
      `parameters: [{ in: query, name: q, description: Never log it., schema: { type: string } }], responses: { '200': { description: P, ${json("{ properties: { mails: { type: array, items: { $ref: '#/components/schemas/Mail' } }, card: { type: string, x-pii: true, description: Sensitive. } } }")} } }`,
      "components: { schemas: { Mail: { type: string, description: Confidential. } } }",
    ),
    [
      {
        trait: "sensitive",
        shown: 'the descriptions of "mails", "q" say that they are sensitive',
        missing: "nothing in the contract marks them",
        lines: ['sensitive: ["mails", "q"]'],
      },
    ],
  ],
  ...[
    "type: string, description: 'The name is case sensitive. It must not include PII.'",
    "type: string, description: 'Sensitive to case. Do not store sensitive data in it.'",
    "type: boolean, description: 'Sensitive data and exports.'",
    "type: string, description: 'Without it, messages will not be logged.'",
    "type: string, description: 'Sensitive environment policy: on or off.'",
    "type: string, description: 'It has: type; `sensitive` (boolean).'",
    "enum: [PII], description: PII.",
    "type: string, description: 'A user must not be logged into two sessions.'",
    "type: object, description: Sensitive., properties: { x: { type: string, x-sensitive: true }, y: { type: string } }",
  ].map((schema): readonly [string, string, readonly Sign[]] => [
    `a member that no description calls sensitive: ${schema}`,
    pets("post", `requestBody: { ${json(`{ properties: { a: { ${schema} } } }`)} }, responses: {}`),
    [],
  ]),
  [
    "what a description says is not needed: nothing",
    pets(
      "post",
      "description: 'Does not need the scope `pets:read`. Does not require the feature `agents.write`.', security: [{ b: [] }], responses: {}",
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
    [],
  ],
  ...[
    [
      "Needs the scopes `pets:read` and `pets:all`, or the scope `pets:feed`.",
      '["pets:read", "pets:all"], ["pets:feed"]',
    ],
    ["Scopes: `pets:read:all` or `pets:read`", '["pets:read:all"], ["pets:read"]'],
  ].map(([text = "", sets = ""]): readonly [string, string, readonly Sign[]] => [
    `sets of scopes, any one of which is enough: ${text}`,
    pets(
      "get",
      `description: "${text}", security: [{ b: [] }], responses: {}`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
    [
      {
        trait: "scopes",
        shown: `its description names ${sets.replace(/[[\]]/gu, "")}`,
        missing: "its security requires no scope",
        lines: ["operations:", '  "GET /pets":', `    scopes: [${sets}]`],
      },
    ],
  ]),
  ...[
    "**Scopes:** `pets:read` `pets`",
    "**Scope**: \\n* `pets:read` `pets`<br>\\n**Needs:** A licence.",
    "Required scopes: `pets:read, pets:all`",
    "Granular scopes: pets:read, pets:all",
    "Does not page; the `pets:read`, `pets:all` scopes are for it, and it does not take `10:30`.",
  ].map((text): readonly [string, string, readonly Sign[]] => {
    const other = text.includes("pets:all") ? "pets:all" : "pets";
    return [
      `scopes of a list that does not say whether one is enough: ${text}`,
      pets(
        "get",
        `description: "${text}", security: [{ b: [] }], responses: {}`,
        "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
      ),
      [
        {
          trait: "scopes",
          shown: `its description names "pets:read", "${other}"`,
          missing:
            "its security requires no scope; nothing says whether one of them is enough, or all are needed",
          lines: ["operations:", '  "GET /pets":', `    scopes: [["pets:read"], ["${other}"]]`],
        },
      ],
    ];
  }),
  ...[
    "The scope `pets:read` is not accepted.",
    "The server for the scope is `localhost:8080`.",
    "Scopes: none",
    "The `scope`: `pets`.",
  ].map((text): readonly [string, string, readonly Sign[]] => [
    `a description that names no scope: ${text}`,
    pets(
      "get",
      `description: '${text}', security: [{ b: [] }], responses: {}`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
    [],
  ]),
  [
    "all scopes of a list that only a description has",
    pets(
      "get",
      "description: 'Required scopes: pets:read, pets:feed and `pets:keep`. See note:this', security: [{ b: [] }], responses: {}",
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
    [
      {
        trait: "scopes",
        shown: 'its description names "pets:read", "pets:feed", "pets:keep"',
        missing: "its security requires no scope",
        lines: ["operations:", '  "GET /pets":', '    scopes: ["pets:read", "pets:feed", "pets:keep"]'],
      },
    ],
  ],
  [
    "what is retryable, where only a description says that problems have it",
    pets(
      "get",
      `responses: { '500': { description: 'Retry only when \`retryable\` is true.', content: { application/problem+json: { schema: { type: object } } } } }`,
    ),
    [
      {
        trait: "problems",
        shown: "the description of its response 500 names `retryable`",
        missing: "no problem has that member, in its schema or its examples",
        lines: ["problems: { retryable: true }"],
      },
    ],
  ],
  [
    "limits in other words",
    `paths: { /rate_limit: { get: { operationId: run, tags: [pets], responses: { '200': { description: P, ${json("{ properties: { core: { type: integer } } }")} } } } } }`,
    [
      {
        trait: "capabilities",
        shown: 'its path ends in "rate_limit"',
        missing: "no limit that the client can obey was found in its response",
        lines: ["capabilities:", '  operation: "GET /rate_limit"', '  features: "?"', ALL_LIMITS],
      },
    ],
  ],
  [
    "limits in other words, beside what is recognised",
    `paths: { /limits: { get: { operationId: run, tags: [pets], responses: { '200': { description: P, ${json("{ properties: { data: { properties: { contractVersion: { type: string }, features: { properties: { a: { type: boolean } } }, 'hats.most': { type: integer } } } } }")} } } } } }`,
    [
      {
        trait: "capabilities",
        shown: 'its path ends in "limits"',
        missing: "no limit that the client can obey was found in its response",
        lines: [
          "capabilities:",
          '  operation: "GET /limits"',
          "  features: data.features",
          "  contractVersion: data.contractVersion",
          ALL_LIMITS,
        ],
      },
    ],
  ],
  [
    "flags that no response has",
    `paths:
  /pets: { get: { operationId: a, x-features: [reads], responses: {} }, post: { operationId: b, x-features: [writes], responses: {} } }`,
    [
      {
        trait: "features",
        shown: 'it needs the flag "reads", and 1 more operation does',
        missing: "no response has the flags",
        lines: ["capabilities:", '  operation: "GET ?"', '  features: "?"'],
      },
    ],
  ],
  [
    "flags of a response that no operation needs",
    `paths:
  /pets: { post: { operationId: a, responses: {} } }
  /capabilities: { get: { operationId: c, responses: { '200': { description: C, ${json("{ properties: { limits: { properties: { readsPerMinute: { type: integer } } }, features: { properties: { reads: { type: boolean } } } } }")} } } } }`,
    [
      {
        trait: "features",
        shown: 'its response has the flag "reads"',
        missing: "nothing says which operations need them",
        lines: ["operations:", '  "POST /pets":', '    features: ["?"]'],
      },
    ],
  ],
  [
    "flags that no response has, beside limits",
    `paths:
  /pets: { get: { operationId: a, x-features: [reads], responses: {} } }
  /limits: { get: { operationId: b, responses: { '200': { description: L, ${json("{ properties: { readsPerMinute: { type: integer } } }")} } } } }`,
    [
      {
        trait: "features",
        shown: 'it needs the flag "reads"',
        missing: "no response has the flags",
        lines: [
          "capabilities:",
          '  operation: "GET /limits"',
          "  limits: { readsPerMinute: readsPerMinute }",
          "  also:",
          '    operation: "GET ?"',
          '    features: "?"',
        ],
      },
    ],
  ],
  [
    "flags that only who has another scope can read",
    `paths:
  /pets: { get: { operationId: a, x-features: [reads], responses: {} } }
  /limits: { get: { operationId: b, responses: { '200': { description: L, ${json("{ properties: { readsPerMinute: { type: integer } } }")} } } } }
  /capabilities: { get: { operationId: c, security: [{ o: [admin] }], responses: { '200': { description: C, ${json("{ properties: { features: { properties: { reads: { type: boolean } } } } }")} } } } }
components: { securitySchemes: { o: { type: oauth2, flows: {} } } }`,
    [
      {
        trait: "features",
        shown: 'it needs the flag "reads"',
        missing: "the client reads limits from GET /limits alone, and no flags from GET /capabilities",
        lines: [
          "capabilities:",
          '  operation: "GET /limits"',
          "  limits: { readsPerMinute: readsPerMinute }",
          "  also:",
          '    operation: "GET /capabilities"',
          "    features: features",
        ],
      },
    ],
  ],
  [
    "a limit that no rule knows, beside one that it knows",
    `paths: { /limits: { get: { operationId: b, responses: { '200': { description: L, ${json("{ properties: { readsPerMinute: { type: integer }, hats: { properties: { most: { type: integer } } } } }")} } } } } }`,
    [
      {
        trait: "capabilities",
        shown: 'its response has "hats.most"',
        missing: "the client does not know what that limits",
        lines: [
          "capabilities:",
          '  operation: "GET /limits"',
          '  limits: { readsPerMinute: readsPerMinute, writesPerMinute: "?", concurrentOperations: "?", retentionDays: "?", maxBodyBytes: "?" }',
        ],
      },
    ],
  ],
  [
    "limits that no rule knows, beside flags that another operation tells",
    `paths:
  /pets: { get: { operationId: a, x-features: [reads], responses: {} } }
  /quotas: { get: { operationId: b, responses: { '200': { description: L, ${json("{ properties: { hats: { type: integer } } }")} } } } }
  /capabilities: { get: { operationId: c, responses: { '200': { description: C, ${json("{ properties: { features: { properties: { reads: { type: boolean } } } } }")} } } } }`,
    [
      {
        trait: "capabilities",
        shown: 'its path ends in "quotas"',
        missing: "no limit that the client can obey was found in its response",
        lines: [
          "capabilities:",
          '  operation: "GET /capabilities"',
          "  features: features",
          "  also:",
          '    operation: "GET /quotas"',
          `  ${ALL_LIMITS}`,
        ],
      },
    ],
  ],
  ...[
    "Requires the feature `agents.write`.",
    "Only when the feature flag `agents.write` is on.",
    "Available when `agents.write` is enabled.",
    "Needs the `agents.write` feature.",
  ].map((text): readonly [string, string, readonly Sign[]] => [
    `a flag that only a description names: ${text}`,
    pets("post", `description: '${text}', responses: {}`),
    [
      {
        trait: "features",
        shown: 'its description names the flag "agents.write"',
        missing: "no extension says that it must be on",
        lines: [
          "operations:",
          '  "POST /pets":',
          '    features: ["agents.write"]',
          "capabilities:",
          '  operation: "GET ?"',
          '  features: "?"',
        ],
      },
    ],
  ]),
  ...[
    ["Off unless writesEnabled.", "writesEnabled", ""],
    ["Requires the feature `features.writesEnabled`.", "features.writesEnabled", ""],
    ["Requires `features.writesEnabled`.", "writesEnabled", ""],
    ["Requires `writesEnabled`.", "writesEnabled", ", additionalProperties: { type: boolean }"],
  ].map(([text = "", name = "", others = ""]): readonly [string, string, readonly Sign[]] => [
    `a flag that a description names, and that a response has${others}: ${text}`,
    `paths:
  /pets: { post: { operationId: a, description: '${text}', responses: {} } }
  /capabilities: { get: { operationId: c, description: Tells writesEnabled., responses: { '200': { description: C, ${json(`{ properties: { limits: { properties: { readsPerMinute: { type: integer } } }, features: { properties: { writesEnabled: { type: boolean } }${others} } } }`)} } } } }`,
    [
      {
        trait: "features",
        shown: `its description names the flag "${name}"`,
        missing: "no extension says that it must be on",
        lines: ["operations:", '  "POST /pets":', '    features: ["writesEnabled"]'],
      },
    ],
  ]),
  ...[
    "The feature `search` of the shop.",
    "This is enabled when `x` is empty.",
    "Sets the flag.",
    'When "from" is set to a day, it starts there.',
    "When `overlay` is enabled, it plays both.",
    "When `isDone` is true, it has ended.",
    "If the `dry_run` flag is set, nothing changes.",
    "When `request.dry_run` is on, nothing changes.",
    "When `endsAt` is active, it has an end.",
  ].map((text): readonly [string, string, readonly Sign[]] => [
    `a description that names no flag: ${text}`,
    pets(
      "post",
      `description: '${text}', parameters: [{ in: query, name: dryRun, schema: { type: boolean } }], responses: { '200': { description: P, ${json("{ properties: { endsAt: { type: string } } }")} } }`,
    ),
    [],
  ]),
  [
    "a flag that the response has not, beside one that it has",
    `paths:
  /pets: { get: { operationId: a, x-features: [raeds, reads], responses: {} } }
  /capabilities: { get: { operationId: c, responses: { '200': { description: C, ${json("{ properties: { features: { properties: { reads: { type: boolean } } } } }")} } } } }`,
    [
      {
        trait: "features",
        shown: 'it needs the flag "raeds"',
        missing: 'the response of GET /capabilities has only "reads"',
        lines: ["operations:", '  "GET /pets":', '    features: ["?"]'],
      },
    ],
  ],
  [
    "tokens that come from no exchange",
    pets(
      "post",
      `responses: { '200': { description: T, ${json("{ properties: { access_token: { type: string }, expires_in: { type: integer } } }")} } }`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ).replace("/pets", "/login"),
    [
      {
        trait: "tokenExchange",
        shown: "it returns access tokens",
        missing: "it takes no form, as a token exchange (RFC 8693) does",
        lines: [],
      },
    ],
  ],
  [
    "an access token in what a copy returns",
    pets(
      "post",
      `responses: { '200': { description: T, ${json("{ properties: { link: { properties: { access_token: { type: string }, token_type: { type: string } } } } }")} } }`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
    [],
  ],
  [
    "tokens of a form that has no token of another kind",
    pets(
      "post",
      `requestBody: { content: { application/x-www-form-urlencoded: { schema: { properties: { grant_type: { type: string } } } } } }, responses: { '200': { description: T, ${json("{ properties: { access_token: { type: string }, expires_in: { type: integer } } }")} } }`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer }, c: { type: http, scheme: bearer } } }",
    ),
    [
      {
        trait: "tokenExchange",
        shown: "it returns access tokens",
        missing: "its form does not describe a token exchange (RFC 8693) alone",
        lines: ["tokenExchange:", '  operation: "POST /pets"', '  scheme: "?"', '  subjectTokenType: "?"'],
      },
    ],
  ],
])("%s", (_, given, want) => {
  expect(lostIn(given)).toEqual(want);
});

test("[TOK-4] not the key and the token of an exchange, which the client makes by itself", () => {
  const secret = "type: string, description: Must not be logged.";
  const grant = "grant_type: { const: 'urn:ietf:params:oauth:grant-type:token-exchange' }";
  const form = `content: { application/x-www-form-urlencoded: { schema: { required: [subject_token], properties: { ${grant}, subject_token_type: { const: 'urn:acme:params:oauth:token-type:key' }, subject_token: { ${secret} } } } } }`;
  const token = json(`{ properties: { access_token: { ${secret} }, token_type: {} } }`);
  const post = `post: { operationId: token, security: [], requestBody: { ${form} }, responses: { '200': { description: T, ${token} } } }`;
  const signs = lostIn(`paths:
  /token: { ${post} }
  /pets: { get: { operationId: list, security: [{ b: [] }], responses: { '200': { description: P, ${json(`{ properties: { pin: { ${secret} } } }`)} } } } }
components: { securitySchemes: { b: { type: http, scheme: bearer } } }`);
  expect(signs.map(({ lines }) => lines)).toEqual([['sensitive: ["pin"]']]);
});

const url = (description: string) => `url: { type: string, description: ${description} }`;
const urls = (...others: readonly string[]) =>
  pets(
    "post",
    `requestBody: { ${json(`{ properties: { mandate: { properties: { ${url("It contains sensitive data.")} } }, ${others.map((text, at) => `a${String(at)}: { properties: { ${url(text)} } }`).join(", ")} } }`)} }, responses: {}`,
  );

test("a name is sensitive where most of its descriptions say so", () => {
  const named = (...others: readonly string[]) => lostIn(urls(...others)).map(({ lines }) => lines[0]);
  expect(named("''")).toEqual(['sensitive: ["url"]']);
  expect(named("Confidential.", "The page.")).toEqual(['sensitive: ["url"]']);
  expect(named("The page.")).toEqual([]);
});

test("a sensitive member is located where it is described", () => {
  const { diagnostics } = planOf(urls("''"));
  const found = diagnostics.find(({ id }) => id === "trait/sensitive");
  expect([found?.pointer, found?.arguments["operation"]]).toEqual([
    "#/paths/~1pets/post/requestBody/content/application~1json/schema/properties/mandate/properties/url",
    "the contract",
  ]);
});

test("each is a diagnostic that says what the client will not do", () => {
  const { diagnostics } = planOf(
    pets("post", `responses: { '202': { description: Accepted, ${json("{}")} } }`),
  );
  expect(diagnostics).toContainEqual({
    id: "trait/background",
    level: "warning",
    pointer: "#/paths/~1pets/post",
    arguments: {
      operation: "POST /pets",
      shown: "it responds with 202",
      missing: "no operation that gives the state of what it starts, and takes its id, was found",
    },
  });
});

const RFC = "x-token-exchange: { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange' }";

test.each<readonly [string, boolean]>([
  ["{ type: http, scheme: bearer, description: 'The key is exchanged for a token (RFC 8693).' }", true],
  ["{ type: http, scheme: bearer, x-auth: token-exchange }", true],
  [`{ type: oauth2, flows: {}, ${RFC} }`, true],
  ["{ type: http, scheme: bearer, description: 'A token. Exchange it once a day.' }", false],
  ["{ type: http, scheme: bearer, description: 'See RFC 6750.' }", false],
  ["{ type: http, scheme: bearer, description: 'The access key is exchanged for a JWT.' }", true],
  ["{ type: http, scheme: bearer, description: 'Exchange your API key at /token for a token.' }", true],
  ["{ type: http, scheme: bearer, description: 'The code is exchanged for a token.' }", false],
  ["{ type: http, scheme: bearer, description: 'Does not exchange the key for a token (RFC 8693).' }", false],
])("[TOK-1] the security scheme %s needs an exchange that nothing describes: %s", (scheme, want) => {
  const given = pets(
    "get",
    "security: [{ key: [] }], responses: { '204': { description: P } }",
    `components: { securitySchemes: { key: ${scheme} } }`,
  );
  const { diagnostics } = planOf(given);
  const found = diagnostics.filter(({ id }) => id === "trait/undescribed-exchange");
  expect(found).toEqual(
    want
      ? [
          {
            id: "trait/undescribed-exchange",
            level: "warning",
            pointer: "#/components/securitySchemes/key",
            arguments: { scheme: "key" },
          },
        ]
      : [],
  );
});

const EXCHANGED = `subject_token_type: 'urn:acme:params:oauth:token-type:key', resource: 'urn:acme:api'`;
const DESCRIBED = "POST `{base_url}/oauth/token` exchanges the key for a token (RFC 8693).";

test.each<readonly [string, string, string, readonly string[]]>([
  [
    "an extension",
    `{ type: oauth2, flows: { clientCredentials: { tokenUrl: https://a.example/token, scopes: {} } }, x-token-exchange: { ${EXCHANGED} } }`,
    "",
    [
      '  url: "https://a.example/token"',
      '  subjectTokenType: "urn:acme:params:oauth:token-type:key"',
      '  resource: "urn:acme:api"',
    ],
  ],
  [
    "a description",
    `{ type: http, scheme: bearer, description: '${DESCRIBED}' }`,
    "",
    ['  url: "https://a.example/oauth/token"', '  subjectTokenType: "?"'],
  ],
  [
    "a description with all values",
    "{ type: http, scheme: bearer, description: 'From `POST /token` (RFC 8693): `subject_token_type` = `urn:a:key`, `requested_token_type`: `urn:a:jwt`, `resource` = `https://a.example/v1`, `scope`.' }",
    "",
    [
      '  url: "https://a.example/token"',
      '  subjectTokenType: "urn:a:key"',
      '  requestedTokenType: "urn:a:jwt"',
      '  resource: "https://a.example/v1"',
    ],
  ],
  [
    "a description with words to fill in",
    "{ type: http, scheme: bearer, description: 'From `POST /token` (RFC 8693): subject_token_type `urn:<word>:key`, requested_token_type, resource `{base_url}/v1`, scope.' }",
    "",
    ['  url: "https://a.example/token"', '  subjectTokenType: "?"', '  resource: "/v1"'],
  ],
  [
    "the description of the contract",
    "{ type: http, scheme: bearer }",
    `info: { description: '${DESCRIBED}' }`,
    ['  url: "https://a.example/oauth/token"', '  subjectTokenType: "?"'],
  ],
  [
    "the contract, of which nothing else says that tokens are exchanged",
    "{ type: http, scheme: bearer }",
    "info: { description: 'Tokens of an identity provider can be exchanged for others.' }",
    [],
  ],
])("[TOK-1] the lines for an exchange that only %s describes", (_, scheme, more, want) => {
  const signs = lostIn(
    pets(
      "get",
      "security: [{ key: [] }], responses: { '204': { description: P } }",
      `servers: [{ url: https://a.example/v1 }]\n${more}\ncomponents: { securitySchemes: { key: ${scheme} } }`,
    ),
  );
  expect(signs.flatMap(({ lines }) => lines)).toEqual(want.length === 0 ? [] : ["tokenExchange:", ...want]);
});

test("[TOK-1] the sign of a scheme names the scheme, and no operation", () => {
  const scheme =
    "{ type: http, scheme: bearer, description: 'The key is exchanged for a token (RFC 8693).' }";
  const [sign] = planOf(
    pets(
      "get",
      "security: [{ key: [] }], responses: {}",
      `components: { securitySchemes: { key: ${scheme} } }`,
    ),
  ).traits.lost;
  expect(sign).toMatchObject({
    scheme: { name: "key" },
    shown: "its tokens come from an exchange",
    missing: "no operation of the contract describes it",
  });
  expect(sign?.operation).toBeUndefined();
});

test("[TOK-1] the lines for an exchange whose form is not described have what its operation says", () => {
  const form = "content: { application/x-www-form-urlencoded: { schema: { type: string } } }";
  const token = json("{ properties: { access_token: { type: string }, token_type: {} } }");
  const signs = lostIn(
    pets(
      "post",
      `description: 'Exchanges the key for a token (RFC 8693). subject_token_type \`urn:a:key\`, requested_token_type is \`urn:a:jwt\`.', requestBody: { ${form} }, responses: { '200': { description: T, ${token} } }`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
  );
  expect(signs.map(({ lines }) => lines)).toEqual([
    [
      "tokenExchange:",
      '  operation: "POST /pets"',
      '  subjectTokenType: "urn:a:key"',
      '  requestedTokenType: "urn:a:jwt"',
    ],
  ]);
});

const SENDS_ADDRESS = "nothing says its value: the client sends the address of the server";

test.each<readonly [string, string, readonly Omit<Sign, "trait">[]]>([
  [
    "resource: { type: string }",
    "subject_token",
    [
      {
        shown: 'its form takes "resource"',
        missing: SENDS_ADDRESS,
        lines: ["tokenExchange:", '  operation: "POST /token"', '  resource: "?"'],
      },
    ],
  ],
  [
    "resource: { example: 'https://b.example/v1' }, requested_token_type: { type: string }",
    "requested_token_type",
    [
      {
        shown: 'its form takes "resource" and requires "requested_token_type"',
        missing: `${SENDS_ADDRESS}; the client does not send that`,
        lines: [
          "tokenExchange:",
          '  operation: "POST /token"',
          '  resource: "https://b.example/v1"',
          '  requestedTokenType: "?"',
        ],
      },
    ],
  ],
  [
    "tenant: { type: string }",
    "tenant",
    [{ shown: 'its form requires "tenant"', missing: "the client does not send that", lines: [] }],
  ],
  ["resource: { const: 'urn:a:api' }, requested_token_type: { type: string }", "resource", []],
])("[TOK-1] what an exchange leaves open: %s, required: %s", (members, required, want) => {
  const grant = "grant_type: { const: 'urn:ietf:params:oauth:grant-type:token-exchange' }";
  const form = `content: { application/x-www-form-urlencoded: { schema: { required: [${required}], properties: { ${grant}, subject_token: {}, subject_token_type: { const: 'urn:a:key' }, ${members} } } } }`;
  const signs = lostIn(`servers: [{ url: 'https://a.example' }]
paths:
  /token: { post: { operationId: token, security: [], requestBody: { ${form} }, responses: {} } }
  /pets: { get: { operationId: list, security: [{ b: [] }], responses: {} } }
components: { securitySchemes: { b: { type: http, scheme: bearer } } }`);
  expect(signs).toEqual(want.map((sign) => ({ trait: "tokenExchange", ...sign })));
});

test.each([
  ["of the same path", "/pets/{id}", "/pets/{id}", "Pet", "GET /pets/{id}"],
  ["of the same schema", "/zoo/{id}/pet", "/changes", "Pet", "GET /zoo/{id}/pet"],
  [
    "of the same noun",
    "/zoo/{id}/pets/{pet}",
    "/pets/changes/{id}/{pet}",
    "Other",
    "GET /zoo/{id}/pets/{pet}",
  ],
  ["unless it is a list", "/pets", "/pets/{id}", "List", "GET ?"],
])("the lines of a change name the read %s", (_, read, change, schema, want) => {
  const parameters = (path: string, more: readonly string[] = []) =>
    [...path.matchAll(/\{(\w+)\}/g)]
      .map(([, name = ""]) => `{ in: path, name: ${name}, required: true, schema: { type: string } }`)
      .concat(more)
      .join(", ");
  const response = (name: string) =>
    `responses: { '200': { description: P, ${json(`{ $ref: '#/components/schemas/${name}' }`)} } }`;
  const match = "{ in: header, name: If-Match, schema: { type: string } }";
  const get = `get: { operationId: readIt, parameters: [${parameters(read)}], ${response(schema === "List" ? "List" : "Pet")} }`;
  const put = `put: { operationId: changeIt, parameters: [${parameters(change, [match])}], ${response(schema)} }`;
  const paths =
    read === change ? `  ${read}: { ${get}, ${put} }` : `  ${read}: { ${get} }\n  ${change}: { ${put} }`;
  const schemas =
    "Pet: { properties: { a: {} } }, Other: { properties: { b: {} } }, List: { type: array, items: {} }";
  const { lost } = planOf(`paths:\n${paths}\ncomponents: { schemas: { ${schemas} } }`).traits;
  expect(lost.map(({ lines }) => lines.at(-1))).toEqual([`    conditional: { read: "${want}" }`]);
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
  ["is called a create", QUERY.replace("run", "createPets"), []],
  ["may write by its scopes", QUERY.replace("pets:read", "pets:write"), []],
  ["says where what it made is", QUERY.replace("P,", "P, headers: { Location: {} },"), []],
  ["can respond with 200, too", QUERY.replace("'201'", "'200': { description: P }, '201'"), []],
  ["gives no list", QUERY.replace("type: array, items: {}", "type: string"), []],
])("a paged POST with 201 that %s", (_, contract, want) => {
  expect(lostIn(contract)).toEqual(want);
});

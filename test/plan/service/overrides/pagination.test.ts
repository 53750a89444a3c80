import { describe, expect, test } from "vitest";
import { misfitsUnder, planUnder, traitsUnder } from "./configured.js";

/** A list whose pages nothing but a configuration can know. */
const contract = `
paths:
  /invoices:
    get:
      operationId: listInvoices
      tags: [invoices]
      parameters:
        - { in: query, name: token, schema: { type: string } }
        - { in: query, name: nr, schema: { type: integer, minimum: 0 } }
        - { in: query, name: max, schema: { type: integer } }
        - { in: query, name: row, description: "The first row, 1-based", schema: { type: integer } }
        - { in: query, name: place, schema: { type: object, properties: { from: { type: string }, most: { type: integer } } } }
      responses:
        '200':
          description: ''
          headers: { X-Place: { schema: { type: string } } }
          content:
            application/json:
              schema:
                type: object
                required: [rows, further, meta]
                properties:
                  rows: { type: array, items: { type: object, properties: { key: { type: string }, at: { type: boolean } } } }
                  others: { type: array, items: { type: string } }
                  further: { type: array, items: { type: object, properties: { of: { type: string } } } }
                  meta: { type: object, properties: { follow: { type: string }, left: { type: boolean }, all: { type: integer }, "a.b": { type: string } } }
                  open: {}
                  bare: { type: object, properties: { after: { type: object, nullable: true }, map: { type: object, additionalProperties: { type: string } } } }
    put: { operationId: replaceInvoices, tags: [invoices], responses: { '204': { description: '' } } }
  /search:
    post:
      operationId: searchInvoices
      tags: [invoices]
      parameters: [{ in: header, name: Idempotency-Key, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { page: { type: object, properties: { from: { type: string }, nr: { type: integer, description: Starts at 0 } } } } } } } }
      responses: { '200': { description: '', content: { application/json: { schema: { type: array, items: { type: object, properties: { key: { type: string } } } } } } } }
`;
const under = (pagination: string) =>
  traitsUnder(contract, `operations:\n  listInvoices: { pagination: ${pagination} }`, "invoices.list");
const misfits = (pagination: string, operation = "listInvoices") =>
  misfitsUnder(contract, `operations:\n  ${operation}: { pagination: ${pagination} }`);

describe("a configuration says how an operation is paged", () => {
  const list = { items: "rows" };
  test.each<readonly [string, object]>([
    [
      "{ style: cursor, items: rows, next: meta.follow, cursor: token, size: max, more: meta.left }",
      {
        ...list,
        next: "meta/follow",
        cursor: { in: "query", name: "token" },
        size: { in: "query", name: "max" },
        more: "meta/left",
      },
    ],
    [
      "{ style: cursor, items: rows, next: meta.follow, cursor: place.from, size: place.most }",
      {
        ...list,
        next: "meta/follow",
        cursor: { in: "query", name: "place", member: "from" },
        size: { in: "query", name: "place", member: "most" },
      },
    ],
    [
      "{ style: cursor, items: rows, next: { header: X-Next }, cursor: token }",
      { ...list, nextHeader: "X-Next", cursor: { in: "query", name: "token" } },
    ],
    [
      "{ style: cursor, items: rows, next: { header: x-place }, cursor: token }",
      { ...list, nextHeader: "X-Place", cursor: { in: "query", name: "token" } },
    ],
    [
      "{ style: cursor, items: rows, next: { header: X-Plaec, undeclared: true }, cursor: token }",
      { ...list, nextHeader: "X-Plaec", cursor: { in: "query", name: "token" } },
    ],
    [
      "{ style: cursor, items: rows, next: { member: meta.next, undeclared: true }, cursor: token }",
      { ...list, next: "meta/next", cursor: { in: "query", name: "token" } },
    ],
    [
      "{ style: link, items: rows, next: { member: /meta/next.url, undeclared: true } }",
      { style: "link", ...list, next: "meta/next.url" },
    ],
    [
      "{ style: link, items: rows, next: { member: meta.follow } }",
      { style: "link", ...list, next: "meta/follow" },
    ],
    ["{ style: link, items: rows }", { style: "link", ...list }],
    ["{ style: link, items: rows, next: meta.follow }", { style: "link", ...list, next: "meta/follow" }],
    [
      "{ style: number, items: rows, number: nr, total: meta.all }",
      { style: "number", ...list, number: { in: "query", name: "nr" }, first: 0, total: "meta/all" },
    ],
    [
      "{ style: number, items: rows, number: nr, first: 1 }",
      { style: "number", ...list, number: { in: "query", name: "nr" }, first: 1 },
    ],
    [
      "{ style: offset, items: rows, offset: nr }",
      { style: "offset", ...list, offset: { in: "query", name: "nr" } },
    ],
    [
      "{ style: offset, items: rows, offset: row }",
      { style: "offset", ...list, offset: { in: "query", name: "row" }, first: 1 },
    ],
    [
      "{ style: offset, items: rows, offset: row, first: 0 }",
      { style: "offset", ...list, offset: { in: "query", name: "row" } },
    ],
    [
      "{ style: last-item, items: rows, after: token, id: key }",
      { style: "last-item", ...list, after: { in: "query", name: "token" }, id: "key" },
    ],
    [
      "{ style: cursor, items: others, next: /meta/a.b, cursor: token }",
      { items: "others", itemsOptional: true, next: "meta/a.b", cursor: { in: "query", name: "token" } },
    ],
    [
      "{ style: cursor, items: open.list, next: open.at, cursor: token }",
      { items: "open/list", itemsOptional: true, next: "open/at", cursor: { in: "query", name: "token" } },
    ],
  ])("%s", async (given, want) => {
    const { pagination } = await under(given);
    expect([pagination?.facts, pagination?.decidedBy]).toEqual([want, "configuration"]);
  });

  test("and a member of the body takes the position", async () => {
    const keys = `operations:
  searchInvoices: { idempotency: false, pagination: { style: last-item, after: page.from, id: key } }`;
    expect((await traitsUnder(contract, keys, "invoices.search")).pagination?.facts).toEqual({
      style: "last-item",
      items: "",
      after: { in: "body", name: "page/from" },
      id: "key",
    });
  });

  test("and a member of the body counts from what the contract says", async () => {
    const keys = `operations:
  searchInvoices: { idempotency: false, pagination: { style: number, number: page.nr } }`;
    expect((await traitsUnder(contract, keys, "invoices.search")).pagination?.facts).toEqual({
      style: "number",
      items: "",
      number: { in: "body", name: "page/nr" },
      first: 0,
    });
  });

  test("and the reason says where, and what the contract does not declare", async () => {
    const { pagination } = await under("{ style: link, items: rows }");
    expect(pagination?.reason).toBe(
      "cabinetry.yaml:4 says so. The contract does not declare the `Link` header.",
    );
  });
});

test("a member that the contract does not declare is said", async () => {
  const next = "next: { member: meta.next, undeclared: true }";
  const { pagination } = await under(`{ style: cursor, items: rows, ${next}, cursor: token }`);
  expect(pagination?.reason).toBe(
    'cabinetry.yaml:4 says so. The contract does not declare "meta.next" of the response.',
  );
});

test("an object without members is taken as a text", async () => {
  const { pagination } = await under("{ style: cursor, items: rows, next: bare.after, cursor: token }");
  expect(pagination?.facts).toMatchObject({ next: "bare/after" });
  expect(pagination?.reason).toBe(
    'cabinetry.yaml:4 says so. The contract describes "bare.after" of the response as an object without members; the client takes it as a text.',
  );
});

describe("a claim that does not fit is an error with its position", () => {
  test.each<readonly [string, string]>([
    [
      "{ style: cursor, items: row, next: meta.follow, cursor: token }",
      '4:52 The response has no member "row". Did you mean "rows"?',
    ],
    [
      "{ style: cursor, items: rows, next: meta.next, cursor: token }",
      '4:65 "meta" of the response has no member "next". There are: "a.b", "all", "follow", "left". To read it nevertheless, write `{ member: meta.next, undeclared: true }`.',
    ],
    [
      "{ style: cursor, items: rows, next: { member: rows.nxt, undeclared: true }, cursor: token }",
      '4:73 "rows" of the response has no member "nxt". It has no members.',
    ],
    [
      "{ style: cursor, items: rows, next: { member: meta.left.nxt, undeclared: true }, cursor: token }",
      '4:73 "meta.left" of the response has no member "nxt". It has no members.',
    ],
    [
      "{ style: cursor, items: rows, next: meta.left, cursor: token }",
      '4:65 "meta.left" of the response is true or false; it must be a text or a number.',
    ],
    ...["meta", "bare.map"].map((next): [string, string] => [
      `{ style: cursor, items: rows, next: ${next}, cursor: token }`,
      `4:65 "${next}" of the response is an object; it must be a text or a number.`,
    ]),
    [
      "{ style: cursor, items: rows, next: meta.follow, cursor: tokn }",
      '4:84 The request has no query parameter "tokn". Did you mean "token"?',
    ],
    [
      "{ style: cursor, items: rows, next: meta.follow, cursor: nr }",
      '4:84 The query parameter "nr" is not a text.',
    ],
    [
      "{ style: cursor, items: rows, next: { header: X-Plaec }, cursor: token }",
      '4:73 The response has no header "X-Plaec". Did you mean "X-Place"? To read it nevertheless, add `undeclared: true`.',
    ],
    ["{ style: number, items: rows, number: token }", '4:65 The query parameter "token" is not a number.'],
    [
      "{ style: last-item, items: rows, after: token, id: at }",
      '4:82 "at" of an item is true or false; it must be a text or a number.',
    ],
    [
      "{ style: link }",
      "4:23 The response has no list, or more than one: say with `items` where the items are.",
    ],
    [
      "{ style: offset, items: rows, offset: { in: body, name: nr } }",
      "4:65 The request has no JSON or URL-encoded body.",
    ],
    [
      "{ style: number, items: rows, number: nr, size: nr }",
      "4:65 `size` is the same field: a request has another value in each.",
    ],
  ])("%s", async (given, want) => {
    expect(await misfits(given)).toEqual([`cabinetry.yaml:${want}`]);
  });

  test("of a body whose members it cannot name, it names the media type", async () => {
    const given = `paths: { /a: { post: { operationId: a, requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { nr: { type: integer } } } } } }, responses: { '200': { description: A, content: { application/json: { schema: { type: array, items: { type: string } } } } } } } } }`;
    const keys = "operations:\n  a: { pagination: { style: offset, offset: { in: body, name: nr } } }";
    const [found] = await misfitsUnder(given, keys);
    expect(found).toContain("The request has no JSON or URL-encoded body. It has multipart/form-data.");
  });

  test("of another method, beside a key, and several at once", async () => {
    const keys = `operations:
  replaceInvoices: { pagination: { style: link } }
  searchInvoices: { pagination: { style: last-item, after: page.from, id: key } }
  listInvoice: { pagination: false }
  GET /invoices: { pagination: false }
  listInvoices: { safe: true }`;
    expect(await misfitsUnder(contract, keys)).toEqual([
      "cabinetry.yaml:4:26 PUT /invoices cannot be paged: GET, QUERY and POST can.",
      "cabinetry.yaml:5:25 `pagination` and `idempotency` exclude each other: switch one off with `idempotency: false` or `pagination: false`.",
      'cabinetry.yaml:6:7 The contract has no operation "listInvoice". Did you mean "listInvoices"?',
      'cabinetry.yaml:8:7 "listInvoices" and "GET /invoices" are one operation: write one entry.',
    ]);
  });
});

describe("a POST that creates or starts something", () => {
  const created = (response: string) =>
    `paths: { /pets: { post: { operationId: listPets, tags: [pets], parameters: [{ in: query, name: offset, schema: { type: integer } }, { in: query, name: limit, schema: { type: integer } }], responses: { ${response}, content: { application/json: { schema: { type: array, items: {} } } } } } } } }`;
  const PAGED = "pagination: { style: offset, offset: offset }";
  test.each([
    ["'201': { description: ''", "201"],
    ["'202': { description: ''", "202"],
    ["'200': { description: '', headers: { location: {} }", "a `Location`"],
  ])("is not paged: { %s }", async (response, shown) => {
    const given = created(response);
    expect((await traitsUnder(given, "", "pets.list")).pagination).toBeUndefined();
    expect(await misfitsUnder(given, `operations:\n  listPets: { ${PAGED} }`)).toEqual([
      `cabinetry.yaml:4:19 POST /pets responds with ${shown}: it creates or starts something, and would do so again for each page. Write \`safe: true\` beside it if the operation only reads.`,
    ]);
    expect(await misfitsUnder(given, "pagination: [{ style: offset, offset: offset }]")).toEqual([
      "cabinetry.yaml:3:18 No operation has all parts of this scheme.",
    ]);
  });

  test.each(["", `${PAGED}, `])("which the file calls safe is paged: { %s }", async (paged) => {
    const given = created("'201': { description: ''");
    const traits = await traitsUnder(given, `operations:\n  listPets: { ${paged}safe: true }`, "pets.list");
    expect(traits.pagination?.facts).toMatchObject({ style: "offset", items: "" });
  });
});

test("a scheme serves no POST that may write", async () => {
  const given = `paths: { /pets: { post: { operationId: renamePets, tags: [pets], parameters: [{ in: query, name: offset, schema: { type: integer } }], responses: { '200': { description: P, content: { application/json: { schema: { type: array, items: {} } } } } } } } }`;
  const scheme = "pagination: [{ style: offset, offset: offset }]";
  expect(await misfitsUnder(given, scheme)).toEqual([
    "cabinetry.yaml:3:18 No operation has all parts of this scheme. POST /pets comes nearest: Nothing shows for certain that this POST only reads.",
  ]);
  const safe = await traitsUnder(
    given,
    `${scheme}\noperations: { renamePets: { safe: true } }`,
    "pets.rename",
  );
  expect(safe.pagination?.facts).toMatchObject({ style: "offset", items: "" });
});

test.each<readonly [string, string, string, boolean]>([
  ["a list", "", "{ type: array, items: {} }", true],
  ["a list in an object", "", "{ type: object, properties: { rules: { type: array, items: {} } } }", false],
  [
    "such an object beside a `Link`",
    "headers: { Link: { schema: { type: string } } }, ",
    "{ type: object, properties: { rules: { type: array, items: {} } } }",
    true,
  ],
])("a scheme by the header `Link` alone serves %s: { %s%s }", async (_, headers, schema, isPaged) => {
  const given = `paths:
  /pets: { get: { operationId: listPets, tags: [pets], responses: { '200': { description: P, ${headers}content: { application/json: { schema: ${schema} } } } } } }
  /all: { get: { operationId: listAll, tags: [all], responses: { '200': { description: P, content: { application/json: { schema: { type: array, items: {} } } } } } } }`;
  const { traits } = await planUnder(given, "pagination: [{ style: link }]");
  const paged = traits.operations.flatMap(({ name, traits: { pagination } }) => (pagination ? [name] : []));
  expect(paged.toSorted()).toEqual(isPaged ? ["all.list", "pets.list"] : ["all.list"]);
});

test("what the contract shows is switched off", async () => {
  const paged = contract
    .replaceAll("token", "cursor")
    .replaceAll("follow", "nextCursor")
    .replace("rows, further", "rows")
    .replace("{ type: object, properties: { of: { type: string } } }", "{ type: string }");
  const keys = (value: string) => `operations:\n  listInvoices: ${value}`;
  const shown = await planUnder(paged, keys("{ safe: true }"));
  const off = await planUnder(paged, keys("{ pagination: false }"));
  const of = ({ traits: { operations } }: typeof off) =>
    operations.find(({ name }) => name === "invoices.list");
  expect(of(shown)?.traits.pagination?.facts).toMatchObject({ next: "meta/nextCursor" });
  expect([of(off)?.traits.pagination, of(off)?.switchedOff]).toEqual([
    undefined,
    [{ trait: "pagination", reason: "cabinetry.yaml:4 says so." }],
  ]);
});

test.each(["application/x-www-form-urlencoded", "application/json"])(
  "a position may be in a body of %s",
  async (mediaType) => {
    const search = `
paths:
  /search:
    post:
      operationId: search
      requestBody: { content: { ${mediaType}: { schema: { type: object, properties: { nr: { type: integer } } } } } }
      responses: { '200': { description: '', content: { application/json: { schema: { type: array, items: { type: object } } } } } }`;
    const keys = 'operations: { "POST /search": { safe: true, pagination: { style: number, number: nr } } }';
    const { traits } = await planUnder(search, keys);
    expect(traits.operations[0]?.traits.pagination?.facts).toMatchObject({
      number: { in: "body", name: "nr" },
    });
  },
);

/** A list four names deep, and positions as deep in a query parameter of a style and in a body. */
const deep = (style: string) => {
  const inside = (members: string) =>
    ["c", "b", "a"].reduce((inner, name) => `${name}: { type: object, properties: { ${inner} } }`, members);
  const ok = `responses: { '200': { description: P, content: { application/json: { schema: { type: object, properties: { ${inside("d: { type: array, items: { type: string } }, e: { type: string }")} } } } } } }`;
  const taken = `schema: { type: object, properties: { ${inside("d: { type: string }, e: { type: object, properties: { f: {} } }")} } }`;
  return `
paths:
  /invoices:
    get: { operationId: listInvoices, tags: [invoices], parameters: [{ in: query, name: filter, style: ${style}, ${taken} }], ${ok} }
    post: { operationId: searchInvoices, tags: [invoices], requestBody: { content: { application/json: { ${taken} } } }, ${ok} }
`;
};

const DEEP = "style: cursor, items: a.b.c.d, next: a.b.c.e";

describe("positions that are deep in objects", () => {
  test.each<readonly [string, string, string, object]>([
    ["of a body", "searchInvoices", "a.b.c.d", { in: "body", name: "a/b/c/d" }],
    ["of a query", "listInvoices", "filter.a.b.c.d", { in: "query", name: "filter", member: "a/b/c/d" }],
  ])("are those %s", async (_, operation, cursor, want) => {
    const method = operation === "listInvoices" ? "list" : "search";
    const keys = `operations:\n  ${operation}: { pagination: { ${DEEP}, cursor: ${cursor} } }`;
    const { pagination } = await traitsUnder(deep("deepObject"), keys, `invoices.${method}`);
    expect(pagination?.facts).toMatchObject({ items: "a/b/c/d", next: "a/b/c/e", cursor: want });
  });

  test.each([
    [
      "form",
      "filter.a.b.c.d",
      '"filter.a.b.c.d" is inside of an object in "filter": the query has it as a parameter of its own only with `style: deepObject`. If the service reads that, declare it with an overlay.',
    ],
    [
      "deepObject",
      "filter.a.b.c.x",
      '"a.b.c" of the query parameter "filter" has no member "x". Did you mean "d"?',
    ],
    [
      "deepObject",
      "filter.a.b.c.e",
      '"/a/b/c/e" of the query parameter "filter" is an object; it must be a text.',
    ],
  ])("of style %s do not fit: %s", async (style, cursor, want) => {
    const keys = `operations:\n  listInvoices: { pagination: { ${DEEP}, cursor: ${cursor} } }`;
    const [misfit, ...others] = await misfitsUnder(deep(style), keys);
    expect(others).toEqual([]);
    expect(misfit).toContain(want);
  });
});

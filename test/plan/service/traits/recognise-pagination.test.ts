import { describe, expect, test } from "vitest";
import { planOf, traitsOf } from "../../plan-of.js";
import { countTime } from "../../../support/count-time.js";

/** A list operation with the given parameters and members of the answer. */
function list(parameters: string, members: string, more = ""): string {
  return `
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters: [${parameters}]
      responses: { '200': { description: Pets, content: { application/json: { schema: { ${members} } } } } }
      ${more}`;
}

const CURSOR = "{ in: query, name: cursor, schema: { type: string } }";
const PETS = "pets: { type: array, items: { type: string } }";
const NEXT = "nextCursor: { type: [string, 'null'] }";
/** Where a page may be without its list, as in most of these. */
const OPTIONAL = { itemsOptional: true } as const;
const pagination = (yaml: string) => traitsOf(yaml, "pets.list").pagination;

test("[RES-3] a long description of an offset takes no time", () => {
  const offset = (description: string) =>
    pagination(
      list(
        `{ in: query, name: offset, description: "${description}", schema: { type: integer } }`,
        `properties: { ${PETS} }`,
      ),
    );
  const elapsed = countTime();
  expect(offset("skip start ".repeat(12_000))).toBeUndefined();
  expect(elapsed()).toBeLessThan(1000);
  expect(offset("Results to skip.")).toBeDefined();
});

describe("[RES-3] [RES-5] pages by cursor are recognised", () => {
  test("by one array, a next cursor beside it, and a parameter that takes it back", () => {
    expect(pagination(list(CURSOR, `properties: { ${PETS}, ${NEXT}, total: { type: integer } }`))).toEqual({
      facts: { items: "pets", ...OPTIONAL, next: "nextCursor", cursor: { in: "query", name: "cursor" } },
      reason:
        'The response has the list "pets". It names the next page in "nextCursor"; "cursor" in the query takes that back.',
    });
  });

  test("by members of an object that are parameters of the query", () => {
    const spread = (more: string) =>
      `{ in: query, name: pageable, ${more}schema: { properties: { cursor: { type: string }, size: { type: integer } } } }`;
    const facts = {
      next: "nextCursor",
      cursor: { in: "query", name: "pageable", member: "cursor" },
      size: { in: "query", name: "pageable", member: "size" },
    };
    const members = `properties: { ${PETS}, ${NEXT} }`;
    expect(pagination(list(spread(""), members))?.facts).toMatchObject(facts);
    expect(pagination(list(spread("explode: false, "), members))).toBeUndefined();
  });

  test("with a list that every page has", () => {
    const members = `required: [pets], properties: { ${PETS}, ${NEXT} }`;
    expect(pagination(list(CURSOR, members))?.facts).toEqual({
      items: "pets",
      next: "nextCursor",
      cursor: { in: "query", name: "cursor" },
    });
  });

  test("beside a list that its description calls deprecated", () => {
    const old = "old: { description: 'Deprecated: use rows.', type: array, items: {} }";
    const given = list(CURSOR, `properties: { ${old}, rows: { type: array, items: {} }, ${NEXT} }`);
    expect(pagination(given)?.facts).toMatchObject({ items: "rows" });
  });

  test.each([
    ["next_cursor", "cursor"],
    ["nextPageToken", "pageToken"],
    ["next_page_token", "page_token"],
    ["continuationToken", "continuationToken"],
    ["end_cursor", "after"],
    ["NextToken", "NextToken"],
    ["next_page_token", "next_page_token"],
    ["nextPageCursor", "nextPageCursor"],
    ["skipToken", "$skipToken"],
  ])("under other names: %s → %s", (next, cursor) => {
    const given = list(
      `{ in: query, name: ${cursor}, schema: { type: string } }`,
      `properties: { ${PETS}, ${next}: { type: string } }`,
    );
    expect(pagination(given)?.facts).toMatchObject({ next, cursor: { in: "query", name: cursor } });
  });

  test("in a parameter that is an object of its own in the query (deepObject)", () => {
    const page =
      "{ in: query, name: page, style: deepObject, schema: { properties: { after: { type: string }, size: { type: integer } } } }";
    const given = list(page, `properties: { ${PETS}, meta: { properties: { next: { type: string } } } }`);
    expect(pagination(given)).toEqual({
      facts: {
        items: "pets",
        ...OPTIONAL,
        next: "meta/next",
        cursor: { in: "query", name: "page", member: "after" },
        size: { in: "query", name: "page", member: "size" },
      },
      reason:
        'The response has the list "pets". It names the next page in "meta.next"; "page[after]" in the query takes that back.',
    });
  });

  test("in a parameter that is an object whose members the query has (form)", () => {
    const page = "{ in: query, name: page, schema: { properties: { after: { type: string } } } }";
    const given = list(page, `properties: { ${PETS}, meta: { properties: { next: { type: string } } } }`);
    expect(pagination(given)?.reason).toBe(
      'The response has the list "pets". It names the next page in "meta.next"; "after" of "page" in the query takes that back.',
    );
  });

  test("by a text that is described as a token, and not by its address", () => {
    const next = (description: string) =>
      list(
        "{ in: query, name: limit, schema: { type: integer } }",
        `properties: { ${PETS}, paging: { properties: { next: { type: string, description: ${description} } } } }`,
      );
    expect(pagination(next("An opaque token."))).toBeUndefined();
    expect(pagination(next("Where to go on."))?.facts.style).toBe("link");
  });

  test.each([
    ["has_more", { more: "has_more" }],
    ["hasMore", { more: "hasMore" }],
    ["hasNextPage", { more: "hasNextPage" }],
    ["IsTruncated", { more: "IsTruncated" }],
    ["moreResults", { more: "moreResults" }],
    ["isLast", { last: "isLast" }],
    ["last_page", { last: "last_page" }],
    ["hasPreviousPage", {}],
    ["truncated", {}],
  ])("with the flag that ends them: %s", (name, want) => {
    const given = list(CURSOR, `properties: { ${PETS}, ${NEXT}, ${name}: { type: boolean } }`);
    expect(pagination(given)?.facts).toEqual({
      items: "pets",
      ...OPTIONAL,
      next: "nextCursor",
      cursor: { in: "query", name: "cursor" },
      ...want,
    });
  });

  test("with the first of several flags, one that tells of more before one that tells of the last", () => {
    const flags =
      "isLast: { type: boolean }, more_pages: { type: boolean }, hasMore: { type: [boolean, 'null'] }";
    expect(pagination(list(CURSOR, `properties: { ${flags}, ${PETS}, ${NEXT} }`))).toMatchObject({
      facts: { more: "hasMore" },
      reason: expect.stringContaining('takes that back, until "hasMore" is false.') as string,
    });
  });

  test("without a flag that is no boolean", () => {
    const facts = pagination(
      list(CURSOR, `properties: { ${PETS}, ${NEXT}, hasMore: { type: string } }`),
    )?.facts;
    expect(facts).toBeDefined();
    expect(facts).not.toHaveProperty("more");
  });

  test("by a cursor that comes and goes under one name, beside a flag that tells of more", () => {
    const members = `properties: { ${PETS}, cursor: { type: string }, has_more: { type: boolean } }`;
    expect(pagination(list(CURSOR, members))).toEqual({
      facts: {
        items: "pets",
        ...OPTIONAL,
        next: "cursor",
        cursor: { in: "query", name: "cursor" },
        more: "has_more",
      },
      reason:
        'The response has the list "pets". It names the next page in "cursor"; "cursor" in the query takes that back, until "has_more" is false.',
    });
  });

  test("by the parameter that has the very name of the answer's cursor, before others that could take one", () => {
    const given = list(
      `${CURSOR}, { in: query, name: next_page_token, schema: { type: string } }`,
      `properties: { ${PETS}, next_page_token: { type: string } }`,
    );
    expect(pagination(given)?.facts).toMatchObject({ cursor: { in: "query", name: "next_page_token" } });
  });

  test("through references and allOf", () => {
    const given = `${list(CURSOR, "allOf: [{ $ref: '#/components/schemas/Page' }, { properties: { " + PETS + " } }]")}
components: { schemas: { Page: { type: object, properties: { ${NEXT} } } } }`;
    expect(pagination(given)?.facts).toMatchObject({ items: "pets", ...OPTIONAL, next: "nextCursor" });
  });

  const TOKEN = "next_page_token: { type: string }";
  const QUERY = "parameters: [{ in: query, name: next_page_token, schema: { type: string } }]";
  test.each([
    ["alone", "", "cursor", NEXT],
    ["where the query has one of that name as well", `parameters: [${CURSOR}]`, "cursor", NEXT],
    ["that has the very name", "", "next_page_token", TOKEN],
    ["that has the very name, as the query has", QUERY, "next_page_token", TOKEN],
    [
      "that has the very name, before a cursor of the query",
      `parameters: [${CURSOR}]`,
      "next_page_token",
      TOKEN,
    ],
  ])("by a member of the body %s", (_, parameters, name, next) => {
    const given = `
paths:
  /pets/search:
    post:
      operationId: listPets
      tags: [pets]
      ${parameters}
      requestBody:
        content: { application/json: { schema: { type: object, properties: { ${name}: { type: string } } } } }
      responses:
        '200': { description: Pets, content: { application/json: { schema: { properties: { ${PETS}, ${next} } } } } }`;
    expect(pagination(given)?.facts).toMatchObject({ cursor: { in: "body", name } });
  });
});

describe("pages of other styles are recognised", () => {
  const query = (name: string, type = "string", more = "") =>
    `{ in: query, name: "${name}", schema: { type: ${type} }${more} }`;
  const SIZE = query("limit", "integer");
  const size = { in: "query", name: "limit" };
  const styles: readonly (readonly [title: string, parameters: string, members: string, want: object])[] = [
    [
      "a cursor in an object beside the list",
      query("after"),
      `properties: { ${PETS}, page: { properties: { endCursor: { type: string }, hasNextPage: { type: boolean } } } }`,
      {
        items: "pets",
        ...OPTIONAL,
        next: "page/endCursor",
        cursor: { in: "query", name: "after" },
        more: "page/hasNextPage",
      },
    ],
    [
      "a page number",
      `${query("page", "integer")}, ${SIZE}`,
      `properties: { ${PETS}, total_pages: { type: integer } }`,
      {
        style: "number",
        items: "pets",
        ...OPTIONAL,
        size,
        number: { in: "query", name: "page" },
        first: 1,
        total: "total_pages",
      },
    ],
    [
      "a page number that begins at 0",
      query("page[number]", "integer", ", description: Zero-based page index"),
      "type: array, items: { type: string }",
      { style: "number", items: "", number: { in: "query", name: "page[number]" }, first: 0 },
    ],
    [
      "an offset",
      `${query("offset", "integer")}, ${SIZE}`,
      `properties: { ${PETS}, meta: { properties: { total: { type: integer } } } }`,
      {
        style: "offset",
        items: "pets",
        ...OPTIONAL,
        size,
        offset: { in: "query", name: "offset" },
        total: "meta/total",
      },
    ],
    [
      "the address of the next page",
      SIZE,
      `properties: { data: { type: array }, links: { properties: { next: { type: string } } } }`,
      { style: "link", items: "data", ...OPTIONAL, size, next: "links/next" },
    ],
    [
      "the last item",
      `${query("starting_after")}, ${SIZE}`,
      `properties: { data: { type: array, items: { properties: { id: { type: string } } } }, has_more: { type: boolean } }`,
      {
        style: "last-item",
        items: "data",
        ...OPTIONAL,
        size,
        more: "has_more",
        after: { in: "query", name: "starting_after" },
        id: "id",
      },
    ],
    [
      "a list in an envelope",
      query("cursor"),
      `properties: { result: { properties: { ${PETS}, next_cursor: { type: string } } } }`,
      {
        items: "result/pets",
        ...OPTIONAL,
        next: "result/next_cursor",
        cursor: { in: "query", name: "cursor" },
      },
    ],
  ];
  test.each(styles)("%s", (_, parameters, members, want) => {
    expect(pagination(list(parameters, members))?.facts).toEqual(want);
  });

  test("a `Link` header, which is declared", () => {
    const given = list(SIZE, "type: array, items: { type: string }").replace(
      "description: Pets,",
      "description: Pets, headers: { link: { schema: { type: string } } },",
    );
    expect(pagination(given)).toEqual({
      facts: { style: "link", items: "", size },
      reason:
        'The response is a list. Its `Link` header has the next page (RFC 8288), and "limit" in the query requests a page.',
    });
  });

  test("whatever the order of members and parameters", () => {
    const forth = pagination(
      list(`${query("cursor")}, ${SIZE}`, `properties: { ${PETS}, ${NEXT}, b_more: { type: boolean } }`),
    );
    const back = pagination(
      list(`${SIZE}, ${query("cursor")}`, `properties: { b_more: { type: boolean }, ${NEXT}, ${PETS} }`),
    );
    expect(forth).toEqual(back);
  });

  test.each([
    ["a size alone", SIZE, `properties: { ${PETS} }`],
    [
      "`after` beside `before`, whose order is not told",
      `${query("after")}, ${query("before")}, ${SIZE}`,
      `properties: { ${PETS} }`,
    ],
    [
      "a place in a feed of changes",
      query("stream_position"),
      `properties: { ${PETS}, next_stream_position: { type: string } }`,
    ],
  ])("but not %s", (_, parameters, members) => {
    expect(pagination(list(parameters, members))).toBeUndefined();
  });
});

describe("[RES-5] pages are not guessed", () => {
  const NOT: readonly (readonly [string, string])[] = [
    [
      "two arrays of which none is the list by its name",
      list(CURSOR, `properties: { cats: { type: array }, tags: { type: array }, ${NEXT} }`),
    ],
    ["no array", list(CURSOR, `properties: { ${NEXT} }`)],
    ["the answer is the array", list(CURSOR, "type: array, items: { type: string }")],
    ["no next cursor", list(CURSOR, `properties: { ${PETS} }`)],
    [
      "two next cursors that fit alike",
      list(
        CURSOR,
        `properties: { ${PETS}, next_page_token: { type: string }, next_token: { type: string } }`,
      ),
    ],
    [
      "a cursor under one name without a flag that tells of more: it may be the one that was sent",
      list(CURSOR, `properties: { ${PETS}, cursor: { type: string }, isLast: { type: boolean } }`),
    ],
    [
      "a cursor that another operation takes, whatever flag there is",
      list("", `properties: { ${PETS}, cursor: { type: string }, has_more: { type: boolean } }`),
    ],
    [
      "a cursor that goes back under another name",
      list(
        "{ in: query, name: after, schema: { type: string } }",
        `properties: { ${PETS}, cursor: { type: string }, has_more: { type: boolean } }`,
      ),
    ],
    [
      "an end cursor in the query, where a range may end",
      list(
        "{ in: query, name: end_cursor, schema: { type: string } }",
        `properties: { ${PETS}, end_cursor: { type: string } }`,
      ),
    ],
    [
      "a parameter of the same name that is a number",
      list(
        "{ in: query, name: next_page_token, schema: { type: integer } }",
        `properties: { ${PETS}, next_page_token: { type: string } }`,
      ),
    ],
    ["no cursor parameter", list("", `properties: { ${PETS}, ${NEXT} }`)],
    [
      "two parameters that fit alike",
      list(
        "{ in: query, name: marker, schema: { type: string } }, { in: query, name: page_token, schema: { type: string } }",
        `properties: { ${PETS}, ${NEXT} }`,
      ),
    ],
    [
      "a cursor parameter that is a number: an offset",
      list("{ in: query, name: cursor, schema: { type: integer } }", `properties: { ${PETS}, ${NEXT} }`),
    ],
    [
      "a cursor in a header",
      list("{ in: header, name: cursor, schema: { type: string } }", `properties: { ${PETS}, ${NEXT} }`),
    ],
    ["an answer without a description of its content", list(CURSOR, "")],
  ];
  test.each(NOT)("from %s", (_, given) => {
    expect(pagination(given)).toBeUndefined();
  });
});

describe("a POST whose response has the address of the next page", () => {
  const URL_MEMBERS =
    "properties: { data: { type: array, items: {} }, links: { properties: { next: { type: string, format: uri } } } }";
  const LIMIT = "{ in: query, name: limit, schema: { type: integer } }";
  const DESCRIBED =
    "{ in: query, name: cursor, description: Part of the `Link` header, schema: { type: string } }";
  const BODY = (members: string) =>
    `requestBody: { content: { application/json: { schema: { properties: { ${members} } } } } }`;
  const only = (yaml: string) => planOf(yaml, { vendor: "acme" }).traits.operations[0]?.traits ?? {};

  /** A POST of `/pets`, or of another path. */
  function post(
    parameters: string,
    {
      members = URL_MEMBERS,
      more = BODY("name: { type: string }"),
      path = "/pets",
      id = "pets",
      title = "Pets",
      scopes = "",
      also = "",
    } = {},
  ) {
    const own = `summary: ${title}\n      security: [{ o: [${scopes}] }]\n      ${more}`;
    const yaml = list(parameters, members, own)
      .replace("get:", "post:")
      .replace("/pets:", `${path}:`)
      .replace("listPets", id)
      .replace("responses: {", `responses: { ${also === "" ? "" : `${also},`}`);
    return only(`${yaml}\ncomponents: { securitySchemes: { o: { type: http, scheme: bearer } } }`);
  }
  const SIZED = { size: { in: "query", name: "limit" } };
  const LINK = { style: "link", items: "data", itemsOptional: true, next: "links/next" };

  test.each<readonly [string, Parameters<typeof post>, object | undefined]>([
    [
      "asks for a size and a position",
      [`${LIMIT}, ${DESCRIBED}`, { title: "Lists pets" }],
      { ...LINK, ...SIZED },
    ],
    ["asks for a size alone", [LIMIT], undefined],
    ["asks for a position alone", [DESCRIBED], undefined],
    ["asks for a size and needs to read only", [LIMIT, { scopes: "pets:read" }], { ...LINK, ...SIZED }],
    ["looks for something by its path", ["", { path: "/pets/search" }], LINK],
    ["looks for something by its operationId", ["", { id: "findPets" }], LINK],
    ["asks for nothing", [""], undefined],
    ["buys", [LIMIT, { path: "/numbers/purchase", id: "buyNumbers" }], undefined],
    ["takes what nobody else gets", [`${LIMIT}, ${DESCRIBED}`, { id: "claimPets" }], undefined],
    ["creates a list", ["", { path: "/accounts/list", id: "createList" }], undefined],
    ["creates a list by its summary", ["", { path: "/pets/list", title: "Create a list" }], undefined],
    ["creates what is called a list", ["", { path: "/price-list" }], undefined],
    ["lists by its path", ["", { path: "/accounts/list" }], LINK],
    ["needs to write", ["", { path: "/pets/search", scopes: "pets:write" }], undefined],
    [
      "takes an If-Match",
      ["{ in: header, name: If-Match, schema: { type: string } }", { path: "/pets/search" }],
      undefined,
    ],
    ["has another success", ["", { path: "/pets/search", also: "'204': { description: N }" }], undefined],
    [
      "writes the list that it returns",
      ["", { path: "/pets/search", more: BODY("data: { type: array, items: {} }") }],
      undefined,
    ],
    [
      "takes an idempotency key",
      ["{ in: header, name: Idempotency-Key, schema: { type: string } }", { path: "/pets/search" }],
      undefined,
    ],
    [
      "has a text that nothing calls an address",
      ["", { path: "/pets/search", members: URL_MEMBERS.replace(", format: uri", "") }],
      undefined,
    ],
  ])("which %s", (_, given, want) => {
    const { pagination: found, safe } = post(...given);
    expect({ facts: found?.facts, safe: safe !== undefined }).toEqual({
      facts: want,
      safe: want !== undefined,
    });
  });

  test("and which starts something", () => {
    const yaml = list(LIMIT, URL_MEMBERS)
      .replace("get:", "post:")
      .replace("/pets:", "/pets/search:")
      .replace("'200'", "'201'");
    expect(only(yaml).pagination).toBeUndefined();
  });

  test("and which is paged by a cursor: it is repeated where it is called a search", () => {
    const yaml = list(CURSOR, `properties: { ${PETS}, ${NEXT} }`).replace("get:", "post:");
    expect(only(yaml)).toHaveProperty("safe");
    const unnamed = only(yaml.replace("listPets", "pets"));
    expect(unnamed).toHaveProperty("pagination");
    expect(unnamed).not.toHaveProperty("safe");
  });
});

describe("names of parameters behind their object, as .NET writes them", () => {
  const number = (name: string) => `{ in: query, name: ${name}, schema: { type: integer } }`;

  test("are read without it", () => {
    expect(
      pagination(
        list(`${number("Paging.PageNumber")}, ${number("Paging.PageSize")}`, `properties: { ${PETS} }`),
      )?.facts,
    ).toMatchObject({
      style: "number",
      number: { in: "query", name: "Paging.PageNumber" },
      size: { in: "query", name: "Paging.PageSize" },
    });
  });

  test("are not, where another parameter has the rest", () => {
    const parameters = `${number("skip")}, ${number("other.skip")}, ${number("take")}`;
    expect(pagination(list(parameters, `properties: { ${PETS} }`))?.facts).toMatchObject({
      offset: { in: "query", name: "skip" },
    });
  });
});

test.each([
  ["hasMore", "hasMore"],
  ["more", undefined],
])("a flag without a type is one by its name: %s", (name, more) => {
  const members = `properties: { ${PETS}, ${NEXT}, ${name}: { description: Whether there are further pets. } }`;
  expect({ more: undefined, ...pagination(list(CURSOR, members))?.facts }).toMatchObject({
    next: "nextCursor",
    more,
  });
});

describe("[RES-3] [RES-5] what a description says of a page alone", () => {
  const page = (description: string) =>
    pagination(
      list(
        `{ in: query, name: page, description: "${description}", schema: { type: integer } }`,
        `properties: { ${PETS} }`,
      ),
    )?.facts;

  test.each([
    "e.g. page=1 - Up to 100 pets will be returned in a single API call.",
    "Up to 50 pets are returned per request",
  ])("is how many items a call returns: %s", (description) => {
    expect(page(description)).toEqual({
      style: "number",
      items: "pets",
      ...OPTIONAL,
      number: { in: "query", name: "page" },
      first: 1,
    });
  });

  test.each(["e.g. page=1", "Up to 100 pets can be printed on it", "Up to 100 pets are returned"])(
    "is not that: %s",
    (description) => {
      expect(page(description)).toBeUndefined();
    },
  );

  test("is the row from which a list begins", () => {
    const start = (description: string) =>
      pagination(
        list(
          `{ in: query, name: rows, schema: { type: integer } }, { in: query, name: start, description: "${description}", schema: { type: integer } }`,
          `properties: { ${PETS} }`,
        ),
      )?.facts;
    expect(start("The row from which the list will begin.")).toMatchObject({
      style: "offset",
      offset: { in: "query", name: "start" },
    });
    expect(start("The city from which the tour will begin.")).toBeUndefined();
  });
});

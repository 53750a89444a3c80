import { describe, expect, test } from "vitest";
import { planOf } from "../../plan-of.js";
import { LIMIT, m, pagination, PETS, q } from "./list-contract.js";

/*
 * What is said of a list where its names alone do not: each contract is the least of one that is spelled like that.
 */

describe("a token that its name does not tell from others", () => {
  test.each([
    ["If you have more pets than the number that you specified in `limit`, it leads to the next ones.", true],
    ["The token that you specified.", false],
  ])("is the next one, though its text speaks of a size: %s", (text, want) => {
    const token = `nextToken: { type: string, description: ${JSON.stringify(text)} }`;
    expect(pagination(`${LIMIT}, ${q("nextToken")}`, `${PETS}, ${token}`) !== undefined).toBe(want);
  });

  const cursor = (next: string, name: string) => ({ next, cursor: { in: "query", name } });
  const MORE = "Send it as it is to get the next page of pets.";
  test.each<readonly [string, string, string, object | undefined]>([
    [
      "is described by the response",
      q("bookmark"),
      m("bookmark", "string", MORE),
      cursor("bookmark", "bookmark"),
    ],
    [
      "is named by the request",
      q("position", "string", "Pass the `bookmark` of the previous page to get the next page."),
      m("bookmark"),
      cursor("bookmark", "position"),
    ],
    ["is described by the request", q("offset", "string", MORE), m("offset"), cursor("offset", "offset")],
    [
      "is a cursor that came with an earlier page",
      q("cursor", "string", "The cursor of a previous call."),
      m("cursor"),
      cursor("cursor", "cursor"),
    ],
    ["is described by neither", q("cursor"), m("cursor"), undefined],
    [
      "is in an object that says whether there is more",
      q("after"),
      `slice: { properties: { ${m("hasNext", "boolean")}, ${m("next")} } }`,
      { ...cursor("slice/next", "after"), more: "slice/hasNext" },
    ],
    ["is the next one, and goes after", q("after"), m("nextCursor"), cursor("nextCursor", "after")],
    ["is the next one, and a time", q("after", "string, format: date"), m("nextCursor"), undefined],
    [
      "repeats what was sent",
      q("cursor"),
      m("cursor", "string", "The cursor that you sent for this page of a pagination."),
      undefined,
    ],
    [
      "is that of this page beside the next one",
      q("marker"),
      `page: { properties: { ${m("marker")}, ${m("nextMarker")} } }`,
      cursor("page/nextMarker", "marker"),
    ],
    [
      "has a name of one word in the request",
      q("pagetoken"),
      m("next_page_token"),
      cursor("next_page_token", "pagetoken"),
    ],
    [
      "is in an object called the next page",
      q("starting_after"),
      `pages: { properties: { next: { properties: { ${m("starting_after")} } } } }`,
      cursor("pages/next/starting_after", "starting_after"),
    ],
    [
      "names the parameter that takes it",
      q("from"),
      m("next", "string", "For the `from` parameter: the next page of pets."),
      cursor("next", "from"),
    ],
    [
      "names the parameter that takes it, whatever it is called itself",
      q("startName"),
      m("lastName", "string", "Use it as the startName to get the next set of pets."),
      cursor("lastName", "startName"),
    ],
    [
      "is a number for a parameter that it names",
      q("from", "integer"),
      m("next", "integer", "Send it in `from` for the next slice."),
      cursor("next", "from"),
    ],
    [
      "is taken by what is described as its place",
      q("start", "string", "A continuation token."),
      m("next"),
      cursor("next", "start"),
    ],
    [
      "is another thing that comes next",
      q("from", "string", "A station"),
      m("next", "string", "The next train"),
      undefined,
    ],
    [
      "is beside an information of the result",
      q("cursor"),
      `result_info: { properties: { cursors: { properties: { ${m("before")}, ${m("after")} } } } }`,
      cursor("result_info/cursors/after", "cursor"),
    ],
    [
      "has the name of its place, and that it is for the next",
      q("seekPosition", "integer"),
      m("seekPositionForNext", "integer"),
      cursor("seekPositionForNext", "seekPosition"),
    ],
    [
      "is in an object of any name",
      q("cursor"),
      `additional_data: { properties: { ${m("next_cursor")}, ${m("next")} } }`,
      cursor("additional_data/next_cursor", "cursor"),
    ],
    [
      "is described as no link among the links",
      q("cursor"),
      `meta: { properties: { links: { properties: { ${m("next", "string", "Cursor value for the next page")} } } } }`,
      cursor("meta/links/next", "cursor"),
    ],
    [
      "is described as no link beside the first and the last",
      q("token", "string", "The token for paging."),
      `paging: { properties: { ${m("first")}, ${m("next", "string", "An encoded value")}, ${m("last")} } }`,
      cursor("paging/next", "token"),
    ],
    [
      "is described as that of `after`",
      q("after"),
      `pagination: { properties: { ${m("cursor", "string", "The cursor of the next page of results")} } }`,
      cursor("pagination/cursor", "after"),
    ],
    [
      "is the next one by the name of its place",
      q("nextCursor"),
      m("cursor"),
      cursor("cursor", "nextCursor"),
    ],
    ["is at an index", q("index"), m("next_index"), cursor("next_index", "index")],
    [
      "is another thing at an index",
      q("index"),
      m("next_index", "string", "Track that plays next"),
      undefined,
    ],
    ["is a time", q("start"), "next_start: { type: string, format: date-time }", undefined],
    ["is the next of what is no place", q("step"), m("next_step"), undefined],
    ["is a state that comes next", q("status"), `meta: { properties: { ${m("next_status")} } }`, undefined],
    [
      "is described as a token on both sides",
      q("since", "string", "A pagination token from a previous request."),
      m("next_batch", "string", "A pagination token for the response."),
      cursor("next_batch", "since"),
    ],
    [
      "is another thing that comes next, beside a place for a token",
      q("since", "string", "A pagination token from a previous request."),
      m("next_batch", "string", "When the next batch job runs."),
      undefined,
    ],
    [
      "is named as code by what takes it",
      q("from", "string", "An `end` token that a previous request returned."),
      m("end"),
      cursor("end", "from"),
    ],
    [
      "is a word in what takes another",
      q("from", "string", "The `end` of a previous request."),
      m("end"),
      undefined,
    ],
  ])("%s", (_, parameters, members, want) => {
    expect(pagination(parameters, `${PETS}, ${members}`)).toEqual(
      want && { items: "pets", itemsOptional: true, ...want },
    );
  });

  test.each<readonly [string, string, string, string | undefined]>([
    ["that the list is not", `${LIMIT}, ${q("cursor")}`, "[pets]", "cursor"],
    ["without a size", q("cursor"), "[pets]", undefined],
    ["as the list is", `${LIMIT}, ${q("cursor")}`, "[]", undefined],
    ["and never is", `${LIMIT}, ${q("cursor")}`, "[pets, cursor]", undefined],
    ["and is no next one by its name", `${LIMIT}, ${q("token")}`, "[pets]", undefined],
  ])("can be absent %s", (_, parameters, required, want) => {
    const name = parameters.includes("token") ? "token" : "cursor";
    const response = `type: object, required: ${required}, properties: { ${PETS}, ${m(name)} }`;
    expect(pagination(parameters, response)).toEqual(
      want && { ...cursor("cursor", "cursor"), items: "pets", size: { in: "query", name: "limit" } },
    );
  });

  test("can be null, but is kept for later changes", () => {
    const kept = "nullable: true, description: Keep this cursor to poll for changes";
    expect(
      pagination(`${LIMIT}, ${q("cursor")}`, `${PETS}, cursor: { type: string, ${kept} }`),
    ).toBeUndefined();
  });

  test("can be absent, but is counted", () => {
    const parameters = `${LIMIT}, ${q("offset", "string", "Number of pets to skip")}`;
    const response = `type: object, required: [pets], properties: { ${PETS}, ${m("offset")} }`;
    expect(pagination(parameters, response)).toMatchObject({ style: "offset" });
  });

  test("can be absent, but is beside the address of the next page", () => {
    const members = `${PETS}, ${m("offset")}, ${m("next", "string", "URL of the next page")}`;
    const response = `type: object, required: [pets], properties: { ${members} }`;
    expect(pagination(`${LIMIT}, ${q("offset")}`, response)).toMatchObject({ style: "link", next: "next" });
  });

  test("can be null", () => {
    const token = (more: string) => `${PETS}, cursor: { type: string, ${more} }`;
    const parameters = `${LIMIT}, ${q("cursor")}`;
    expect(pagination(parameters, token("nullable: true"))).toMatchObject(cursor("cursor", "cursor"));
    expect(pagination(parameters, token("nullable: false"))).toBeUndefined();
  });

  test.each<readonly [string, string, string]>([
    ["in a feed", q("streamPosition"), m("nextStreamPosition")],
    [
      "is the last one of a previous call",
      q("last_key", "integer", "The last key of the previous call."),
      m("last_key", "integer"),
    ],
  ])("%s where a flag ends it", (_, parameters, members) => {
    expect(pagination(parameters, `${PETS}, ${members}`)).toBeUndefined();
    expect(pagination(parameters, `${PETS}, ${members}, ${m("have_more_results", "boolean")}`)).toMatchObject(
      { more: "have_more_results" },
    );
  });

  test("may be a text or a number on both sides", () => {
    const ID = "anyOf: [{ type: integer }, { type: string }]";
    const offset = `{ in: query, name: offset, schema: { ${ID} } }`;
    expect(pagination(offset, `${PETS}, next_page_offset: { ${ID} }`)).toMatchObject(
      cursor("next_page_offset", "offset"),
    );
  });

  test.each<readonly [string, string, string]>([
    [
      "of the links",
      "page[after]",
      `meta: { properties: { ${m("after")} } }, links: { properties: { ${m("next")} } }`,
    ],
    [
      "that is described as a link",
      "page[after]",
      `meta: { properties: { ${m("after")}, ${m("next", "string", "Link to the next page")} } }`,
    ],
  ])("is no address %s", (_, name, members) => {
    expect(pagination(q(name), `${PETS}, ${members}`)).toMatchObject(cursor("meta/after", name));
  });

  test("of a POST is not one by its name alone", () => {
    const post = (more: string, parameters = "") =>
      pagination(parameters, `${PETS}, ${m("next_token", "string", more)}`, {
        method: "post",
        body: m("token"),
      });
    expect(post("What is said next")).toBeUndefined();
    expect(post("To continue with the next page")).toMatchObject({ cursor: { in: "body", name: "token" } });
    expect(post("What is said next", LIMIT)).toMatchObject({ cursor: { in: "body", name: "token" } });
  });

  test("comes before the identifier of the last item, which it contradicts", () => {
    const since = `${LIMIT}, ${q("since_id", "string", "An ID")}`;
    expect(pagination(since, PETS)).toMatchObject({ style: "last-item", id: "id" });
    expect(pagination(`${since}, ${q("until_id")}`, PETS)).toBeUndefined();
    const both = `${since}, ${q("pagination_token")}`;
    expect(pagination(both, `${PETS}, ${m("next_token")}`)).toMatchObject(
      cursor("next_token", "pagination_token"),
    );
  });
});

describe("a count ends a sequence where all items are counted", () => {
  const SKIP = `${LIMIT}, ${q("skip", "integer")}`;
  test.each<readonly [string, string | undefined]>([
    [m("total", "integer"), "total"],
    [`${m("count", "integer")}, ${m("total", "integer")}`, "total"],
    [m("totalSetSize", "integer"), "totalSetSize"],
    [m("total_pets", "integer"), "total_pets"],
    [m("total_returned", "integer"), undefined],
    [m("count", "integer"), undefined],
    [m("size", "integer", "Pets on this page."), undefined],
    [m("count", "integer", "The total number of pets that this call returned."), undefined],
    [m("count", "integer", "The total number of pets."), "count"],
  ])("%s", (member, want) => {
    const found = pagination(SKIP, `${PETS}, ${member}`);
    expect(found).toEqual({
      style: "offset",
      items: "pets",
      itemsOptional: true,
      size: { in: "query", name: "limit" },
      offset: { in: "query", name: "skip" },
      ...(want !== undefined && { total: want }),
    });
  });
});

describe("a number of the request", () => {
  const number = (name: string, first = 1) => ({
    style: "number",
    items: "pets",
    itemsOptional: true,
    number: { in: "query", name },
    first,
  });
  const offset = (name: string, more = {}) => ({
    style: "offset",
    items: "pets",
    itemsOptional: true,
    offset: { in: "query", name },
    size: { in: "query", name: "limit" },
    ...more,
  });
  test.each<readonly [string, string, object | undefined]>([
    ["a page of results", q("page", "integer", "Page number"), number("page")],
    ["a page by its description", q("p", "integer", "Page number, zero-based"), number("p", 0)],
    ["a page of a book", q("page", "integer", "Page of the book"), undefined],
    [
      "a page of a book that has so many",
      q("page_number", "integer", "Page number is from 1 to 604"),
      undefined,
    ],
    [
      "a page of what the list has",
      q("page", "integer", "The page of pets, defaults to 0"),
      number("page", 0),
    ],
    ["a page that begins at 1", q("p", "integer", "1-based page number"), number("p")],
    [
      "the current page under a name of its own",
      `${LIMIT}, ${q("current", "integer", "Current querying page.")}`,
      { ...number("current"), size: { in: "query", name: "limit" } },
    ],
    ["a page of what goes on", q("page", "integer", "page through results"), number("page")],
    [
      "the item to start from",
      `${LIMIT}, ${q("start", "integer", "Pet result to start search from")}`,
      offset("start"),
    ],
    [
      "the current page",
      `${q("currentPage", "integer")}, ${q("perpage", "integer")}`,
      { ...number("currentPage"), size: { in: "query", name: "perpage" } },
    ],
    [
      "the number of the first item",
      `${LIMIT}, ${q("startIndex", "integer", "1-based")}`,
      offset("startIndex", { first: 1 }),
    ],
    ["an index", `${LIMIT}, ${q("startIndex", "integer")}`, offset("startIndex")],
    ["what is left out", `${LIMIT}, ${q("SkipCount", "integer", "Starts at 1")}`, offset("SkipCount")],
    [
      "where items start",
      `${LIMIT}, ${q("start", "integer", "The starting point of the pets")}`,
      offset("start"),
    ],
    ["bytes", `${LIMIT}, ${q("offset", "integer", "Offset in bytes")}`, undefined],
    [
      "bytes that are read",
      `${q("limit", "integer", "Bytes to read")}, ${q("offset", "integer")}`,
      undefined,
    ],
  ])("is %s", (_, parameters, want) => {
    expect(pagination(parameters, PETS)).toEqual(want);
  });

  test("is the size that says it before one that could be another number", () => {
    const sizes = `${q("count", "integer")}, ${LIMIT}, ${q("page", "integer")}`;
    expect(pagination(sizes, PETS)).toMatchObject({ size: { name: "limit" } });
    expect(pagination(`${q("first", "integer")}, ${q("after")}`, `${PETS}, ${m("endCursor")}`)).toMatchObject(
      {
        size: { name: "first" },
      },
    );
  });

  test("is left over on a POST whose body has the size", () => {
    const given = { method: "post", body: m("size", "integer") };
    expect(pagination(q("page", "integer"), PETS, given)).toBeUndefined();
  });

  test.each([
    ["Query pets", true],
    ["query_create", false],
  ])("of a POST that is called %s makes pages: %s", (summary, want) => {
    const body = `${m("limit", "integer")}, ${m("offset", "integer")}`;
    expect(pagination("", PETS, { method: "post", body, summary }) !== undefined).toBe(want);
  });

  test.each([
    ["/pets/search/", "pets_search_create", true],
    ["/pets/search", "search_create", true],
    ["/pets/searches/", "pets_searches_create", undefined],
    ["/pets/search/", "orders_search_create", undefined],
  ])("of a POST %s that Django calls %s are safe: %s", (path, id, want) => {
    const body = `requestBody: { content: { application/json: { schema: { type: object, properties: { ${m("limit", "integer")}, ${m("offset", "integer")} } } } } }`;
    const list = `content: { application/json: { schema: { type: object, properties: { ${PETS} } } } }`;
    const { traits } = planOf(
      `paths: { ${path}: { post: { operationId: ${id}, ${body}, responses: { '200': { description: P, ${list} } } } } }`,
    );
    const [operation] = traits.operations;
    expect(operation?.traits.safe && operation.traits.pagination && true).toBe(want);
  });

  test.each([
    ["what it looks for", `type: object, properties: { ${m("start", "integer", "Starting record")} }`, true],
    ["a list", "type: array, items: { type: string }", false],
    ["an item of the list", "$ref: '#/components/schemas/Pet'", false],
  ])("of a POST whose response is a list, and whose body is %s, makes pages: %#", (_, body, want) => {
    const json = (schema: string) => `content: { application/json: { schema: { ${schema} } } }`;
    const parameters = `${LIMIT}, ${q("offset", "integer")}`;
    const yaml = `
paths:
  /pets:
    post:
      operationId: pets
      parameters: [${parameters}]
      requestBody: { ${json(body)} }
      responses: { '200': { description: Pets, ${json("type: array, items: { $ref: '#/components/schemas/Pet' }")} } }
components: { schemas: { Pet: { type: object, properties: { id: { type: string } } } } }`;
    const [operation] = planOf(yaml, { vendor: "acme" }).traits.operations;
    expect(operation?.traits.pagination !== undefined).toBe(want);
  });

  test.each<readonly [string, object]>([
    [`${LIMIT}, { in: query, name: start, schema: { type: integer, default: 0 } }`, offset("start")],
    [`${LIMIT}, ${q("marker", "integer", "Offset in the result list")}`, offset("marker")],
    [`${q("limit")}, ${q("offset", "string", "Offset when getting data.")}`, offset("offset")],
    [`${LIMIT}, ${q("offset", "string", "The offset number")}`, offset("offset")],
  ])("leaves out items: %s", (parameters, want) => {
    expect(pagination(parameters, PETS)).toEqual(want);
  });

  test.each([
    [`${LIMIT}, { in: query, name: start, schema: { type: integer, default: 100 } }`],
    [q("start", "integer")],
    [`${q("limit")}, ${q("offset", "string", "Offset token of the page before")}`],
  ])("may be anything: %s", (parameters) => {
    expect(pagination(parameters, PETS)).toBeUndefined();
  });

  test("begins with the least one, whatever else its description speaks of", () => {
    const page = (minimum: number, description: string) =>
      `${LIMIT}, { in: query, name: page, description: "${description}", schema: { type: integer, minimum: ${String(minimum)} } }`;
    expect(pagination(page(0, "The page. Sizes start at 1."), PETS)).toMatchObject({ first: 0 });
    expect(pagination(page(1, "The page. Sorting starts with 0."), PETS)).toMatchObject({ first: 1 });
    const shown = "{ in: query, name: page, schema: { type: integer, example: 0 } }";
    expect(pagination(`${LIMIT}, ${shown}`, PETS)).toMatchObject({ first: 0 });
    const index = q("startIndex", "integer", "Index of the first item. The number of items defaults to 1.");
    expect(pagination(`${LIMIT}, ${index}`, PETS)).not.toHaveProperty("first");
  });

  test.each(["id", "uid", "uuid"])("leaves out no parts of one thing with the member %s", (id) => {
    const parameters = `${LIMIT}, ${q("offset", "integer")}`;
    const visits = "visits: { type: array, items: { type: object } }";
    const of = (path: string) => pagination(parameters, `${m(id)}, ${m("name")}, ${visits}`, { path });
    expect(of("/pets/{id}")).toBeUndefined();
    expect(of("/pets")).toBeUndefined();
    expect(of("/visits")).toMatchObject({ style: "offset" });
  });

  test("is of pages where the operation says so, or counts items", () => {
    const page = q("page", "integer", "A number");
    expect(pagination(page, PETS)).toBeUndefined();
    expect(pagination(page, PETS, { summary: "Pets are paginated" })).toMatchObject({ style: "number" });
    expect(pagination(page, `${PETS}, ${m("total_rows_pets", "integer")}`)).toMatchObject({
      style: "number",
    });
    expect(pagination(page, `${PETS}, ${m("total_rows_cats", "integer")}`)).toBeUndefined();
  });
});

describe("the list of a page", () => {
  const PAGE = q("page", "integer", "Page number");
  const list = (name: string, type = "object") => `${name}: { type: array, items: { type: ${type} } }`;
  test.each<readonly [string, string | undefined]>([
    [`data: { properties: { ${list("items")} } }, ${list("errors", "string")}`, "data/items"],
    [`user: { properties: { ${list("roles")} } }, ${list("messages")}`, "messages"],
    [list("errors"), undefined],
    // What pages count is in the elements.
    [
      `matches: { type: array, items: { properties: { ${list("pets")}, totalLength: { type: integer } } } }`,
      undefined,
    ],
    [
      `matches: { type: array, items: { properties: { ${list("pets")}, totalCount: {} } } }, ${list("errors")}`,
      undefined,
    ],
    [`shops: { type: array, items: { properties: { ${list("pets")}, total: { type: number } } } }`, "shops"],
    [`shops: { type: array, items: { properties: { ${list("pets")}, name: { type: string } } } }`, "shops"],
    [`${list("marks", "string")}, ${list("messages")}`, undefined],
    [`${list("metadata")}, ${list("messages")}`, undefined],
    [`${list("metadata")}, ${list("skus")}`, "skus"],
    [`${list("data", "string")}, ${list("messages")}`, "data"],
    [`${list("marks", "string")}, ${list("messages", "string")}`, "marks"],
    [`cats: { type: array, items: {} }, ${list("messages")}`, "cats"],
    [`messages: { properties: { ${list("matches")} } }`, "messages/matches"],
    [
      `data: { properties: { pets: { properties: { ${list("nodes")}, ${list("edges")} } } } }`,
      "data/pets/nodes",
    ],
    [`${list("issues")}, ${list("warningMessages", "string")}`, "issues"],
    [`${list("Resources")}, ${list("schemas", "string")}`, "Resources"],
    [`meta: { properties: { ${list("links")} } }, out: { properties: { ${list("rows")} } }`, "out/rows"],
    [`${list("cats")}, ${list("dogs")}`, undefined],
    [`${list("own_pets")}, ${list("dogs")}`, "own_pets"],
    [`payload: { properties: { ${list("Orders")} } }, ${list("errors")}`, "payload/Orders"],
    [`${list("cats")}, ${list("ids", "string")}`, "cats"],
    [`${list("names", "string")}, ${list("ids", "string")}`, undefined],
    [
      `type: object, required: [ids], properties: { ${list("ids", "string")}, ${list("codes", "string")} }`,
      "ids",
    ],
    [`type: object, required: [ids], properties: { ${list("ids", "string")}, ${list("cats")} }`, undefined],
    [`type: object, required: [cats], properties: { ${list("cats")}, ${list("dogs")} }`, undefined],
    [`type: object, required: [pet], properties: { ${list("pet")}, ${list("dogs")} }`, "pet"],
    [`type: object, required: [cats], properties: { ${list("cats")}, ${list("ids", "string")} }`, "cats"],
  ])("of { %s } is %s", (members, want) => {
    expect(pagination(PAGE, members)?.items).toBe(want);
  });

  test("is beside others where the path names it", () => {
    const members = `${list("metadata")}, ${list("messages")}`;
    expect(pagination(PAGE, members, { path: "/tickets/messages" })?.items).toBe("messages");
  });
});

describe("an address", () => {
  const next = (path: string) => ({ style: "link", items: "pets", itemsOptional: true, next: path });
  test.each<readonly [string, string, object | undefined]>([
    ["by its name", m("nextRecordsUrl"), next("nextRecordsUrl")],
    ["by its name in one word", m("NEXTPAGEURL"), next("NEXTPAGEURL")],
    ["by its name alone", m("'@odata.nextLink'"), next("@odata.nextLink")],
    ["by a path", m("next", "string", "Path to the next page"), next("next")],
    ["of another thing", m("next_track_url"), undefined],
    ["of more of the list", m("more_pets_url"), next("more_pets_url")],
    ["of more about it", m("more_info_url"), undefined],
    ["but a token that a URL can have", m("next", "string", "A URL-safe token"), undefined],
  ])("%s", (_, members, want) => {
    expect(pagination("", `${PETS}, ${members}`)).toEqual(want);
  });

  test("in what is described as a URL of a numbered page", () => {
    const next = "next_page: { type: string, format: uri, description: Page number and size in an address }";
    const links = `${PETS}, links: { properties: { ${next} } }`;
    expect(pagination(LIMIT, links)).toMatchObject({ style: "link", next: "links/next_page" });
  });

  test("of what comes after one thing leads to no page of its parts", () => {
    const members = `${m("id")}, ${PETS}, ${m("next", "string", "URL of the rest")}`;
    expect(pagination("", members, { path: "/owners/{id}" })).toBeUndefined();
    expect(pagination("", members)).toMatchObject({ style: "link" });
    expect(pagination("", members, { path: "/owners/{id}/full" })).toBeUndefined();
    expect(pagination(LIMIT, members, { path: "/owners/{id}/pets" })).toMatchObject({ style: "link" });
  });
});

describe("the cursor of the last item", () => {
  const edges = (more: string) =>
    `type: array, items: { type: object, properties: { pet: { type: object }, ${more} } }`;
  test.each<readonly [string, string, string, object | undefined]>([
    [
      "where each has one",
      q("cursor"),
      m("cursor"),
      { id: "cursor", after: { in: "query", name: "cursor" } },
    ],
    ["under another name", q("after_cursor"), m("cursor"), { id: "cursor" }],
    ["not where none has one", q("cursor"), m("id"), undefined],
    [
      "or an identifier that is named",
      q("after_id", "string", "The largest `event_id`"),
      m("event_id"),
      { id: "event_id" },
    ],
    [
      "or an identifier to start after",
      `${q("start_after", "string", "The ID of the pet")}, ${q("end_before")}`,
      m("id"),
      { id: "id", after: { in: "query", name: "start_after" } },
    ],
    [
      "or what numbers each",
      q("offset", "integer", "Pets with a PetNumber greater than the offset are returned"),
      m("PetNumber", "integer"),
      { id: "PetNumber", after: { in: "query", name: "offset" } },
    ],
    [
      "not what is greater or equal",
      q("start", "integer", "Pets with a PetNumber greater than or equal to it"),
      m("PetNumber", "integer"),
      undefined,
    ],
    ["not a name in another sentence", q("after_id", "string", "The event_id"), m("event_id"), undefined],
  ])("%s", (_, parameter, member, want) => {
    const found = pagination(
      parameter.includes("offset") ? parameter : `${LIMIT}, ${parameter}`,
      edges(member),
    );
    if (want === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject({ style: "last-item", ...want });
  });
});

describe("the identifier of the last item", () => {
  const BEFORE = q("before_id", "string", "Only pets created before the given ID");
  const both = `${LIMIT}, ${BEFORE}, ${q("after_id", "string", "Only pets created after the given ID")}`;
  test.each([
    ["The newest pets come first", both, "before_id"],
    ["Use order=desc to get the newest pets first", both, undefined],
    ["All pets", both, undefined],
    [
      "The newest pets come first",
      `${LIMIT}, ${q("max_id", "string", "Less than or equal to this ID")}`,
      undefined,
    ],
    ["The newest pets come first", `${LIMIT}, ${q("since_id", "string", "An ID")}`, undefined],
  ])("goes back in time: %s", (summary, parameters, want) => {
    const found = pagination(parameters, PETS, { summary });
    if (want === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject({ style: "last-item", after: { name: want }, id: "id" });
  });

  test("is told by the name of the parameter beside a flag", () => {
    const given = `${LIMIT}, ${q("after_id")}`;
    const more = m("has_more", "boolean");
    expect(pagination(given, `${PETS}, ${more}`)).toMatchObject({ style: "last-item", id: "id" });
    expect(pagination(given, PETS)).toBeUndefined();
    expect(pagination(`${given}, ${q("before_id")}`, `${PETS}, ${more}`)).toBeUndefined();
  });
});

describe("what only looks like a page", () => {
  const NEXT =
    "links: { properties: { next: { oneOf: [{ type: string }, { properties: { href: { type: string } } }] } } }";
  const ends = `paging: { properties: { ${m("first")}, ${m("next")}, ${m("last")} } }`;
  const all = "The page. When unspecified, all pets are given.";
  test.each<readonly [string, string, string]>([
    ["an address in a text or in an object", q("limit", "integer"), NEXT],

    ["a page without which all comes", q("page", "integer", all), m("total", "integer")],
    [
      "an identifier with one in the other direction",
      `${q("after_id", "string", "An id")}, ${q("before_id")}`,
      m("has_more", "boolean"),
    ],
    ["a token of a document", q("filter", "string", "A page token of the document"), m("next_action")],
  ])("%s", (_, parameters, members) => {
    expect(pagination(`${LIMIT}, ${parameters}`, `${PETS}, ${members}`)).toBeUndefined();
  });

  test("is the address of the next page beside the first and the last, and no token for `page`", () => {
    expect(pagination(`${LIMIT}, ${q("page")}`, `${PETS}, ${ends}`)).toMatchObject({
      style: "link",
      next: "paging/next",
    });
  });
});

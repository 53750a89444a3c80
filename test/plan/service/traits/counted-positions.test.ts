import { describe, expect, test } from "vitest";
import { LIMIT, m, pagination, PETS, q } from "./list-contract.js";
import { traitsOf } from "../../plan-of.js";

/* Positions that a client counts, however the contract declares them. */
const number = (name: string, first: number) => ({ style: "number", number: { in: "query", name }, first });
const offset = (name: string) => ({ style: "offset", offset: { in: "query", name } });
const COUNT = m("total", "integer");

describe("a text that holds numbers is counted", () => {
  test.each<readonly [string, string, object | undefined]>([
    ["as its description says", q("page", "string", "Page number, a positive integer"), number("page", 1)],
    ["from what it says", q("page", "string", "The page. Pages start at 0"), number("page", 0)],
    ["as items that are skipped", q("offset", "string", "The number of pets to skip"), offset("offset")],
    ["not a token", q("page", "string", "The token of the page, a number"), undefined],
    ["from the page that it begins with", q("page", "string", "Defaults to page 1"), number("page", 1)],
    ["not without a word on it", q("page"), undefined],
    ["not as an index of another kind", q("page", "string", "Key of the index"), undefined],
    ["not where a page before gave it", q("page", "string", "The number from the previous page"), undefined],
  ])("%s", (_, parameter, want) => {
    const found = pagination(`${LIMIT}, ${parameter}`, PETS);
    if (want === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(want);
  });

  test.each<readonly [string, object | undefined]>([
    ["Number of pets to skip", offset("offset")],
    ["Offset of the first pet", offset("offset")],
    ["Identifier of the first pet to return. Earlier ones are forgotten", undefined],
    ["Sequence number of the first pet", undefined],
    ["The Unix time of the first pet", undefined],
  ])("a number that leaves items out is no name of one: %s", (description, want) => {
    const found = pagination(`${q("offset", "integer", description)}, ${LIMIT}`, PETS);
    if (want === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(want);
  });

  test.each<readonly [string, string, object]>([
    ["Position of the first pet to return, starting with 1.", "default: 1", { style: "offset", first: 1 }],
    ["Position of the first pet to return, starting with 1.", "default: 0", offset("offset")],
    ["Offset of the first pet.", "default: 1", offset("offset")],
    ["1-based position of the first pet.", "minimum: 1", { style: "offset", first: 1 }],
    ["1-based position of the first pet.", "title: T", offset("offset")],
    ["Pets to skip. Overrides `page`, which is 1-based.", "minimum: 1", offset("offset")],
    ["Number of pages to skip.", "minimum: 0", number("offset", 0)],
    ["The number of pages to omit", "title: T", number("offset", 0)],
  ])("an offset begins, and counts, as its text says: %s %s", (description, more, want) => {
    const given = `{ in: query, name: offset, description: ${JSON.stringify(description)}, schema: { type: integer, ${more} } }`;
    const found = pagination(`${given}, ${LIMIT}`, PETS);
    expect(found).toMatchObject(want);
    expect(found && "first" in found ? found.first : undefined).toBe(
      "first" in want ? want.first : undefined,
    );
  });

  test("what is called `skip` leaves items out, whatever its numbers begin with", () => {
    const given = `{ in: query, name: skip, description: 1-based., schema: { type: integer, minimum: 1 } }`;
    expect(pagination(`${given}, ${LIMIT}`, PETS)).not.toHaveProperty("first");
  });

  test("as its default or example is", () => {
    const with_ = (more: string) => `{ in: query, name: page, schema: { type: string, ${more} } }, ${LIMIT}`;
    expect(pagination(with_("default: '0'"), PETS)).toMatchObject(number("page", 0));
    expect(pagination(with_("example: '2'"), PETS)).toMatchObject(number("page", 1));
    expect(pagination(with_("example: abc"), PETS)).toBeUndefined();
  });

  test("as the size is a text that holds one", () => {
    expect(pagination(`${q("offset")}, ${q("limit")}`, PETS)).toMatchObject(offset("offset"));
    expect(pagination(`${q("offset")}, ${LIMIT}`, PETS)).toBeUndefined();
  });

  test("where the response counts pages", () => {
    expect(pagination(q("page"), `${PETS}, ${m("pages", "integer")}`)).toMatchObject({ total: "pages" });
    expect(pagination(q("page"), `${PETS}, ${m("total", "integer")}`)).toBeUndefined();
  });

  test("beside a text that says whether there is a next page", () => {
    const flag = m("next_page", "string", "True if there is a next page");
    const page = q("page", "string", "Pages start at 1");
    expect(pagination(`${LIMIT}, ${page}`, `${PETS}, ${flag}`)).toMatchObject(number("page", 1));
  });
});

describe("a page is counted", () => {
  test("where an object may stand for the number", () => {
    const page =
      "{ in: query, name: page, schema: { oneOf: [{ type: integer }, { type: object, properties: { number: {} } }] } }";
    expect(pagination(`${LIMIT}, ${page}`, PETS)).toMatchObject(number("page", 1));
  });

  test("in the path, where nothing but its name tells it from others", () => {
    const path = (name: string, description: string) =>
      `{ in: path, name: ${name}, required: true, description: ${description}, schema: { type: integer } }`;
    const of = (name: string, description = "Page number") =>
      pagination(path(name, description), PETS, { path: `/pets/{${name}}` });
    expect(of("page")).toMatchObject({ style: "number", number: { in: "path", name: "page" } });
    expect(of("pet")).toBeUndefined();
    expect(of("page", "Unused. Page number")).toBeUndefined();
    expect(of("page", "Deprecated parameter, ignored.")).toBeUndefined();
    const ofBook = { path: "/books/{id}/pages/{page}" };
    expect(pagination(path("page", "Page number"), PETS, ofBook)).toBeUndefined();
  });

  test.each<readonly [string, string, string, object]>([
    [
      "the first page says which one it is",
      q("page", "integer"),
      m("number", "integer"),
      { current: "number" },
    ],
    [
      "a description of the response says it",
      q("page", "integer"),
      m("page", "integer", "The first page is 0."),
      { first: 0 },
    ],
    [
      "a description says it",
      q("page", "integer", "Results page to retrieve (0..N)"),
      m("number", "integer"),
      { first: 0 },
    ],
    [
      "words come before the least value",
      `{ in: query, name: page, description: Pages start at 1, schema: { type: integer, minimum: 0 } }`,
      COUNT,
      { first: 1 },
    ],
    [
      "the least value comes before words",
      `{ in: query, name: page, description: 0-based, schema: { type: integer, minimum: 1 } }`,
      COUNT,
      { first: 1 },
    ],
    ["words deny the other", q("page", "integer", "Pages are not zero-based"), COUNT, { first: 1 }],
    [
      "words are denied after it",
      q("page", "integer", "Pages start at 0, and not at 1"),
      COUNT,
      { first: 0 },
    ],
    [
      "a default stands alone",
      q("page", "integer", "Page of results to return, default 0."),
      COUNT,
      { first: 0 },
    ],
    ["a condition is denied", q("page", "integer", "If it is not sent, defaults to 0"), COUNT, { first: 0 }],
    [
      "words are of the index of a page",
      q("page", "integer", "Page number. Its index starts at 0."),
      COUNT,
      { first: 0 },
    ],
    [
      "words are of the rows of a page",
      q("page", "integer", "The page to return. Its rows are numbered, starting at 0."),
      COUNT,
      { first: 1 },
    ],
    [
      "words are of the pages of rows",
      q("page", "integer", "The page of rows to return (starts at 0)"),
      COUNT,
      { first: 0 },
    ],
    ["nothing says it", q("page", "integer"), COUNT, { first: 1 }],
    [
      "the last one is that of all",
      q("page", "integer", "1-based"),
      m("max_page", "integer"),
      { first: 1, total: "max_page" },
    ],
    [
      "the last one may be counted from 0",
      q("page", "integer", "0-based"),
      m("last_page", "integer"),
      { first: 0 },
    ],
  ])("from where %s", (_, page, member, want) => {
    const found = pagination(`${LIMIT}, ${page}`, `${PETS}, ${member}`);
    expect(Object.entries(found ?? {}).filter(([key]) => /^(?:first|current|total)$/.test(key))).toEqual(
      Object.entries(want),
    );
  });

  test("by the size that goes with pages", () => {
    const both = `${LIMIT}, ${q("offset", "integer")}, ${q("page", "integer")}, ${q("page_size", "integer")}`;
    expect(pagination(both, PETS)).toMatchObject({ ...number("page", 1), size: { name: "page_size" } });
  });

  test("in the body of a POST, and not by the addresses of pages", () => {
    const given = {
      path: "/pets/search",
      method: "post",
      body: `${m("page", "integer")}, ${m("pageSize", "integer")}`,
    };
    const members = `${PETS}, ${m("next", "string", "URL of the next page")}`;
    expect(pagination("", members, given)).toMatchObject({ number: { in: "body", name: "page" } });
  });

  test("by short names", () => {
    const short = `${q("pg", "integer", "page, starting with 1")}, ${q("rpp", "integer")}`;
    expect(pagination(short, PETS)).toMatchObject({ ...number("pg", 1), size: { name: "rpp" } });
  });

  test("by names with a word for pages before them", () => {
    const found = pagination(`${q("paginate_page", "integer")}, ${q("paginate_size", "integer")}`, PETS);
    expect(found).toMatchObject({ ...number("paginate_page", 1), size: { name: "paginate_size" } });
  });

  test("by the pages that are skipped, from 0 on", () => {
    expect(pagination(`${LIMIT}, ${q("skipPages", "integer")}`, PETS)).toMatchObject(number("skipPages", 0));
  });

  test("and the list of one thing is none of them", () => {
    const next = `_links: { properties: { next: { properties: { href: { type: string } } } } }`;
    const tags = "tags: { type: array, items: {} }";
    expect(pagination("", `${tags}, ${next}`, { path: "/pets/{id}" })).toBeUndefined();
    expect(pagination(LIMIT, `${tags}, ${next}`, { path: "/pets/{id}" })).toMatchObject({ style: "link" });
  });

  test.each([
    ["is a thing with an identifier", `${m("id")}, ${m("name")}, ${PETS}`, "/owners", undefined],
    ["is a page with an identifier", `${m("id")}, ${PETS}`, "/pets", "pets"],
    ["is a page of one thing's parts", `${m("id")}, ${PETS}`, "/owners/{id}/pets", "pets"],
    ["is a thing that counts its parts", `${m("id")}, ${PETS}, ${m("total_pages", "integer")}`, "/o", "pets"],
    [
      "is a thing with many members",
      `${"abcdefghijklm".replace(/./g, (name) => `${m(name)}, `)}${PETS}`,
      "/o",
      undefined,
    ],
  ])("where the response %s: %s", (_, members, path, want) => {
    const page = q("page", "integer", "Page of the results");
    expect(pagination(page, members, { path })?.items).toBe(want);
    // With a size, the request asks for a page, which has no identifier.
    const wantOfSized = members.startsWith(m("id")) ? want : "pets";
    expect(pagination(`${LIMIT}, ${page}`, members, { path })?.items).toBe(wantOfSized);
    expect(pagination(`${LIMIT}, ${page}`, `${m("id")}, ${PETS}`, { path: "/o/{id}" })).toBeUndefined();
  });
});

describe("items are counted", () => {
  test.each<readonly [string, string, string, string | undefined]>([
    [
      "from where the list starts",
      `${LIMIT}, ${q("start", "integer", "The number from which pets are given")}`,
      PETS,
      "start",
    ],
    ["from a row", `${q("rows", "integer")}, ${q("start", "integer", "beginning row")}`, PETS, "start"],
    ["by the name of a framework", `${LIMIT}, ${q("limitstart", "integer")}`, PETS, "limitstart"],
    ["by the names of Java", `${q("first", "integer")}, ${q("max", "integer")}`, PETS, "first"],
    ["not by one of them", `${q("first", "integer")}, ${LIMIT}`, PETS, undefined],
    [
      "not in time",
      `${LIMIT}, ${q("offset", "integer", "Timestamp offset for pagination")}`,
      PETS,
      undefined,
    ],
    [
      "not from a page",
      `${LIMIT}, ${q("start", "integer", "Start page; the first item is 0")}`,
      PETS,
      undefined,
    ],
    ["without a size, beside a total", q("offset", "integer"), `${PETS}, ${COUNT}`, "offset"],
    ["without a size, by what it says", q("offset", "integer", "Records to skip"), PETS, "offset"],
    ["not without either", q("offset", "integer"), PETS, undefined],
    ["not as pages", q("offset", "integer", "The page offset of results"), PETS, undefined],
    ["not from a time", `${LIMIT}, ${q("start", "integer", "Seconds since 1970")}`, PETS, undefined],
    [
      "not up to an end",
      `${q("from", "integer", "Starting record")}, ${q("to", "integer")}`,
      PETS,
      undefined,
    ],
  ])("%s", (_, parameters, members, want) => {
    const found = pagination(parameters, members);
    if (want === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(offset(want));
  });
});

test("items are counted from the default of a text", () => {
  const start = "{ in: query, name: startIndex, schema: { type: string, default: '1' } }";
  expect(pagination(`${LIMIT}, ${start}`, PETS)).toMatchObject({ style: "offset", first: 1 });
});

test("items are not counted in a time zone", () => {
  expect(
    pagination(q("offset", "integer", "Offset from UTC in hours; items start there"), PETS),
  ).toBeUndefined();
});

describe("what the server names comes first", () => {
  test("a token that the request names in the response", () => {
    const from = q("continueFrom", "string", "An ID of a previous query (see lastId in response)");
    expect(pagination(`${LIMIT}, ${from}`, `${PETS}, ${m("lastId")}`)).toMatchObject({
      next: "lastId",
      cursor: { name: "continueFrom" },
    });
  });

  test("a token that is called a field of the response", () => {
    const offset = q("offset", "string", "Where to start from (the lastKey field in the response)");
    expect(pagination(`${LIMIT}, ${offset}`, `${PETS}, ${m("lastKey")}`)).toMatchObject({
      next: "lastKey",
      cursor: { name: "offset" },
    });
  });

  test.each<readonly [string, string, string, string | undefined]>([
    ["declares", q("cursor"), "X-Next-Cursor", "X-Next-Cursor"],
    [
      "declares, and the request describes",
      q("from", "string", "The header `x-next-token`"),
      "X-Next-Token",
      "X-Next-Token",
    ],
    [
      "does not declare, and the request describes",
      q("cursor", "string", "See the headers `X-Cursor-Next` and `X-Cursor-Prev`."),
      "",
      "X-Cursor-Next",
    ],
    ["declares as an address", q("cursor"), "X-Next", undefined],
    ["declares as a credential", q("marker"), "X-Next-Access-Token", undefined],
    ["declares for another position", q("colour"), "X-Next-Cursor", undefined],
    ["declares for a number", q("cursor", "string", "Number of the page"), "X-Next-Cursor", undefined],
    [
      "declares beside another, which is described",
      q("cursor", "string", "The header x-next-marker"),
      "X-Next-Cursor: { schema: { type: string } }, X-Next-Marker",
      "X-Next-Marker",
    ],
    ["declares beside another", q("cursor"), "X-Next-Cursor: { schema: {} }, X-Next-Marker", undefined],
    ["declares for two positions", `${q("cursor")}, ${q("marker")}`, "X-Next-Cursor", undefined],
  ])("a token in a header that the response %s", (_, parameters, header, want) => {
    const headers = header === "" ? "" : `${header}: { schema: { type: string } }`;
    const found = pagination(`${LIMIT}, ${parameters}`, "type: array, items: { type: string }", { headers });
    if (want === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject({ items: "", nextHeader: want, cursor: { in: "query" } });
  });

  test("an iterator, until it is done", () => {
    const members = `${PETS}, iterator: { type: [string, "null"] }, ${m("done", "boolean")}`;
    expect(pagination(`${LIMIT}, ${q("iterator")}`, members)).toMatchObject({
      next: "iterator",
      cursor: { name: "iterator" },
      last: "done",
    });
  });

  test("an address in the links of a page whose items are embedded", () => {
    const hal = `_links: { properties: { next: { properties: { href: { type: string } } } } }, _embedded: { properties: { ${PETS} } }`;
    expect(pagination("", hal)).toMatchObject({
      style: "link",
      next: "_links/next/href",
      items: "_embedded/pets",
    });
    expect(pagination("", hal.replace("_embedded", "parts"))).toBeUndefined();
    const nextPage = `_links: { properties: { next_page: { properties: { href: { type: string } } } } }, ${PETS}`;
    expect(pagination(LIMIT, nextPage)).toMatchObject({ style: "link", next: "_links/next_page/href" });
  });

  test("no address in what is described as the number of a page", () => {
    const links = (description: string) =>
      `links: { properties: { ${m("next_page", "string", description)} } }, ${PETS}`;
    expect(pagination(LIMIT, links("Where the next page is"))).toMatchObject({ next: "links/next_page" });
    expect(pagination(LIMIT, links("Number of the next page"))).toBeUndefined();
  });

  test("an address, where the offset is a text on both sides", () => {
    const members = `${PETS}, ${m("offset")}, ${m("next", "string", "URL of the next page")}`;
    expect(pagination(`${LIMIT}, ${q("offset")}`, members)).toMatchObject({ style: "link", next: "next" });
  });

  test("the `Link` header that a cursor's description names", () => {
    const next = q(
      "next",
      "string",
      "A cursor for the next page; the addresses of pages are in the `Link` header",
    );
    expect(pagination(`${LIMIT}, ${next}`, "type: array, items: { type: string }")).toMatchObject({
      style: "link",
    });
  });

  test("no header that a description denies, or that another field is about", () => {
    const denied = q("token", "string", "It is not the value of the header `X-Next-Cursor`.");
    const other = q("species", "string", "Kept for all pages of the header `X-Next-Page-Token`.");
    const rows = "type: array, items: { type: string }";
    const nameless = q("token", "string", "As the X-Next-Cursor of a page.");
    expect(pagination(`${LIMIT}, ${nameless}`, rows)).toBeUndefined();
    expect(pagination(`${LIMIT}, ${denied}`, rows)).toBeUndefined();
    expect(pagination(`${LIMIT}, ${other}`, rows)).toBeUndefined();
  });

  test("no list of one page for each query", () => {
    const pages = `results: { type: array, items: { properties: { data: { type: array, items: {} }, page: { type: integer }, total_count: { type: integer }, message: { type: string } } } }`;
    expect(pagination(`${LIMIT}, ${q("page", "integer")}`, pages)).toBeUndefined();
  });

  test("no list of pages that is the response", () => {
    const page =
      "{ properties: { rows: { type: array, items: {} }, limit: { type: integer }, offset: { type: integer }, total: { type: integer } } }";
    const given = `paths: { /pets: { get: { operationId: run, tags: [pets], parameters: [${LIMIT}, ${q("offset", "integer")}], responses: { '200': { description: P, content: { application/json: { schema: { type: array, items: ${page} } } } } } } } }`;
    expect(traitsOf(given, "pets.run").pagination).toBeUndefined();
  });

  test("no flag of the thing that has the list", () => {
    const page = `${LIMIT}, ${q("page", "integer")}`;
    expect(pagination(page, `${PETS}, ${m("done", "boolean")}`)).not.toHaveProperty("last");
  });

  test("the identifier of the last item, where a pair of names alone says so", () => {
    const pair = `${LIMIT}, ${q("starting_after")}, ${q("ending_before")}`;
    expect(pagination(pair, PETS)).toMatchObject({ style: "last-item", id: "id" });
    const wrapped =
      "pets: { type: array, items: { properties: { data: { properties: { id: { type: string } } } } } }";
    expect(pagination(pair, wrapped)).toMatchObject({ style: "last-item", id: "data/id" });
    expect(pagination(`${LIMIT}, ${q("starting_after")}`, PETS)).toBeUndefined();
    const author =
      "pets: { type: array, items: { properties: { name: {}, author: { properties: { id: { type: string } } } } } }";
    expect(pagination(pair, author)).toBeUndefined();
    const id = "{ properties: { id: { type: string } } }";
    const both = `pets: { type: array, items: { properties: { data: ${id}, node: ${id} } } }`;
    expect(pagination(pair, both)).toBeUndefined();
  });
});

describe("a next offset of the response", () => {
  const OFFSET = `${LIMIT}, ${q("offset", "integer", "Pets to skip.")}`;
  const follows = { next: "nextOffset", cursor: { in: "query", name: "offset" } };

  test.each<readonly [string, string]>([
    ["it can be null", "nextOffset: { type: integer, nullable: true }"],
    ["a flag ends the pages", `${m("nextOffset", "integer")}, ${m("has_more", "boolean")}`],
    ["its text says so", m("nextOffset", "integer", "Absent on the last page.")],
    ["its text has a condition", m("nextOffset", "integer", "Only present if there are more pets.")],
  ])("is followed where the last page is without it: %s", (_, member) => {
    expect(pagination(OFFSET, `${PETS}, ${member}`)).toMatchObject(follows);
  });

  test("is neither followed nor counted past where it is always there", () => {
    expect(pagination(OFFSET, `${PETS}, ${m("next_offset", "integer")}`)).toBeUndefined();
    for (const text of [
      "0 if there are no more pets, else present.",
      "-1 where it is not set.",
      "Never absent.",
    ])
      expect(pagination(OFFSET, `${PETS}, ${m("next_offset", "integer", text)}`)).toBeUndefined();
  });

  test("is not counted where its text calls it opaque", () => {
    const response = `${PETS}, ${m("nextOffset", "integer", "Opaque position.")}, ${m("total", "integer")}`;
    expect(pagination(OFFSET, response)).toBeUndefined();
  });

  test.each([
    ["Number of pets to skip: the next_offset of the previous response", true],
    ["Index of the first item, by the last page", true],
    ["One more than the last item of the previous page", true],
    ["The next_offset of the previous response", false],
    ["Number of pets to skip, an opaque number", false],
  ])("is not needed where the text of the offset tells what it counts: %s", (text, isOffset) => {
    const response = `${PETS}, ${m("next_offset", "integer")}, ${m("total", "integer")}`;
    const found = pagination(`${LIMIT}, ${q("offset", "integer", text)}`, response);
    expect(found?.style).toBe(isOffset ? "offset" : undefined);
  });

  test("is not needed where the response has a total", () => {
    const response = `${PETS}, ${m("next_offset", "integer")}, ${m("total", "integer")}`;
    expect(pagination(OFFSET, response)).toMatchObject({ ...offset("offset"), total: "total" });
  });

  test.each(["offset", "nextIndex", "nextPage"])("%s is none: the client counts", (name) => {
    expect(pagination(OFFSET, `${PETS}, ${m(name, "integer")}`)).toMatchObject(offset("offset"));
  });
});

describe("pages that a text calls filtered are not counted by their items", () => {
  const OFFSET = q("offset", "integer");
  const PAGE = q("page", "integer");
  const NUMBER = number("page", 1);
  const NEXT = "next_page: { type: [integer, 'null'] }";
  test.each<readonly [string, string, string, object | undefined]>([
    ["The pets are filtered after the page was read", OFFSET, PETS, undefined],
    ["Usually returns fewer pets than specified in `limit`", OFFSET, `${PETS}, ${COUNT}`, undefined],
    ["Usually returns less pets than the limit", PAGE, PETS, undefined],
    ["Filters are applied after paging", PAGE, `${PETS}, ${m("pages", "integer")}`, NUMBER],
    ["Filters are applied after paging", PAGE, `${PETS}, ${NEXT}`, undefined],
    ["Filters are applied after paging", PAGE, `${PETS}, ${NEXT}, ${m("has_more", "boolean")}`, NUMBER],
    ["Pages have 100 pets", PAGE, `${PETS}, ${NEXT}`, { ...NUMBER, more: "next_page" }],
    ["May return fewer pets than requested", OFFSET, PETS, offset("offset")],
    ["Filters are applied after paging", PAGE, `${PETS}, ${COUNT}`, undefined],
    ["The last page usually contains fewer pets than the limit", OFFSET, PETS, offset("offset")],
    ["Filter: only pets that came after pages were archived", OFFSET, PETS, offset("offset")],
    ["Filter the pets after the date. Pages have 100", OFFSET, PETS, offset("offset")],
    ["Returns only the pets in the range of dates", PAGE, PETS, NUMBER],
  ])("%s", (summary, position, members, want) => {
    const found = pagination(`${LIMIT}, ${position}`, members, { summary: JSON.stringify(summary) });
    if (want === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(want);
  });

  test("nor where the text is of the size", () => {
    const size = q("limit", "integer", "Filters are applied after pagination.");
    expect(pagination(`${size}, ${OFFSET}`, PETS)).toBeUndefined();
  });
});

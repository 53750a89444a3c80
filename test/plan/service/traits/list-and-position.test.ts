import { expect, test } from "vitest";
import { LIMIT, m, pagination, PETS, q } from "./list-contract.js";

/*
 * A list and the position that leads on belong together.
 */

const FILTERED = "The total number of pets for the current `filter`, independent of pagination.";

test.each<readonly [string, string, string]>([
  ["a total, whose description names the filter", q("filter"), m("found", "integer", FILTERED)],
  [
    "a total, whose description names a position",
    q("from"),
    m("found", "integer", FILTERED.replace("filter", "from")),
  ],
  ["a total by its name", q("from"), m("total", "string", "Send it in `from` for the next page.")],
  [
    "a text, whose description names the filter",
    q("filter"),
    m("next", "string", "The next page for `filter`."),
  ],
])("%s is no token", (_, parameter, member) => {
  expect(pagination(`${parameter}, ${LIMIT}`, `${PETS}, ${member}`)).toBeUndefined();
});

test("a number of the next page is a token, though it begins like a count", () => {
  const member = m("last", "integer", "The number of the last pet. Send it in `from` for the next page.");
  expect(pagination(`${q("from")}, ${LIMIT}`, `${PETS}, ${member}`)).toMatchObject({ next: "last" });
});

const PAGING = `paging: { properties: { ${m("next", "string", "Path of the next page, a URL")} } }`;
const OTHERS = `others: { properties: { list: { type: array, items: { properties: { ${m("id")} } } }, ${PAGING} } }`;

test("an address in an object with a list of its own is that of the other list", () => {
  expect(pagination(LIMIT, `${PETS}, ${OTHERS}`)).toBeUndefined();
  expect(pagination(LIMIT, `${PETS}, ${OTHERS.replace("others", "page")}`)).toMatchObject({
    next: "page/paging/next",
  });
  expect(pagination(LIMIT, `${PETS}, ${PAGING}`)).toMatchObject({ next: "paging/next" });
});

test.each<readonly [string, string, string | undefined]>([
  [q("next-token"), "", "next-token"],
  [q("nexttoken", "string", "Where the page starts"), "", "nexttoken"],
  [q("pageToken", "string", "The token to request the next page of results."), "", "pageToken"],
  [q("filter"), "", "NextToken"],
  [
    q("nextpage_opaque_marker", "string", "The token for the next page of results."),
    "",
    "nextpage_opaque_marker",
  ],
  [q("filter"), m("NextToken"), undefined],
])("a position that a converter added beside %s, %s is not that of the service", (own, member, want) => {
  const added = `${q("MaxResults", "string", "Pagination limit")}, ${q("NextToken", "string", "Pagination token")}`;
  const search = { path: "/pets/search", method: "post", body: member };
  expect(
    pagination(`${added}, ${own}, ${q("max-results", "integer")}`, `${PETS}, ${m("NextToken")}`, {
      ...(member !== "" && search),
    }),
  ).toMatchObject({
    cursor: want === undefined ? { in: "body", name: "NextToken" } : { in: "query", name: want },
    size: { in: "query", name: "max-results" },
  });
});

test("what went wrong is not the items, unless the path names it", () => {
  const ERRORS = PETS.replace("pets", "errors");
  const token = (path: string, list: string) =>
    pagination(`${q("cursor")}, ${LIMIT}`, `${list}, ${m("nextCursor")}`, { path })?.items;
  expect(token("/telemetry", ERRORS)).toBeUndefined();
  expect(token("/telemetry", ERRORS.replace("errors", "importWarnings"))).toBeUndefined();
  expect(token("/imports/{id}/errors", ERRORS)).toBe("errors");
  expect(token("/errors/latest", ERRORS)).toBe("errors");
  expect(token("/imports/{id}/error-list", ERRORS)).toBe("errors");
  expect(token("/telemetry", PETS)).toBe("pets");
});

test("links are not the items, and what has more members than a link is none", () => {
  const link = "{ type: object, properties: { rel: { type: string }, href: { type: string }XX } }";
  const token = (path: string, name: string, more: string, beside = "") =>
    pagination(
      `${q("cursor")}, ${LIMIT}`,
      `${name}: { type: array, items: ${link.replace("XX", more)} }, ${m("nextCursor")}${beside}`,
      { path },
    )?.items;
  expect(token("/query", "records", ", id: { type: string }")).toBe("records");
  expect(token("/sitemap", "data", "")).toBe("data");
  expect(token("/sitemap", "shown", "")).toBeUndefined();
  expect(token("/pets", "link", "", `, ${PETS}`)).toBe("pets");
});

test("of two lists of objects, one that the path names by the way is not yet the items", () => {
  const other = "shops: { type: array, items: { type: object, properties: { id: {} } } }";
  const token = (path: string) =>
    pagination(`${q("cursor")}, ${LIMIT}`, `${PETS}, ${other}, ${m("nextCursor")}`, { path })?.items;
  expect(token("/shop-pets")).toBe("pets");
  expect(token("/pet-feed")).toBeUndefined();
  expect(token("/everything")).toBeUndefined();
});

test.each([
  ["Claims the next pets from the queue.", "nextPets", false],
  ["Marks all pets as read.", "pets", false],
  ["Pets of an owner", "claimPets", false],
  ["Pets of an owner", "chargePets", true],
  ["Query pets by their names.", "claimPets", true],
  ["Gives the next pets.", "nextPets", true],
])("a POST is paged unless its text or its name begins with a change: %s %s", (summary, name, isPaged) => {
  const body = `${m("cursor")}, ${m("limit", "integer")}`;
  const post = { path: "/pets/next", method: "post", body, summary, name };
  expect(pagination("", `${PETS}, ${m("nextCursor")}`, post) !== undefined).toBe(isPaged);
});

test("a list is not the items where the usual name of those has no type", () => {
  const TOKEN = `${PETS}, data: {}, ${m("nextToken")}`;
  expect(pagination(q("token"), TOKEN, { path: "/query" })).toBeUndefined();
  expect(pagination(q("token"), TOKEN)).toMatchObject({ items: "pets", next: "nextToken" });
  const typed = TOKEN.replace("data: {}", "data: { type: string }");
  expect(pagination(q("token"), typed, { path: "/query" })).toMatchObject({ items: "pets" });
});

test.each<readonly [string, string, object | undefined]>([
  ["event", m("offset", "integer", "Number of pets to skip"), undefined],
  [
    "paging",
    m("offset", "integer", "Number of pets to skip"),
    { offset: { in: "body", name: "paging/offset" } },
  ],
  [
    "event",
    `${m("offset", "integer")}, ${m("limit", "integer")}`,
    { offset: { in: "body", name: "event/offset" }, size: { in: "body", name: "event/limit" } },
  ],
  ["event", m("cursor", "string"), { cursor: { in: "body", name: "event/cursor" } }],
])("a number in the object %s of a body: %s", (name, members, want) => {
  const body = `${name}: { properties: { ${members} } }, ${m("pageSize", "integer")}`;
  const found = pagination("", `${PETS}, ${m("nextCursor")}`, { path: "/pets/search", method: "post", body });
  if (want === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(want);
});

const cursor = (next: string, name: string) => ({ next, cursor: { in: "query", name } });
/** A list that every page has. */
const REQUIRED = `type: object, required: [pets], properties: { ${PETS}, NEXT }`;

test.each<readonly [string, string, string, object | undefined]>([
  ["lastEvaluatedKey", "exclusiveStartKey", "", cursor("lastEvaluatedKey", "exclusiveStartKey")],
  ["lastEvaluatedKey", "lastEvaluatedKey", "", cursor("lastEvaluatedKey", "lastEvaluatedKey")],
  ["pagingState", "paging_state", "", undefined],
  ["nextAnchor", "anchor", "", cursor("nextAnchor", "anchor")],
  ["anchor", "anchor", "", undefined],
  ["anchor", "anchor", REQUIRED, undefined],
  ["start_token", "start_token", REQUIRED, undefined],
  ["startKey", "startKey", REQUIRED, undefined],
  ["scroll_id", "scroll_id", REQUIRED, cursor("scroll_id", "scroll_id")],
  ["position", "position", REQUIRED, undefined],
])("%s and %s, in a page %j", (gives, takes, page, want) => {
  const members = page === "" ? `${PETS}, ${m(gives)}` : page.replace("NEXT", m(gives));
  const found = pagination(`${q(takes)}, ${LIMIT}`, members);
  if (want === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(want);
});

test.each([
  ["start_token", "Token id at which the listing begins", false],
  ["start_token", "Token of the page to begin with", true],
  ["anchor", "", false],
  ["anchor", "Where the page starts", true],
  ["paging_state", "asc or desc", false],
])("%s on both sides, described as %j, is claimed: %s", (name, description, want) => {
  const members = REQUIRED.replace("NEXT", m(name));
  const found = pagination(`${q(name, "string", description)}, ${q("end_token")}, ${LIMIT}`, members);
  expect(found !== undefined).toBe(want);
});

test("warnings beside a cursor make their object not one of another list", () => {
  const object = (list: string) =>
    `extra: { properties: { ${m("next_cursor")}, ${list}: { type: array, items: { properties: { ${m("text")} } } } } }`;
  for (const list of ["warnings", "errors"])
    expect(pagination(q("cursor"), `${PETS}, ${object(list)}`)).toMatchObject({ next: "extra/next_cursor" });
  for (const list of ["owners", "messages"])
    expect(pagination(q("cursor"), `${PETS}, ${object(list)}`)).toBeUndefined();
});

test.each(["nextlink", "nextpagelink", "next_link", "nextLink"])("%s is an address", (name) => {
  expect(pagination(LIMIT, `${PETS}, ${m(name)}`)).toMatchObject({ style: "link", next: name });
});

test.each([
  ["X-Next-Token", "", true],
  ["x-ms-continuation", "", true],
  ["X-Next-Token", "Also used to poll for changes", false],
  ["X-Access-Token", "", false],
  ["X-Trace-Continuation", "", false],
  ["X-Next-Otp-Token", "", false],
  ["X-Next-Login-Token", "", false],
  ["Continuation-Token", "continuation of a transaction", false],
])("a request takes back the header %s of the response, %j: %s", (name, description, want) => {
  const parameter = `{ in: header, name: ${name.toLowerCase()}, schema: { type: string } }`;
  const headers = `${name}: { description: "${description}", schema: { type: string } }`;
  const found = pagination(`${parameter}, ${LIMIT}`, PETS, { headers });
  if (want)
    expect(found).toMatchObject({
      nextHeader: name,
      cursor: { in: "header", name: name.toLowerCase() },
    });
  else expect(found).toBeUndefined();
});

test.each([
  ["X-Next-Token", "", false],
  ["X-Next-Token", "Leads to the next page", true],
  ["X-Next-Page-Token", "", true],
])(
  "without a size, the header %s on both sides, described as %j, is claimed: %s",
  (name, description, want) => {
    const parameter = `{ in: header, name: ${name}, schema: { type: string } }`;
    const headers = `${name}: { description: "${description}", schema: { type: string } }`;
    expect(pagination(parameter, PETS, { headers }) !== undefined).toBe(want);
  },
);

test.each([
  ["Landing page id", false],
  ["Id of the page whose comments are listed", false],
  ["Page whose comments are listed", false],
  ["Page number", true],
  ["Which page to return", true],
  ["Page", true],
])("a p that is described as %j counts pages: %s", (description, want) => {
  const found = pagination(
    `${q("p", "integer", description)}, ${LIMIT}`,
    `${PETS}, ${m("total", "integer")}`,
  );
  expect(found !== undefined).toBe(want);
});

test("a number called p that is described as that of a page counts the pages", () => {
  const total = m("total", "integer");
  const described = q("p", "integer", "The number of the result page");
  expect(pagination(described, `${PETS}, ${total}`)).toMatchObject({
    style: "number",
    number: { in: "query", name: "p" },
  });
  expect(pagination(q("p", "integer", "The price"), `${PETS}, ${total}`)).toBeUndefined();
});

test.each([
  ["next_page", "[integer, 'null']", "next_page"],
  ["next", "[integer, 'null']", "next"],
  ["next", "integer", undefined],
  ["next_id", "[integer, 'null']", undefined],
])("pages of numbers end where the number of the next is null: %s of type %s", (name, type, want) => {
  const found = pagination(`${q("page", "integer")}, ${LIMIT}`, `${PETS}, ${name}: { type: ${type} }`);
  expect(found).toMatchObject({ style: "number" });
  expect(found && "more" in found ? found.more : undefined).toBe(want);
});

test("a flag and a number of pages come before such a number", () => {
  const next = "next_page: { type: [integer, 'null'] }";
  const of = (members: string) =>
    pagination(`${q("page", "integer")}, ${LIMIT}`, `${PETS}, ${next}, ${members}`);
  expect(of("has_more: { type: boolean }")).toMatchObject({ more: "has_more" });
  expect(of("total_pages: { type: integer }")).not.toHaveProperty("more");
});

test.each([
  ["nextCursor", "{ type: [object, 'null'] }", "nextCursor"],
  ["nextCursor", "{ type: object }", undefined],
  ["nextCursor", "{ type: [object, 'null'], properties: { id: {} } }", undefined],
  ["nextCursor", "{ type: [object, 'null'], additionalProperties: { type: string } }", undefined],
  ["cursors", "{ type: [object, 'null'] }", undefined],
])(
  "an object without members that can be null is a token where its name says so: %s %s",
  (name, schema, want) => {
    const found = pagination(`${q("cursor")}, ${LIMIT}`, `${PETS}, ${name}: ${schema}`);
    expect(found).toEqual(want && expect.objectContaining({ next: want }));
  },
);

const PAGES = `${LIMIT}, ${q("page", "integer")}`;
const VISITS = "visits: { type: array, items: { type: object } }";
const values = (names: string) => names.replace(/./g, (name) => `${m(name)}, `);
const VALUES = values("abcdefgh");
const FEW = values("abcde");

test("a thing with many values and an identifier of its own name is no page, unless it counts its items", () => {
  const thing = `${VALUES}${m("pet_reference_id")}, ${VISITS}`;
  expect(pagination(PAGES, thing)).toBeUndefined();
  expect(pagination(PAGES, `${m("pet_reference_id")}, ${VISITS}`)).toMatchObject({ items: "visits" });
  expect(pagination(PAGES, `${VALUES}${VISITS}`)).toMatchObject({ items: "visits" });
  expect(pagination(PAGES, `${thing}, ${m("total", "integer")}`)).toMatchObject({ items: "visits" });
  expect(pagination(PAGES, `${FEW}${m("pet_reference_id")}, ${VISITS}`)).toMatchObject({ items: "visits" });
});

test("what an envelope has of its request makes it no thing", () => {
  expect(pagination(PAGES, `${VALUES}${m("trace_id")}, ${VISITS}`)).toMatchObject({ items: "visits" });
  const asked = `${m("limit", "integer")}, ${m("page", "integer")}, ${FEW}`;
  expect(pagination(PAGES, `${asked}${m("pet_reference_id")}, ${VISITS}`)).toMatchObject({ items: "visits" });
});

test("a thing with a guid of its own is no page", () => {
  expect(pagination(PAGES, `${m("guid")}, price: { properties: { ${VISITS} } }`)).toBeUndefined();
});

test("a list of one thing whose items a parameter chooses is not the one that has pages", () => {
  const choice = (name: string) => `{ in: query, name: ${name}, schema: { enum: [all, paid] } }`;
  const members = `${VISITS}, ${m("total_pages", "integer")}`;
  const of = (parameter: string, path: string) =>
    pagination(`${PAGES}, ${parameter}`, members, { path })?.items;
  expect(of(choice("visits"), "/pets/{id}")).toBeUndefined();
  expect(of(choice("state"), "/pets/{id}")).toBe("visits");
  expect(of(q("visits"), "/pets/{id}")).toBe("visits");
  expect(of(choice("visits"), "/pets")).toBe("visits");
});

/** Members in objects, one in the other. */
const inside = (names: readonly string[], members: string) =>
  names.reduceRight((inner, name) => `${name}: { type: object, properties: { ${inner} } }`, members);

const END = "pageInfo: { properties: { endCursor: { type: string, nullable: true } } }";

test.each<readonly [string, string, string | undefined]>([
  ["four names", inside(["a", "b", "c"], `${PETS}, ${END}`), "a/b/c/pageInfo/endCursor"],
  ["six names", inside(["a", "b", "c", "d", "e"], `${PETS}, ${END}`), "a/b/c/d/e/pageInfo/endCursor"],
  [
    "four names, called otherwise",
    inside(["a", "b", "c"], `${PETS.replace("pets", "images")}, ${END}`),
    undefined,
  ],
  ["seven names", inside(["a", "b", "c", "d", "e", "f"], `${PETS}, ${END}`), undefined],
  [
    "four names, beside another of the same level",
    inside(["a", "b"], `${inside(["c"], `${PETS}, ${END}`)}, ${inside(["d"], PETS)}`),
    undefined,
  ],
  [
    "four names, beside two nearer ones",
    `x: { type: array, items: { type: object } }, y: { type: array, items: { type: object } }, ${inside(["a", "b", "c"], `${PETS}, ${END}`)}`,
    undefined,
  ],
  [
    "four names, beside notes of errors",
    `errors: { type: array, items: { type: object } }, ${inside(["a", "b", "c"], `${PETS}, ${END}`)}`,
    "a/b/c/pageInfo/endCursor",
  ],
])("the list of a page is found behind %s", (_, members, next) => {
  const found = pagination(`${q("cursor")}, ${LIMIT}`, members);
  expect(found).toEqual(next === undefined ? undefined : (expect.objectContaining({ next }) as unknown));
});

const NEXT = "next_cursor: { type: string, nullable: true }";

test.each<readonly [string, string, string | undefined]>([
  ["of one object", inside(["page", "info"], NEXT), "a/page/info/next_cursor"],
  [
    "of each of two objects",
    `${inside(["page", "info"], NEXT)}, ${inside(["box", "info"], NEXT)}`,
    undefined,
  ],
  [
    "of an object with a list of its own",
    inside(["page", "info"], `${NEXT}, boxes: { type: array, items: { properties: { ${m("id")} } } }`),
    undefined,
  ],
  ["called otherwise", inside(["page", "info"], m("nx")), undefined],
])("a next position that is deep in a response is that %s", (_, members, next) => {
  const found = pagination(`${q("cursor")}, ${LIMIT}`, inside(["a"], `${inside(["b"], PETS)}, ${members}`));
  expect(found).toEqual(next === undefined ? undefined : (expect.objectContaining({ next }) as unknown));
});

test.each<readonly [string, string, string | undefined]>([
  ["deepObject", "page: { properties: { after: { type: string } } }", "page/after"],
  ["deepObject", "page: { properties: { inner: { properties: { after: { type: string } } } } }", undefined],
  ["deepObject", "after: { type: string }, page: { properties: { cursor: { type: string } } }", undefined],
  ["form", "page: { properties: { after: { type: string } } }", undefined],
])("a position inside of an object of the query, style %s: %s", (style, properties, member) => {
  const parameter = `{ in: query, name: filter, style: ${style}, schema: { properties: { ${properties} } } }`;
  const found = pagination(parameter, `${PETS}, next: { type: string, nullable: true }`);
  expect(found).toEqual(
    member === undefined
      ? undefined
      : (expect.objectContaining({ cursor: { in: "query", name: "filter", member } }) as unknown),
  );
});

test("a position is found behind four names of a body", () => {
  const body = inside(["a", "b", "c"], `${m("cursor")}, ${m("limit", "integer")}`);
  const search = { path: "/pets/search", method: "post", body };
  expect(pagination("", `${PETS}, next_cursor: { type: string, nullable: true }`, search)).toMatchObject({
    cursor: { in: "body", name: "a/b/c/cursor" },
  });
});

test.each<readonly [string, string, string, string | undefined]>([
  ["its own filter", "filter", "page: { properties: { after: { type: string } } }", "page/after"],
  ["another thing", "comments", "page: { properties: { after: { type: string } } }", undefined],
  ["a part of the response", "fields", inside(["comments", "page"], "after: { type: string }"), undefined],
  [
    "each of two things",
    "filter",
    `${inside(["pets", "page"], "after: { type: string }")}, ${inside(["comments", "page"], "after: { type: string }")}`,
    undefined,
  ],
])("a position in the objects of %s in the query is that of a page or not", (_, name, properties, member) => {
  const parameter = `{ in: query, name: ${name}, style: deepObject, schema: { properties: { ${properties} } } }`;
  const found = pagination(`${parameter}, ${LIMIT}`, `${PETS}, ${NEXT}`);
  expect(found && "cursor" in found ? found.cursor : undefined).toEqual(
    member === undefined ? undefined : { in: "query", name, member },
  );
});

test.each<readonly [string, string, string | undefined]>([
  ["taken by its name", inside(["worker", "checkpoint"], NEXT), "a/worker/checkpoint/next_cursor"],
  [
    "of another name, and of a page",
    inside(["page", "info"], m("continuation_token")),
    "a/page/info/continuation_token",
  ],
  [
    "of another name, and of another thing",
    inside(["worker", "checkpoint"], m("continuation_token")),
    undefined,
  ],
])("a next position deep in a response is one that is %s", (_, members, next) => {
  const found = pagination(`${q("cursor")}, ${LIMIT}`, inside(["a"], `${inside(["b"], PETS)}, ${members}`));
  expect(found).toEqual(next === undefined ? undefined : (expect.objectContaining({ next }) as unknown));
});

test("deep in a body, what is in other things is no position of the list", () => {
  const body = inside(
    ["query", "nested", "inner_hits"],
    `${m("offset", "integer")}, ${m("limit", "integer")}`,
  );
  const search = { path: "/pets/search", method: "post", body };
  expect(pagination("", `${PETS}, ${m("total", "integer")}`, search)).toBeUndefined();
});

test("a wide body costs no more than what is looked at", () => {
  const wide = Array.from({ length: 60 }, (_, index) => m(`w${String(index)}`)).join(", ");
  const deep = Array.from({ length: 60 }, (_, index) =>
    inside(
      ["a", "b", "c", "d"].map((name) => `${name}${String(index)}`),
      wide,
    ),
  );
  const search = { path: "/pets/search", method: "post", body: deep.join(", ") };
  expect(pagination("", `${PETS}, ${NEXT}`, search)).toBeUndefined();
}, 5000);

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

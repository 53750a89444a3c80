import { expect, test } from "vitest";
import { LIMIT, m, pagination, PETS, q } from "./list-contract.js";

/*
 * What has the name of a position or of a next page, and is of another thing; beside it what is spelled like that, and is of pages.
 */

const DATE = "string, format: date-time";

test.each<readonly [string, string, string]>([
  ["the page of a document", q("page", "integer", "Page of the PDF document to render"), PETS],
  ["the page of one thing", q("page", "integer", "Page of the form"), PETS],
  ["seconds to skip", q("skip", "integer", "Number of seconds to skip at the beginning of the video"), PETS],
  ["an offset of length", q("offset", "integer", "Height offset in metres"), PETS],
  ["a filter by date", q("after", "string", "Only pets born after this date"), `${PETS}, ${m("next")}`],
  ["the date of what comes next", q("after"), `${PETS}, ${m("next", DATE)}`],
  ["the cursor of a mouse", q("cursor", "string", "Mouse cursor style"), `${PETS}, ${m("next_cursor")}`],
  ["names to skip", q("skip", "string", "Names of pets to skip, separated by commas"), PETS],
  [
    "the token of a visitor",
    q("token", "string", "Access token of the visitor"),
    `${PETS}, ${m("next_token", "string", "The token for the next sign-in")}`,
  ],
  ["a choice between values", q("cursor"), `${PETS}, ${m("next_cursor", "string, enum: [grab, hand]")}`],
  ["an identifier to filter by", q("after", "string", "Identifier of a pet that they depend on"), PETS],
])("%s is that of no page", (_, parameter, members) => {
  expect(pagination(`${LIMIT}, ${parameter}`, members)).toBeUndefined();
});

const next = (description: string) =>
  `${PETS}, links: { properties: { ${m("next", "string", description)} } }`;

test.each([
  ["is a step of a wizard", "Next step of the wizard", undefined],
  ["is a step", "Address of the next step", undefined],
  ["is the next set", "Next set of pets", "link"],
  ["is the next part", "URL of the next pets", "link"],
  ["is described by its name", "The target of the link", "link"],
])("an address that %s", (_, description, style) => {
  expect(pagination(LIMIT, next(description))?.style).toBe(style);
});

test.each([
  ["/episodes/{id}/comments", undefined],
  ["/shows/{id}/episodes", "link"],
  ["/episodes/latest", "link"],
])("the next episode is the next page of what %s lists: %s", (path, style) => {
  const members =
    PETS.replace("pets", "content") + ", " + m("next", "string, format: uri", "The next episode.");
  expect(pagination(LIMIT, members, { path })?.style).toBe(style);
});

test("the next of one thing with a title leads to no page of its parts", () => {
  const list = "tags: { type: array, items: { type: string } }";
  const links = "links: { properties: { next: { type: string, format: uri } } }";
  expect(pagination("", `${m("title")}, ${list}, ${links}`, { path: "/articles/latest" })).toBeUndefined();
  expect(pagination("", `${list}, ${links}`, { path: "/articles/latest" })?.style).toBe("link");
});

const link = (description: string) => ({
  headers: `Link: { description: "${description}", schema: { type: string } }`,
});

test("a `Link` header of another relation has no page", () => {
  expect(pagination(LIMIT, PETS, link("Documentation of the deprecation"))).toBeUndefined();
  expect(pagination(LIMIT, PETS, link("Next page, and documentation"))?.style).toBe("link");
});

test("a time that is taken back as a time is a position", () => {
  const members = `${PETS}, ${m("next_cursor", DATE)}`;
  expect(pagination(q("cursor", DATE), members)).toMatchObject({ next: "next_cursor" });
});

test.each<readonly [string, string, string, string | undefined]>([
  ["a page of the items", q("page", "integer", "Page of the pets to return"), PETS, "number"],
  ["a page of a collective", q("page", "integer", "Page of the search result"), PETS, "number"],
  ["a page with a word of another language", q("page", "integer", "Numéro de page"), PETS, "number"],
  [
    "a cursor that names its token",
    q("cursor", "string", "Taken from next_cursor of the feed"),
    `${PETS}, ${m("next_cursor")}`,
    undefined,
  ],
  ["a page in another language", q("page", "integer", "Seite"), PETS, "number"],
  [
    "a page as its response counts it",
    q("page", "integer", "The wanted"),
    `${PETS}, ${m("total_pages", "integer")}`,
    "number",
  ],
  ["items to skip", q("skip", "integer", "Number of pets to skip"), PETS, "offset"],
  ["things to skip", q("skip", "integer", "Number of basket names to skip"), PETS, "offset"],
  ["the first item", q("offset", "integer", "Offset of the first pet"), PETS, "offset"],
  ["a cursor", q("after", "string", "Pets after this cursor"), `${PETS}, ${m("next")}`, undefined],
  ["a place to go on", q("cursor", "string", "Where to continue"), `${PETS}, ${m("next_cursor")}`, undefined],
])("%s is that of a page", (_, parameter, members, style) => {
  const found = pagination(`${LIMIT}, ${parameter}`, members);
  expect(found).toBeDefined();
  expect(found?.style).toBe(style);
});

test.each([
  "Page to view",
  "The current page of the campaigns",
  "Use this to navigate",
  "The page to jump to",
  "Page to be displayed in the grid",
  "The index of the page in the feed",
  "Page of the customer's bookings",
  "Page of the leaderboard",
  "Page number, from 1. Not used when the format is pdf.",
])("a text that names no list does not deny pages: %s", (description) => {
  expect(pagination(`${LIMIT}, ${q("page", "integer", description)}`, PETS)?.style).toBe("number");
});

test.each([
  ["Token from the last response", "Token to use next time"],
  ["The cursor to use", "The cursor that comes next"],
  ["Send back what the service gave you", "Key of the last box"],
  ["Cursor of the customer's boxes", "Where the service stopped"],
])("nor does it deny that a token is of the next page: %s", (taken, given) => {
  const members = `${PETS}, ${m("next_cursor", "string", given)}`;
  expect(pagination(q("cursor", "string", taken), members)).toMatchObject({ next: "next_cursor" });
});

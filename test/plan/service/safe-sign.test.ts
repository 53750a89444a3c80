import { expect, test } from "vitest";
import { json, lostIn } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

const BODY = json("{ properties: { name: { type: string } } }");

interface Given {
  readonly description?: string;
  readonly id?: string;
  readonly path?: string;
  readonly summary?: string;
  readonly responses?: string;
}

/** A POST of a contract that declares nothing else. */
const post = ({
  id,
  path = "/pets",
  summary,
  description,
  responses = `'200': { description: P, ${BODY} }`,
}: Given) => {
  const name = id === undefined ? "" : `operationId: ${JSON.stringify(id)}, `;
  const text = summary === undefined ? "" : `summary: ${JSON.stringify(summary)}, `;
  const more = description === undefined ? "" : `description: ${JSON.stringify(description)}, `;
  const requestBody = json("{ properties: { colour: { type: string } } }");
  return `paths: { ${JSON.stringify(path)}: { post: { ${name}${text}${more}requestBody: { ${requestBody} }, responses: { ${responses} } } } }`;
};

const safeIn = (given: Given) => lostIn(post(given)).filter(({ trait }) => trait === "safe");

test.each<Given>([
  { id: "getPet" },
  { id: "Pets_List" },
  { id: "post-getPet" },
  { id: "getPetUsingPOST" },
  { id: "Get Pet" },
  { path: "/pets/search" },
  { path: "/pets/list.json" },
  { path: "/pets/find-by-colour", id: "run" },
])("a POST that is called a read is named: %j", (given) => {
  expect(safeIn(given)).toEqual([
    {
      trait: "safe",
      shown: "it is called a read",
      missing: "nothing else shows that it only reads: write `safe: true` where it does",
      lines: [],
    },
  ]);
});

const NAMED = "it is called a read";
const BEGINS = "its text begins as that of a read does";
const ENDS = "its path ends as that of a read does";
const ONLY = "its description says that it only reads";
const SAME = "its description says that it does the same as a GET";
const CONVERTS = "its text says that it converts or checks what it is given";

test.each<readonly [string, Given]>([
  [NAMED, { id: "getPetsAuthorized" }],
  [BEGINS, { summary: "Lists the pets of an owner" }],
  [BEGINS, { description: "Checks whether a pet is at home." }],
  [BEGINS, { summary: "Calculate the weight of a pet", responses: "'200': { description: P }" }],
  [BEGINS, { summary: "Detect pets", description: "Use pictures that were captured." }],
  [BEGINS, { summary: "Infer the kind of up to 100 pets" }],
  [BEGINS, { summary: "[USES 10 UNITS PER PET] Identify the kinds of pets" }],
  [BEGINS, { summary: "Classify pictures of pets" }],
  [BEGINS, { summary: "Translate the name of a pet" }],
  [BEGINS, { description: "Parse the document of a pet, returning its pages" }],
  [BEGINS, { description: "Tests whether a name is valid for use as that of a pet." }],
  [BEGINS, { description: "Return the recent history (hourly stats of 30 days) of a pet" }],
  [BEGINS, { description: "Return a list of all pets" }],
  [BEGINS, { description: "Return more detailed information about a pet" }],
  [BEGINS, { description: "Given the ID of an existing pet, return the data about it" }],
  [BEGINS, { description: "Get the full content of a recently sent letter" }],
  [BEGINS, { description: "List the domains that have been configured for inbound delivery" }],
  [BEGINS, { description: "Get the list of cages set up for this account" }],
  [BEGINS, { path: "/{pet}:testPermissions", description: "Returns permissions that a caller has." }],
  [NAMED, { id: "post-getAuthenticationResult" }],
  [NAMED, { id: "getAuthorName" }],
  [NAMED, { id: "Pets_ListOwnerCredentials", path: "/pets/{pet}/listOwnerCredentials" }],
  [NAMED, { id: "listSessions" }],
  [BEGINS, { path: "/pets/search/{country}", description: "Retrieves a list of pets" }],
  [BEGINS, { path: "/pets/{country}", description: "Returns a list of pets" }],
  [BEGINS, { description: "Performs a reverse pet search." }],
  [BEGINS, { description: "List archived pets" }],
  [BEGINS, { description: "List commits of a pet" }],
  [BEGINS, { description: "List all orders of an owner" }],
  [BEGINS, { description: "Check if the given email is that of an owner" }],
  [BEGINS, { description: "Get the score of all IP addresses of the pets" }],
  [BEGINS, { description: "Estimate costs of updating a subscription" }],
  [BEGINS, { description: "Compute the size of a cage, taking into account how many pets are in it." }],
  [BEGINS, { description: "Simulate the weight of a pet" }],
  [BEGINS, { description: "Obtiene las mascotas de un propietario" }],
  [BEGINS, { description: "Récupère la liste des animaux" }],
  [BEGINS, { description: "Liefert alle Tiere eines Halters" }],
  [SAME, { description: "POST version of the chart of pets" }],
  [SAME, { description: "Identical to `GET /pets`, except that the filter is in the body." }],
  [CONVERTS, { description: "Convert HTML to PDF" }],
  [CONVERTS, { description: "Converts provided HTML string or url to PDF" }],
  [CONVERTS, { description: "Render a markdown document as HTML" }],
  [CONVERTS, { description: "Resize an image and output as either JPEG or PNG" }],
  [CONVERTS, { description: "Clean and sanitize untrusted HTML" }],
  [CONVERTS, { description: "Extract pages from a PDF" }],
  [CONVERTS, { description: "Validate an address" }],
  [CONVERTS, { description: "Checks the validity of a name" }],
  [CONVERTS, { description: "Determine if a list has a pet" }],
  [CONVERTS, { description: "Preview a page of a pet" }],
  [ENDS, { path: "/pets/preview" }],
  [ENDS, { path: "/owners/petsList" }],
  [ENDS, { path: "/pets/calculate" }],
  [ENDS, { path: "/pets/filter/details" }],
  [ONLY, { description: "It uses a POST for a read-only retrieval operation." }],
  [ONLY, { description: "Pets.\n\nThis endpoint doesn't create or modify any data." }],
])("a POST shows that it reads: %s: %j", (shown, given) => {
  expect(safeIn(given).map((sign) => [sign.shown, sign.lines])).toEqual([[shown, []]]);
});

test.each<Given>([
  { summary: "Return a pet to the shop" },
  { summary: "Return an item" },
  { summary: "Return the order of a customer" },
  { summary: "Return all items of an order" },
  { summary: "Identify a user" },
  { summary: "Identify the current visitor by an email address" },
  { summary: "Given a pet, send it home" },
  { summary: "Infer the kind of a pet and store it" },
  { summary: "Begins an export of pets" },
  { path: "/{pet}", summary: "Returns the pet" },
  { id: "getAuthenticationToken" },
  { summary: "Check in a pet" },
  { summary: "Checks out a pet" },
  { summary: "Gets a code that lets a caller in" },
  { summary: "Returns the pet, and it is marked as read" },
  { summary: "Lists the pets and deletes them" },
  { summary: "Validates a voucher" },
  { summary: "Convert a quote to an order" },
  { summary: "Transform the quote in an invoice" },
  { summary: "Convert a public channel to a private channel" },
  { summary: "Convert text to speech and play it on the call" },
  { summary: "Convert HTML to PDF, and upload it" },
  { summary: "Convert HTML to PDF", description: "The file is hosted for a day." },
  { summary: "Validate a licence" },
  { summary: "Verify a bank account" },
  { summary: "Check the pets out" },
  { summary: "Preview", description: "It creates a page." },
  { id: "listUploadLinks" },
  { path: "/pets/{pet}", summary: "Returns the pet" },
  { path: "/simulations/payments", summary: "Simulate a payment to your account" },
  { summary: "Simulates a payment", description: "In production, this happens once a month." },
  { summary: "Lists and books cages" },
  { summary: "Get or lock the logs" },
  { summary: "Obtiene y crea una mascota" },
  { summary: "Calculate the price and book the pet" },
  { summary: "Get the updated order" },
  { description: "This endpoint gets licenses for one or more pictures." },
  { summary: "Lists pets", description: "Deletes the pets that were listed." },
  { path: "/owners/price-list" },
  { path: "/pets/{id}/view" },
  { path: "/pets/details", summary: "Stores the details of a pet" },
  { description: "It is not a read-only operation." },
  { description: "Stores a pet. It doesn't create or update any data." },
  { description: "This endpoint doesn't create any pets." },
  { id: "findAndDelete" },
  { id: "getOrCreatePet" },
  { path: "/pets/search-and-hold", id: "run" },
  { id: "getSeats", summary: "Search and hold seats" },
  { id: "findAndClear" },
  { id: "searchAndOrders", summary: "Find and orders pets" },
  { id: "getSeats", summary: "Search and/or delete pets" },
  { id: "getSeats", summary: "Get and/or create a list of pets" },
  { id: "getSeats", summary: "Search and, or, hold seats" },
  { id: "searchAndNotify" },
  { id: "listAndDequeue" },
  { id: "getSeats", summary: "Search and unlock messages" },
  { id: "getSeats", summary: "Search and perform a cleanup" },
])("a POST that may change something is not named: %j", (given) => {
  expect(safeIn(given)).toEqual([]);
});

test.each<Given>([
  { id: "findAndSort" },
  { id: "getPets", summary: "Search and" },
  { id: "getPets", summary: "Search and/or filter pets" },
  { id: "getPets", summary: "Search and sorts pets" },
  { id: "searchAndCountPets" },
  { id: "getPets", summary: "Search and autocomplete pets" },
  { id: "getPets", summary: "Search and suggest pets" },
  { id: "searchAndSuggests" },
  { id: "getPets", summary: "Filter and perform a weighted search" },
  { id: "getByNameAndBook" },
])("what is found is used: %j", (given) => {
  expect(safeIn(given).map(({ shown }) => shown)).toEqual([NAMED]);
});

test.each<readonly [string, Given]>([
  ["another name", { id: "run" }],
  ["a name of a change", { id: "createPetList" }],
  ["a sentence that ends with the word", { id: "Reorder the list" }],
  ["a path that ends with a template", { path: "/pets/{search}" }],
  ["a text of a change", { id: "getPet", summary: "Creates a pet" }],
  ["a second verb", { id: "getPet", summary: "Finds a pet and deletes it" }],
  ["a token", { id: "getAccessToken" }],
  ["a login", { id: "getLogin" }],
  ["an address that is made for a caller", { id: "getUploadUrl" }],
  ["no content", { id: "getPet", responses: "'200': { description: P }" }],
  ["another start", { id: "getPet", responses: `'202': { description: P, ${BODY} }` }],
  [
    "a created thing",
    { id: "getPet", responses: `'201': { description: P, headers: { Location: {} }, ${BODY} }` },
  ],
])("a POST with %s is not", (_, given) => {
  expect(safeIn(given)).toEqual([]);
});

test("a framework that writes 201 for every POST hides no read", () => {
  expect(safeIn({ id: "getPet", responses: `'201': { description: P, ${BODY} }` })).toMatchObject([
    {
      shown: "it is called a read",
      missing: "it responds with 201, as a create does: write `safe: true` where it only reads",
    },
  ]);
});

test.each(["true", "false"])("what a person says of it is not asked again: %s", async (safe) => {
  const { traits } = await planUnder(post({ id: "getPet" }), `operations:\n  getPet: { safe: ${safe} }`);
  expect(traits.lost).toEqual([]);
});

test.each<readonly [string, Given]>([
  [BEGINS, { id: "check", summary: "Check if a pet to be created is valid" }],
  [BEGINS, { id: "run", description: "Returns a summary of pets that could be updated." }],
  [BEGINS, { id: "run", summary: "Lists conflicts with any existing scheduled changes" }],
  [ONLY, { id: "sort", summary: "Sort pets into kinds without storing them" }],
  [NAMED, { id: "getLogs", responses: "'200': { description: L, content: { text/plain: {} } }" }],
  [NAMED, { id: "searchPets", summary: "Search pets", responses: "'200': { description: P }" }],
  [NAMED, { id: "listPets", summary: "List pets. Used by admins to view and modify a pet." }],
])("a POST of a read, whose text says what was done to others, is a sign: %s %o", (shown, given) => {
  expect(safeIn(given)).toMatchObject([{ shown, lines: [] }]);
});

test.each<Given>([
  { id: "run", description: "Returns a summary of pets, and updates them." },
  { id: "sort", summary: "Sort pets into kinds, not without storing them in a list" },
  { id: "getPets", summary: "Wake the pets", responses: "'200': { description: P }" },
  { id: "listPets", summary: "List pets and modify a pet." },
])("a POST that changes something is no sign of a read: %o", (given) => {
  expect(safeIn(given)).toEqual([]);
});

/** A POST, and the GET at its path. */
const pair = (summary: string, ofGet: string, more = "") =>
  `paths: { /charts: { post: { operationId: a, summary: ${summary}, responses: { '200': { description: C, ${BODY} } } }, get: { operationId: b, summary: ${ofGet}, responses: { '200': { description: C, ${more === "" ? BODY : more} } } } } }`;

test.each([
  ["of one text, which name a thing", pair("Chart service", "Chart service"), 1],
  [
    "of one text, which says how to fill a request",
    pair(
      "Chart service. Use the `size` parameter to set the size of a page of a previously run query.",
      "Chart service. Use the `size` parameter to set the size of a page of a previously run query.",
    ),
    1,
  ],
  ["of one text, which name a change", pair("Create charts", "Create charts"), 0],
  ["of two texts", pair("Chart service", "All charts"), 0],
  ["of one text, for a token", pair("Token service", "Token service").replace("/charts", "/token"), 0],
  ["of one word", pair("Charts", "Charts"), 0],
  ["of two responses", pair("Chart service", "Chart service", json("{ type: array, items: {} }")), 0],
])("a POST and a GET at one path, %s", (_, text, count) => {
  const signs = lostIn(text).filter(({ trait }) => trait === "safe");
  expect(signs.map(({ shown }) => shown)).toEqual(
    Array.from({ length: count }, () => "the GET at its path has the same text and the same response"),
  );
});

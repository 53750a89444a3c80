import { expect, test } from "vitest";
import { sentOnceLines } from "../../src/cli/sent-once-lines.js";
import { run, shop } from "./run.js";

const CHANGED = "200: { description: Done, content: { application/json: { schema: { type: object } } } }";

const contract = (paths: string, more = "") => `openapi: 3.1.0
info: { title: Corner shop, version: "1.2" }
servers: [{ url: https://shop.example/v1 }]
paths:
${paths}${more}`;

/** An operation of a contract, in one line. */
const operation = (path: string, method: string, members: string) =>
  `  ${path}: { ${method}: { ${members}, responses: { ${CHANGED} } } }\n`;

/** The section that `inspect` prints. */
async function sectionOf(text: string, ...flags: readonly string[]): Promise<readonly string[]> {
  const { out, exitCode } = await run(["inspect", shop(text).contract, ...flags]);
  expect(exitCode).toBe(0);
  const lines = out.split("\n");
  const at = lines.indexOf("Sent once");
  return at < 0 ? [] : lines.slice(at + 1, lines.indexOf("", at));
}

const ALL = [
  operation("/orders", "post", "operationId: createOrder"),
  operation("/stock", "post", "operationId: safetyStock, summary: Safety stock"),
  operation("/search", "post", "operationId: getOrders, summary: Gets orders"),
  operation("/orders/{id}", "put", "operationId: b, parameters: [{ name: id, in: path, required: true }]"),
].join("");

test("changes that are sent once, and the POSTs that no text shows to be changes", async () => {
  expect(await sectionOf(contract(ALL))).toEqual([
    "  3 operations may change something, and nothing shows that a repeat is harmless.",
    "  After a lost response the client does not send them again: it throws OutcomeUnknownError.",
    "  Of these, 1 POST may only read: no usual verb of a change begins its text. Where one does,",
    "  add `safe: true` in cabinetry.yaml; where one has a key or starts work, `idempotency` or `background`:",
    "      POST /stock",
  ]);
});

test("with --verbose, each is named", async () => {
  const header = "parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }]";
  const put = operation("/shop", "put", `operationId: c, ${header}`);
  expect(await sectionOf(contract(ALL + put), "--verbose")).toEqual([
    "  3 operations may change something, and nothing shows that a repeat is harmless.",
    "      POST /orders, POST /search, POST /stock",
    "  1 operation may change something on a condition, which a repeat could fail for what the first request changed.",
    "      PUT /shop",
    "  After a lost response the client does not send them again: it throws OutcomeUnknownError.",
    "  Of these, 1 POST may only read: no usual verb of a change begins its text. Where one does,",
    "  add `safe: true` in cabinetry.yaml; where one has a key or starts work, `idempotency` or `background`:",
    "      POST /stock",
  ]);
});

/** The POSTs that are listed. */
async function listed(posts: readonly (readonly [path: string, members: string])[], more = "") {
  const all = posts.map(([path, members]) => operation(path, "post", members)).join("");
  const lines = (await sectionOf(contract(all, more))).slice(4);
  return lines.flatMap((line) => line.trim().split(", "));
}

test("a name of a change counts without the class and the action that a framework adds", async () => {
  const names = ["CratesController_addCrate", "CratesController_create", "Crates_Create", "crates_create"];
  const others = [
    "crateCreate",
    "crates#create",
    "crates-create",
    "crates-create_instance",
    "find_or_create",
  ];
  const posts = [...names, ...others].map(
    (id, at) => [`/crates${String(at)}`, `operationId: "${id}"`] as const,
  );
  const reads = [
    ["/crates/price", "operationId: crate_price"],
    ["/crates/import", "operationId: previewCrateImport"],
  ] as const;
  expect(await listed([...posts, ...reads])).toEqual(reads.map(([path]) => `POST ${path}`).sort());
});

test("a method that the client calls create is a change, unless its text is of a read", async () => {
  const posts = [
    ["/crates", 'description: ""'],
    ["/prices", "description: Verifies prices"],
  ] as const;
  expect(await listed(posts)).toEqual(["POST /prices"]);
});

test("the first verb counts behind what opens a text", async () => {
  const posts = [
    ["/a", "description: Use this method to send crates."],
    ["/b", "description: Use the `/b` endpoint to delete a crate."],
    ["/c", "description: This endpoint allows you to store a crate."],
    ["/d", "description: Launch a crate."],
    ["/e", "description: Changes a crate."],
    ["/f", "description: Use this method to weigh crates."],
    ["/g", "description: Changes of a crate."],
    ["/h", "description: Resubmits a crate."],
    ["/i", "description: Anonymize a crate."],
    ["/j", "description: Retest a crate."],
    ["/k", "description: Test a crate."],
    ["/l", "description: Reports a crate."],
  ] as const;
  expect(await listed(posts)).toEqual(["POST /f", "POST /g", "POST /k", "POST /l"]);
});

test("what needs a scope for writing or gives a token is not listed", async () => {
  const schemes =
    "components: { securitySchemes: { o: { type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { a: A } } } } } }\n";
  const posts = [
    ["/weigh", "security: [{ o: [crates.write] }]"],
    ["/measure", "security: [{ o: [crates.read] }, { o: [crates.write] }]"],
    ["/auth/token", "operationId: token"],
    ["/tokens/price", "operationId: token_price"],
  ] as const;
  expect(await listed(posts, schemes)).toEqual(["POST /measure", "POST /tokens/price"]);
});

test.each(["conditionalChange", "background"])("an operation with the trait %s is not listed", (trait) => {
  const base = { name: "a.b", method: "POST", pointer: "", scopes: [], switchedOff: [], sentOnce: {} };
  const found = { trait, facts: {}, reason: "", decidedBy: "configuration" as const };
  const operations = [
    { ...base, path: "/a", traits: [found] },
    { ...base, path: "/b", traits: [] },
  ];
  expect(sentOnceLines({ operations, unrecognised: [] }, false).at(-1)).toBe("      POST /b");
});

test("a PATCH alone is counted, and nothing is listed", async () => {
  const patch = operation("/orders", "patch", "summary: Change an order");
  expect(await sectionOf(contract(patch))).toEqual([
    "  1 operation may change something, and nothing shows that a repeat is harmless.",
    "  After a lost response the client does not send it again: it throws OutcomeUnknownError.",
  ]);
});

test("a change with If-Match is sent once, whatever its method", async () => {
  const header = "parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }]";
  expect(await sectionOf(contract(operation("/shop", "put", `operationId: b, ${header}`)))).toEqual([
    "  1 operation may change something on a condition, which a repeat could fail for what the first request changed.",
    "  After a lost response the client does not send it again: it throws OutcomeUnknownError.",
  ]);
});

test("no section where each operation may be repeated", async () => {
  const reads = operation("/orders", "get", "operationId: a");
  expect(await sectionOf(contract(reads + operation("/shop", "delete", "operationId: b")))).toEqual([]);
});

test("where problems say what is retryable, a DELETE is sent once, too", async () => {
  const problem =
    "500: { description: P, content: { application/problem+json: { schema: { properties: { code: { type: string }, retryable: { type: boolean } } } } } }";
  const changes = operation("/shop", "delete", "operationId: b");
  const [first] = await sectionOf(contract(changes.replace(CHANGED, `${CHANGED}, ${problem}`)));
  expect(first).toBe("  1 operation may change something, and nothing shows that a repeat is harmless.");
});

test("--strict does not fail on it", async () => {
  const create = operation("/orders", "post", "operationId: createOrder");
  expect(await sectionOf(contract(create), "--strict")).toHaveLength(2);
});

test("--json names the verb of a change", async () => {
  const { contract: path } = shop(contract(ALL));
  const json = JSON.parse((await run(["inspect", path, "--json"])).out) as {
    operations: { path: string; method: string; sentOnce?: object }[];
  };
  expect(json.operations.map((one) => [one.path, one.sentOnce])).toEqual(
    expect.arrayContaining([
      ["/orders", { change: "create" }],
      ["/stock", {}],
      ["/search", {}],
      ["/orders/{id}", undefined],
    ]),
  );
});

test("without --verbose, the first are listed", () => {
  const operations = Array.from({ length: 23 }, (_, index) => ({
    name: `a.b${String(index)}`,
    method: "POST",
    path: `/${"a".repeat(90)}${String(index)}`,
    pointer: "",
    scopes: [],
    traits: [],
    switchedOff: [],
    sentOnce: {},
  }));
  const lines = sentOnceLines({ operations, unrecognised: [] }, false);
  expect([lines.length, lines.at(-1)]).toEqual([4 + 20 + 1, "      and 3 more; --verbose prints all"]);
  expect(sentOnceLines({ operations, unrecognised: [] }, true)).toHaveLength(4 + 23 + 23);
});

import { expect, test } from "vitest";
import { json, lostIn } from "./lost-contract.js";

const SETTINGS = "{ $ref: '#/components/schemas/Settings' }";
const SCHEMAS = "components: { schemas: { Settings: { properties: { zone: { type: string } } } } }";
const OK = `responses: { '200': { description: P, ${json(SETTINGS)} } }`;
const BODY = `requestBody: { ${json("{ properties: { id: { type: string }, patch: { type: object } } }")} }`;
const post = (more = "", responses = OK) => `post: { operationId: changeIt, ${more}${BODY}, ${responses} }`;
const UPDATES = `/settings/updates: { ${post()} }`;

/** What the texts about a read are. */
interface Texts {
  readonly info?: string;
  readonly read?: string;
  readonly etag?: string;
}

/** A read of settings with an ETag, and changes at other paths. */
function saidOf(
  { info = "", read = "", etag = "" }: Texts,
  changes: string,
  beside = "",
  hasETag = true,
): unknown {
  const headers = hasETag ? `headers: { ETag: { description: '${etag}' } }, ` : "";
  const response = `{ description: P, ${headers}${json(SETTINGS)} }`;
  const id = "{ in: path, name: id, required: true, schema: { type: string } }";
  const contract = `info: { description: '${info}' }
paths: { "/boxes/{id}/settings": { parameters: [${id}], get: { operationId: readIt, description: '${read}', responses: { '200': ${response} } }${beside} }, ${changes} }
${SCHEMAS}`;
  return lostIn(contract).map(({ trait, shown, lines }) => [
    trait,
    shown,
    lines[1]?.trim(),
    lines.at(-1)?.trim(),
  ]);
}

const GET = "GET /boxes/{id}/settings";
const LINE = `conditional: { read: "${GET}", header: If-Match, undeclared: true }`;
const named = (shown: string, key = "POST /settings/updates", line = LINE) => [
  ["conditional", shown, `"${key}":`, line],
];
const BY_READ = `the description of \`${GET}\` says that its ETag goes into \`If-Match\``;
const READ: Texts = { read: "Changes have to present this ETag in `If-Match`." };

test("a change elsewhere is named where the ETag of its read is for If-Match", () => {
  expect(saidOf({ etag: "Send it back in `If-Match`." }, UPDATES)).toEqual(
    named(`the description of the ETag of \`${GET}\` says that it goes into \`If-Match\``),
  );
  expect(saidOf(READ, UPDATES)).toEqual(named(BY_READ));
  expect(saidOf({ info: "Send the ETag that was read in `If-Match`." }, UPDATES)).toEqual(
    named(`the description of the contract says that ETags go into \`If-Match\`, and \`${GET}\` has one`),
  );
});

test.each([
  ["the ETag of the read is declared", { info: "Send the ETag that was read in `If-Match`." }, "readIt"],
  ["nothing declares an ETag", { info: "Send the ETag that was read in `If-Match`." }, "bare"],
])("so is one that is accepted for later, where %s", (_, texts, kind) => {
  const job = `"/jobs/{jobId}": { get: { operationId: job, parameters: [{ in: path, name: jobId, required: true, schema: { type: string } }], responses: { '200': { description: J, ${json("{ properties: { status: { enum: [done, failed] } } }")} } } } }`;
  const accepted = post("", "responses: { '202': { description: A, headers: { Location: {} } } }");
  const paths = `/settings/updates: { ${accepted} }, ${job}`;
  const shown =
    kind === "readIt"
      ? `the description of the contract says that ETags go into \`If-Match\`, and \`${GET}\` has one`
      : "the description of the contract says that changes take `If-Match`";
  expect(saidOf(texts, paths, "", kind === "readIt")).toEqual(named(shown));
});

test("so is one below the read, whatever it returns", () => {
  const id = "parameters: [{ in: path, name: id, required: true, schema: { type: string } }], ";
  const below = `"/boxes/{id}/settings/reset": { ${post(id, "responses: { '204': { description: P } }")} }`;
  expect(saidOf(READ, below)).toEqual(named(BY_READ, "POST /boxes/{id}/settings/reset"));
});

test.each(["comments", "users/{user}"])("another thing below the read is not of its ETag: %s", (last) => {
  const names = ["id", ...(last.includes("{") ? ["user"] : [])];
  const parameters = names.map(
    (name) => `{ in: path, name: ${name}, required: true, schema: { type: string } }`,
  );
  const below = `"/boxes/{id}/settings/${last}": { ${post(`parameters: [${parameters.join(", ")}], `, "responses: { '204': { description: P } }")} }`;
  expect(saidOf(READ, below)).toEqual([]);
});

const IF_MATCH = "parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }], ";

test.each<readonly [string, Texts, string]>([
  ["nothing says it", { etag: "A version." }, UPDATES],
  ["a text denies it", { read: "`If-Match` is not supported." }, UPDATES],
  ["the ETag is weak", { etag: "A weak ETag. Send it in `If-Match`." }, UPDATES],
  ["it creates something", READ, `/settings/updates: { ${post("", OK.replace("200", "201"))} }`],
  [
    "it has another condition",
    READ,
    `/settings/updates: { ${post(IF_MATCH.replace("If-Match", "If-None-Match"))} }`,
  ],
  ["it is a DELETE", READ, `/settings/updates: { ${post().replace("post", "delete")} }`],
  [
    "another change takes the header",
    READ,
    `${UPDATES}, /settings/patches: { ${post(IF_MATCH).replace("changeIt", "patchIt")} }`,
  ],
  [
    "a change of the contract takes the header that its text names",
    { info: "Send `If-Match`." },
    `${UPDATES}, /hats: { put: { operationId: wear, ${IF_MATCH}responses: { '412': { description: Stale ETag. } } } }`,
  ],
])("not where %s", (_, texts, changes) => {
  const said = saidOf(texts, changes) as readonly (readonly string[])[];
  expect(said.filter(([, shown]) => shown?.includes("says that"))).toEqual([]);
});

test("not where the path of the read has a change: that is the one", () => {
  const put = `, put: { operationId: putIt, ${BODY}, ${OK} }`;
  expect(saidOf(READ, UPDATES, put)).toEqual(named("the GET of its path has an ETag", `PUT ${GET.slice(4)}`));
});

/** Boxes without an ETag, and the changes that a text of the contract is about. */
function undeclaredOf(info: string, { tag = "", put = "", get = "" } = {}): unknown {
  const id = "parameters: [{ in: path, name: id, required: true, schema: { type: string } }]";
  const ok = `responses: { '200': { description: P, ${get}${json(SETTINGS)} } }`;
  const contract = `info: { description: ${JSON.stringify(info)} }
tags: [{ name: boxes, description: ${JSON.stringify(tag)} }]
paths:
  /boxes:
    get: { operationId: list, responses: { '200': { description: P, ${json(`{ type: array, items: ${SETTINGS} }`)} } } }
    post: { operationId: add, ${BODY}, responses: { '201': { description: P, ${json(SETTINGS)} } } }
  "/boxes/{id}":
    ${id}
    get: { operationId: read, tags: [boxes], ${ok} }
    put: { operationId: write, tags: [boxes], ${put}${BODY}, ${OK} }
    delete: { operationId: drop, tags: [boxes], responses: { '204': { description: P } } }
${SCHEMAS}`;
  return lostIn(contract)
    .filter(({ trait }) => trait === "conditional")
    .map(({ shown, lines }) => [shown, lines[1]?.trim(), lines.at(-1)?.trim()]);
}

const PUT = [
  '"PUT /boxes/{id}":',
  'conditional: { read: "GET /boxes/{id}", header: If-Match, undeclared: true }',
];
const DELETE = [
  '"DELETE /boxes/{id}":',
  'conditional: { read: "GET /boxes/{id}", header: If-Match, undeclared: true }',
];
const TAKES = "the description of the contract says that changes take `If-Match`";
const NEEDS = "the description of the contract says that changes need an ETag";

test.each([
  ["Every resource has an `ETag`. To change it, send that in `If-Match`.", [[TAKES, ...PUT]]],
  [
    "To change or delete a box, send its ETag in `If-Match`.",
    [
      [TAKES, ...DELETE],
      [TAKES, ...PUT],
    ],
  ],
  ["Changes need the ETag of the last read. A stale one gets a 412.", [[NEEDS, ...PUT]]],
  ["We use optimistic locking with ETags.", [[NEEDS, ...PUT]]],
  ["`If-Match` is not supported.", []],
  ["Browsers may send (CORS): allowed headers are Authorization and If-Match.", []],
  ["The v1 API took `If-Match` for changes.", []],
  ["Changes that take `If-Match` are planned.", []],
  ["To go on with a download, send `If-Match` and `Range`.", []],
  ["We use optimistic locking internally, so you never see an ETag.", []],
  ["Responses have an ETag, for caches.", []],
  ["Responses have an ETag, for caches.\n\nA quota that is used up gives 412.", []],
])("changes without a declared ETag are named by what the contract says of all: %s", (info, want) => {
  expect(undeclaredOf(info)).toEqual(want);
});

test("so are those of a tag that says it", () => {
  expect(undeclaredOf("", { tag: "Send `If-Match`." })).toEqual([
    ['the description of the tag "boxes" says that changes take `If-Match`', ...PUT],
  ]);
});

test("not where an operation that the text is about declares it", () => {
  const info = "Every resource has an `ETag`. To change it, send that in `If-Match`.";
  expect(undeclaredOf(info, { put: IF_MATCH })).toEqual([
    ['it needs "If-Match"', PUT[0], 'conditional: { read: "GET /boxes/{id}" }'],
  ]);
  expect(undeclaredOf(info, { get: "headers: { ETag: { schema: { type: string } } }, " })).toEqual([
    ["the GET of its path has an ETag", ...DELETE],
    ["the GET of its path has an ETag", ...PUT],
  ]);
});

test("changes that are accepted for later are those of what the text names, and not of their job", () => {
  const id = "parameters: [{ in: path, name: id, required: true, schema: { type: string } }]";
  const job = json("{ $ref: '#/components/schemas/Job' }");
  const change = (body: string) =>
    `post: { requestBody: { ${json(`{ properties: { ${body} } }`)} }, responses: { '202': { description: J, ${job} } } }`;
  const read = (schema: string) => `get: { ${id}, responses: { '200': { description: R, ${schema} } } }`;
  const sources = json("{ properties: { sources: { type: array, items: { properties: { id: {} } } } } }");
  const contract = `
info: { description: 'Settings and sources have an ETag. Send it back in \`If-Match\` when you change them.' }
paths: { "/boxes/{id}/settings": { ${read(json(SETTINGS))} }, "/boxes/{id}/sources": { ${read(sources)} }, "/jobs/{id}": { ${read(job)} }, /settings/updates: { ${change("zone: {}")} }, /boxes/source-updates: { ${change("sources: { type: array, items: {} }")} }, /boxes/state-updates: { ${change("on: {}")} } }
components: { schemas: { Settings: { properties: { zone: { type: string } } }, Job: { properties: { id: { type: string }, status: { type: string } } } } }`;
  const signs = lostIn(contract).filter(({ trait }) => trait === "conditional");
  expect(signs.map(({ lines }) => lines.slice(1).map((line) => line.trim()))).toEqual([
    ['"POST /boxes/source-updates":', 'conditional: { read: "GET ?", header: If-Match, undeclared: true }'],
    ['"POST /settings/updates":', 'conditional: { read: "GET ?", header: If-Match, undeclared: true }'],
  ]);
});

import { expect, test } from "vitest";
import { planUnder } from "./overrides/configured.js";
import { json, lostIn } from "./lost-contract.js";

const GET_HAS = "the GET of its path has an ETag";
const GET_TAKES = "the GET of its path takes an ETag in `If-None-Match`";
const BODY = `requestBody: { ${json("{ type: object }")} }`;
const ETAG = "headers: { ETag: {} },";
const matches = (name: string) => `parameters: [{ in: header, name: ${name}, schema: { type: string } }]`;
const PET = "{ properties: { name: { type: string } } }";

/** A read of `/pets/{id}`, and changes of it. */
function contractOf(read: string, changes: string, schema = PET, path = "/pets/{id}"): string {
  const id = "{ in: path, name: id, required: true, schema: { type: string } }";
  const common = path.includes("{id}") ? `parameters: [${id}],` : "";
  return `paths: { "${path}": { ${common}
    get: { operationId: readIt, ${read.startsWith("parameters") ? `${read}, ` : ""}responses: { '200': { description: P, ${read.startsWith("parameters") ? "" : read} ${json(schema)} } } },
    ${changes} } }`;
}

const put = (more = "", responses = "'204': { description: P }") =>
  `put: { operationId: changeIt, ${more}${more === "" ? "" : ", "}${BODY}, responses: { ${responses} } }`;
const remove = (more = "") =>
  `delete: { operationId: removeIt, ${more}${more === "" ? "" : ", "}responses: { '204': { description: P } } }`;

/** What is said of each change, by its method. */
const saidOf = (contract: string) =>
  lostIn(contract).map(({ trait, shown, lines }) => [
    trait,
    shown,
    /"([A-Z]+) /u.exec(lines[1] ?? "")?.[1] ?? "",
    lines.at(-1)?.trim() ?? "",
  ]);

const LINE = 'conditional: { read: "GET /pets/{id}", header: If-Match, undeclared: true }';

test("a change of what has an ETag is named, with the lines that make it conditional", () => {
  expect(lostIn(contractOf(ETAG, put()))).toEqual([
    {
      trait: "conditional",
      shown: GET_HAS,
      missing:
        "the change declares no `If-Match`: the client sends none, and can overwrite or delete what others wrote since the read",
      lines: ["operations:", '  "PUT /pets/{id}":', `    ${LINE}`],
    },
  ]);
});

test("pasted, these lines make it conditional; `false` accepts it as it is", async () => {
  const contract = contractOf(ETAG, put());
  const lostUnder = async (value: string) => {
    const keys = `operations: { "PUT /pets/{id}": { conditional: ${value} } }`;
    const { traits } = await planUnder(contract, keys);
    const change = traits.operations.find(({ method }) => method === "PUT");
    return [traits.lost, change?.traits.conditionalChange?.facts];
  };
  expect(await lostUnder(LINE.replace("conditional: ", ""))).toEqual([
    [],
    { header: "If-Match", read: { resource: "pets", method: "readIt", type: "PetsReadIt" } },
  ]);
  expect(await lostUnder("false")).toEqual([[], undefined]);
});

test("a change of what a cache may compare is accepted with `false`", async () => {
  const { traits } = await planUnder(
    contractOf(matches("If-None-Match"), put()),
    'operations: { "PUT /pets/{id}": { conditional: false } }',
  );
  expect(traits.lost).toEqual([]);
});

test.each<readonly [string, string, readonly (readonly string[])[]]>([
  [
    "and a DELETE beside it",
    contractOf(ETAG, `${put()}, ${remove()}`),
    [
      ["conditional", GET_HAS, "DELETE", LINE],
      ["conditional", GET_HAS, "PUT", LINE],
    ],
  ],
  [
    "without lines where the read takes If-None-Match alone: that saves a transfer",
    contractOf(matches("If-None-Match"), put()),
    [["conditional", GET_TAKES, "", ""]],
  ],
  [
    "with lines where the contract speaks of If-Match beside that",
    `info: { title: T, version: "1", description: "To change something, send its ETag in \`If-Match\`." }\n${contractOf(matches("If-None-Match"), put())}`,
    [["conditional", GET_TAKES, "PUT", LINE]],
  ],
  [
    "and a DELETE of what no other change is made to",
    contractOf(ETAG, remove()),
    [["conditional", GET_HAS, "DELETE", LINE]],
  ],
  [
    "and not a DELETE of what only a cache compares, without a change beside it",
    contractOf(matches("If-None-Match"), remove()),
    [],
  ],
  [
    "and not a DELETE beside a change that takes If-Match",
    contractOf(ETAG, `${put(matches("If-Match"))}, ${remove()}`),
    [["conditional", 'it takes "If-Match"', "PUT", 'conditional: { read: "GET /pets/{id}" }']],
  ],
  ["but not one without a body", contractOf(ETAG, put().replace(`${BODY}, `, "")), []],
  ["but not by a weak ETag", contractOf(`headers: { ETag: { schema: { example: 'W/"1"' } } },`, put()), []],
  [
    "but not by an ETag that is called weak",
    contractOf("headers: { ETag: { description: Weak ETag for caches. } },", put()),
    [],
  ],
  [
    "but not one whose body requires a version",
    contractOf(
      ETAG,
      put().replace(
        json("{ type: object }"),
        json("{ type: object, required: [_version], properties: { _version: { type: integer } } }"),
      ),
    ),
    [],
  ],
  ["but not by that of a list", contractOf(ETAG, put(), "{ type: array, items: {} }", "/pets"), []],
  [
    "but not by that of a list in an envelope",
    contractOf(ETAG, put(), "{ properties: { pets: { type: array, items: { type: object } } } }", "/pets"),
    [],
  ],
  [
    "but not one of what the path does not read",
    `paths:
  /pets/{id}: { get: { operationId: readIt, parameters: [{ in: path, name: id, required: true, schema: { type: string } }], responses: { '200': { description: P, ${ETAG} ${json(PET)} } } } }
  /pets/{id}/photo: { put: { operationId: changeIt, parameters: [{ in: path, name: id, required: true, schema: { type: string } }], ${BODY}, responses: { '204': { description: P } } } }`,
    [],
  ],
  ["but not one with another condition", contractOf(ETAG, put(matches("If-None-Match"))), []],
])("a change of what has a version is named %s", (_, contract, want) => {
  expect(saidOf(contract)).toEqual(want);
});

/** A POST below `/pets/{id}`. */
const below = (contract: string, action: string, more = "", others = "") => `${contract}
  /pets/{id}${action}: { parameters: [{ in: path, name: id, required: true, schema: { type: string } }], post: { ${more.includes("operationId") ? "" : "operationId: actOnIt,"} ${more} responses: { '204': { description: P } } }${others} }`;
const read = contractOf(ETAG, "x-no-change: true").replace("paths: {", "paths:\n ").replace(/ \}$/u, "");

test.each([
  ["/rename", "", "", true],
  [":archive", "summary: Archives a pet.,", "", true],
  ["/name", "summary: Rename a pet.,", "", false],
  ["/comments", "summary: Add a comment.,", "", false],
  ["/copy", "summary: Copy a pet.,", "", false],
  ["/move", "summary: Get what can be moved.,", ", get: { operationId: g, responses: {} }", false],
  ["/summary", "", "", false],
  ["/rename", "operationId: renamePet,", "", true],
  ["/rename", "operationId: pets_rename,", "", true],
  // Nothing but a verb.
  ["/cancel", "operationId: apiPetsIdCancelPost,", "", true],
  ["/cancel", "summary: Cancellation of a pet.,", "", true],
  // What begins so may be a noun.
  ["/release-notes", "summary: Release notes of a pet.,", "", false],
  ["/install-links", "operationId: installLinks,", "", false],
  ["/install", "summary: Create the address of an install.,", "", false],
  ["/launch", "operationId: create_launch,", "", false],
  ["/launch", "", "", false],
])("a POST to %s %s %s below what has an ETag is a change of it: %s", (action, more, others, want) => {
  const contract = below(read, action, more === "" ? "summary: Rename a pet.," : more, others);
  expect(saidOf(contract)).toEqual(
    want ? [["conditional", "the read of what it changes, `GET /pets/{id}`, has an ETag", "POST", LINE]] : [],
  );
});

test("a POST below what another change with If-Match is made to lacks it on purpose", () => {
  const changed = contractOf(ETAG, put(matches("If-Match")))
    .replace("paths: {", "paths:\n ")
    .replace(/ \}$/u, "");
  expect(saidOf(below(changed, "/rename", "summary: Rename a pet.,"))).toEqual([
    ["conditional", 'it takes "If-Match"', "PUT", 'conditional: { read: "GET /pets/{id}" }'],
  ]);
});

test.each([
  ["DELETE", "/pets/{id}", contractOf(ETAG, remove())],
  ["POST", "/pets/{id}/rename", below(read, "/rename", "summary: Rename a pet.,")],
])("the lines of a %s make it conditional, or accept it as it is", async (method, path, contract) => {
  const lostUnder = async (value: string) => {
    const keys = `operations: { "${method} ${path}": { conditional: ${value} } }`;
    const { traits } = await planUnder(contract, keys);
    const change = traits.operations.find((one) => one.method === method);
    return [traits.lost, change?.traits.conditionalChange?.facts.header];
  };
  expect(await lostUnder(LINE.replace("conditional: ", ""))).toEqual([[], "If-Match"]);
  expect(await lostUnder("false")).toEqual([[], undefined]);
});

/** A write with `If-None-Match`, described so. */
const creates = (description: string, name = "If-None-Match") =>
  put(matches(name).replace("schema:", `description: ${JSON.stringify(description)}, schema:`));

test.each([
  "The server respects If-None-Match if it is set to * (and will not overwrite an existing document).",
  "Set to '*' to create the pet.",
  "The pet is only written if it does not exist.",
])("a write that creates under `If-None-Match` and overwrites nothing is named: %s", (text) => {
  expect(saidOf(contractOf("", creates(text)))).toEqual([
    ["conditional", 'it takes "If-None-Match: *", under which it creates and overwrites nothing', "", ""],
  ]);
});

test.each([
  creates("The ETag of the copy in the cache."),
  creates("**Optional.** An ETag."),
  creates("Set to * to create the pet.", "X-Match"),
  remove(matches("If-None-Match").replace("schema:", "description: Set to * to delete nothing, schema:")),
])("a header of something else is not: %#", (change) => {
  expect(saidOf(contractOf("", change))).toEqual([]);
});

const CONDITION = "its response 412 is for a condition that fails (RFC 9110 section 15.5.13)";
const MAYBE = CONDITION.replace("is for", "may be for");

test.each([
  ["Precondition Failed", "", MAYBE],
  ["The pet was changed in the meantime.", "", CONDITION],
  ["A concurrent update was faster.", "", CONDITION],
  ["Only an empty cage can be removed.", "", undefined],
  ["The quota of concurrent jobs (concurrency limit) is exceeded.", "", undefined],
  ["The client app is an old version.", "", undefined],
  ["Precondition Failed", ", '412': { description: P }", undefined],
  ["Not the current version.", ", '412': { description: P }", CONDITION],
])("a 412 that is described as %j, beside a read%s: %s", (description, more, want) => {
  const contract = contractOf("", put("", `'412': { description: ${description} }`)).replace(
    `${json(PET)} } } },`,
    `${json(PET)} }${more} } },`,
  );
  expect(saidOf(contract)).toEqual(want === undefined ? [] : [["conditional", want, "PUT", LINE]]);
});

test.each([
  ["The account is not verified.", false],
  ["Precondition Failed", true],
  ["The version is stale.", true],
])("a 412 of a POST that is described as %j, beside an ETag, is one of a condition: %s", (text412, want) => {
  const post = `post: { operationId: act, ${BODY}, responses: { '204': { description: P }, '412': { description: ${text412} } } }`;
  expect(saidOf(contractOf(ETAG, post)).map(([, shown]) => shown)).toEqual(
    want ? ["its response 412 is for a condition that fails, and `GET /pets/{id}` has an ETag"] : [],
  );
});

/** A change that takes a member, and a read that gives one. */
function takes(given: string, taken: string, responses?: string, method = "put"): string {
  return contractOf(
    "",
    `${method}: { operationId: changeIt, requestBody: { ${json(`{ properties: { ${taken} } }`)} }, responses: { ${responses ?? "'204': { description: P }"} } }`,
    `{ properties: { ${given} } }`,
  );
}

const text = "{ type: string }";
const conflict = (description: string) => `'409': { description: ${description} }`;

test.each<readonly [string, string, string | undefined]>([
  ["an ETag in both bodies", takes(`etag: ${text}`, `etag: ${text}`), "etag"],
  [
    "an ETag that is compared",
    takes(`eTag: ${text}`, "eTag: { type: string, description: Makes sure that the value is up-to-date. }"),
    "eTag",
  ],
  [
    "an ETag of which a text says nothing",
    takes(`etag: ${text}`, "etag: { type: string, description: Etag of this pet. }"),
    undefined,
  ],
  [
    "an ETag that only the server gives",
    takes(`etag: ${text}`, "etag: { type: string, readOnly: true }"),
    undefined,
  ],
  ["an ETag that the read does not give", takes(`name: ${text}`, `etag: ${text}`), undefined],
  ["a version of a lock", takes(`rowVersion: ${text}`, `rowVersion: ${text}`), "rowVersion"],
  [
    "a version of a lock in an object that has the name of what is sent",
    takes(`lock_version: ${text}`, `pet: { properties: { lock_version: ${text} } }`),
    "pet.lock_version",
  ],
  [
    "a version of a lock in an object, which the read does not give",
    takes(`name: ${text}`, `pet: { properties: { lock_version: ${text} } }`),
    undefined,
  ],
  [
    "a version of a lock in the depth, of which a text says that it is compared",
    takes(
      `name: ${text}`,
      "data: { properties: { attributes: { properties: { lock_version: { type: integer, description: A stale one is refused. } } } } }",
    ),
    "data.attributes.lock_version",
  ],
  [
    "a version of a lock in the depth, of which a text says nothing",
    takes(
      `lock_version: ${text}`,
      `data: { properties: { keeper: { properties: { lock_version: ${text} } } } }`,
    ),
    undefined,
  ],
  [
    "a version beside a conflict of versions",
    takes(
      "version: { type: integer }",
      "version: { type: integer }",
      conflict("The version is stale; read again."),
    ),
    "version",
  ],
  [
    "a version beside a conflict of names",
    takes(
      "version: { type: integer }",
      "version: { type: integer }",
      conflict("A current version of this name exists already."),
    ),
    undefined,
  ],
  [
    "a version without a conflict",
    takes("version: { type: integer }", "version: { type: integer }"),
    undefined,
  ],
  [
    "a version beside a conflict, which the read does not give",
    takes(`name: ${text}`, "version: { type: integer }", conflict("Version conflict")),
    undefined,
  ],
  [
    "the version of an image",
    takes(
      "version: { type: string }",
      "version: { type: string, description: Version of the image to deploy. }",
      conflict("Version conflict"),
    ),
    undefined,
  ],
  [
    "the version of what the path names",
    takes(
      "version: { type: string }",
      "version: { type: string, description: Version of the pet. }",
      conflict("Version conflict"),
    ),
    "version",
  ],
  [
    "a version beside a newer one that runs",
    takes("version: { type: string }", "version: { type: string }", conflict("A newer version is deployed.")),
    undefined,
  ],
  [
    "the letter of a drawing",
    takes(
      "rev: { type: string }",
      "rev: { type: string, description: Revision letter of the drawing }",
      conflict("It was modified by someone else."),
    ),
    undefined,
  ],
  [
    "a version with parts",
    takes("version: { type: object }", "version: { type: object }", conflict("Version conflict")),
    undefined,
  ],
  [
    "the ETag of what is copied",
    takes(
      `source_etag: ${text}`,
      "source_etag: { type: string, description: 'ETag of the part that was uploaded; must match.' }",
    ),
    undefined,
  ],
  [
    "a version with a pattern",
    takes(
      `version: ${text}`,
      "version: { type: string, description: 'Semantic version, must match the pattern x.y.z.' }",
    ),
    undefined,
  ],
  [
    "the fingerprint of a device",
    takes(
      `deviceFingerprint: ${text}`,
      "deviceFingerprint: { type: string, description: It must match the device. }",
    ),
    undefined,
  ],
  [
    "a version that only the server gives",
    takes(
      `version: ${text}`,
      "version: { type: string, readOnly: true, description: For optimistic locking. }",
    ),
    undefined,
  ],
  [
    "a version in the query of the API",
    contractOf(
      "",
      put(
        "parameters: [{ in: query, name: version, description: Version of the API, schema: { type: integer } }]",
        conflict("Concurrent change"),
      ),
      "{ properties: { version: { type: integer } } }",
    ),
    undefined,
  ],
  [
    "a version in the query",
    contractOf(
      "",
      put(
        "parameters: [{ in: query, name: version, schema: { type: integer } }]",
        conflict("Version conflict"),
      ),
      "{ properties: { version: { type: integer } } }",
    ),
    "version",
  ],
])("%s is the version that a change is made to", (_, contract, want) => {
  expect(lostIn(contract).map(({ shown, lines }) => [shown, lines])).toEqual(
    want === undefined ? [] : [[`it takes the version that it changes in "${want}"`, []]],
  );
});

test("a POST to a collection creates, whatever its body has", () => {
  const contract = takes(`etag: ${text}`, `etag: ${text}`, undefined, "post");
  expect(lostIn(contract)).toHaveLength(1);
  expect(lostIn(contract.replaceAll("/pets/{id}", "/pets").replace(/parameters: \[.*?\],/u, ""))).toEqual([]);
});

test.each([
  ["/settings/updates", true],
  ["/settings", false],
])("a POST to %s is a change of one thing: %s", (path, isChange) => {
  const body = `{ properties: { id: ${text}, rowVersion: ${text} } }`;
  const contract = `paths:
  /boxes/{id}/settings: { get: { operationId: a, parameters: [{ in: path, name: id, required: true, schema: { type: string } }], responses: { '200': { description: P, ${json(body)} } } } }
  ${path}: { post: { operationId: b, requestBody: { ${json(body)} }, responses: { '204': { description: P } } } }`;
  expect(lostIn(contract).map(({ shown }) => shown)).toEqual(
    isChange ? ['it takes the version that it changes in "rowVersion"'] : [],
  );
});

test("what is longer than the phrase of the status is not it: it is not searched on and on", () => {
  const dashes = "-".repeat(200);
  expect(saidOf(contractOf("", put("", `'412': { description: "Precondition failed ${dashes}" }`)))).toEqual(
    [],
  );
});

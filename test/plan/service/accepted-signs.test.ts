import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { openValueLines } from "../../../src/cli/open-values.js";
import { diagnoseSigns } from "../../../src/plan/service/signs/find-signs.js";
import { acceptedBy, type LostSign } from "../../../src/plan/service/signs/sign.js";
import { planUnder } from "./overrides/configured.js";
import { json, LIST, pets } from "./lost-contract.js";

/** Bodies of errors, one for each status. */
const errors = (...bodies: readonly (readonly [number, string])[]) =>
  bodies
    .map(
      ([status, members]) =>
        `'${String(status)}': { description: E, ${json(`{ properties: { ${members} } }`)} }`,
    )
    .join(", ");

const CHANGE = "/pets: { post: { operationId: a, description: Adds one., responses: {} } }";

/** A response with these members, beside a change. */
const told = (members: string, change = CHANGE) => `paths:
  ${change}
  /capabilities: { get: { operationId: c, responses: { '200': { description: C, ${json(`{ properties: { ${members} } }`)} } } } }`;

const LIMIT = "readsPerMinute: { type: integer }";

/** An exchange whose form has more fields than the client sends by itself. */
const exchange = (fields: string, required = "grant_type") => `paths:
  /token: { post: { operationId: t, requestBody: { content: { application/x-www-form-urlencoded: { schema: { required: [${required}], properties: {
    grant_type: { const: 'urn:ietf:params:oauth:grant-type:token-exchange' }, subject_token: { type: string }, subject_token_type: { const: 'urn:a:key' }, ${fields} } } } } },
    responses: { '200': { description: T, ${json("{ properties: { access_token: { type: string }, issued_token_type: { type: string }, token_type: { type: string } } }")} } } } }
  /pets: { get: { operationId: a, security: [{ b: [] }], responses: {} } }
components: { securitySchemes: { b: { type: http, scheme: bearer } } }`;

const SCOPED = "components: { securitySchemes: { o: { type: oauth2, flows: {} } } }";

/** A start, its state, and what is below that. */
const job = (states: string, more = "") => `paths:
  /exports: { post: { operationId: a, responses: { '202': { description: A, ${json("{ properties: { id: { type: string } } }")} } } } }
  /exports/{id}: { get: { operationId: b, parameters: [{ in: path, name: id, required: true, schema: { type: string } }], responses: { '200': { description: S, ${json(`{ properties: { id: { type: string }, status: { enum: [${states}] }${more} } }`)} } } } }
  /exports/{id}/log: { get: { operationId: c, parameters: [{ in: path, name: id, required: true, schema: { type: string } }], responses: { '200': { description: L, ${json("{ properties: { text: { type: string } } }")} } } } }
  /exports/{id}/file: { get: { operationId: d, parameters: [{ in: path, name: id, required: true, schema: { type: string } }], responses: { '200': { description: F, ${json("{ properties: { text: { type: string } } }")} } } } }`;

test.each<readonly [string, string]>([
  [
    "a cursor",
    pets(
      "get",
      `responses: { '200': { description: P, ${json(`{ properties: { ${LIST}, next_cursor: { type: string } } }`)} } }`,
    ),
  ],
  [
    "a page beside two lists",
    pets(
      "get",
      `parameters: [{ in: query, name: page, schema: { type: integer } }], responses: { '200': { description: P, ${json(`{ properties: { ${LIST}, rows: { type: array, items: {} }, entries: { type: array, items: {} } } }`)} } }`,
    ),
  ],
  [
    "pages that only a text describes",
    pets(
      "get",
      `description: Results are paginated., responses: { '200': { description: P, ${json("{ type: array, items: {} }")} } }`,
    ),
  ],
  [
    "a position that only its text names",
    pets(
      "get",
      `parameters: [{ in: query, name: fetchPointer, description: For paged output., schema: { type: string } }], responses: { '200': { description: P, ${json(`{ properties: { ${LIST} } }`)} } }`,
    ),
  ],
  [
    "the size of a page alone",
    pets(
      "get",
      `parameters: [{ in: query, name: page_size, schema: { type: integer } }], responses: { '200': { description: P, ${json(`{ properties: { ${LIST} } }`)} } }`,
    ),
  ],
  [
    "a cursor that is an object",
    pets(
      "post",
      `requestBody: { ${json("{ properties: { cursor: { properties: { row: { type: string } } } } }")} }, responses: { '200': { description: P, ${json(`{ properties: { ${LIST}, cursor: { properties: { row: { type: string } } } } }`)} } }`,
    ),
  ],
  ["a header that only a text names", pets("get", "description: 'Send `X-Tenant`.', responses: {}")],
  [
    "a change whose scopes are for reading",
    `${pets("post", "summary: Pays all pets, security: [{ o: [a:read] }], responses: { '200': { description: P } }")}
${SCOPED}`,
  ],
  [
    "a key that is a signature",
    `${pets("get", "security: [{ k: [] }], responses: {}")}
components: { securitySchemes: { k: { type: apiKey, in: header, name: k, description: The hash of the request body. } } }`,
  ],
  ["a start without a state", pets("post", "responses: { '202': { description: A } }")],
  [
    "a start whose states have no failure",
    job("queued, running, done")
      .replace("'202'", "'201'")
      .replace("id: { type: string } }", "id: { type: string }, status: { enum: [queued, running, done] } }"),
  ],
  [
    "what starts a thing again",
    job("scheduled, succeeded, failed")
      .replace(
        "/exports: {",
        "/exports/{key}/retry: { parameters: [{ in: path, name: key, required: true, schema: { type: string } }],",
      )
      .replace("'202'", "'200'")
      .replace(
        "id: { type: string } }",
        "id: { type: string }, status: { enum: [scheduled, succeeded, failed] } }",
      ),
  ],
  ["states that are unknown", job("queued, odd, succeeded, failed")],
  ["a failure that is not read", job("queued, succeeded, failed", ", error: { type: object }")],
  [
    "a time between polls",
    job("queued, succeeded, failed").replace(
      "operationId: b",
      "operationId: b, description: Poll every 30 seconds.",
    ),
  ],
  [
    "a time between polls, beside states that are unknown and a result",
    job("queued, odd, succeeded, failed").replace(
      "operationId: b",
      "operationId: b, description: Poll every 30 seconds.",
    ),
  ],
  ["results of a job", job("queued, succeeded, failed")],
  [
    "a read by its name alone",
    pets(
      "post",
      `responses: { '200': { description: P, ${json("{ properties: { name: { type: string } } }")} } }`,
    ).replace("/pets:", "/pets/search:"),
  ],
  [
    "a key that only a description names",
    pets("post", "description: Send `Idempotency-Key`., responses: { '204': { description: P } }"),
  ],
  [
    "a time of keys",
    pets(
      "post",
      "parameters: [{ in: header, name: Idempotency-Key, description: Valid for 24 hours., schema: { type: string } }], responses: { '204': { description: P } }",
    ),
  ],
  [
    "rules by which the client can make no key, and one that it does not check",
    pets(
      "post",
      "parameters: [{ in: header, name: Idempotency-Key, schema: { type: string, maxLength: 8, pattern: '^(?!x).+$', not: { const: x } } }], responses: { '204': { description: P } }",
    ),
  ],
  [
    "what a change does not take of its read",
    `paths:
  /pets: { get: { operationId: a, tags: [pets], parameters: [{ in: query, name: zooId, schema: { type: string } }, { in: query, name: groupId, schema: { type: string } }], responses: { '200': { description: P, headers: { ETag: { schema: { type: string } } }, ${json("{ properties: { name: { type: string } } }")} } } },
    put: { operationId: b, tags: [pets], parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }], requestBody: { ${json("{ properties: { name: { type: string } } }")} }, responses: { '204': { description: P } } } }`,
  ],
  [
    "an envelope of a text",
    `info: { description: "Every response is wrapped in { data }." }\n${pets("get", `responses: { '200': { description: P, ${json("{ properties: { id: {} } }")} } }`)}`,
  ],
  [
    "a member that says whether a call succeeded",
    `paths: { ${["a", "b"].map((name) => `/${name}: { get: { responses: { '200': { description: P, ${json("{ properties: { ok: { type: boolean }, error: { type: string } } }")} } } } }`).join(", ")} }`,
  ],
  [
    "a change that is accepted for later, under an ETag",
    `paths:
  /pets/{id}: { parameters: [{ in: path, name: id, required: true, schema: { type: string } }],
    get: { operationId: a, responses: { '200': { description: P, headers: { ETag: { schema: { type: string } } }, ${json("{ properties: { name: { type: string } } }")} } } },
    put: { operationId: b, parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }], requestBody: { ${json("{ properties: { name: { type: string } } }")} }, responses: { '202': { description: A, headers: { Location: { schema: { type: string } } } } } } }
  /jobs/{jobId}: { get: { operationId: c, parameters: [{ in: path, name: jobId, required: true, schema: { type: string } }], responses: { '200': { description: J, ${json("{ properties: { status: { enum: [done, failed] } } }")} } } } }`,
  ],
  [
    "errors of a text",
    `info: { description: "Codes of errors:\\n- no_stock: a\\n- idempotency_conflict: b" }\n${pets("get", "responses: {}")}`,
  ],
  [
    "changes of a text",
    `info: { description: "Send the ETag in If-Match." }\n${pets("put", `responses: { '200': { description: P, ${json("{ properties: { id: {} } }")} } }`).replace("put:", `get: { responses: { '200': { description: P, ${json("{ properties: { id: {} } }")} } } }, put:`)}`,
  ],
  [
    "a change without a read",
    pets("put", "parameters: [{ in: header, name: If-Match, schema: { type: string } }], responses: {}"),
  ],
  [
    "a search",
    pets(
      "post",
      `summary: Query pets, responses: { '201': { description: P, ${json(`{ properties: { ${LIST} } }`)} } }`,
    ).replace("/pets:", "/pets/query:"),
  ],
  [
    "a GET that does something",
    pets("get", "summary: Send pets, responses: {}").replace("/pets:", "/pets/send:"),
  ],
  [
    "flags of a response",
    told(`limits: { properties: { ${LIMIT} } }, features: { properties: { write: { type: boolean } } }`),
  ],
  [
    "flags of a map",
    told(`limits: { properties: { ${LIMIT} } }, features: { additionalProperties: { type: boolean } }`),
  ],
  [
    "a flag that no response has",
    told(
      `limits: { properties: { ${LIMIT} } }`,
      "/pets: { get: { operationId: a, x-features: [reads], responses: {} } }",
    ),
  ],
  ["flags, and no response with limits", pets("get", "x-features: [reads], responses: {}")],
  [
    "flags that the response has not",
    told(
      `limits: { properties: { ${LIMIT} } }, features: { properties: { write: { type: boolean } } }`,
      "/pets: { get: { operationId: a, x-features: [reads, write], responses: {} } }",
    ),
  ],
  [
    "a flag that only a description names",
    told(
      `limits: { properties: { ${LIMIT} } }, features: { properties: { write: { type: boolean } } }`,
      "/pets: { post: { operationId: a, description: 'Requires the feature `write`.', responses: {} } }",
    ),
  ],
  [
    "a flag that no operation needs",
    told(
      `limits: { properties: { ${LIMIT} } }, features: { properties: { read: { type: boolean }, write: { type: boolean } } }`,
      "/pets: { get: { operationId: a, x-features: [read], responses: {} }, put: { operationId: b, responses: {} }, delete: { operationId: d, responses: {} } }",
    ),
  ],
  ["another limit", told(`limits: { properties: { ${LIMIT}, seats: { type: integer } } }`)],
  ["limits in another unit", told(`limits: { properties: { ${LIMIT}, retentionHours: { type: integer } } }`)],
  ["a path of limits", told("a: { type: integer }").replace("/capabilities", "/limits")],
  [
    "a path of limits beside flags",
    told("features: { properties: { write: { type: boolean } } }, quota: {}"),
  ],
  [
    "a rate in a text",
    `info: { title: T, version: '1', description: 'At most 60 requests per minute.' }\n${pets("get", "responses: {}")}`,
  ],
  [
    "a rate beside other limits",
    `info: { title: T, version: '1', description: 'At most 60 requests per minute.' }\n${told("limits: { properties: { maxBodyBytes: { type: integer }, retentionDays: { type: integer }, concurrentOperations: { type: integer } } }")}`,
  ],
  [
    "codes of entries",
    pets(
      "get",
      `responses: { ${errors([400, "errors: { type: array, items: { properties: { code: { type: string } } } }"], [404, "errors: { type: array, items: { properties: { code: { type: string } } } }"])} }`,
    ),
  ],
  [
    "what may be transient",
    pets(
      "get",
      `responses: { ${errors([400, "transient: { type: boolean }"], [404, "transient: { type: boolean }"])} }`,
    ),
  ],
  [
    "what a code means",
    pets(
      "get",
      "responses: { '409': { description: '`TIMEOUT`: the system did not confirm the change.', content: { application/problem+json: { schema: { properties: { code: { enum: [TIMEOUT, B] } } } } } } }",
    ),
  ],
  [
    "a code that only a text names",
    pets(
      "get",
      "responses: { '409': { description: 'Has the member `code`.', content: { application/problem+json: { schema: { properties: { title: {}, status: {}, type: { type: string, example: 'https://a.example/b' } } } } } } }",
    ),
  ],
  [
    "a sensitive member",
    pets(
      "get",
      "parameters: [{ in: query, name: phone, description: Sensitive., schema: { type: string } }], responses: {}",
    ),
  ],
  [
    "scopes of an operation",
    `${pets("get", "security: [{ o: [] }], description: 'Needs the scope `pets:read`.', responses: {}")}${SCOPED}`,
  ],
  [
    "scopes of the contract",
    `info: { title: T, version: '1', description: 'The scopes are \`pets:read\` and \`pets:write\`.' }\n${pets("get", "security: [{ o: [] }], responses: {}")}${SCOPED}`,
  ],
  [
    "a Bearer token in a text",
    `info: { title: T, version: '1', description: 'Send Authorization: Bearer TOKEN.' }\n${pets("get", "responses: {}")}`,
  ],
  [
    "a scheme that is not used",
    `${pets("get", "responses: {}")}components: { securitySchemes: { b: { type: http, scheme: bearer } } }`,
  ],
  [
    "a response 401 without `security`",
    `paths:
  /pets: { get: { operationId: pets, security: [{ b: [] }], responses: {} } }
  /owners: { get: { operationId: owners, responses: { '401': { description: U } } } }
components: { securitySchemes: { b: { type: http, scheme: bearer } } }`,
  ],
  ["a resource of an exchange", exchange("resource: { type: string }")],
  ["an audience of an exchange", exchange("audience: { type: string }")],
  [
    "members of the response to an exchange",
    exchange("resource: { type: string }").replace(
      "description: T,",
      "description: An access_token with expires_in.,",
    ),
  ],
  ["another field of an exchange", exchange("tenant: { type: string }", "grant_type, tenant")],
  [
    "an exchange of a scheme",
    `${pets("get", "security: [{ k: [] }], responses: {}")}components: { securitySchemes: { k: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: {} } }, x-token-exchange: { subject_token_type: 'urn:acme:params:oauth:token-type:key' } } } }`,
  ],
])("every sign of %s is accepted, one after the other, as a person replaces keys", async (_, contract) => {
  let keys: Record<string, unknown> = {};
  let lost = (await planUnder(contract, "enums: open")).traits.lost;
  expect(lost).not.toEqual([]);
  for (let sign = lost.find(isWarning); sign !== undefined; sign = lost.find(isWarning)) {
    const accepted = acceptedBy(sign)?.join("\n");
    expect({ ...sign, accepted }).toMatchObject({ accepted: expect.any(String) as unknown });
    // A person knows what to write in place of each `?`.
    const open = sign.lines.filter((line) => /"(?:GET )?\?"/u.test(line));
    expect(openValueLines(sign.lines).length).toBeGreaterThanOrEqual(Math.min(open.length, 1));
    const before = JSON.stringify(keys);
    keys = withKeys(keys, parse(accepted ?? "") as Record<string, unknown>);
    expect(JSON.stringify(keys)).not.toBe(before);
    lost = (await planUnder(contract, stringify(keys))).traits.lost;
  }
});

function isWarning(sign: LostSign): boolean {
  return diagnoseSigns([sign]).some(({ level }) => level !== "info");
}

/** A file with more keys: those of an operation are joined, the others replaced. */
function withKeys(
  known: Readonly<Record<string, unknown>>,
  added: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const operations = { ...(known["operations"] as Record<string, object> | undefined) };
  for (const [key, more] of Object.entries((added["operations"] ?? {}) as Record<string, object>))
    operations[key] = { ...operations[key], ...more };
  return { ...known, ...added, ...(Object.keys(operations).length > 0 && { operations }) };
}

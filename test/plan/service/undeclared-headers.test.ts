import { expect, test } from "vitest";
import { lostIn, pets } from "./lost-contract.js";
import { misfitsUnder, planUnder } from "./overrides/configured.js";

/** What is lost of headers in a contract with this description. */
const headersOf = (description: string, rest = "responses: {}", more = "") =>
  lostIn(
    `info: { title: T, version: "1", description: ${JSON.stringify(description)} }\n${pets("get", rest, more)}`,
  ).flatMap(({ trait, shown }) => (trait === "headers" ? [shown] : []));

const named = (names: string) => [`the description of the contract names ${names}`];

test.each<readonly [string, readonly string[]]>([
  ["Send `X-Tenant` with each call.", named('"X-Tenant"')],
  ["Requests without the header `Tenant-Id` are refused.", named('"Tenant-Id"')],
  ["Set the `Tenant-Id` request header.", named('"Tenant-Id"')],
  ["Changes take If-Unmodified-Since.", named('"If-Unmodified-Since"')],
  ["Pass the X-Tenant header.", named('"X-Tenant"')],
  ["## Headers\n- `X-Tenant`: required", named('"X-Tenant"')],
  ["Send X-Shop and X-Till headers when you have several.", named('"X-Shop", "X-Till"')],
  ["Do not send X-Shop and X-Till headers.", []],
  ["Responses have `X-Shop`, and `X-Till` is required in requests.", named('"X-Till"')],
  ["You must not send the X-Shop header, and the X-Till header is required.", named('"X-Till"')],
  ["Send `X-Shop`; `X-Till` was removed.", named('"X-Shop"')],
  ["Responses have `X-Shop`, and `X-Till`.", []],
  ["Reads accept `If-None-Match`.", []],
  ["Studies with X-Ray images must have a part.", []],
  ["Use the `X-Total-Count` header to know how many there are.", []],
  ["Please include the `X-Request-Id` with any support request.", []],
  ["Responses have a `X-Quota` header. Use `X-Quota` with care.", []],
  ["## Response headers\n- `X-Trace`: use it with care", []],
  ["## Webhooks\nWe send events.\n\nUse the `X-Event` header.", []],
  ["The `headers` object takes custom headers: `X-Priority` must be 1 to 5.", []],
  ["| Header | |\n|---|---|\n| `X-Tenant` | required |", named('"X-Tenant"')],
  ["Pass the header x-tenant.", named('"x-tenant"')],
  ["The extension `x-internal` is required.", []],
  ["Responses have X-Trace. Send it to support.", []],
  ["The header `X-Total` is returned with a list.", []],
  ["We send X-Hook to your endpoint.", []],
  ["The `X-Signature` header must be used to verify webhooks.", []],
  ["You need not send X-Tenant.", []],
  ["Send `Content-Type` and the header `Accept-Language`.", []],
  ["Send application/x-www-form-urlencoded.", []],
  ["## Tenants (coming soon)\nSend `X-Tenant` with each call.", []],
  ["The header `X-Tenant` will be supported with a future release.", []],
  ["The tag EXT-X-ENDLIST must be set.", []],
])("%s", (text, want) => {
  expect(headersOf(text)).toEqual(want);
});

test("a header that a parameter, a response or a key of the contract declares is not named", () => {
  const text = "Send `X-Tenant` with each call.";
  const parameter = "{ in: header, name: x-tenant, schema: { type: string } }";
  expect(headersOf(text, `parameters: [${parameter}], responses: {}`)).toEqual([]);
  const header = "headers: { X-Tenant: { schema: { type: string } } }";
  expect(headersOf(text, `responses: { '200': { description: P, ${header} } }`)).toEqual([]);
  const key = "components: { securitySchemes: { k: { type: apiKey, in: header, name: X-Tenant } } }";
  expect(headersOf(text, "security: [{ k: [] }], responses: {}", key)).toEqual([]);
});

test.each<readonly [string, boolean]>([
  ["Requires the header `X-Tenant-Id`.", true],
  ["The header `X-Tenant-Id` is required.", true],
  ["Requests must include `X-Tenant-Id`.", true],
  ["The header `X-Tenant-Id` is not required.", false],
  ["Takes the header `X-Tenant-Id`.", false],
  ["The response must have the header `X-Tenant-Id`.", false],
  ["Requires the header `X-Own`.", false],
  ["Requires the header `X-Key`.", false],
])("a header that an operation requires and only another one declares is named: %s", (text, isNamed) => {
  const parameter = (name: string) => `{ in: header, name: ${name}, schema: { type: string } }`;
  const contract = `paths: { /pets: {
  get: { operationId: list, parameters: [${parameter("x-tenant-id")}], description: 'Requires the header \`X-Tenant-Id\`.', responses: {} },
  post: { operationId: run, security: [{ k: [] }], parameters: [${parameter("X-Own")}], description: ${JSON.stringify(text)}, responses: {} } } }
components: { securitySchemes: { k: { type: apiKey, in: header, name: X-Key } } }`;
  expect(lostIn(contract).filter(({ trait }) => trait === "headers")).toEqual(
    isNamed
      ? [
          {
            trait: "headers",
            shown: 'the description of POST /pets names "X-Tenant-Id"',
            missing: "only other operations declare it",
            lines: [],
          },
        ]
      : [],
  );
});

test("one sign names headers of both kinds", () => {
  const parameter = "{ in: header, name: X-Tenant-Id, schema: { type: string } }";
  const contract = `paths: { /pets: { get: { operationId: list, parameters: [${parameter}], responses: {} },
  post: { operationId: run, description: 'Requires the headers \`X-Tenant-Id\` and \`X-Shop\`.', responses: {} } } }`;
  expect(lostIn(contract).flatMap(({ trait, missing }) => (trait === "headers" ? missing : []))).toEqual([
    "the contract does not declare them, or only at other operations",
  ]);
});

test("the configuration accepts a header that only other operations declare", async () => {
  const parameter = "{ in: header, name: X-Tenant-Id, schema: { type: string } }";
  const contract = `paths: { /pets: { get: { operationId: list, parameters: [${parameter}], responses: {} },
  post: { operationId: run, description: 'Requires the header \`X-Tenant-Id\`.', responses: {} } } }`;
  const headersUnder = async (line: string) =>
    (await planUnder(contract, line)).traits.lost.flatMap(({ trait, meant }) =>
      trait === "headers" ? meant : [],
    );
  expect(await headersUnder("sensitive: []")).toEqual(["undeclaredHeaders: [X-Tenant-Id]"]);
  expect(await headersUnder("undeclaredHeaders: [x-tenant-id]")).toEqual([]);
});

test("a header that another sign names is not named twice", () => {
  const create = pets("post", "description: 'Send `X-Idempotency-Key`.', responses: {}");
  expect(lostIn(create).map(({ trait }) => trait)).toEqual(["idempotency"]);
});

test("texts of tags and operations count, and one sign names all", () => {
  const contract = `tags: [{ name: pets, description: "Send \`X-Shop\`." }]
${pets("get", "description: 'Send `X-Tenant`.', responses: {}")}`;
  expect(lostIn(contract)).toEqual([
    {
      trait: "headers",
      shown: 'the description of the tag "pets" names "X-Shop", the description of GET /pets "X-Tenant"',
      missing: "the contract does not declare them",
      lines: [],
    },
  ]);
});

test.each(["conditional: false", "idempotency: false"])(
  "a header of what a person has switched off is not named: %s",
  async (line) => {
    const text = "Send the ETag in `If-Match`. Send an `Idempotency-Key` to change it once.";
    const contract = pets(
      "post",
      `description: ${JSON.stringify(text)}, responses: { '202': { description: P } }`,
    );
    const { traits } = await planUnder(contract, `operations:\n  run: { ${line} }`);
    expect(traits.lost.map(({ trait }) => trait)).not.toContain("headers");
  },
);

test("those that the configuration accepts stay in the line that accepts others", async () => {
  const contract = pets("get", "description: 'Send `X-Tenant` and `X-Shop`.', responses: {}");
  const { traits } = await planUnder(contract, "undeclaredHeaders: [x-shop]");
  expect(traits.lost.map(({ meant }) => meant)).toEqual([["undeclaredHeaders: [x-shop, X-Tenant]"]]);
});

test.each<readonly [string, readonly string[]]>([
  ["[x-shop, X-TENANT]", []],
  [
    "[X-Shop, X-Tennant]",
    ['cabinetry.yaml:3:33 No text of the contract has the header "X-Tennant". Did you mean "X-Tenant"?'],
  ],
  ["[Account]", ['cabinetry.yaml:3:25 No text of the contract has the header "Account".']],
  ["[X-Declared, X-Returned]", []],
])("accepted names are in a text of the contract, or declared: %s", async (names, want) => {
  const parameter = "{ in: header, name: X-Declared, schema: { type: string } }";
  const text = "Send `X-Tenant` and `X-Shop`. X-Returned comes with the response.";
  const contract = pets(
    "get",
    `description: ${JSON.stringify(text)}, parameters: [${parameter}], responses: {}`,
  );
  expect(await misfitsUnder(contract, `undeclaredHeaders: ${names}`)).toEqual(want);
});

/** Names of headers that the configuration accepts and a contract does not have. */
const refusedOf = async (contract: string, names: string) =>
  (await misfitsUnder(contract, `undeclaredHeaders: [${names}]`)).map(
    (line) => /header "([^"]*)"/u.exec(line)?.[1],
  );

test("accepted names are in any description of the contract, not in its examples", async () => {
  const says = (name: string) => `description: "Send \`${name}\`."`;
  const contract = `
info: { title: T, version: "1", ${says("X-Info")} }
servers: [{ url: 'https://a.example', ${says("X-Server")} }]
tags: [{ name: pets, ${says("X-Tag")} }]
paths:
  /pets:
    post:
      tags: [pets]
      summary: Send X-Summary
      ${says("X-Operation")}
      security: [{ k: [] }]
      parameters: [{ in: query, name: f, ${says("X-Parameter")}, schema: { type: string, ${says("X-Inline")} } }]
      requestBody: { ${says("X-Body")}, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { '429': { ${says("X-Response")}, headers: { A: { ${says("X-Header")}, schema: { type: string } } } } }
components:
  schemas: { Pet: { type: object, ${says("X-Schema")}, default: { ${says("X-Default")} }, properties: {
    a: { type: string, ${says("X-Member")} }, b: { type: object, example: { ${says("X-Example")} } } } } }
  securitySchemes: { k: { type: apiKey, in: header, name: K, ${says("X-Scheme")} } }
`;
  const names =
    "X-Info, X-Server, X-Tag, X-Summary, X-Operation, X-Parameter, X-Inline, X-Body, X-Response, X-Header, X-Schema, X-Member, X-Scheme";
  expect(await refusedOf(contract, names)).toEqual([]);
  expect(await refusedOf(contract, "X-Default, X-Example, X-Nowhere")).toEqual([
    "X-Default",
    "X-Example",
    "X-Nowhere",
  ]);
});

test.each<readonly [string, string, readonly string[]]>([
  ["Calls have x-upload-id.", "X-Upload-Id", []],
  ["Calls have _X-Shop_, **X-Till** or 'X-Desk'.", "X-Shop, X-Till, X-Desk", []],
  ["Calls have X-Shop-Id, My-X-Shop, X-Shop.v2, X-Shop- and aX-Shop.", "X-Shop", ["X-Shop"]],
  ["Send the header X-Shop.Then poll.", "X-Shop", []],
  ["Send `X.Dotted`.", "X.Dotted", []],
  ["Send `X.Dotted`.", "Dotted", ["Dotted"]],
  [
    "Send the header `A-B` with each call.",
    "With, header, Send, call, A",
    ["With", "header", "Send", "call", "A"],
  ],
  ["Send `Tenant` and `Shop: 1`, <code>Till</code>.", "tenant, Shop, Till", []],
  ["Send the header Tenant.", "tenant", []],
  ["Send the header named tenant.", "Tenant", ["Tenant"]],
  ['Send the header named "tenant".', "Tenant", []],
  ["Send the tenant request header.", "Tenant", []],
  ["Send this header with care: the header must be short.", "this, With, Must", ["this", "With", "Must"]],
  ["The header contains a tenant. Tenant is a shop.", "Contains, Tenant", ["Contains", "Tenant"]],
  ["## Headers\n\nTenants send them.", "Tenants", ["Tenants"]],
])("accepted names are those of headers: %s %s", async (text, names, want) => {
  const contract = pets("get", `description: ${JSON.stringify(text)}, responses: {}`);
  expect(await refusedOf(contract, names)).toEqual(want);
});

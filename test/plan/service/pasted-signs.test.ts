import { describe, expect, test } from "vitest";
import { messageOf } from "../../../src/diagnostics/diagnostic.js";
import { diagnoseSigns } from "../../../src/plan/service/signs/find-signs.js";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const LIST = "items: { type: array, items: {} }";
const text = (name: string) => `${name}: { type: string }`;
const query = (name: string, type: string) => `{ in: query, name: ${name}, schema: { type: ${type} } }`;

/** One operation of `/pets`. */
function pets(method: string, rest: string, more = ""): string {
  return `paths: { /pets: { ${method}: { operationId: run, tags: [pets], ${rest} } } }\n${more}`;
}

/** A page, as a GET returns it, or as something else does. */
function page(
  parameters: string,
  members: string,
  { method = "get", status = "200", more = "" } = {},
): string {
  const body = json(`{ properties: { ${members} } }`);
  return pets(
    method,
    `parameters: [${parameters}], ${more} responses: { '${status}': { description: P, ${body} } }`,
  );
}

const LINKS = "links: { properties: { next: { type: string, format: uri } } }";

test.each<readonly [string, string, string]>([
  [
    "the address of a page in an envelope",
    page("", `data: { properties: { ${LIST}, ${LINKS} } }`),
    "pagination",
  ],
  [
    "an address in a member whose name has a dot",
    page("", `data: { properties: { ${LIST}, 'next.url': { type: string, format: uri } } }`),
    "pagination",
  ],
  [
    "a declared `Link` header of a list",
    pets(
      "get",
      `responses: { '200': { description: P, headers: { link: { schema: { type: string } } }, ${json("{ type: array, items: {} }")} } }`,
    ),
    "pagination",
  ],
  [
    "links with relations",
    page(
      query("limit", "integer"),
      `${LIST}, links: { type: array, items: { properties: { rel: { type: string }, href: { type: string } } } }`,
    ),
    "pagination",
  ],
  [
    "an identifier that those of a page are below",
    page(
      "{ in: query, name: last_id, description: IDs lower than it, schema: { type: integer } }",
      "items: { type: array, items: { properties: { id: { type: integer } } } }",
    ),
    "pagination",
  ],
  ["an offset without a size", page(query("offset", "integer"), LIST), "pagination"],
  [
    "a page that only a text describes",
    page(query("p", "integer"), LIST, { more: "description: 50 per page. Pass `p` to get other pages.," }),
    "pagination",
  ],
  [
    "a next page that only a text describes",
    page("", LIST, { more: "description: Returns at most 100 results; follow `next`.," }),
    "pagination",
  ],
  ["a page number without a size", page(query("page", "integer"), LIST), "pagination"],
  [
    "two cursors, of which one is taken back",
    page(query("cursor", "string"), `${LIST}, ${text("next_token")}, ${text("next_page_token")}`),
    "pagination",
  ],
  [
    "two cursors, and what takes one back in the body",
    page("", `${LIST}, ${text("next_token")}, ${text("next_page_token")}`, {
      method: "post",
      more: `requestBody: { ${json(`{ properties: { paging: { properties: { ${text("cursor")} } } } }`)} },`,
    }),
    "pagination",
  ],
  [
    "a search whose status is that of a create",
    page("", LIST, { method: "post", status: "201", more: "summary: Query pets," }).replace(
      "/pets:",
      "/pets/query:",
    ),
    "safe",
  ],
  [
    "an idempotency key that only a description names",
    pets("post", "description: Send `Idempotency-Key`., responses: { '204': { description: P } }"),
    "idempotentCreate",
  ],
  [
    "an idempotency key that only the description of the contract names",
    pets(
      "post",
      "responses: { '201': { description: P } }",
      "info: { description: Creates need the header `Idempotency-Key`. }",
    ),
    "idempotentCreate",
  ],
  [
    "a 428 for requests without a condition, and a read that declares no ETag",
    `paths:
  /pets: { put: { operationId: b, responses: { '204': { description: P }, '428': { description: P } } } }
  /zoo/pets: { get: { operationId: a, responses: { '200': { description: P, ${json("{ type: object }")} } } } }`,
    "conditionalChange",
  ],
  [
    "a header that may carry an idempotency key",
    pets(
      "post",
      "parameters: [{ in: header, name: Parent-Idempotency-Key, schema: { type: string } }], responses: { '204': { description: P } }",
    ),
    "idempotentCreate",
  ],
  [
    "a flag that only a description names",
    `paths:
  /capabilities: { get: { operationId: c, responses: { '200': { description: C, ${json("{ properties: { limits: { properties: { readsPerMinute: { type: integer } } }, features: { properties: { write: { type: boolean } } } } }")} } } } }
  /pets: { post: { operationId: a, description: 'Requires the feature \`write\`.', responses: {} } }`,
    "features",
  ],
  [
    "flags that only who has another scope can read",
    `paths:
  /limits: { get: { operationId: b, responses: { '200': { description: L, ${json("{ properties: { readsPerMinute: { type: integer } } }")} } } } }
  /capabilities: { get: { operationId: c, security: [{ o: [admin] }], responses: { '200': { description: C, ${json("{ properties: { contractVersion: { type: string }, features: { properties: { reads: { type: boolean } } } } }")} } } } }
  /pets: { get: { operationId: a, x-features: [reads], responses: {} } }
components: { securitySchemes: { o: { type: oauth2, flows: {} } } }`,
    "features",
  ],
  [
    "a token exchange that only an extension describes",
    pets(
      "get",
      "security: [{ key: [] }, { other: [] }], responses: { '204': { description: P } }",
      "components: { securitySchemes: { other: { type: http, scheme: bearer }, key: { type: oauth2, flows: { clientCredentials: { tokenUrl: https://a.example/token, scopes: {} } }, x-token-exchange: { subject_token_type: 'urn:acme:params:oauth:token-type:key' } } } }",
    ),
    "safe",
  ],
  [
    "scopes that only a description names",
    pets(
      "get",
      "description: 'Needs the scope `pets:read`.', security: [{ o: [] }], responses: {}",
      "components: { securitySchemes: { o: { type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { 'pets:read': R } } } } } }",
    ),
    "scopes",
  ],
])("lines without `?` do what they say: %s", async (_, contract, trait) => {
  const [sign] = planOf(contract, { vendor: "acme", isPreview: true }).traits.lost;
  const lines = sign?.lines.join("\n") ?? "";
  expect(lines).toMatch(/^[^?]+$/);
  const { traits } = await planUnder(contract, lines);
  expect(traits.lost).toEqual([]);
  const operation = traits.operations.find(({ path }) => path.startsWith("/pets"));
  if (trait === "scopes") expect(operation?.scopes).toEqual([["pets:read"]]);
  else expect(Object.keys(operation?.traits ?? {})).toContain(trait);
});

test.each([
  ["pagination", page(query("offset", "integer"), LIST)],
  [
    "safe",
    page("", LIST, { method: "post", status: "201", more: "summary: Query pets," }).replace(
      "/pets:",
      "/pets/query:",
    ),
  ],
  [
    "idempotency",
    pets("post", "description: Send `Idempotency-Key`., responses: { '204': { description: P } }"),
  ],
  ["background", pets("post", `responses: { '202': { description: P, ${json("{}")} } }`)],
])("`%s: false` silences what the contract only suggests", async (key, contract) => {
  const lostUnder = async (keys: string) =>
    (await planUnder(contract, keys)).traits.lost.map(({ trait }) => trait);
  expect(await lostUnder("")).toEqual([key]);
  expect(await lostUnder(`operations: { run: { ${key}: false } }`)).toEqual([]);
});

test("the lines of a described sensitive member mask it, and `remove` shows it", async () => {
  const contract = pets(
    "post",
    `requestBody: { ${json("{ properties: { mail: { type: string, description: Sensitive. }, old: { type: string, x-pii: true } } }")} }, responses: {}`,
  );
  const [sign] = planOf(contract).traits.lost;
  const masked = async (lines: string) => {
    const { contract: planned, traits } = await planUnder(contract, lines);
    return [planned.facts.sensitive, traits.lost.flatMap((lost) => lost.lines)];
  };
  expect(await masked(sign?.lines.join("\n") ?? "")).toEqual([["mail", "old"], []]);
  expect(await masked("sensitive: { remove: [mail] }")).toEqual([["old"], []]);
  expect(await masked("sensitive: { remove: [old] }")).toEqual([
    undefined,
    ['sensitive: { add: ["mail"], remove: ["old"] }'],
  ]);
});

describe("codes of errors", () => {
  const errors = (members: string) =>
    pets(
      "get",
      `responses: { '400': { description: E, ${json(`{ properties: { ${members} } }`)} }, '404': { description: E, ${json(`{ properties: { ${members} } }`)} } }`,
    );
  const list = (code: string) =>
    `errors: { type: array, items: { properties: { code: { type: ${code} }, message: { type: string } } } }`;

  test.each([
    [
      list("string"),
      'most error responses have the list "errors" with "code"',
      { members: { code: "code", detail: "message" }, holders: ["errors/0"] },
    ],
    [
      `${text("message")}, ${list("string")}`,
      'most error responses have the list "errors" with "code"',
      { members: { code: "code", detail: "message" }, holders: ["errors/0"] },
    ],
    [
      `${text("error")}, ${text("reason")}`,
      'most error responses have "error" and "reason"',
      { members: { code: "error", detail: "reason" } },
    ],
    [
      `error: { properties: { code: { type: integer }, ${text("message")}, ${text("status")} } }`,
      'most error responses have "error.status" and "error.message"',
      { members: { code: "status", detail: "message" }, holders: ["error"] },
    ],
    [
      `error: { properties: { ${text("type")}, ${text("message")} } }`,
      'most error responses have "error.type" and "error.message"',
      { members: { code: "type", detail: "message" }, holders: ["error"] },
    ],
    [
      `brands: { type: array, items: { properties: { ${text("type")} } } }, ${list("string")}`,
      'most error responses have the list "errors" with "code"',
      { members: { code: "code", detail: "message" }, holders: ["errors/0"] },
    ],
    [
      `_type: { type: string }, ${text("reason")}, ${text("message")}`,
      'most error responses have "reason" and "message"',
      { members: { code: "reason", detail: "message" } },
    ],
    [
      `rcode: { type: string, description: "<b>Description:</b> Response code from the gateway." }, ${text("rmsg")}`,
      'most error responses have "rcode" and "rmsg"',
      { members: { code: "rcode", detail: "rmsg" } },
    ],
  ])("the lines take them where they may be: { %s }", async (members, shown, facts) => {
    const [sign] = planOf(errors(members)).traits.lost;
    expect(sign?.shown).toBe(shown);
    const { traits } = await planUnder(errors(members), sign?.lines.join("\n") ?? "");
    expect(traits.lost).toEqual([]);
    expect(traits.contract.problem?.facts).toMatchObject(facts);
  });

  test.each([
    "rules: { type: array, items: { properties: { _type: { type: string } } } }",
    "rules: { type: array, items: { properties: { kind: { const: rule } } } }",
    "rules: { type: array, items: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }], discriminator: { propertyName: type } } }",
    "kind: { const: error }, message: { type: string }",
  ])("what says of which schema an object is is no code: { %s }", (members) => {
    const one = (name: string) => `${name}: { required: [type], properties: { type: { type: string } } }`;
    const contract = `${errors(members)}\ncomponents: { schemas: { ${one("A")}, ${one("B")} } }`;
    expect(planOf(contract).traits.lost.filter(({ trait }) => trait === "problems")).toEqual([]);
  });

  test.each([
    ["api-error", "integer", "API error code.", 1],
    ["api-error", "integer", "Whether there is an error.", 0],
    ["rcode", "integer", "Response code.", 0],
    ["rcode", "string", "HTTP response code.", 0],
    ["rcode", "integer", "Error code or HTTP status.", 0],
    ["api-error", "integer", "Error code of the failed request.", 1],
    ["api-error", "integer", "Error code of the area.", 0],
    ["areaCode", "string", "Result code of the area.", 0],
    ["lastError", "integer", "The error code of the last request.", 0],
    ["zipcode", "string", "Not an error code.", 0],
    ["code", "integer", "Error code.", 0],
  ])("the member %s (%s) with the text %s is a code in %s of the signs", (name, type, said, count) => {
    const members = `${name}: { type: ${type}, description: ${said} }, ${text("message")}`;
    const signs = planOf(errors(members)).traits.lost.filter(({ trait }) => trait === "problems");
    expect(signs.map(({ lines }) => lines)).toEqual(Array.from({ length: count }, () => []));
  });

  test("the lines of a code and of a flag are one map, and mend both", async () => {
    const contract = errors(`${text("error")}, ${text("reason")}, transient: { type: boolean }`);
    const { lost } = planOf(contract).traits;
    const line =
      "problems: { retryable: true, members: { code: error, detail: reason, retryable: transient } }";
    expect(lost.map(({ lines }) => lines)).toEqual([[line], [line]]);
    const { traits } = await planUnder(contract, line);
    expect(traits.lost).toEqual([]);
    expect(traits.contract.problem?.facts).toMatchObject({
      retryable: true,
      members: { code: "error", detail: "reason", retryable: "transient" },
    });
  });

  test("the lines of a list of errors take what is beside the code, and name it until they do", async () => {
    const meta = "meta: { properties: { retryable: { type: boolean } } }";
    const id = "id: { type: string, description: Trace identifier }";
    const entry = `errors: { type: array, items: { properties: { ${text("code")}, ${text("detail")}, ${id}, ${meta} } } }`;
    const contract = errors(entry).replace(
      "description: E",
      "description: 'Repeat when `retryable` is true.'",
    );
    const line =
      "problems: { retryable: true, members: { code: errors.0.code, detail: errors.0.detail, retryable: errors.0.meta.retryable, traceId: errors.0.id } }";
    expect(planOf(contract).traits.lost.map(({ lines, meant }) => [lines, meant])).toEqual([
      [[line], ["problems: false"]],
      [[line], ["problems: false"]],
    ]);
    const lostUnder = async (given: string) => (await planUnder(contract, given)).traits.lost;
    expect(
      (await lostUnder("problems: { retryable: true }")).map(({ lines, meant }) => [lines, meant]),
    ).toEqual([[[line], ["problems: { retryable: true, otherCodes: false }"]]]);
    expect(await lostUnder("problems: { retryable: true, otherCodes: false }")).toEqual([]);
    const { traits } = await planUnder(contract, line);
    expect(traits.lost).toEqual([]);
    expect(traits.contract.problem?.facts).toMatchObject({
      retryable: true,
      members: { code: "code", detail: "detail", retryable: "retryable", traceId: "id" },
      holders: ["errors/0", "errors/0/meta"],
    });
  });

  test.each<readonly [string, string, number]>([
    ["error_code", "integer", 1],
    ["code", "integer", 0],
    ["error_code", "string", 0],
  ])("a number that fewer errors have is named without lines: %s (%s)", (name, type, count) => {
    const plain = `description: E, ${json("{ properties: { error: { type: string } } }")}`;
    const coded = `description: E, ${json(`{ properties: { ${name}: { type: ${type} }, ${text("message")} } }`)}`;
    const given = pets("get", `responses: { '400': { ${plain} }, '404': { ${plain} }, '409': { ${coded} } }`);
    expect(planOf(given).traits.lost.map(({ shown, lines }) => [shown, lines])).toEqual(
      Array.from({ length: count }, () => [`1 of 3 error responses has "${name}" and "message"`, []]),
    );
  });

  test.each<readonly [why: string, top: string, required: string, ofEntry: string, code: string]>([
    ["every error has", "category: { example: IN_USE }", "category", "", "category"],
    ["a name is sure of", "error_code: {}", "error_code", "", "error_code"],
    ["nothing shows", "category: {}", "category", "", '"?"'],
    ["may be for people", "error: { example: Not found }", "error", "", '"?"'],
    ["is one word for all", "type: { example: error }", "type", "", '"?"'],
    ["may be absent", "category: { example: IN_USE }", "", "", "errors.0.code"],
    [
      "is beside entries that always have one",
      "category: { example: IN_USE }",
      "category, errors",
      "required: [code], ",
      "errors.0.code",
    ],
  ])("a code at the top that %s, and one of an entry", (_, top, required, ofEntry, code) => {
    const entry = `{ ${ofEntry}properties: { ${text("code")}, ${text("message")} } }`;
    const schema = `{ required: [${required}], properties: { ${top.replace("{", "{ type: string,")}, ${text("message")}, errors: { type: array, items: ${entry} } } }`;
    const contract = pets(
      "get",
      `responses: { '400': { description: E, ${json(schema)} }, '404': { description: E, ${json(schema)} } }`,
    );
    expect(planOf(contract).traits.lost.map(({ lines }) => lines)).toEqual([
      [`problems: { members: { code: ${code}, detail: message } }`],
    ]);
  });

  test.each([
    ["details", text("error"), '"?"'],
    ["causes", text("category"), '"?"'],
    ["warnings", "type: { enum: [not_found] }", '"?"'],
    ["details", "type: { enum: [client_error] }", "details.0.code"],
    ["details", "error: { type: integer }", "details.0.code"],
    ["details", text("id"), "details.0.code"],
    ["errors", "type: { enum: [not_found] }", "errors.0.code"],
  ])(
    "the code of an entry of %s is open where one beside the list may be it: { %s }",
    (name, beside, code) => {
      const members = `${beside}, ${text("message")}, ${name}: { type: array, items: { required: [code], properties: { ${text("code")} } } }`;
      expect(planOf(errors(members)).traits.lost.map(({ lines }) => lines)).toEqual([
        [`problems: { members: { code: ${code}, detail: message } }`],
      ]);
    },
  );

  const reasons = (reason: string, more = "") =>
    `errors: { type: array, items: { properties: { ${text("field")}, reason: { type: string, ${reason} }${more} } } }`;

  test.each<readonly [members: string, line: string | undefined]>([
    [reasons("example: field must be a valid value"), undefined],
    [reasons("description: A human-readable explanation"), undefined],
    [reasons("description: Detailed message of the error"), undefined],
    [reasons("description: What happened"), 'code: "?"'],
    [reasons("description: An error message key for translation"), 'code: "?"'],
    [reasons("description: Machine code; a human readable text is in the body"), 'code: "?"'],
    [reasons("example: Invalid Request Error"), 'code: "?"'],
    [reasons("example: IN_USE"), 'code: "?"'],
    [reasons("example: IN_USE", `, ${text("message")}`), "code: errors.0.reason, detail: errors.0.message"],
    [
      reasons("example: Not Found", `, ${text("message")}`),
      "code: errors.0.reason, detail: errors.0.message",
    ],
    [reasons("example: It must be set", `, ${text("type")}`), "code: errors.0.type, detail: errors.0.reason"],
    [`reason: { type: string, example: It must be set }, ${text("message")}`, undefined],
    [`reason: { type: string, example: IN_USE }, ${text("message")}`, "code: reason, detail: message"],
    [`code: { type: string, example: It must be set }, ${text("message")}`, "code: code, detail: message"],
  ])("a text for people is no code, and no member is both: { %s }", (members, line) => {
    const problems = planOf(errors(members)).traits.lost.filter(({ trait }) => trait === "problems");
    expect(problems.flatMap(({ lines }) => lines)).toEqual(
      line === undefined ? [] : [`problems: { members: { ${line} } }`],
    );
  });

  test("a flag of few errors is accepted by a line", async () => {
    const contract = pets(
      "get",
      `responses: { '400': { description: P, ${json(`{ properties: { ${text("message")} } }`)} }, '503': { description: P, ${json("{ properties: { transient: { type: boolean } } }")} } }`,
    );
    const [sign] = planOf(contract).traits.lost;
    expect(sign?.meant).toEqual(["problems: { retryable: false }"]);
    const { traits } = await planUnder(contract, sign?.meant?.join("\n") ?? "");
    expect(traits.lost).toEqual([]);
    expect(diagnoseSigns(sign === undefined ? [] : [sign]).map(messageOf)).toEqual([
      'The errors of the contract may say what is retryable: 1 of 2 error responses has "transient", but nothing tells that it says what may be sent again, and the others do not have it. Retries follow the method (RFC 9110 section 9.2.2).',
    ]);
  });

  test("there are no lines for a number, and `false` accepts it", async () => {
    const contract = errors(list("integer"));
    const [sign] = planOf(contract).traits.lost;
    expect([sign?.missing, sign?.lines]).toEqual(["that is a number, and a code must be a text", []]);
    expect(sign?.meant).toEqual(["problems: false"]);
    const { traits } = await planUnder(contract, "problems: false");
    expect([traits.lost, traits.contract.problem]).toEqual([[], undefined]);
    expect(traits.switchedOff).toEqual([{ trait: "problem", reason: "cabinetry.yaml:3 says so." }]);
  });

  const responses = (bodies: readonly (readonly [number, string])[]) =>
    pets(
      "get",
      `responses: { ${bodies.map(([status, members]) => `'${String(status)}': { description: E, ${json(`{ properties: { ${members} } }`)} }`).join(", ")} }`,
    );
  const invalid = `detail: { type: array, items: { properties: { loc: { type: array }, ${text("msg")}, ${text("type")} } } }`;
  const taken = `${text("code")}, ${text("message")}`;
  const entries = `errors: { type: array, items: { properties: { ${text("error_code")}, ${text("detail")} } } }`;

  test.each<readonly [string, string, readonly string[]]>([
    [
      "what a framework says of values",
      responses([
        [400, invalid],
        [422, invalid],
      ]),
      [],
    ],
    [
      "the code of the service, beside what a framework says of values",
      responses([
        [400, invalid],
        [404, taken],
        [409, taken],
        [422, invalid],
      ]),
      ["problems: { members: { code: code, detail: message } }"],
    ],
  ])("the lines take %s", async (_, contract, lines) => {
    expect(planOf(contract).traits.lost.flatMap((sign) => sign.lines)).toEqual(lines);
    expect((await planUnder(contract, lines.join("\n"))).traits.lost).toEqual([]);
  });

  test("the lines take the code of more statuses, and that of an entry is named then", async () => {
    const contract = responses([
      [404, taken],
      [409, taken],
      [422, entries],
    ]).replace("responses: {", "responses: { default: { description: E },");
    const [line = "", ...others] = planOf(contract).traits.lost.flatMap((sign) => sign.lines);
    expect([line, others]).toEqual(["problems: { members: { code: code, detail: message } }", []]);
    expect(await leftUnder(contract, line)).toEqual([
      'the response 422 of `GET /pets` has "errors.0.error_code"',
    ]);
  });

  async function leftUnder(contract: string, keys: string): Promise<readonly string[]> {
    return (await planUnder(contract, keys)).traits.lost.map(({ shown }) => shown);
  }

  test.each<readonly [string, string, readonly string[]]>([
    ["the usual name of a code", "error_code: { type: string }", ["error_code"]],
    ["a list", entries, ["errors.0.error_code"]],
    ["an object that holds the error", `error: { properties: { ${taken} } }`, ["error.code"]],
    ["what a framework says of values", invalid, []],
    ["another object", `owner: { properties: { ${taken} } }`, []],
    ["a number", "error_code: { type: integer }", []],
    ["the code that is read", taken, []],
  ])("a code in %s is named where another one is configured", async (_, members, named) => {
    const contract = responses([
      [404, taken],
      [422, members],
    ]);
    expect(await leftUnder(contract, "problems: { members: { code: code } }")).toEqual(
      named.map((path) => `the response 422 of \`GET /pets\` has "${path}"`),
    );
  });

  test("codes that the configuration does not read are accepted by a line", async () => {
    const contract = responses([
      [404, entries],
      [409, taken],
      [422, entries],
    ]);
    const given = "problems: { members: { code: errors.0.error_code } }";
    const [sign] = (await planUnder(contract, given)).traits.lost;
    const meant = "problems: { members: { code: errors.0.error_code }, otherCodes: false }";
    expect([sign?.lines, sign?.meant]).toEqual([[], [meant]]);
    expect((await planUnder(contract, meant)).traits.lost).toEqual([]);
  });

  test.each([
    ["reason_code", "status: { type: integer }"],
    ["typeName", "statusCode: { type: integer }"],
  ])("the member %s beside a status is one", (name, status) => {
    const [sign] = planOf(errors(`${text(name)}, ${text("message")}, ${status}`)).traits.lost;
    expect(sign?.lines).toEqual([`problems: { members: { code: ${name}, detail: message } }`]);
  });

  test.each([
    ["errorCode", true],
    // Often the status.
    ["code", false],
    ["code", false, "enum: [400, 401, 404]"],
    ["code", false, "enum: ['400', '401', '404']"],
    ["errorCode", true, "const: 400"],
  ])(
    "the number %s beside a message is one that the client does not read: %s",
    async (name, isNamed, values = "type: integer") => {
      const contract = errors(`${name}: { ${values} }, ${text("message")}`);
      const signs = planOf(contract).traits.lost;
      expect(signs.map(({ shown, missing, lines, meant }) => [shown, missing, lines, meant])).toEqual(
        isNamed
          ? [
              [
                `most error responses have "${name}" and "message"`,
                "the first is a number, and a code must be a text",
                [],
                ["problems: false"],
              ],
            ]
          : [],
      );
      expect((await planUnder(contract, "problems: false")).traits.lost).toEqual([]);
    },
  );

  test.each([
    `fault: { properties: { ${text("faultString")}, detail: { properties: { ${text("text")} } } } }`,
    `fault: { properties: { detail: { properties: { ${text("errorcode")} } } } }`,
    `fault: { properties: { ${text("faultString")}, detail: { properties: { errorcode: { type: integer } } } } }`,
    `pet: { properties: { ${text("message")}, detail: { properties: { ${text("errorcode")} } } } }`,
    `status_code: { type: integer }, ${text("status_reason")}`,
  ])("a body without such a code is no sign: %s", (body) => {
    expect(planOf(errors(body)).traits.lost.filter(({ trait }) => trait === "problems")).toEqual([]);
  });

  const heldList = `{ type: array, items: { properties: { errorCode: { type: string }, ${text("description")} } } }`;

  test.each([
    [
      `failed: { properties: { ${text("traceId")}, errors: ${heldList} } }`,
      'the list "failed.errors" with "errorCode"',
      "code: failed.errors.0.errorCode, detail: failed.errors.0.description, traceId: failed.traceId",
    ],
    [
      `odata.error: { properties: { ${text("code")}, message: { properties: { ${text("value")} } } } }`,
      '"/odata.error/code" and "/odata.error/message/value"',
      'code: "/odata.error/code", detail: "/odata.error/message/value"',
    ],
    [
      `error: { properties: { ${text("id")}, ${text("name")}, ${text("detail")} } }`,
      '"error.name" and "error.detail"',
      "code: error.name, detail: error.detail",
    ],
    [
      `fault: { properties: { ${text("faultString")}, detail: { properties: { ${text("errorcode")} } } } }`,
      '"fault.detail.errorcode" and "fault.faultString"',
      "code: fault.detail.errorcode, detail: fault.faultString",
    ],
    [
      `httpStatusCode: { type: integer }, ${text("internalCode")}, ${text("message")}`,
      '"internalCode" and "message"',
      "code: internalCode, detail: message",
    ],
    [
      `error: { properties: { code: { type: integer }, ${text("category")}, ${text("message")} } }`,
      '"error.category" and "error.message"',
      "code: error.category, detail: error.message",
    ],
  ])(
    "a code in an object that holds the error is named, with lines that work: %#",
    async (body, shown, line) => {
      const contract = errors(body);
      const [sign] = planOf(contract).traits.lost;
      expect([sign?.shown, sign?.lines]).toEqual([
        `most error responses have ${shown}`,
        [`problems: { members: { ${line} } }`],
      ]);
      expect((await planUnder(contract, sign?.lines.join("\n") ?? "")).traits.lost).toEqual([]);
    },
  );

  test.each([
    // A name of a person, and what is not of errors.
    `${text("name")}, ${text("message")}`,
    `data: { properties: { ${text("name")}, ${text("detail")} } }`,
    `error: { properties: { ${text("name")} } }`,
    `result: { properties: { items: ${heldList} } }`,
    `odata.context: { properties: { ${text("code")}, message: { properties: { ${text("value")} } } } }`,
  ])("a code is not called one elsewhere: %#", (body) => {
    expect(planOf(errors(body)).traits.lost).toEqual([]);
  });

  test("the `@type` of details is no code: a google.rpc.Status has a number, and a person fills in the rest", () => {
    const details = `{ type: array, items: { properties: { "@type": { type: string } } } }`;
    const [sign] = planOf(errors(`code: { type: integer }, ${text("message")}, details: ${details}`)).traits
      .lost;
    expect([sign?.shown, sign?.lines]).toEqual([
      'most error responses have "code", "message" and "details" of a google.rpc.Status',
      ['problems: { members: { code: "?", detail: message } }'],
    ]);
    const plain = `${text("message")}, details: ${details}`;
    expect(planOf(errors(plain)).traits.lost).toEqual([]);
  });

  test("it is the contract that may have them, not the operation that shows them", () => {
    const [sign] = planOf(errors(`${text("error")}, ${text("reason")}`)).traits.lost;
    expect(diagnoseSigns(sign === undefined ? [] : [sign]).map(messageOf)).toEqual([
      'The errors of the contract may have a code: most error responses have "error" and "reason", but the client takes "error" for the code only where that is configured. The client does not know the code.',
    ]);
  });

  test.each([
    text("message"),
    `${text("error")}, ${text("message")}, status: { type: integer }`,
    `code: { type: integer }, ${text("message")}, ${text("status")}`,
    `error: { properties: { code: { type: integer }, ${text("message")} } }`,
    `error: { properties: { ${text("type")}, ${text("message")} } }, problem: { properties: { ${text("type")}, ${text("message")} } }`,
  ])("errors that have none: { %s }", (members) => {
    expect(planOf(errors(members)).traits.lost).toEqual([]);
  });
});

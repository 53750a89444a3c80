import { describe, expect, test } from "vitest";
import { messageOf } from "../../src/diagnostics/diagnostic.js";
import { modelOf, thrownBy } from "./model-of.js";
import { found } from "../diagnostics/found.js";

/* Contracts that break a rule of OpenAPI: what is made of them, and what is said (docs/reference/broken-contracts.md). */

/** `METHOD path: resource.method` of every operation. */
function operationsIn(yaml: string): readonly string[] {
  return modelOf(yaml).operations.map(
    ({ method, path, name }) => `${method} ${path}: ${name.resource}.${name.method}`,
  );
}

/** Parameters of the only operation, as `place name`. */
function parametersIn(yaml: string): readonly string[] {
  return modelOf(yaml).operations.flatMap(({ parameters }) =>
    parameters.map((parameter) => `${parameter.in} ${parameter.name}`),
  );
}

test("a client certificate is for `fetch` to present, which a note says once", () => {
  const given = `
paths: { /a: { get: { security: [{ tls: [] }, {}] }, put: { security: [{ key: [], tls: [] }] } } }
components: { securitySchemes: {
  key: { type: apiKey, in: header, name: k }, tls: { type: mutualTLS }, unused: { type: mutualTLS } } }`;
  expect(found(modelOf(given).diagnostics)).toEqual([
    ["security/client-certificate", "#/components/securitySchemes/tls", { scheme: "tls" }],
  ]);
});

test("the client works out no credential of other HTTP authentication, which a note says once", () => {
  const given = `
paths: { /a: { get: { security: [{ d: [] }] }, put: { security: [{ d: [] }, { b: [] }] } } }
components: { securitySchemes: {
  b: { type: http, scheme: bearer }, d: { type: http, scheme: Digest }, unused: { type: http, scheme: hoba } } }`;
  expect(found(modelOf(given).diagnostics)).toEqual([
    [
      "security/other-http-scheme",
      "#/components/securitySchemes/d",
      { authentication: "digest", scheme: "d" },
    ],
  ]);
});

describe("credentials of one requirement in one place", () => {
  const schemes = `
components: { securitySchemes: {
  a: { type: http, scheme: basic }, b: { type: http, scheme: bearer }, o: { type: oauth2, flows: {} },
  p: { type: oauth2, flows: {} }, k: { type: apiKey, in: header, name: AUTHORIZATION },
  x: { type: apiKey, in: query, name: key }, y: { type: apiKey, in: query, name: key }, z: { type: apiKey, in: cookie, name: key } } }`;
  test.each([
    ["b: [], o: []", ["o"], 'header "authorization"', "o", ["b"]],
    ["b: [], o: [], p: [s]", ["p"], 'header "authorization"', "p", ["o", "b"]],
    ["b: [], a: [], k: []", ["a"], 'header "authorization"', "a", ["b", "k"]],
    ["y: [], x: [], z: []", ["x", "z"], 'query parameter "key"', "x", ["y"]],
  ])("{ %s }", (needed, want, location, sent, omitted) => {
    const model = modelOf(`paths: { /a: { get: { security: [{}, { ${needed} }] } } }${schemes}`);
    expect(model.operations[0]?.security.map((one) => one.map(({ scheme }) => scheme))).toEqual([[], want]);
    expect(found(model.diagnostics)).toEqual([
      ["security/shared-place", "#/paths/~1a/get/security/1", { location, sent, omitted }],
    ]);
  });

  test("that all operations have by the contract are told at the contract", () => {
    const model = modelOf(`security: [{ b: [], o: [] }]\npaths: { /a: { get: {}, put: {} } }${schemes}`);
    expect(model.operations.map(({ security }) => security)).toEqual(
      [1, 2].map(() => [[{ scheme: "o", scopes: [] }]]),
    );
    expect(model.diagnostics.map(({ pointer }) => pointer)).toEqual(["#/security/0"]);
  });
});

test("headers that are the transport's to send are left out, with one note each", () => {
  const names = ["Content-Length", "HOST", "connection", "Transfer-Encoding", "Expect", "Origin"];
  const parameters = names.map((name) => `{ in: header, name: ${name}, required: true, schema: {} }`);
  const given = `paths: { /a: { put: { parameters: [${parameters.join(", ")}, { in: query, name: host }] } } }`;
  expect(parametersIn(given)).toEqual(["query host", "header Origin"]);
  expect(found(modelOf(given).diagnostics)).toEqual(
    ["Content-Length", "HOST", "connection", "Transfer-Encoding", "Expect"].map((name, index) => [
      "parameter/transport-header",
      `#/paths/~1a/put/parameters/${String(index)}`,
      { name },
    ]),
  );
});

test("header parameters whose name is none are left out, with one note each", () => {
  const bad = ["", "X Trace", "a:b", "näh"];
  const list = [...bad, "X-Fine", "x!#$%&'*+.^_`|~9"]
    .map((name) => `{ in: header, name: ${JSON.stringify(name)}, required: true, schema: { type: string } }`)
    .join(", ");
  const given = `
paths: { /a: { get: { parameters: [${list}, { in: query, name: "" }], responses: {} } } }
webhooks: { b: { post: { parameters: [${list}], responses: {} } } }`;
  expect(parametersIn(given)).toEqual(["query ", "header X-Fine", "header x!#$%&'*+.^_`|~9"]);
  const model = modelOf(given);
  expect(model.webhooks[0]?.parameters.map(({ name }) => name)).toEqual(["X-Fine", "x!#$%&'*+.^_`|~9"]);
  expect(found(model.diagnostics)).toEqual([
    ...bad.map((name, index) => [
      "parameter/invalid-header-name",
      `#/paths/~1a/get/parameters/${String(index)}`,
      { name },
    ]),
    ...bad.map((name, index) => [
      "webhook/invalid-header-name",
      `#/webhooks/b/post/parameters/${String(index)}`,
      { name, webhook: "b" },
    ]),
  ]);
});

test("headers that OpenAPI has ignored are left out, with one note each", () => {
  const given = `
paths:
  /a: { parameters: [{ $ref: '#/components/parameters/Auth' }], get: {}, put: {} }
  /b: { get: { parameters: [{ in: header, name: ACCEPT }, { in: header, name: Content-Type }, { in: query, name: accept }] } }
components: { parameters: { Auth: { in: header, name: authorization, schema: {} } } }`;
  expect(parametersIn(given)).toEqual(["query accept"]);
  expect(found(modelOf(given).diagnostics)).toEqual([
    ["parameter/ignored-header", "#/components/parameters/Auth", { name: "authorization" }],
    ["parameter/ignored-header", "#/paths/~1b/get/parameters/0", { name: "ACCEPT" }],
    ["parameter/ignored-header", "#/paths/~1b/get/parameters/1", { name: "Content-Type" }],
  ]);
});

describe("what fetch cannot send", () => {
  test("is an operation of TRACE, and of what else it forbids; it is left out", () => {
    const given = `
openapi: 3.2.0
paths:
  /a:
    get: {}
    trace: { operationId: echo }
    additionalOperations: { Connect: {}, PURGE: {} }`;
    expect(operationsIn(given)).toEqual(["GET /a: a.get", "PURGE /a: a.purge"]);
    expect(found(modelOf(given).diagnostics)).toEqual([
      ["operation/method-not-sent", "#/paths/~1a/trace", { operation: "TRACE /a", method: "TRACE" }],
      [
        "operation/method-not-sent",
        "#/paths/~1a/additionalOperations/Connect",
        { operation: "Connect /a", method: "CONNECT" },
      ],
    ]);
  });

  test("about a path without a slash, which would go on with the name of the host", () => {
    const given = "paths: { '.evil.example/a': { get: {} }, '{host}/b': { get: {} }, /c: { get: {} } }";
    const { operations, diagnostics } = modelOf(given);
    expect(operations.map(({ path }) => path)).toEqual(["/c"]);
    expect(diagnostics.map(({ id, arguments: { operation } }) => [id, operation])).toEqual([
      ["operation/path-without-slash", "GET .evil.example/a"],
      ["operation/path-without-slash", "GET {host}/b"],
    ]);
  });

  test("is a body of GET or HEAD; it is left out", () => {
    const body =
      "requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { b: {} } } } } }";
    const given = `paths: { /a: { get: { ${body} }, head: { ${body} }, delete: { ${body} } } }`;
    const { operations, schemas, diagnostics } = modelOf(given);
    expect(operations.map(({ method, body: built }) => [method, built === undefined])).toEqual([
      ["DELETE", false],
      ["GET", true],
      ["HEAD", true],
    ]);
    expect(schemas.map(({ name }) => name)).toEqual(["ADeleteBody"]);
    const ignored = (method: string) => [
      "body/not-sent",
      `#/paths/~1a/${method}/requestBody`,
      { method: method.toUpperCase() },
    ];
    expect(found(diagnostics)).toEqual([ignored("get"), ignored("head")]);
  });

  test("has the same message however many operations have such a body", () => {
    const body = "requestBody: { content: { application/json: { schema: { type: object } } } }";
    const given = `paths: { /a: { get: { ${body} } }, /b: { get: { ${body} } }, /c: { get: { ${body} } } }`;
    const [first, ...others] = modelOf(given).diagnostics.map(messageOf);
    expect(first).toBe("The client omits the body: `fetch` sends no body with GET.");
    expect(others).toEqual([first, first]);
  });

  test("is not told where nothing is lost: a body that need not be there and can be `{}` alone", () => {
    const closed = "type: object, additionalProperties: false";
    const diagnosticsOf = (body: string) =>
      modelOf(`paths: { /a: { get: { requestBody: ${body} } } }`).diagnostics.length;
    const contentOf = (schema: string) => `content: { application/json: { schema: { ${schema} } } }`;
    expect(diagnosticsOf(`{ ${contentOf(`${closed}, properties: {}`)} }`)).toBe(0);
    expect(diagnosticsOf(`{ ${contentOf(`${closed}, description: None., x-a: 1`)} }`)).toBe(0);
    expect(diagnosticsOf(`{ required: true, ${contentOf(closed)} }`)).toBe(1);
    expect(diagnosticsOf(`{ ${contentOf(`${closed}, properties: { b: {} }`)} }`)).toBe(1);
    expect(diagnosticsOf(`{ ${contentOf(`${closed}, patternProperties: { b: {} }`)} }`)).toBe(1);
    expect(diagnosticsOf(`{ ${contentOf("type: object")} }`)).toBe(1);
    expect(diagnosticsOf("{ content: { application/json: {} } }")).toBe(1);
  });
});

describe("what stands behind the path in a path template", () => {
  test("is told once a path: a fragment is never sent, a query is", () => {
    const answer = "responses: { '204': { description: '' } }";
    const given = `
paths:
  /a#b=c?d: { get: { ${answer} }, put: { ${answer} } }
  /a?b={c}#d: { get: { parameters: [{ name: c, in: path, required: true, schema: { type: string } }], ${answer} } }
  /a: { get: { ${answer} } }`;
    expect(found(modelOf(given).diagnostics)).toEqual([
      ["path/fragment", "#/paths/~1a#b=c?d"],
      ["path/fragment", "#/paths/~1a?b={c}#d"],
      ["path/query", "#/paths/~1a?b={c}#d"],
    ]);
  });

  test("takes no parameter in a fragment", () => {
    const given = `
paths:
  /a/{id}#{action}-{other}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: action, in: path, required: true, schema: { type: string } }
    get: { responses: { '204': { description: '' } } }`;
    const { operations, diagnostics } = modelOf(given);
    expect(operations.map(({ parameters }) => parameters.map(({ name }) => name))).toEqual([["id"]]);
    const values = { path: "/a/{id}#{action}-{other}", name: "{action}" };
    expect(found(diagnostics).map(([id, , given]) => [id, given])).toContainEqual([
      "parameter/not-in-path",
      values,
    ]);
  });
});

test("a body without content is left out", () => {
  const given = `
paths: { /a: { post: { requestBody: { $ref: '#/components/requestBodies/B' } } } }
components: { requestBodies: { B: { required: true, content: {} } } }`;
  expect(found(modelOf(given).diagnostics)).toEqual([
    ["body/without-content", "#/paths/~1a/post/requestBody"],
  ]);
});

describe("an operationId of several operations", () => {
  const given = `
paths:
  /a: { get: { operationId: read, tags: [things] } }
  /b: { get: { operationId: read, tags: [things] } }
  /c:
    get:
      operationId: other
      tags: [things]
      responses: { "200": { description: "", links: { next: { operationId: read } } } }`;

  test("names one of them; the others say their paths", () => {
    expect(operationsIn(given)).toEqual([
      "GET /a: things.get",
      "GET /b: things.readB",
      "GET /c: things.other",
    ]);
  });

  test("is told, and is no aim of a link", () => {
    expect(found(modelOf(given).diagnostics)).toEqual([
      [
        "operation/repeated-id",
        "#/paths/~1b/get/operationId",
        { id: "read", operations: ["GET /a", "GET /b"] },
      ],
      [
        "link/ambiguous-operation",
        "#/paths/~1c/get/responses/200/links/next",
        { link: "next", target: "read" },
      ],
    ]);
  });
});

describe("a parameter that one list has twice", () => {
  const twice = (first: string, second: string) => `
paths:
  /a:
    parameters: [{ in: query, name: q, schema: { type: boolean } }]
    get:
      parameters:
        - { in: query, name: q, schema: { type: string }${first} }
        - { in: query, name: q, schema: { type: string }${second} }`;

  test("is taken once where both say the same", () => {
    const given = twice(", description: One", ", deprecated: true");
    expect(parametersIn(given)).toEqual(["query q"]);
    expect(found(modelOf(given).diagnostics)).toEqual([
      ["parameter/repeated", "#/paths/~1a/get/parameters/1", { name: "q", location: "query" }],
    ]);
  });

  test("is refused where they differ", () => {
    expect(thrownBy(() => modelOf(twice("", ", explode: false")))).toMatchObject({
      exitCode: 3,
      message: 'The parameter "q" in query is in one list twice, and the two differ.',
      where: "at #/paths/~1a/get/parameters/0\nand #/paths/~1a/get/parameters/1",
    });
  });

  test("is the same header in any case, also where an operation overrides its path item", () => {
    const header = (name: string) => `{ in: header, name: ${name}, schema: { type: string } }`;
    const given = `paths: { /a: { parameters: [${header("x-key")}], get: { parameters: [${header("X-Key")}] } } }`;
    expect(parametersIn(given)).toEqual(["header X-Key"]);
    const both = `paths: { /a: { get: { parameters: [${header("x-key")}, ${header("X-KEY")}] } } }`;
    expect(thrownBy(() => modelOf(both))).toMatchObject({
      message: 'The parameter "X-KEY" in header is in one list twice, and the two differ.',
    });
  });
});

test("a path parameter that its path lacks is left out, with what its schema would have named", () => {
  const given = `
paths:
  /a/{id}:
    parameters:
      - { in: path, name: ID, required: true, schema: { type: object, properties: { x: {} } } }
      - { in: path, name: id, required: true, schema: { type: string } }
    get: {}
    put: {}`;
  expect(parametersIn(given)).toEqual(["path id", "path id"]);
  expect(modelOf(given).schemas).toEqual([]);
  expect(found(modelOf(given).diagnostics)).toEqual([
    ["parameter/not-in-path", "#/paths/~1a~1{id}/parameters/0", { path: "/a/{id}", name: "{ID}" }],
  ]);
});

describe("a security scheme that the contract does not have", () => {
  const given = (security: string, own = "{}") => `
openapi: 3.2.0
security: ${security}
paths: { /a: { get: ${own} } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X }, "a/b": { type: http, scheme: basic } } }`;

  test.each([
    ["[{ key: [] }, { '#/components/securitySchemes/a~1b': [] }]", ["key", "a/b"], []],
    ["[{ ghost: [], key: [] }, { key: [] }]", ["key"], [["security/undefined-scheme", "ghost"]]],
    ["[{ ghost: [] }, {}]", [""], [["security/undefined-scheme", "ghost"]]],
    ["[{ ghost: [] }]", [], [["security/unprotected-call", "ghost"]]],
    ["[{ constructor: [] }]", [], [["security/unprotected-call", "constructor"]]],
    ["[{ '#/nowhere': [] }]", [], [["security/unprotected-call", "#/nowhere"]]],
  ])("%s", (security, want, unknown) => {
    const model = modelOf(given(security));
    expect(model.operations[0]?.security.map((one) => one.map(({ scheme }) => scheme).join("+"))).toEqual(
      want,
    );
    expect(found(model.diagnostics)).toEqual(
      unknown.map(([id, scheme]) => [id, "#/security/0", { schemes: [scheme] }]),
    );
  });

  test("is told with the operation that names it", () => {
    const model = modelOf(given("[]", "{ security: [{ key: [] }, { b: [], a: [] }] }"));
    expect(found(model.diagnostics)).toEqual([
      ["security/undefined-scheme", "#/paths/~1a/get/security/1", { schemes: ["a", "b"] }],
    ]);
  });
});

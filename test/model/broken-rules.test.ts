import { describe, expect, test } from "vitest";
import { noteLines } from "../../src/model/notes.js";
import { modelOf, thrownBy } from "./model-of.js";

/* Contracts that break a rule of OpenAPI: what is made of them, and what is said (docs/decisions/0016). */

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
  expect(modelOf(given).notes).toEqual([
    {
      text: 'The client presents no certificate for "tls": the option `fetch` must.',
      pointer: "#/components/securitySchemes/tls",
    },
  ]);
});

test("the client works out no credential of other HTTP authentication, which a note says once", () => {
  const given = `
paths: { /a: { get: { security: [{ d: [] }] }, put: { security: [{ d: [] }, { b: [] }] } } }
components: { securitySchemes: {
  b: { type: http, scheme: bearer }, d: { type: http, scheme: Digest }, unused: { type: http, scheme: hoba } } }`;
  expect(modelOf(given).notes).toEqual([
    {
      text: 'The client works out no credential of HTTP authentication "digest": what is given as `credentials` for "d" goes into `Authorization` as it is.',
      pointer: "#/components/securitySchemes/d",
    },
  ]);
});

describe("credentials of one requirement in one place", () => {
  const schemes = `
components: { securitySchemes: {
  a: { type: http, scheme: basic }, b: { type: http, scheme: bearer }, o: { type: oauth2, flows: {} },
  p: { type: oauth2, flows: {} }, k: { type: apiKey, in: header, name: AUTHORIZATION },
  x: { type: apiKey, in: query, name: key }, y: { type: apiKey, in: query, name: key }, z: { type: apiKey, in: cookie, name: key } } }`;
  test.each([
    ["b: [], o: []", ["o"], 'The header "authorization"', '"o"', '"b"'],
    ["b: [], o: [], p: [s]", ["p"], 'The header "authorization"', '"p"', '"o", "b"'],
    ["b: [], a: [], k: []", ["a"], 'The header "authorization"', '"a"', '"b", "k"'],
    ["y: [], x: [], z: []", ["x", "z"], 'The query parameter "key"', '"x"', '"y"'],
  ])("{ %s }", (needed, want, place, sent, others) => {
    const model = modelOf(`paths: { /a: { get: { security: [{}, { ${needed} }] } } }${schemes}`);
    expect(model.operations[0]?.security.map((one) => one.map(({ scheme }) => scheme))).toEqual([[], want]);
    expect(model.notes).toEqual([
      {
        text: `${place} has room for one credential: that of ${sent} is sent, that of ${others} is not.`,
        pointer: "#/paths/~1a/get/security/1",
      },
    ]);
  });

  test("that all operations have by the contract are told at the contract", () => {
    const model = modelOf(`security: [{ b: [], o: [] }]\npaths: { /a: { get: {}, put: {} } }${schemes}`);
    expect(model.operations.map(({ security }) => security)).toEqual(
      [1, 2].map(() => [[{ scheme: "o", scopes: [] }]]),
    );
    expect(model.notes.map(({ pointer }) => pointer)).toEqual(["#/security/0"]);
  });
});

test("headers that are the transport's to send are left out, with one note each", () => {
  const names = ["Content-Length", "HOST", "connection", "Transfer-Encoding", "Expect", "Origin"];
  const parameters = names.map((name) => `{ in: header, name: ${name}, required: true, schema: {} }`);
  const given = `paths: { /a: { put: { parameters: [${parameters.join(", ")}, { in: query, name: host }] } } }`;
  expect(parametersIn(given)).toEqual(["query host", "header Origin"]);
  expect(modelOf(given).notes).toEqual(
    ["Content-Length", "HOST", "connection", "Transfer-Encoding", "Expect"].map((name, index) => ({
      text: `The header parameter "${name}" is left out: the transport sends that header by itself.`,
      pointer: `#/paths/~1a/put/parameters/${String(index)}`,
    })),
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
  expect(model.notes).toEqual([
    ...bad.map((name, index) => ({
      text: `${JSON.stringify(name)} is no name of a header; the parameter is left out.`,
      pointer: `#/paths/~1a/get/parameters/${String(index)}`,
    })),
    ...bad.map((name, index) => ({
      text: `${JSON.stringify(name)} is no name of a header; the parameter of the webhook "b" is left out.`,
      pointer: `#/webhooks/b/post/parameters/${String(index)}`,
    })),
  ]);
});

test("headers that OpenAPI has ignored are left out, with one note each", () => {
  const given = `
paths:
  /a: { parameters: [{ $ref: '#/components/parameters/Auth' }], get: {}, put: {} }
  /b: { get: { parameters: [{ in: header, name: ACCEPT }, { in: header, name: Content-Type }, { in: query, name: accept }] } }
components: { parameters: { Auth: { in: header, name: authorization, schema: {} } } }`;
  expect(parametersIn(given)).toEqual(["query accept"]);
  expect(modelOf(given).notes).toEqual([
    {
      text: 'OpenAPI ignores a header parameter "authorization"; it is left out. A security scheme says it.',
      pointer: "#/components/parameters/Auth",
    },
    {
      text: 'OpenAPI ignores a header parameter "ACCEPT"; it is left out. The media types of the answers say it.',
      pointer: "#/paths/~1b/get/parameters/0",
    },
    {
      text: 'OpenAPI ignores a header parameter "Content-Type"; it is left out. The media types of the body say it.',
      pointer: "#/paths/~1b/get/parameters/1",
    },
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
    expect(modelOf(given).notes).toEqual([
      {
        text: "The operation TRACE /a is left out: fetch refuses to send TRACE.",
        pointer: "#/paths/~1a/trace",
      },
      {
        text: "The operation Connect /a is left out: fetch refuses to send CONNECT.",
        pointer: "#/paths/~1a/additionalOperations/Connect",
      },
    ]);
  });

  test("about a path without a slash, which would go on with the name of the host", () => {
    const given = "paths: { '.evil.example/a': { get: {} }, '{host}/b': { get: {} }, /c: { get: {} } }";
    const { operations, notes } = modelOf(given);
    expect(operations.map(({ path }) => path)).toEqual(["/c"]);
    expect(notes.map(({ text }) => text)).toEqual([
      "The operation GET .evil.example/a is left out: a path must begin with a slash.",
      "The operation GET {host}/b is left out: a path must begin with a slash.",
    ]);
  });

  test("is a body of GET or HEAD; it is left out", () => {
    const body =
      "requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { b: {} } } } } }";
    const given = `paths: { /a: { get: { ${body} }, head: { ${body} }, delete: { ${body} } } }`;
    const { operations, schemas, notes } = modelOf(given);
    expect(operations.map(({ method, body: built }) => [method, built === undefined])).toEqual([
      ["DELETE", false],
      ["GET", true],
      ["HEAD", true],
    ]);
    expect(schemas.map(({ name }) => name)).toEqual(["ADeleteBody"]);
    const note = (method: string) => ({
      text: `The body of ${method.toUpperCase()} is left out: fetch sends none with ${method.toUpperCase()}.`,
      pointer: `#/paths/~1a/${method}/requestBody`,
    });
    expect(notes).toEqual([note("get"), note("head")]);
  });

  test("is told in one line however many operations have such a body", () => {
    const body = "requestBody: { content: { application/json: { schema: { type: object } } } }";
    const given = `paths: { /a: { get: { ${body} } }, /b: { get: { ${body} } }, /c: { get: { ${body} } } }`;
    expect(noteLines(modelOf(given).notes)).toEqual([
      "The body of GET is left out: fetch sends none with GET. (#/paths/~1a/get/requestBody, and 2 more)",
    ]);
  });

  test("is not told where nothing is lost: a body that need not be there and can be `{}` alone", () => {
    const closed = "type: object, additionalProperties: false";
    const notesOf = (body: string) =>
      modelOf(`paths: { /a: { get: { requestBody: ${body} } } }`).notes.length;
    const contentOf = (schema: string) => `content: { application/json: { schema: { ${schema} } } }`;
    expect(notesOf(`{ ${contentOf(`${closed}, properties: {}`)} }`)).toBe(0);
    expect(notesOf(`{ ${contentOf(`${closed}, description: None., x-a: 1`)} }`)).toBe(0);
    expect(notesOf(`{ required: true, ${contentOf(closed)} }`)).toBe(1);
    expect(notesOf(`{ ${contentOf(`${closed}, properties: { b: {} }`)} }`)).toBe(1);
    expect(notesOf(`{ ${contentOf(`${closed}, patternProperties: { b: {} }`)} }`)).toBe(1);
    expect(notesOf(`{ ${contentOf("type: object")} }`)).toBe(1);
    expect(notesOf("{ content: { application/json: {} } }")).toBe(1);
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
    const fragment =
      "What stands behind # in a path is never sent: the server tells operations of one path apart by their parameters and bodies alone.";
    const query =
      "OpenAPI has no query in a path; it is sent as it stands there, before the query parameters.";
    expect(modelOf(given).notes).toEqual([
      { text: fragment, pointer: "#/paths/~1a#b=c?d" },
      { text: fragment, pointer: "#/paths/~1a?b={c}#d" },
      { text: query, pointer: "#/paths/~1a?b={c}#d" },
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
    const { operations, notes } = modelOf(given);
    expect(operations.map(({ parameters }) => parameters.map(({ name }) => name))).toEqual([["id"]]);
    expect(notes.map(({ text }) => text)).toContain(
      "The path /a/{id}#{action}-{other} has no {action}; the parameter is left out.",
    );
  });
});

test("a body without content is left out", () => {
  const given = `
paths: { /a: { post: { requestBody: { $ref: '#/components/requestBodies/B' } } } }
components: { requestBodies: { B: { required: true, content: {} } } }`;
  expect(modelOf(given).notes).toEqual([
    {
      text: "The body is left out: the contract describes no content for it.",
      pointer: "#/paths/~1a/post/requestBody",
    },
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

  test("names one of them; the others are named by method and path", () => {
    expect(operationsIn(given)).toEqual([
      "GET /a: things.read",
      "GET /b: things.getB",
      "GET /c: things.other",
    ]);
  });

  test("is told, and is no aim of a link", () => {
    expect(modelOf(given).notes).toEqual([
      {
        text: 'The operationId "read" is that of several operations (GET /a, GET /b); names that would be equal are made from method and path.',
        pointer: "#/paths/~1b/get/operationId",
      },
      {
        text: 'The link "next" leads to "read", which is that of several operations; no method\'s description names it.',
        pointer: "#/paths/~1c/get/responses/200/links/next",
      },
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
    expect(modelOf(given).notes).toEqual([
      {
        text: 'The parameter "q" in query is in the list twice; it is taken once.',
        pointer: "#/paths/~1a/get/parameters/1",
      },
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
  expect(modelOf(given).notes).toEqual([
    {
      text: "The path /a/{id} has no {ID}; the parameter is left out.",
      pointer: "#/paths/~1a~1{id}/parameters/0",
    },
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
    ["[{ ghost: [], key: [] }, { key: [] }]", ["key"], ['"ghost"; this alternative is left out.']],
    ["[{ ghost: [] }, {}]", [""], ['"ghost"; this alternative is left out.']],
    ["[{ ghost: [] }]", [], ['"ghost"; what it protects is called without a credential.']],
    ["[{ constructor: [] }]", [], ['"constructor"; what it protects is called without a credential.']],
    ["[{ '#/nowhere': [] }]", [], ['"#/nowhere"; what it protects is called without a credential.']],
  ])("%s", (security, want, notes) => {
    const model = modelOf(given(security));
    expect(model.operations[0]?.security.map((one) => one.map(({ scheme }) => scheme).join("+"))).toEqual(
      want,
    );
    expect(model.notes).toEqual(
      notes.map((text) => ({ text: `The contract has no security scheme ${text}`, pointer: "#/security/0" })),
    );
  });

  test("is told with the operation that names it", () => {
    const model = modelOf(given("[]", "{ security: [{ key: [] }, { b: [], a: [] }] }"));
    expect(model.notes).toEqual([
      {
        text: 'The contract has no security scheme "a", "b"; this alternative is left out.',
        pointer: "#/paths/~1a/get/security/1",
      },
    ]);
  });
});

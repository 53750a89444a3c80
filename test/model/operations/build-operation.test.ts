import { describe, expect, test } from "vitest";
import { modelOf, operationOf } from "../model-of.js";
import { found } from "../../diagnostics/found.js";

describe("an operation", () => {
  test("takes from its path item what it does not say itself", () => {
    const given = `
paths:
  /a:
    summary: Of the path
    description: Of the path, longer
    servers: [{ url: https://path.example }]
    get: { summary: Its own, responses: {} }
    put: { servers: [{ url: https://own.example }] }`;
    const told = modelOf(given).operations.map(({ method, summary, description, servers }) => ({
      method,
      summary,
      description,
      servers: servers?.map(({ url }) => url),
    }));
    expect(told).toEqual([
      {
        method: "GET",
        summary: "Its own",
        description: "Of the path, longer",
        servers: ["https://path.example"],
      },
      {
        method: "PUT",
        summary: "Of the path",
        description: "Of the path, longer",
        servers: ["https://own.example"],
      },
    ]);
  });

  test("may have a method of its own (OpenAPI 3.2); all are sorted by path, then method", () => {
    const given = `
openapi: 3.2.0
paths:
  /b: { query: {}, get: {} }
  /a: { additionalOperations: { PURGE: {}, LINK: {} }, post: {}, x-get: {} }
  x-c: { get: {} }`;
    expect(modelOf(given).operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /a",
      "LINK /a",
      "PURGE /a",
      "GET /b",
      "QUERY /b",
    ]);
  });

  test("has the root's security unless it has its own; an empty one makes it anonymous", () => {
    const given = `
security: [{ b: [y, x], a: [] }]
paths:
  /a: { get: {}, put: { security: [] }, post: { security: [{}, { a: [] }] } }
components: { securitySchemes: { a: { type: mutualTLS }, b: { type: mutualTLS } } }`;
    expect(modelOf(given).operations.map(({ method, security }) => [method, security])).toEqual([
      [
        "GET",
        [
          [
            { scheme: "a", scopes: [] },
            { scheme: "b", scopes: ["x", "y"] },
          ],
        ],
      ],
      ["POST", [[], [{ scheme: "a", scopes: [] }]]],
      ["PUT", []],
    ]);
  });

  test("has answers in the order codes, ranges, default, spelt as the specification does, and no other", () => {
    const { responses: answers } = operationOf(`
paths:
  /a:
    get:
      responses:
        default: { description: Else }
        4xx: { description: No }
        '404': { $ref: '#/components/responses/Gone' }
        '200': { description: Yes, headers: { ETag: { required: true, schema: { type: string } } } }
        x-internal: { description: Hidden }
        abc: { description: Not a status }
        '20': { description: Not a status }
        6XX: { description: Not a range }
        200 OK: { description: Not a status }
components: { responses: { Gone: { description: Gone } } }`);
    expect(answers.map(({ status, description }) => `${status} ${description ?? ""}`)).toEqual([
      "200 Yes",
      "404 Gone",
      "4XX No",
      "default Else",
    ]);
    expect(answers[0]?.headers).toMatchObject([
      { name: "ETag", required: true, schema: { type: { kind: "string" } } },
    ]);
    expect(answers[1]?.origin.pointer).toBe("#/components/responses/Gone");
  });

  test("names the schemas of its answers after their status, other than those of success", () => {
    const shape = (name: string) =>
      `{ description: "", content: { application/json: { schema: { type: object, properties: { ${name}: { type: string } } } } } }`;
    const { schemas } = modelOf(`
paths:
  /pets:
    get: { responses: { '200': ${shape("a")}, '404': ${shape("b")}, 4xx: ${shape("c")}, default: ${shape("d")} } }`);
    expect(schemas.map(({ name }) => name)).toEqual([
      "PetsGetResponse",
      "PetsGetResponse404",
      "PetsGetResponse4XX",
      "PetsGetResponseDefault",
    ]);
  });

  test("has media types in lower case, JSON first, then sorted", () => {
    const { body } = operationOf(`
paths:
  /a:
    post:
      requestBody:
        required: true
        content:
          text/plain: { schema: { type: string } }
          Application/Problem+JSON: { schema: { type: string } }
          application/json; charset=utf-8: { schema: { type: number } }
          image/png: {}`);
    expect(body?.content.map(({ mediaType, schema }) => [mediaType, schema?.type.kind])).toEqual([
      ["application/json; charset=utf-8", "number"],
      ["application/problem+json", "string"],
      ["image/png", undefined],
      ["text/plain", "string"],
    ]);
  });

  test("has a body only where there is a media type, and keeps how its members are encoded", () => {
    expect(operationOf("paths: { /a: { post: { requestBody: { content: {} } } } }").body).toBeUndefined();
    const { body } = operationOf(`
paths:
  /a:
    post:
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object }
            encoding: { f: { contentType: image/png, style: form, explode: true, allowReserved: false }, g: {} }`);
    expect(body).toMatchObject({
      required: false,
      content: [
        {
          encoding: {
            f: { contentType: "image/png", style: "form", explode: true, allowReserved: false },
            g: {},
          },
        },
      ],
    });
  });

  test("speaks of one item where the media type is a sequence (OpenAPI 3.2)", () => {
    const { responses: answers } = operationOf(`
openapi: 3.2.0
paths:
  /a:
    get:
      responses:
        '200':
          description: Rows
          content: { application/jsonl: { itemSchema: { type: integer }, schema: { type: array } } }`);
    expect(answers[0]?.content[0]?.schema?.type.kind).toBe("number");
  });

  test("never has content with 1xx, 204, 205 or 304, whatever the contract describes", () => {
    const given = `
paths:
  /a:
    get:
      responses:
        '103': { content: &json { application/json: { schema: { type: object, properties: { a: {} } } } } }
        '200': { content: *json }
        '204': { content: *json }
        '205': { content: *json }
        '304': { content: *json }
        1XX: { content: *json }
        4XX: { content: *json }`;
    const { diagnostics, operations } = modelOf(given);
    const full = operations[0]?.responses.filter(({ content }) => content.length > 0);
    expect(full?.map(({ status }) => status)).toEqual(["200", "4XX"]);
    const left = ["103", "204", "205", "304", "1XX"].map((status) => [
      "response/content-of-empty",
      `#/paths/~1a/get/responses/${status}`,
      { status },
    ]);
    expect(found(diagnostics)).toEqual(left);
  });

  test("a response of no status that could be meant is told", () => {
    const keys = ["20x", "2X0", "0XX", "6XX", "042", "200", "2xx", "Default", "x-note", "every"];
    const { diagnostics, operations } = modelOf(
      `paths: { /a: { get: { responses: { ${keys.map((key) => `'${key}': {}`).join(", ")} } } } }`,
    );
    expect(operations[0]?.responses.map(({ status }) => status)).toEqual(["200", "2XX", "default"]);
    const ignored = diagnostics.filter(({ id }) => id === "response/invalid-status");
    expect(ignored.map((one) => one.arguments["status"]).sort()).toEqual(["042", "0XX", "20x", "2X0", "6XX"]);
    expect(ignored[0]?.pointer).toMatch(/^#\/paths\/~1a\/get\/responses\/\w{3}$/);
  });

  test("links to others by id and by pointer, with all that they say; a link that leads nowhere is told", () => {
    const given = `
paths:
  /a:
    get:
      operationId: readA
      responses:
        '200':
          description: A
          links:
            byId: { operationId: readB, parameters: { path.id: $response.body#/id, n: 5 } }
            byPointer: { operationRef: '#/paths/~1b~1%7Bid%7D/get' }
            elsewhere: { operationRef: 'https://other.example/openapi.yaml#/paths/~1b/get' }
            nowhere: { operationId: readC }
            shared:
              operationRef: '#/paths/~1c/get'
              requestBody: { a: $response.body#/a }
              description: All of it
              server: { url: 'https://c.example' }
  /b/{id}: { get: { operationId: readB } }
  /c: { $ref: '#/components/pathItems/C' }
components: { pathItems: { C: { get: { operationId: readC2 } } } }`;
    const { diagnostics, operations } = modelOf(given);
    const [a, b, c] = operations;
    expect(a?.links).toEqual([
      {
        name: "byId",
        status: "200",
        target: b?.name,
        parameters: { n: "5", "path.id": "$response.body#/id" },
      },
      { name: "byPointer", status: "200", target: b?.name, parameters: {} },
      {
        name: "shared",
        status: "200",
        target: c?.name,
        parameters: {},
        description: "All of it",
        body: '{"a":"$response.body#/a"}',
        server: "https://c.example",
      },
    ]);
    const links = "#/paths/~1a/get/responses/200/links";
    const lost = (name: string, target: string) => [
      "link/unknown-operation",
      `${links}/${name}`,
      { link: name, target },
    ];
    expect(found(diagnostics.filter(({ pointer }) => pointer.startsWith(links)))).toEqual([
      lost("elsewhere", "https://other.example/openapi.yaml#/paths/~1b/get"),
      lost("nowhere", "readC"),
    ]);
  });
});

test("parts by position keep how each is written; their open headers, and names beside positions, are told", () => {
  const given = `
openapi: 3.2.0
paths:
  /a:
    post:
      requestBody:
        content:
          multipart/mixed:
            schema: { type: array }
            encoding: { file: { contentType: image/png } }
            prefixEncoding:
              - headers: { Content-ID: { schema: { const: "<a>" } }, X-Open: { schema: { type: string } } }
              - { contentType: multipart/mixed, itemEncoding: { contentType: image/png } }
            itemEncoding: { headers: { X-Open: {} } }`;
  const { operations, diagnostics } = modelOf(given);
  expect(operations[0]?.body?.content[0]?.positions).toEqual({
    prefix: [
      { headers: { "Content-ID": "<a>" } },
      {
        contentType: "multipart/mixed",
        positions: { prefix: [], items: { contentType: "image/png" } },
      },
    ],
    items: {},
  });
  const pointer = "#/paths/~1a/post/requestBody/content/multipart~1mixed";
  expect(found(diagnostics)).toEqual([
    ["body/parts-described-twice", pointer],
    ["body/part-headers", `${pointer}/prefixEncoding/0`, { part: "part 1", headers: ["X-Open"] }],
    ["body/part-headers", `${pointer}/itemEncoding`, { part: "every further part", headers: ["X-Open"] }],
  ]);
});

test("headers of a part that nothing fixes are told", () => {
  const given = `
paths:
  /a:
    post:
      requestBody:
        content:
          multipart/form-data:
            encoding:
              file:
                headers:
                  Content-Type: { schema: { type: string } }
                  X-Fixed: { schema: { const: 1 } }
                  X-Digest: { $ref: '#/components/headers/Digest' }
                  X-Size: { required: true, schema: { type: integer } }
              about: { headers: { X-Fixed: { schema: { enum: [a] } } } }
            schema: { type: object }
          application/x-www-form-urlencoded:
            encoding: { file: { headers: { X-Digest: {} } } }
            schema: { type: object }
components: { headers: { Digest: { schema: { type: string } } } }`;
  expect(found(modelOf(given).diagnostics)).toEqual([
    [
      "body/part-headers",
      "#/paths/~1a/post/requestBody/content/multipart~1form-data/encoding/file",
      { part: 'the part "file"', headers: ["X-Digest", "X-Size"] },
    ],
  ]);
});

test.each([
  { content: "{ undefined: {}, json: {}, text/html: {}, '*': {} }", want: ["*", "text/html"], kept: false },
  { content: "{ undefined: {}, json: {} }", want: ["*/*"], kept: true },
])("of $content there are $want, and names that no media type has are told", ({ content, want, kept }) => {
  const given = `paths: { /a: { get: { responses: { '200': { content: ${content} } } } } }`;
  const { operations, diagnostics } = modelOf(given);
  const pointer = "#/paths/~1a/get/responses/200/content";
  expect(operations[0]?.responses[0]?.content.map(({ mediaType }) => mediaType)).toEqual(want);
  expect(found(diagnostics)).toEqual([
    [kept ? "media/any-type" : "media/invalid-type", `${pointer}/json`, { name: "json" }],
    ["media/invalid-type", `${pointer}/undefined`, { name: "undefined" }],
  ]);
});

test("a form whose parts are the elements of a list is told to have no names", () => {
  const given = `
paths:
  /a:
    post:
      requestBody:
        content:
          multipart/form-data: { schema: { $ref: '#/components/schemas/List' } }
          multipart/mixed: { schema: { $ref: '#/components/schemas/List' } }
  /b: { post: { requestBody: { content: { multipart/form-data: { schema: { type: object } } } } } }
  /c:
    post:
      requestBody:
        content:
          multipart/form-data: { schema: { type: array }, prefixEncoding: [{ contentType: text/csv }] }
components: { schemas: { List: { type: array, items: { type: string } } } }`;
  expect(found(modelOf(given).diagnostics)).toEqual([
    ["body/parts-without-names", "#/paths/~1a/post/requestBody/content/multipart~1form-data"],
  ]);
});

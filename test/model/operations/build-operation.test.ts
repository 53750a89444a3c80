import { describe, expect, test } from "vitest";
import { modelOf, operationOf } from "../model-of.js";

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
  /a: { get: {}, put: { security: [] }, post: { security: [{}, { a: [] }] } }`;
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

  test("has answers in the order codes, ranges, default, spelt as the specification does", () => {
    const { answers } = operationOf(`
paths:
  /a:
    get:
      responses:
        default: { description: Else }
        4xx: { description: No }
        '404': { $ref: '#/components/responses/Gone' }
        '200': { description: Yes, headers: { ETag: { required: true, schema: { type: string } } } }
        x-internal: { description: Hidden }
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
    const { answers } = operationOf(`
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

  test("links to others by id and by pointer; a link that leads out of the document is none", () => {
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
  /b/{id}: { get: { operationId: readB } }`;
    const [a, b] = modelOf(given).operations;
    expect(a?.links).toEqual([
      {
        name: "byId",
        status: "200",
        target: b?.name,
        parameters: { n: "5", "path.id": "$response.body#/id" },
      },
      { name: "byPointer", status: "200", target: b?.name, parameters: {} },
    ]);
  });
});

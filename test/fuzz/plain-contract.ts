import type { JsonObject } from "../determinism/json-tree.js";

const item = { $ref: "#/components/schemas/Item" };
const failure = {
  description: "Refused",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
};

function answer(schema: JsonObject, type = "application/json", headers: JsonObject = {}): JsonObject {
  return { description: "Done", headers, content: { [type]: { schema } } };
}

function operation(operationId: string, success: JsonObject, more: JsonObject = {}): JsonObject {
  return { operationId, tags: ["items"], responses: { 200: success, default: failure }, ...more };
}

function body(schema: JsonObject, type = "application/json"): JsonObject {
  return { requestBody: { required: true, content: { [type]: { schema } } } };
}

const id = { in: "path", name: "id", required: true, schema: { type: "string" } };

/** A contract without the traits of the External API: every kind of credential, body and response. */
export const plainContract: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Plain", version: "1" },
  servers: [{ url: "/v1" }],
  security: [{ bearer: [] }],
  paths: {
    "/items": {
      get: operation(
        "listItems",
        answer({ type: "array", items: item }, "application/json", {
          Link: { schema: { type: "string" } },
          "X-Total": { required: true, schema: { type: "integer", format: "int64" } },
        }),
      ),
      post: operation("createItem", answer(item), body(item)),
    },
    "/items/{id}": {
      parameters: [id],
      get: operation("getItem", answer(item, "application/json", { ETag: { schema: { type: "string" } } }), {
        security: [{ header: [] }],
      }),
      put: operation("replaceItem", answer(item), { ...body(item), security: [{ basic: [] }] }),
      delete: {
        ...operation("deleteItem", answer(item)),
        responses: { 204: { description: "Gone" }, default: failure },
      },
      head: { ...operation("checkItem", answer(item)), responses: { 200: { description: "There" } } },
    },
    "/search": {
      get: operation(
        "searchItems",
        answer({
          type: "object",
          required: ["items"],
          properties: { items: { type: "array", items: item }, next: { type: ["string", "null"] } },
        }),
        {
          security: [{ query: [] }],
          parameters: [{ in: "query", name: "cursor", schema: { type: "string" } }],
        },
      ),
    },
    "/file": {
      get: operation("readFile", answer({ type: "string", format: "binary" }, "application/octet-stream"), {
        security: [{ cookie: [] }],
      }),
      post: operation(
        "sendFile",
        answer(item),
        body(
          {
            type: "object",
            properties: { file: { type: "string", format: "binary" }, note: { type: "string" } },
          },
          "multipart/form-data",
        ),
      ),
    },
    "/text": { get: operation("readText", answer({ type: "string" }, "text/plain"), { security: [] }) },
    "/events": { get: operation("followEvents", answer(item, "text/event-stream")) },
    "/lines": { get: operation("readLines", answer(item, "application/x-ndjson")) },
    "/moved": {
      get: {
        ...operation("findMoved", answer(item)),
        responses: {
          302: { description: "Elsewhere", headers: { Location: { schema: { type: "string" } } } },
          default: failure,
        },
      },
    },
    "/payments": {
      post: operation("pay", answer(item), {
        ...body(item),
        parameters: [{ in: "header", name: "Idempotency-Key", schema: { type: "string" } }],
      }),
    },
  },
  components: {
    schemas: {
      Item: {
        type: "object",
        required: ["id"],
        properties: {
          id: { type: "integer", format: "int64" },
          name: { type: "string" },
          phone: { type: "string", "x-sensitive": true },
          parts: { type: "array", items: item },
        },
      },
      Failure: {
        type: "object",
        properties: { message: { type: "string" }, phone: { type: "string", "x-sensitive": true } },
      },
    },
    securitySchemes: {
      bearer: { type: "http", scheme: "bearer" },
      basic: { type: "http", scheme: "basic" },
      header: { type: "apiKey", in: "header", name: "X-Api-Key" },
      query: { type: "apiKey", in: "query", name: "api_key" },
      cookie: { type: "apiKey", in: "cookie", name: "session" },
    },
  },
};

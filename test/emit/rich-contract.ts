/*
 * A contract with every object of OpenAPI 3.1 and the keywords of JSON Schema that have texts, for tests that put texts
 * into it. Names that two places must share are words of their own: what is planted stands in all of their places.
 */

/** Names that several places share. */
export const LINKED = [
  ...[
    "modelName",
    "kindMember",
    "refParameter",
    "refHeader",
    "refResponse",
    "refExample",
    "refLink",
    "refBody",
  ],
  ...["refCallback", "refPathItem", "keyScheme", "oauthScheme", "scopeName", "pathParam", "serverVariable"],
  ...["operationName", "anchorName"],
];

const component = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` });
const text = { type: "string" };
const model = component("schemas", "modelName");

const schema = {
  type: "object",
  title: "Title",
  description: "Description",
  $comment: "Comment",
  required: ["kindMember", "name"],
  properties: {
    kindMember: { const: "fixed" },
    name: { type: "string", pattern: "^a", format: "date", default: "d", examples: ["e"], minLength: 1 },
    choice: { enum: ["one", "two"], description: "Choice" },
    fixed: { const: { inside: ["value"] } },
    preset: { type: "object", default: { inside: "value" } },
    file: { type: "string", contentMediaType: "image/png", contentEncoding: "base64" },
    secret: { type: "string", "x-sensitive": true, writeOnly: true, deprecated: true },
    link: { type: "string", externalDocs: { url: "https://docs.example", description: "Docs" } },
    self: model,
    list: { type: "array", prefixItems: [text], items: { $ref: "#anchorName" } },
  },
  patternProperties: { "^x-": text },
  additionalProperties: { type: "integer", title: "Others" },
  dependentRequired: { name: ["choice"] },
  dependentSchemas: { choice: { properties: { depends: text } } },
  $defs: { inner: { $anchor: "anchorName", type: "object", properties: { a: text } } },
  "x-extension": { any: "thing" },
  xml: { name: "xml", namespace: "https://xml.example", prefix: "p" },
};

const union = {
  oneOf: [
    model,
    { type: "object", required: ["kindMember"], properties: { kindMember: { const: "other" } } },
  ],
  discriminator: { propertyName: "kindMember", mapping: { fixed: "#/components/schemas/modelName" } },
};

const parameters = [
  component("parameters", "refParameter"),
  {
    in: "path",
    name: "pathParam",
    required: true,
    description: "Path",
    schema: { type: "string", example: "e" },
  },
  { in: "query", name: "filter", style: "deepObject", schema: { type: "object", properties: { a: text } } },
  { in: "query", name: "only", required: true, schema: { enum: ["single"] } },
  { in: "header", name: "X-Header", schema: text, examples: { one: { summary: "S", value: "v" } } },
  { in: "cookie", name: "cookie", schema: text },
  { in: "query", name: "json", content: { "application/json": { schema: model } } },
];

const responses = {
  200: {
    description: "Success",
    headers: {
      "X-Rate": { description: "Rate", schema: { type: "integer" } },
      ETag: component("headers", "refHeader"),
    },
    content: {
      "application/json": { schema: model, examples: { shown: component("examples", "refExample") } },
    },
    links: {
      next: {
        operationId: "operationName",
        parameters: { pathParam: "$response.body#/name" },
        description: "Next",
      },
      other: component("links", "refLink"),
    },
  },
  400: {
    description: "Problem",
    content: {
      "application/problem+json": { schema: { properties: { code: { enum: ["bad_thing", "worse"] } } } },
    },
  },
  default: component("responses", "refResponse"),
};

const servers = [
  {
    url: "https://{serverVariable}.example/base",
    description: "Server",
    variables: { serverVariable: { default: "eu", enum: ["eu", "us"], description: "Region" } },
  },
  { url: "https://second.example", description: "Second" },
];

const bodies = {
  "application/json": { schema: union, example: { any: "thing" } },
  "multipart/form-data": {
    schema: { type: "object", properties: { part: { type: "string", format: "binary" }, meta: model } },
    encoding: {
      meta: {
        contentType: "application/json",
        headers: { "X-Part": { schema: { const: "fixed" } } },
      },
    },
  },
  "application/x-www-form-urlencoded": {
    schema: { type: "object", properties: { field: { type: "array", items: text } } },
    encoding: { field: { style: "form", explode: false } },
  },
};

/** The contract. */
export const richContract = {
  openapi: "3.1.0",
  info: {
    title: "Rich",
    summary: "Summary",
    version: "1.0",
    description: "Description",
    termsOfService: "https://terms.example",
    contact: { name: "Contact", url: "https://contact.example", email: "a@b.example" },
    license: { name: "Licence", identifier: "MIT" },
  },
  servers,
  tags: [
    { name: "things", description: "Tag", externalDocs: { url: "https://docs.example", description: "D" } },
  ],
  externalDocs: { url: "https://docs.example", description: "Docs" },
  security: [{ oauthScheme: ["scopeName"] }, { keyScheme: [] }],
  paths: {
    "/things/{pathParam}": {
      summary: "Path",
      description: "Path",
      parameters,
      get: { operationId: "operationName", tags: ["things"], summary: "Get", description: "Gets", responses },
      put: {
        operationId: "putThing",
        tags: ["things", "second"],
        servers,
        security: [{ oauthScheme: ["scopeName"], keyScheme: [] }],
        externalDocs: { url: "https://docs.example", description: "Docs" },
        requestBody: { description: "Body", required: true, content: bodies },
        responses,
        callbacks: { onEvent: component("callbacks", "refCallback") },
        "x-codegen": { any: "thing" },
      },
      post: {
        tags: ["things"],
        requestBody: component("requestBodies", "refBody"),
        responses,
        deprecated: true,
      },
    },
    "/referred": component("pathItems", "refPathItem"),
    "/stream": {
      get: {
        operationId: "stream",
        responses: {
          200: { description: "S", content: { "text/event-stream": { schema: model }, "text/csv": {} } },
        },
      },
    },
  },
  webhooks: {
    thingHappened: {
      post: {
        summary: "Happened",
        requestBody: { content: { "application/json": { schema: model } } },
        responses,
      },
    },
  },
  components: {
    schemas: { modelName: schema, plain: text },
    parameters: { refParameter: { in: "query", name: "shared", schema: { type: "array", items: text } } },
    headers: { refHeader: { description: "Tag", schema: text } },
    responses: { refResponse: { description: "Error", content: { "application/json": { schema: model } } } },
    examples: { refExample: { summary: "Example", description: "E", value: { any: "thing" } } },
    links: { refLink: { operationId: "operationName", requestBody: "$request.body", server: servers[1] } },
    requestBodies: { refBody: { content: { "application/vnd.thing+json": { schema: model } } } },
    callbacks: {
      refCallback: {
        "{$request.body#/name}": {
          post: { requestBody: { content: { "application/json": { schema: model } } }, responses },
        },
      },
    },
    pathItems: { refPathItem: { get: { operationId: "referred", responses } } },
    securitySchemes: {
      keyScheme: { type: "apiKey", in: "header", name: "X-Key", description: "Key" },
      oauthScheme: {
        type: "oauth2",
        description: "OAuth",
        flows: {
          clientCredentials: {
            tokenUrl: "https://t.example",
            refreshUrl: "/r",
            scopes: { scopeName: "Scope" },
          },
        },
      },
      httpScheme: { type: "http", scheme: "digest", bearerFormat: "JWT", description: "HTTP" },
      openid: { type: "openIdConnect", openIdConnectUrl: "https://o.example" },
    },
  },
};

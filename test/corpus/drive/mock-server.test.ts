import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MockServer, startMockServer } from "./mock-server.js";
import { publishedDocument } from "./published-document.js";
import { publishedOperations } from "./published-operations.js";
import { schemaBook } from "./schema-book.js";

/** The judge of the corpus has to see what is wrong: these requests are. */
const document = publishedDocument({
  openapi: "3.0.3",
  info: { title: "Judged", version: "1" },
  servers: [{ url: "https://judged.example/v1" }],
  security: [{ key: [] }],
  paths: {
    "/things/{id}": {
      get: {
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer" } },
          {
            name: "tags",
            in: "query",
            required: true,
            explode: false,
            schema: { type: "array", items: { enum: ["a", "b"] } },
          },
          { name: "X-Trace", in: "header", schema: { type: "string", maxLength: 3 } },
        ],
        responses: {
          200: { description: "", content: { "application/json": { schema: { type: "integer" } } } },
        },
      },
    },
    "/things": {
      post: {
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: { $ref: "#/components/schemas/Thing" } },
            "application/x-www-form-urlencoded": { schema: { $ref: "#/components/schemas/Thing" } },
            "multipart/form-data": {
              schema: { $ref: "#/components/schemas/Thing" },
              encoding: { marks: { style: "deepObject", explode: true } },
            },
          },
        },
        responses: { 204: { description: "" } },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: "object",
        required: ["id", "size"],
        properties: {
          id: { type: "string", readOnly: true },
          size: { type: "integer", minimum: 0, exclusiveMinimum: true },
          note: { type: "string", nullable: true },
          marks: { type: "array", items: { enum: ["a"] } },
        },
        additionalProperties: false,
      },
    },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  },
});

let server: MockServer;
beforeAll(async () => {
  server = await startMockServer(document, schemaBook(document), publishedOperations(document));
});
afterAll(() => server.close());

interface Sent {
  readonly given: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly type?: string;
  /** Part of the first complaint; none: the request is right. */
  readonly want?: string;
}

const json = "application/json";
const form = "application/x-www-form-urlencoded";
const parts = (name: string, value: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`;

const sent: readonly Sent[] = [
  { given: "a right read", target: "/v1/things/5?tags=a,b" },
  {
    given: "a segment of another type",
    target: "/v1/things/five?tags=a",
    want: "path id: / must be integer",
  },
  {
    given: "a list that is not in the style",
    target: "/v1/things/5?tags=a%2Cb",
    want: "query tags: /0 must be equal",
  },
  { given: "a required parameter that is missing", target: "/v1/things/5", want: "query tags is missing" },
  {
    given: "a parameter that nobody described",
    target: "/v1/things/5?tags=a&more=1",
    want: "query more is not in",
  },
  {
    given: "a header that is too long",
    target: "/v1/things/5?tags=a",
    headers: { "x-trace": "long" },
    want: "header X-Trace",
  },
  {
    given: "no credential",
    target: "/v1/things/5?tags=a",
    headers: { "x-key": "" },
    want: "none of the credentials",
  },
  { given: "a right body", target: "/v1/things", type: json, body: '{"size":1,"note":null}' },
  {
    given: "a bound of 3.0",
    target: "/v1/things",
    type: json,
    body: '{"size":0}',
    want: "body: /size must be > 0",
  },
  {
    given: "a number as text in JSON",
    target: "/v1/things",
    type: json,
    body: '{"size":"1"}',
    want: "body: /size must be integer",
  },
  { given: "no body", target: "/v1/things", want: "the body is missing" },
  {
    given: "a type that nobody described",
    target: "/v1/things",
    type: "text/csv",
    body: "size",
    want: "a body of text/csv",
  },
  { given: "a right form", target: "/v1/things", type: form, body: "size=1&note=a+b" },
  {
    given: "a form with a member too many",
    target: "/v1/things",
    type: form,
    body: "size=1&colour=2",
    want: "body: / must NOT have additional",
  },
  {
    given: "right parts",
    target: "/v1/things",
    type: "multipart/form-data; boundary=b",
    body: parts("size", "3"),
  },
  {
    given: "parts in a style",
    target: "/v1/things",
    type: "multipart/form-data; boundary=b",
    body: parts("size", "3").slice(0, -7) + parts("marks[0]", "a"),
  },
  {
    given: "a wrong part in a style",
    target: "/v1/things",
    type: "multipart/form-data; boundary=b",
    body: parts("size", "3").slice(0, -7) + parts("marks[0]", "b"),
    want: "body: /marks/0 must be equal",
  },
  {
    given: "a part of another type",
    target: "/v1/things",
    type: "multipart/form-data; boundary=b",
    body: parts("size", "x"),
    want: "body: /size must be integer",
  },
  {
    given: "parts that are cut off",
    target: "/v1/things",
    type: "multipart/form-data; boundary=b",
    body: parts("size", "3").slice(0, -6),
    want: "body: The body is cut off",
  },
];

describe("the server that judges generated clients", () => {
  test.each(sent)("judges $given", async ({ target, headers = {}, body, type, want }) => {
    const { "x-key": key = "secret", ...others } = headers;
    await fetch(server.url + target, {
      method: target.includes("/things/") ? "GET" : "POST",
      headers: {
        ...others,
        ...(key !== "" && { "x-key": key }),
        ...(type !== undefined && { "content-type": type }),
      },
      ...(body !== undefined && { body }),
    });
    const [exchange] = server.take();
    const [finding] = exchange?.findings.values() ?? [];
    if (want === undefined) expect(finding?.complaints).toEqual([]);
    else expect(finding?.complaints[0]).toContain(want);
  });

  test("knows no path but the document's, below the document's server", async () => {
    const { status } = await fetch(`${server.url}/things`, { method: "POST", body: "{}" });
    expect([status, server.take()[0]?.findings.size]).toEqual([404, 0]);
  });
});

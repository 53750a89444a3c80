import { describe, expect, test } from "vitest";
import { compare, documentOf, findingsOf, verdictsOf } from "./compare.js";

const post = (members: string) => `paths: { /pets: { post: {${members}} } }`;
const body = (members: string) => post(`requestBody: {${members}}`);
const content = (...types: readonly string[]) => body(`content: {${types.join(", ")}}`);
const form = (encoding: string) =>
  content(`multipart/form-data: { schema: { type: object }, encoding: { file: {${encoding}} } }`);
const field = (schema: string, encoding: string) =>
  content(
    `application/x-www-form-urlencoded: { schema: { type: object, properties: { file: ${schema} } }, encoding: { file: {${encoding}} } }`,
  );
const file = (schema: string, encoding: string) =>
  content(
    `multipart/form-data: { schema: { type: object, properties: { file: ${schema} } }, encoding: { file: {${encoding}} } }`,
  );

describe("request bodies", () => {
  test.each<[row: string, old: string, now: string, want: readonly string[], back: readonly string[]]>([
    [
      "E1 E3",
      post(""),
      body("required: true, content: { a/b: {} }"),
      ["request.body.required-added breaking"],
      ["request.body.removed breaking"],
    ],
    [
      "E2 E3",
      post(""),
      body("content: { a/b: {} }"),
      ["request.body.optional-added compatible"],
      ["request.body.removed breaking"],
    ],
    [
      "E4",
      body("content: {}"),
      body("content: {}, required: true"),
      ["request.body.became-required breaking"],
      ["request.body.became-optional compatible"],
    ],
    [
      "E5",
      content("application/json: {}"),
      content("application/json: {}", "application/xml: {}"),
      ["request.media-type.added compatible"],
      ["request.media-type.removed breaking"],
    ],
    [
      "E7 more general",
      content("image/png: {}"),
      content("image/*: {}"),
      ["request.media-type.generalised compatible"],
      ["request.media-type.specialised breaking"],
    ],
    [
      "E5 another type with a suffix",
      content("application/json: {}"),
      content("application/merge-patch+json: {}"),
      ["request.media-type.added compatible", "request.media-type.removed breaking"],
      ["request.media-type.added compatible", "request.media-type.removed breaking"],
    ],
    [
      "E7 parameters",
      content("application/json: {}"),
      content("application/json; charset=utf-8: {}"),
      ["request.media-type.parameters-changed compatible"],
      ["request.media-type.parameters-changed compatible"],
    ],
    ["E5 a range that stays", content("application/json: {}", "'*/*': {}"), content("'*/*': {}"), [], []],
    [
      "E7 a range within a wider one, and a type of it",
      content("image/*: {}"),
      content("image/png: {}", "'*/*': {}"),
      ["request.media-type.generalised compatible"],
      ["request.media-type.specialised breaking"],
    ],
    [
      "E5 a type and a range, of which the other document has a wider one",
      content("image/png: {}", "image/*: {}"),
      content("'*/*': {}"),
      ["request.media-type.generalised compatible"],
      ["request.media-type.specialised breaking"],
    ],
    [
      "E5 parameters of a type that stays",
      content("application/json: {}", "application/json;v=1: {}"),
      content("application/json: {}"),
      [],
      [],
    ],
    [
      "E7 several types for a range",
      content("image/png: {}", "image/gif: {}", "text/csv: {}"),
      content("image/*: {}"),
      ["request.media-type.generalised compatible", "request.media-type.removed breaking"],
      ["request.media-type.added compatible", "request.media-type.specialised breaking"],
    ],
    [
      "E8 bytes in 3.0 and 3.1",
      content("application/octet-stream: { schema: { type: string, format: binary } }"),
      content("application/octet-stream: { schema: {} }"),
      [],
      [],
    ],
    [
      "E8 bytes without a schema",
      content("'*/*': { schema: { type: string, format: binary } }"),
      content("'*/*': {}"),
      [],
      [],
    ],
    [
      "E8 a text of JSON is no bytes",
      content("application/json: { schema: { type: string, format: binary } }"),
      content("application/json: {}"),
      ["request.media-type.schema-removed compatible"],
      ["request.media-type.schema-added breaking"],
    ],
    ["E7 another case", content("application/json: {}"), content("Application/JSON: {}"), [], []],
    [
      "E8",
      content("application/json: {}"),
      content("application/json: { schema: { type: object } }"),
      ["request.media-type.schema-added breaking"],
      ["request.media-type.schema-removed compatible"],
    ],
    [
      "E9 content type",
      form(""),
      form("contentType: image/png"),
      ["request.encoding.changed breaking"],
      ["request.encoding.changed breaking"],
    ],
    [
      "E9 more content types",
      form("contentType: image/png"),
      form("contentType: 'image/jpeg, IMAGE/png'"),
      ["request.encoding.types-widened compatible"],
      ["request.encoding.types-narrowed breaking"],
    ],
    [
      "E9 a range of content types",
      form("contentType: 'image/png, image/gif'"),
      form("contentType: image/*"),
      ["request.encoding.types-widened compatible"],
      ["request.encoding.types-narrowed breaking"],
    ],
    [
      "E9 another order of content types",
      form("contentType: 'image/png, image/gif'"),
      form("contentType: 'image/gif, image/png'"),
      [],
      [],
    ],
    [
      "E9 the content type that a part has without one",
      file("{ type: string, format: binary }", ""),
      file("{ type: string, format: binary }", "contentType: application/octet-stream"),
      [],
      [],
    ],
    [
      "E9 a content type besides the one that a part has without one",
      file("{ type: array, items: { type: object } }", ""),
      file("{ type: array, items: { type: object } }", "contentType: 'application/json, application/xml'"),
      ["request.encoding.types-widened compatible"],
      ["request.encoding.types-narrowed breaking"],
    ],
    [
      "E9 style",
      form("style: form"),
      form("style: pipeDelimited"),
      ["request.encoding.changed breaking"],
      ["request.encoding.changed breaking"],
    ],
    [
      "E9 written defaults",
      form("style: form"),
      form("style: form, explode: true, allowReserved: false"),
      [],
      [],
    ],
    [
      "E9 explode of a field with one value that a part of the body describes",
      field("{ type: string }", "explode: false"),
      content(
        "application/x-www-form-urlencoded: { schema: { allOf: [{ allOf: [{ type: object, properties: { file: { type: string } } }] }] }, encoding: { file: {} } }",
      ),
      [],
      [],
    ],
    [
      "E9 explode of a field with one value, which is written alike",
      field("{ type: string }", ""),
      field("{ type: string }", "explode: false"),
      [],
      [],
    ],
    [
      "E9 the default of a field with several values, and another",
      field("{ type: array }", ""),
      field("{ type: array }", "style: form"),
      [],
      [],
    ],
    [
      "E9 explode of a field with several values",
      field("{ type: array }", ""),
      field("{ type: array }", "explode: false"),
      ["request.encoding.changed breaking"],
      ["request.encoding.changed breaking"],
    ],
    [
      "E9 a header of a part that may be omitted",
      form(""),
      form("headers: { X-A: { schema: { type: string } } }"),
      ["request.header.optional-added compatible"],
      ["request.header.optional-removed risky"],
    ],
    [
      "E9 a header of a part that is always there",
      form("headers: { X-A: { schema: { type: string } } }"),
      form("headers: { x-a: { required: true, schema: { type: string } } }"),
      ["request.header.became-required breaking"],
      ["request.header.became-optional compatible"],
    ],
    [
      "E9 parts of parts (OpenAPI 3.2)",
      form("encoding: { one: { contentType: a/b } }, prefixEncoding: [{}, { contentType: a/b }]"),
      form("encoding: { one: { contentType: a/c } }, prefixEncoding: [{}, { contentType: a/c }]"),
      ["request.encoding.changed breaking", "request.encoding.changed breaking"],
      ["request.encoding.changed breaking", "request.encoding.changed breaking"],
    ],
    [
      "A2 headers of a part",
      form("headers: { X-A: { schema: { type: string } } }"),
      form("headers: { X-A: { description: A., schema: { type: string } } }"),
      ["docs.changed docs"],
      ["docs.changed docs"],
    ],
    [
      "A2",
      body("content: { a/b: { example: 1 } }"),
      body("description: A pet., content: { a/b: { example: 2 } }"),
      ["docs.changed docs", "docs.changed docs"],
      ["docs.changed docs", "docs.changed docs"],
    ],
  ])("%s", (_, old, now, want, back) => {
    expect(verdictsOf(old, now)).toEqual(want);
    expect(verdictsOf(now, old)).toEqual(back);
  });

  test("and responses have statuses of their own for a media type that is gone", () => {
    const of = (type: string) => `
paths: { /a: { post: { requestBody: { content: { ${type}: {} } }, responses: { 200: { content: { ${type}: {} } } } } } }`;
    const removed = findingsOf(of("a/b"), of("a/c")).filter(({ rule }) => rule.endsWith("removed"));
    expect(removed.map(({ rule, runtime }) => `${rule} ${runtime ?? ""}`)).toEqual([
      "request.media-type.removed The server refuses the body, usually with 415.",
      "response.media-type.removed The server responds with 406, or with content that clients cannot read.",
    ]);
  });

  test("of a component are one change", () => {
    const of = (members: string) => `
paths: { /pets: { post: { requestBody: { $ref: '#/components/requestBodies/Pet' } }, put: { requestBody: { $ref: '#/components/requestBodies/Pet' } } } }
components: { requestBodies: { Pet: { content: { a/b: {} }${members} } } }`;
    expect(findingsOf(of(""), of(", required: true"))).toMatchObject([
      {
        title: "Request body (component `Pet`) became required.",
        new: { pointer: "#/components/requestBodies/Pet", value: true },
        reach: [{ operation: "POST /pets" }, { operation: "PUT /pets" }],
      },
    ]);
  });

  test("hand on the schemas of bodies and of items of a sequence", () => {
    const given = documentOf(content("application/jsonl: { schema: {}, itemSchema: {} }"));
    const at = "#/paths/~1pets/post/requestBody/content/application~1jsonl";
    expect(compare(given, given).schemas).toEqual([
      `${at}/schema ${at}/schema request POST /pets request body`,
      `${at}/itemSchema ${at}/itemSchema request POST /pets request body`,
    ]);
  });
});

import { type Found, found } from "../../../diagnostics/found.js";
import { expect, test } from "vitest";
import { layout } from "../../../../src/emit/layout.js";
import { typeDoc } from "../../../../src/emit/type-doc.js";
import { constantOf, methodOf, planOf } from "../../plan-of.js";

/** What awaiting `pets.list` gives, as TypeScript. */
function answerOf(responses: string): string {
  const yaml = `
paths: { /pets: { get: { operationId: list, tags: [pets], responses: ${responses} } } }
components:
  schemas:
    Dog: { type: object, properties: { name: { type: string } } }
    Cat: { type: object, properties: { lives: { type: integer } } }
    Value: {}`;
  const { returns } = methodOf(planOf(yaml), "pets.list");
  if (returns.kind !== "name") throw new Error("A method gives a call.");
  return layout(typeDoc({ ...returns, arguments: returns.arguments?.slice(0, 1) ?? [] }));
}

const content = (mediaType: string, schema: string) => `{ content: { ${mediaType}: { schema: ${schema} } } }`;
const json = (schema: string) => content("application/json", schema);
const Dog = "{ $ref: '#/components/schemas/Dog' }";
const Cat = "{ $ref: '#/components/schemas/Cat' }";
const Value = "{ $ref: '#/components/schemas/Value' }";

test.each([
  { given: `{ '200': ${json(Dog)} }`, want: "Call<Dog>" },
  { given: "{ '204': {} }", want: "Call<undefined>" },
  { given: `{ '204': ${json(Dog)} }`, want: "Call<undefined>" },
  { given: `{ '200': ${json(Dog)}, '205': ${json(Cat)} }`, want: "Call<Dog | undefined>" },
  { given: `{ '200': ${json(Dog)}, '304': ${json(Cat)} }`, want: "Call<Dog>" },
  { given: "{ '404': {} }", want: "Call<undefined>" },
  { given: `{ default: ${json(Dog)} }`, want: "Call<Dog>" },
  { given: `{ '200': ${json(Dog)}, '201': ${json(Dog)}, default: ${json(Cat)} }`, want: "Call<Dog>" },
  {
    given: `{ '200': ${json(`{ oneOf: [${Dog}, ${Cat}] }`)}, '204': {} }`,
    want: "Call<Dog | Cat | undefined>",
  },
  { given: `{ '2XX': ${content("text/csv", "{ type: object }")} }`, want: "Call<string>" },
  { given: `{ '200': ${content("text/csv", "{ type: string }")} }`, want: "Call<string>" },
  { given: `{ '200': ${content("text/csv", "{ type: string, format: binary }")} }`, want: "Call<Blob>" },
  { given: `{ '200': ${content("'*/*'", "{ type: string }")} }`, want: "Call<string>" },
  { given: `{ '200': ${content("'*/*'", "{ type: string, format: binary }")} }`, want: "Call<Blob>" },
  { given: `{ '200': ${content("'*/*'", Dog)} }`, want: "Call<Dog>" },
  { given: "{ '200': { content: { '*/*': {} } } }", want: "Call<Blob>" },
  { given: `{ '200': ${content("'*/*'", "{}")} }`, want: "Call<unknown>" },
  { given: `{ '200': ${content("'*/*'", Value)} }`, want: "Call<Value>" },
  { given: `{ '200': ${content("application/*", "{}")} }`, want: "Call<unknown>" },
  { given: `{ '200': ${content("'*/*'", "{ description: The bytes of the file }")} }`, want: "Call<Blob>" },
  { given: `{ '200': ${content("'*/*'", "{ description: Files of a pet }")} }`, want: "Call<unknown>" },
  { given: `{ '200': ${content("'image/*'", "{}")} }`, want: "Call<Blob>" },
  { given: `{ '200': ${content("application/octet-stream", "{}")} }`, want: "Call<Blob>" },
  { given: "{ '200': { content: { application/*: {} } } }", want: "Call<Blob>" },
  { given: `{ '200': ${content("'image/*'", "{ type: string }")} }`, want: "Call<Blob>" },
  { given: "{ '200': { content: { text/*: {} } } }", want: "Call<string>" },
  { given: `{ '302': ${json(Dog)} }`, want: "Call<string>" },
  { given: "{ '302': {}, default: {} }", want: "Call<string>" },
  { given: `{ '302': ${json(Dog)}, default: ${json(Cat)} }`, want: "Call<string | Cat>" },
  { given: `{ '302': {}, '404': ${json(Cat)}, default: ${json(Cat)} }`, want: "Call<string>" },
  {
    given: `{ '302': {}, default: { content: { application/problem+json: {}, application/json: { schema: ${Cat} } } } }`,
    want: "Call<string>",
  },
  { given: `{ '302': {}, default: ${content("text/event-stream", Dog)} }`, want: "Call<string>" },
  { given: `{ '302': {}, default: ${content("application/pdf", "{}")} }`, want: "Call<string | Blob>" },
  { given: `{ '200': ${json(Dog)}, '302': {} }`, want: "Call<Dog | string>" },
  { given: `{ '200': ${json(Dog)}, '302': ${json(Cat)} }`, want: "Call<Dog>" },
  { given: `{ '200': ${json(Dog)}, '301': ${json(Cat)}, 3XX: {} }`, want: "Call<Dog | string>" },
  { given: "{ '204': {}, '302': {} }", want: "Call<string | undefined>" },
  { given: `{ '200': ${json("{ type: string }")}, '302': {} }`, want: "Call<string>" },
  {
    given: `{ '200': ${content("text/event-stream", Dog)}, '302': {} }`,
    want: "StreamCall<ServerSentEvent<Dog>>",
  },
  { given: `{ '200': ${json(Dog)}, '304': {}, '302': ${json(Cat)} }`, want: "Call<Dog>" },
  { given: `{ '200': ${content("image/png", "{ type: string, format: binary }")} }`, want: "Call<Blob>" },
  { given: `{ '200': ${content("application/x-ndjson", Dog)} }`, want: "StreamCall<Dog>" },
  {
    given: `{ '200': ${content("application/x-ndjson", "{ type: string }")} }`,
    want: "StreamCall<unknown>",
  },
  {
    given: `{ '200': ${content("application/json-seq", "{ enum: [a] }")} }`,
    want: "StreamCall<unknown>",
  },
  {
    given: `{ '200': ${content("application/jsonl", "{ type: array, items: { type: string } }")} }`,
    want: "StreamCall<string>",
  },
  {
    given: "{ '200': { content: { application/jsonl: { itemSchema: { type: string } } } } }",
    want: "StreamCall<string>",
  },
  { given: `{ '200': ${content("application/stream+json", Dog)} }`, want: "StreamCall<Dog>" },
  { given: `{ '200': ${content("application/vnd.a+ndjson", Dog)} }`, want: "StreamCall<Dog>" },
  { given: `{ '200': ${content("application/json;stream=watch", Dog)} }`, want: "StreamCall<Dog>" },
  {
    given: `{ '200': ${content("application/json; charset=utf-8; stream=watch", Dog)} }`,
    want: "StreamCall<Dog>",
  },
  {
    given: `{ '200': ${content("application/json;stream=watch", `{ type: object, properties: { items: { type: array, items: ${Dog} } } }`)} }`,
    want: "StreamCall<unknown>",
  },
  { given: `{ '200': ${content("application/json;odata.streaming=true", Dog)} }`, want: "Call<Dog>" },
  { given: `{ '200': ${json("{ type: string, format: binary }")} }`, want: "Call<Blob>" },
  {
    given: `{ '200': ${content("application/x-ndjson", "{ type: string, format: binary }")} }`,
    want: "Call<Blob>",
  },
  {
    given: `{ '200': ${content("application/jsonl", `{ type: array, items: ${Dog} }`)} }`,
    want: "StreamCall<Dog>",
  },
  {
    given: `{ '200': { content: { application/json-seq: { itemSchema: { type: array, items: ${Dog} } } } } }`,
    want: "StreamCall<Dog[]>",
  },
  { given: `{ '200': ${content("text/event-stream", Dog)} }`, want: "StreamCall<ServerSentEvent<Dog>>" },
  {
    given: `{ '200': ${content("text/event-stream", "{ type: string }")} }`,
    want: "StreamCall<ServerSentEvent>",
  },
  { given: "{ '200': { content: { text/event-stream: {} } } }", want: "StreamCall<ServerSentEvent>" },
  {
    given: `{ '200': { content: { text/event-stream: { schema: ${Dog} }, application/json: { schema: ${Cat} } } } }`,
    want: "Call<Cat>",
  },
  {
    given: "{ '200': { content: { video/mp4: {}, application/json: { schema: { type: string } } } } }",
    want: "Call<Blob>",
  },
  {
    given: `{ '200': { content: { '*/*': { schema: {} }, video/mp4: { schema: { type: string, format: binary } } } } }`,
    want: "Call<Blob>",
  },
  {
    given: "{ '200': { content: { application/xml: { schema: {} }, application/json: { schema: {} } } } }",
    want: "Call<unknown>",
  },
  {
    given: `{ '200': { content: { text/html: { schema: ${Value} }, application/json: { schema: ${Value} } } } }`,
    want: "Call<Value>",
  },
  {
    given: `{ '200': { content: { application/dicom: { schema: { description: A file } }, application/dicom+json: { schema: { description: JSON } } } } }`,
    want: "Call<Blob>",
  },
  {
    given: `{ '200': { content: { application/zip: { schema: {} }, '*/*': { schema: {} } } } }`,
    want: "Call<Blob>",
  },
  {
    given: `{ '200': { content: { application/pdf: { schema: {} }, application/json: { schema: {} } } } }`,
    want: "Call<Blob>",
  },
  {
    given: `{ '200': { content: { image/png: { schema: {} }, application/json: { schema: {} } } } }`,
    want: "Call<Blob>",
  },
  {
    given: `{ '200': { content: { audio/mpeg: { schema: {} }, application/json: { schema: {} } } } }`,
    want: "Call<Blob>",
  },
  {
    given: `{ '200': { content: { text/csv: { schema: {} }, application/json: { schema: {} } } } }`,
    want: "Call<string>",
  },
  {
    given: `{ '200': { content: { application/vnd.a+json: { schema: {} }, application/json: { schema: {} } } } }`,
    want: "Call<unknown>",
  },
  {
    given: `{ '200': { content: { text/xml: { schema: {} }, '*/*': { schema: {} } } } }`,
    want: "Call<unknown>",
  },
  { given: "{ '200': { content: { video/mp4: {}, application/json: {} } } }", want: "Call<Blob>" },
  {
    given: "{ '200': { content: { video/mp4: {}, application/json: { schema: {} } } } }",
    want: "Call<Blob>",
  },
  { given: `{ '200': ${content("multipart/mixed", Dog)} }`, want: "Call<Blob>" },
  { given: `{ '200': ${content("multipart/form-data", Dog)} }`, want: "Call<FormData>" },
  {
    given: `{ '200': ${content("application/x-www-form-urlencoded", Dog)} }`,
    want: "Call<Record<string, string | string[]>>",
  },
])("$given gives $want", ({ given, want }) => {
  expect(answerOf(given)).toBe(want);
});

test("an answer to HEAD has no content, whatever the contract describes", () => {
  const yaml = `paths: { /pets: { head: { operationId: check, tags: [pets], responses: { '200': ${json("{}")} } } } }`;
  expect(layout(typeDoc(methodOf(planOf(yaml), "pets.check").returns))).toBe("Call<undefined>");
});

test("a parameter that asks whether something has changed gives an answer without content", () => {
  const get = `operationId: list, tags: [pets], parameters: [{ in: header, name: if-none-match, schema: { type: string } }]`;
  const yaml = `
paths: { /pets: { get: { ${get}, responses: { '200': ${json("{ type: string }")}, '304': {} } } } }`;
  const plan = planOf(yaml);
  expect(layout(typeDoc(methodOf(plan, "pets.list").returns))).toBe(
    "Call<\n  string | undefined,\n  ApiResponse<string, 200 | OtherSuccess<200>> | ApiResponse<undefined, 304>\n>",
  );
  expect(constantOf(plan, "pets.list").value).toMatchObject({
    responses: [{ statuses: [200] }, { statuses: [304] }],
  });
});

test.each([
  { method: "post", given: "'204': {}, '304': {}", want: "Call<undefined>", statuses: [[204], [304]] },
  {
    method: "put",
    given: `'200': ${json("{ type: string }")}, '204': {}, '304': {}`,
    want: "Call<\n  string | undefined,\n  | ApiResponse<string, 200 | OtherSuccess<200 | 204>>\n  | ApiResponse<undefined, 204 | 304>\n>",
    statuses: [[200], [204], [304]],
  },
  {
    method: "post",
    given: `'201': ${json("{ type: string }")}, '304': {}`,
    want: "Call<string>",
    statuses: [[201]],
  },
  { method: "get", given: "'204': {}, '304': {}", want: "Call<undefined>", statuses: [[204]] },
  { method: "post", given: "'303': {}, '304': {}", want: "Call<string>", statuses: [[303]] },
])("a 304 to $method beside $given gives $want", ({ method, given, want, statuses }) => {
  const yaml = `paths: { /pets: { ${method}: { operationId: act, tags: [pets], responses: { ${given} } } } }`;
  const plan = planOf(yaml);
  expect(layout(typeDoc(methodOf(plan, "pets.act").returns))).toBe(want);
  expect(constantOf(plan, "pets.act").value).toMatchObject({
    responses: statuses.map((one) => ({ statuses: one })),
  });
});

test("generating tells of schemas whose media type is text, bytes or a form, once for each", () => {
  const xml = content("application/xml", Dog);
  const plan = planOf(`
paths:
  /a: { get: { responses: { '200': ${xml}, '400': ${xml} } } }
  /b: { get: { responses: { '200': ${content("text/plain", "{ type: string }")} } } }
  /c: { put: { requestBody: ${content("application/yaml", Cat)} } }
  /d: { patch: { requestBody: ${content("application/merge-patch+shorthand", Cat)}, responses: { '200': ${content("image/png", "{ type: string, format: binary }")} } } }
  /e: { post: { requestBody: ${content("text/event-stream", Cat)}, responses: { '200': ${content("multipart/form-data", Cat)} } } }
  /f: { post: { requestBody: ${content("multipart/form-data", Cat)}, responses: { '200': ${content("application/x-www-form-urlencoded", Cat)} } } }
components: { schemas: { Dog: { type: object, properties: { a: {} } }, Cat: { type: object, properties: { b: {} } } } }`);
  const untyped = (method: string, path: string, at: string, mediaType: string, as: string): Found => [
    "media/untyped",
    `#/paths/~1${path}/${method.toLowerCase()}/${at}/content/${mediaType.replace("/", "~1")}/schema`,
    { as, mediaType, operation: `${method} /${path}` },
  ];
  expect(found(plan.diagnostics)).toEqual([
    untyped("GET", "a", "responses/200", "application/xml", "passed as text"),
    untyped("GET", "a", "responses/400", "application/xml", "passed as text"),
    untyped("PUT", "c", "requestBody", "application/yaml", "passed as text"),
    untyped("PATCH", "d", "requestBody", "application/merge-patch+shorthand", "passed as bytes"),
    untyped("POST", "e", "requestBody", "text/event-stream", "passed as text"),
    untyped("POST", "e", "responses/200", "multipart/form-data", "returned as `FormData`"),
    untyped(
      "POST",
      "f",
      "responses/200",
      "application/x-www-form-urlencoded",
      "returned as a record of strings",
    ),
  ]);
});

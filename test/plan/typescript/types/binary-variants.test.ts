import { type Found, found } from "../../../diagnostics/found.js";
import { expect, test } from "vitest";
import { layout } from "../../../../src/emit/layout.js";
import { typeDoc } from "../../../../src/emit/type-doc.js";
import { emitContract, expectCompiles } from "../../../emit/emit-contract.js";
import { methodOf, planOf } from "../../plan-of.js";

const BYTES = "{ type: string, format: binary }";
const PET = "{ $ref: '#/components/schemas/Pet' }";
const COMPONENTS = `
components:
  schemas:
    Pet: { type: object, properties: { photo: { $ref: '#/components/schemas/Photo' } } }
    Photo: ${BYTES}`;

/** What the photo of a pet is typed as where it goes in one body and comes in one answer. */
function photoOf(body: string, answer: string): { readonly type: string; readonly found: readonly Found[] } {
  const plan = planOf(`${COMPONENTS}
paths:
  /pets:
    post:
      operationId: add
      tags: [pets]
      requestBody: { content: { ${body} } }
      responses: { '200': { content: { ${answer} } } }`);
  const declarations = plan.models.flatMap((file) => file.declarations);
  const photo = declarations.find(({ name }) => name === "Photo");
  if (photo?.kind !== "alias") throw new Error("A photo is an alias.");
  return { type: layout(typeDoc(photo.type)), found: found(plan.diagnostics) };
}

const text = "application/json: { schema: { type: string } }";
const untyped = (mediaType: string, as: string, at: string): readonly Found[] => [
  ["media/untyped", `#/paths/~1pets/post/${at}/schema`, { as, mediaType, operation: "POST /pets" }],
];
const STREAM = "ReadableStream<Uint8Array>";

test.each([
  { body: `application/json: { schema: ${PET} }`, answer: text, want: "string" },
  { body: text, answer: `application/problem+json: { schema: ${PET} }`, want: "string" },
  { body: text, answer: `text/event-stream: { schema: ${PET} }`, want: "string" },
  { body: text, answer: `'*/*': { schema: ${PET} }`, want: "string" },
  {
    body: `application/xml: { schema: ${PET} }`,
    answer: `application/json: { schema: ${PET} }`,
    want: "string",
    reported: untyped("application/xml", "passed as text", "requestBody/content/application~1xml"),
  },
  {
    body: `multipart/form-data: { schema: ${PET} }`,
    answer: text,
    want: `Blob | ArrayBuffer | Uint8Array | ${STREAM}`,
  },
  {
    body: text,
    answer: `multipart/form-data: { schema: ${PET} }`,
    want: "Blob",
    reported: untyped(
      "multipart/form-data",
      "returned as `FormData`",
      "responses/200/content/multipart~1form-data",
    ),
  },
])("bytes of $body and $answer are $want", ({ body, answer, want, reported = [] }) => {
  expect(photoOf(body, answer)).toEqual({ type: want, found: reported });
});

/** The declarations that a schema `Upload` with a file gets, and one that leads to it: name → its `file`, or what it leads to. */
function formsOf(body: string, answer: string, locked: Readonly<Record<string, string>> = {}): object {
  const plan = planOf(
    `
components:
  schemas:
    Upload: { type: object, required: [file], properties: { file: ${BYTES} } }
    Box: { type: object, required: [upload], properties: { upload: { $ref: '#/components/schemas/Upload' } } }
paths:
  /boxes:
    post:
      operationId: add
      tags: [boxes]
      requestBody: { content: { ${body} } }
      responses: { '200': { content: { ${answer} } } }`,
    { locked: { operations: {}, models: locked } },
  );
  // A box is told of as a part of JSON with bytes in it; here it stands for any schema that leads to another.
  expect(plan.diagnostics.filter(({ id }) => id !== "body/bytes-in-json")).toEqual([]);
  const declarations = plan.models.flatMap((file) => file.declarations);
  return Object.fromEntries(
    declarations.map((declaration) => {
      const [member] = declaration.kind === "interface" ? declaration.members : [];
      return [declaration.name, member === undefined ? "" : layout(typeDoc(member.type))];
    }),
  );
}

const BOX = "{ schema: { $ref: '#/components/schemas/Box' } }";
const SENT = `Blob | ArrayBuffer | Uint8Array | ${STREAM}`;
const inJson = `application/json: ${BOX}`;
const inForm = `application/x-www-form-urlencoded: ${BOX}`;
const inParts = `multipart/form-data: ${BOX}`;
const wholeFile = `application/octet-stream: { schema: ${BYTES} }`;

test.each([
  {
    title: "what answers bring keeps the name",
    given: { body: inParts, answer: inJson },
    want: { Box: "Upload", BoxInput: "UploadInput", Upload: "string", UploadInput: SENT },
  },
  {
    title: "bytes have a name of their own beside text that is sent and read",
    given: { body: `${inParts}, ${inJson}`, answer: inJson },
    want: { Box: "Upload", BoxUpload: "UploadUpload", Upload: "string", UploadUpload: SENT },
  },
  {
    title: "what is only sent keeps the name for bytes, and has text in JSON and in forms",
    given: { body: `${inParts}, ${inForm}, ${inJson}`, answer: text },
    want: { Box: "Upload", BoxText: "UploadText", Upload: SENT, UploadText: "string" },
  },
  {
    title: "a form alone has text",
    given: { body: inForm, answer: text },
    want: { Box: "Upload", Upload: "string" },
  },
  {
    title: "a file leaves the name to the text",
    given: { body: wholeFile, answer: inJson },
    want: { Box: "Upload", Upload: "string" },
  },
  {
    title: "a form with bytes keeps the name that it had",
    given: {
      body: `${inParts}, ${inJson}`,
      answer: inJson,
      locked: {
        "bytes:#/components/schemas/Upload": "UploadInput",
        "input:#/components/schemas/Box": "BoxInput",
      },
    },
    want: { Box: "Upload", BoxUpload: "UploadInput", Upload: "string", UploadInput: SENT },
  },
  {
    title: "the shape of requests that `readOnly` made keeps its name for bytes",
    given: {
      body: inParts,
      answer: inJson,
      locked: { "input:#/components/schemas/Upload": "FileInput" },
    },
    want: { Box: "Upload", BoxInput: "FileInput", Upload: "string", FileInput: SENT },
  },
])("$title", ({ given: { body, answer, locked }, want }) => {
  expect(formsOf(body, answer, locked)).toEqual(want);
});

test("bytes that answers read whole stay bytes where their schema is text elsewhere", () => {
  const plan = planOf(`${COMPONENTS}
paths:
  /pets:
    get:
      operationId: list
      tags: [pets]
      responses: { '200': { content: { application/json: { schema: ${PET} } } } }
  /photo:
    get:
      operationId: read
      tags: [pets]
      responses: { '200': { content: { application/json: { schema: { $ref: '#/components/schemas/Photo' } } } } }`);
  const { returns } = methodOf(plan, "pets.get");
  expect(layout(typeDoc(returns))).toBe("Call<Blob>");
});

test.each([
  { given: BYTES, want: "photo: string;" },
  { given: PET.replace("Pet", "Photo"), want: "photo: Photo;" },
  { given: `{ type: array, items: ${BYTES} }`, want: "photo: string[];" },
])("a parameter of $given is $want", async ({ given, want }) => {
  const yaml = `${COMPONENTS}
paths:
  /pets: { post: { operationId: add, tags: [pets], parameters: [{ name: photo, in: query, required: true, schema: ${given} }] } }`;
  const files = await emitContract(yaml);
  expectCompiles(files);
  const all = [...files.values()].join("\n");
  expect(all).toContain(want);
  if (given.includes("Photo")) expect(all).toMatch(/type Photo = string;/);
});

/** What a JSON answer of a schema is typed as. */
function answerOf(schema: string): string {
  const plan = planOf(`
paths: { /pets: { get: { operationId: list, tags: [pets], responses: { '200': { content: { application/json: { schema: ${schema} } } } } } } }`);
  const { returns } = methodOf(plan, "pets.list");
  if (returns.kind !== "name") throw new Error("A method gives a call.");
  return layout(typeDoc({ ...returns, arguments: returns.arguments?.slice(0, 1) ?? [] }));
}

test.each([
  { given: BYTES, want: "Call<Blob>" },
  { given: "{ type: string, contentMediaType: image/png }", want: "Call<Blob>" },
  { given: "{ type: [string, 'null'], format: binary }", want: "Call<string | null>" },
  { given: `{ type: array, items: ${BYTES} }`, want: "Call<string[]>" },
  {
    given: `{ type: array, minItems: 1, prefixItems: [${BYTES}], items: ${BYTES} }`,
    want: "Call<[string, ...string[]]>",
  },
  { given: `{ type: object, additionalProperties: ${BYTES} }`, want: "Call<{ [name: string]: string }>" },
])("a JSON answer of $given gives $want", ({ given, want }) => {
  expect(answerOf(given)).toBe(want);
});

import { expect, test } from "vitest";
import { layout } from "../../src/emit/layout/layout.js";
import { typeDoc } from "../../src/emit/types/type-doc.js";
import { emitContract, expectCompiles } from "../emit/emit-contract.js";
import { methodOf, planOf } from "./plan-of.js";

const BYTES = "{ type: string, format: binary }";
const PET = "{ $ref: '#/components/schemas/Pet' }";
const COMPONENTS = `
components:
  schemas:
    Pet: { type: object, properties: { photo: { $ref: '#/components/schemas/Photo' } } }
    Photo: ${BYTES}`;

/** What the photo of a pet is typed as where it goes in one body and comes in one answer. */
function photoOf(
  body: string,
  answer: string,
): { readonly type: string; readonly warnings: readonly string[] } {
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
  return { type: layout(typeDoc(photo.type)), warnings: plan.warnings };
}

const text = "application/json: { schema: { type: string } }";
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
    warnings: [
      "`application/xml` of `POST /pets` is given and taken as text: its schema is not in the types. (#/paths/~1pets/post/requestBody/content/application~1xml/schema)",
    ],
  },
  {
    body: `multipart/form-data: { schema: ${PET} }`,
    answer: text,
    want: `Blob | ArrayBuffer | Uint8Array | ${STREAM}`,
  },
  { body: text, answer: `multipart/form-data: { schema: ${PET} }`, want: "Blob" },
])("bytes of $body and $answer are $want", ({ body, answer, want, warnings = [] }) => {
  expect(photoOf(body, answer)).toEqual({ type: want, warnings });
});

test("bytes that JSON and parts share stay bytes, with a warning", () => {
  const given = photoOf(`multipart/form-data: { schema: ${PET} }`, `application/json: { schema: ${PET} }`);
  expect(given).toEqual({
    type: "Blob",
    warnings: [
      "The schema Photo (#/components/schemas/Photo) has bytes, and is used both where there is only text (JSON, parameters) and elsewhere: it is typed as bytes, but there it is a string. Give what is text a schema of its own.",
    ],
  });
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

import { type Found, found } from "../../../diagnostics/found.js";
import { expect, test } from "vitest";
import { planOf } from "../../plan-of.js";

/** What generating tells of a multipart body with the part `pet`, whose photo is bytes. */
function diagnosticsOf(part: string, encoding = ""): readonly Found[] {
  const { diagnostics } = planOf(`
components:
  schemas:
    Photo: { type: string, format: binary }
    Pet: { type: object, properties: { photo: { $ref: '#/components/schemas/Photo' }, child: { $ref: '#/components/schemas/Pet' } } }
paths:
  /pets:
    post:
      operationId: add
      tags: [pets]
      requestBody:
        content: { multipart/form-data: { schema: { type: object, properties: { pet: ${part} } } ${encoding} } }
      responses: { '204': {} }`);
  return found(diagnostics);
}

const PET = "{ $ref: '#/components/schemas/Pet' }";
const PHOTO = "{ $ref: '#/components/schemas/Photo' }";
const told: readonly Found[] = [
  ["body/bytes-in-json", "#/components/schemas/Photo", { part: 'The part "pet"', operation: "POST /pets" }],
];

test.each([
  { given: PET, want: told },
  { given: `{ type: array, items: ${PET} }`, want: told },
  { given: `{ type: object, additionalProperties: ${PHOTO} }`, want: told },
  { given: PHOTO, want: [] },
  { given: `{ type: array, items: ${PHOTO} }`, want: [] },
  { given: "{ type: object, properties: { photo: { type: string, format: byte } } }", want: [] },
])("a part of $given", ({ given, want }) => {
  expect(diagnosticsOf(given)).toEqual(want);
});

test("a part that has parts itself has bytes in them", () => {
  expect(diagnosticsOf(PET, ", encoding: { pet: { contentType: multipart/form-data } }")).toEqual([]);
});

/** What generating tells of a multipart body of a schema, under a media type. */
function notesOfBody(schema: string, mediaType = "multipart/form-data"): readonly Found[] {
  const { diagnostics } = planOf(`
components: { schemas: { Pet: { type: object, properties: { photo: { type: string, format: binary } } } } }
paths:
  /pets:
    post:
      operationId: add
      tags: [pets]
      requestBody: { content: { ${mediaType}: { schema: ${schema} } } }
      responses: { '204': {} }`);
  return found(diagnostics);
}

const toldOf = (part: string): readonly Found[] => [
  ["body/bytes-in-json", "#/components/schemas/Pet/properties/photo", { part, operation: "POST /pets" }],
];

test.each([
  {
    given: `{ oneOf: [{ type: object, properties: { pet: ${PET} } }, { type: object, properties: { url: { type: string } } }] }`,
    want: toldOf('The part "pet"'),
  },
  {
    given: `{ allOf: [{ type: object, properties: { pet: ${PET} } }, { required: [pet] }] }`,
    want: toldOf('The part "pet"'),
  },
  {
    given: `{ anyOf: [{ type: object, properties: { pet: { type: string, format: binary } } }, { type: object, properties: { url: { type: string } } }] }`,
    want: [],
  },
])("a body of $given", ({ given, want }) => {
  expect(notesOfBody(given)).toEqual(want);
});

test.each([
  { given: `{ type: array, items: ${PET} }`, want: toldOf("A part") },
  { given: `{ type: array, prefixItems: [{ type: string }, ${PET}], items: false }`, want: toldOf("A part") },
  { given: "{ type: array, items: { type: string, format: binary } }", want: [] },
])("a list of parts $given", ({ given, want }) => {
  expect(notesOfBody(given, "multipart/mixed")).toEqual(want);
});

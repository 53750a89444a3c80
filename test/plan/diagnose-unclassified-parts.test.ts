import { type Found, found } from "../diagnostics/found.js";
import { expect, test } from "vitest";
import { planOf } from "./plan-of.js";

/** What generating tells of a multipart body whose part `meta` has an encoding. */
function diagnosticsOf(schema: string, encoding: string): readonly Found[] {
  const { diagnostics } = planOf(`
components: { schemas: { Meta: { type: object, properties: { a: { type: integer } } } } }
paths:
  /pets:
    post:
      operationId: add
      tags: [pets]
      requestBody: { content: { multipart/form-data: { schema: ${schema}, encoding: { meta: ${encoding} } } } }
      responses: { '204': {} }`);
  return found(diagnostics);
}

const either = (meta: string) =>
  `{ oneOf: [{ type: object, properties: { meta: ${meta} } }, { type: object, properties: { url: { type: string } } }] }`;
const META = "{ $ref: '#/components/schemas/Meta' }";
const XML = "{ contentType: application/xml }";
const told = (pointer: string): readonly Found[] => [
  [
    "body/object-in-text-part",
    pointer,
    { part: "meta", operation: "POST /pets", mediaType: "application/xml" },
  ],
];
const place = "#/paths/~1pets/post/requestBody/content/multipart~1form-data/schema/oneOf/0/properties/meta";

test.each([
  { schema: either(META), encoding: XML, want: told(place) },
  {
    schema: `{ allOf: [{ type: object, properties: { x: {} } }, ${either(META)}] }`,
    encoding: XML,
    want: told(place.replace("/oneOf", "/allOf/1/oneOf")),
  },
  { schema: either(META), encoding: "{ contentType: application/json }", want: [] },
  { schema: either("{ type: string }"), encoding: XML, want: [] },
])("$encoding of $schema", ({ schema, encoding, want }) => {
  expect(diagnosticsOf(schema, encoding)).toEqual(want);
});

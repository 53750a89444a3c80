import { expect, test } from "vitest";
import { planOf } from "./plan-of.js";

/** Names of the declarations of a client that sends `body` and is answered `answer`, both content. */
function declarationsOf(answer: string, body = "{}", components = ""): readonly string[] {
  return planWith(answer, body, components)
    .models.flatMap(({ declarations }) => declarations.map(({ name }) => name))
    .sort();
}

const planWith = (answer: string, body = "{}", components = "") =>
  planOf(`
paths:
  /pets:
    post:
      operationId: add
      tags: [pets]
      requestBody: { content: ${body} }
      responses: { '200': { content: ${answer} } }
components: { schemas: { ${components} } }`);

const PET =
  "{ type: object, properties: { name: { type: string }, home: { type: object, properties: { city: {} } } } }";

test.each([
  {
    what: "an answer is text",
    answer: `{ application/json: { schema: ${PET} }, application/xml: { schema: ${PET} } }`,
    want: ["PetsCreateResponse", "PetsCreateResponseHome"],
  },
  {
    what: "an answer is bytes",
    answer: `{ application/vnd.pet: { schema: ${PET} } }`,
    want: [],
  },
  {
    what: "an answer is a form",
    answer: `{ application/x-www-form-urlencoded: { schema: ${PET} } }`,
    want: [],
  },
  {
    what: "a body is text",
    answer: "{}",
    body: `{ application/xml: { schema: ${PET} } }`,
    want: [],
  },
  {
    what: "a body is a form",
    answer: "{}",
    body: `{ application/x-www-form-urlencoded: { schema: ${PET} } }`,
    want: ["PetsCreateBody", "PetsCreateBodyHome"],
  },
  {
    what: "an answer is text, but for what the contract names, and what that leads to",
    answer: "{ application/xml: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } }",
    components: `Pet: ${PET}`,
    want: ["Pet", "PetHome"],
  },
  {
    what: "a text holds it and nobody reads that",
    answer: "{ application/json: { schema: { $ref: '#/components/schemas/Note' } } }",
    components: `Note: { type: object, properties: { data: { type: string, contentMediaType: application/json, contentSchema: ${PET} } } }`,
    want: ["Note"],
  },
])(
  "a schema without a name of its own has no declaration where $what",
  ({ answer, body, components, want }) => {
    expect(declarationsOf(answer, body, components)).toEqual(want);
  },
);

test("names stay with what they were given to, whatever is declared", () => {
  const { names } = planWith(`{ application/json: { schema: ${PET} }, application/xml: { schema: ${PET} } }`);
  expect(Object.values(names.models).sort()).toEqual([
    "PetsCreateResponse",
    "PetsCreateResponse2",
    "PetsCreateResponseHome",
    "PetsCreateResponseHome2",
  ]);
});

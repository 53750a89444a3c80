import { expect, test } from "vitest";
import { planOf } from "../../plan-of.js";

/** Names of the models and methods of one operation, by what its answer and its body describe. */
function namesOf(answer: string, body: string): readonly string[] {
  const plan = planOf(
    `
paths:
  /pets:
    post:
      operationId: add
      tags: [pets]
      requestBody: { required: true, content: { ${body} } }
      responses: { '200': { content: { ${answer} } } }`,
  );
  const models = plan.models.flatMap((file) => file.declarations.map(({ name }) => name));
  const methods = plan.resources.flatMap((resource) => resource.methods.map(({ name }) => name));
  return [...models, ...methods].sort();
}

const schema = (example: string, type = "string") =>
  `{ schema: { type: object, properties: { example: { type: ${type}, example: ${example} }, at: { type: object, properties: { day: { type: string } } } } } }`;
/** JSON and a form, each with a schema of its own. */
const pair = (write: (example: string) => string) =>
  `application/json: { schema: ${write("a")} }, multipart/form-data: { schema: ${write("b")} }`;
const TEXT = "text/plain: { schema: { type: string } }";

test.each([
  {
    given: "JSON and problem+json, whatever their examples",
    answer: `application/json: ${schema("a")}, application/problem+json: ${schema("b")}`,
    body: TEXT,
    want: ["PetsCreateResponse", "PetsCreateResponseAt", "create"],
  },
  {
    given: "JSON and a form",
    answer: TEXT,
    body: `application/json: ${schema("a")}, multipart/form-data: ${schema("a")}`,
    want: ["PetsCreateBody", "PetsCreateBodyAt", "create"],
  },
  {
    given: "two that differ by an enum's data alone",
    answer: TEXT,
    body: pair((example) => `{ type: object, properties: { a: { enum: [{ example: ${example} }] } } }`),
    want: ["PetsCreateBody", "PetsCreateBody2", "create"],
  },
  {
    given: "two that differ by a member called as a keyword",
    answer: TEXT,
    body: pair(
      (example) =>
        `{ type: object, properties: { x: { type: string } }, patternProperties: { example: { type: ${example === "a" ? "string" : "number"} } } }`,
    ),
    want: ["PetsCreateBody", "PetsCreateBody2", "create"],
  },
  {
    given: "JSON and a form with bytes in place",
    answer: TEXT,
    body: pair(() => "{ type: object, properties: { file: { type: string, format: binary } } }"),
    want: ["PetsCreateBody", "PetsCreateBody2", "create"],
  },
  {
    given: "two kinds of JSON that differ",
    answer: `application/json: ${schema("a")}, application/vnd.pet+json: ${schema("1", "integer")}`,
    body: TEXT,
    want: [
      "PetsCreateResponse",
      "PetsCreateResponse2",
      "PetsCreateResponseAt",
      "PetsCreateResponseAt2",
      "create",
      "createAsPetJson",
    ],
  },
])("one schema that is written for several media types is one model: $given", ({ answer, body, want }) => {
  expect(namesOf(answer, body)).toEqual(want);
});

import { expect, test } from "vitest";
import { operationOf } from "../model-of.js";

/** Media types of the response of an operation whose content is given. */
function responseTypes(content: string): readonly string[] {
  const given = `
paths: { /pets: { get: { responses: { '200': { description: P, content: { ${content} } } } } } }
components: { schemas: { Pet: { type: object, properties: { name: { type: string } } }, Name: { type: string }, Word: { enum: [a, b] }, Count: { type: [integer, 'null'] }, Any: {} } }`;
  return operationOf(given).responses.flatMap((response) =>
    response.content.map(({ mediaType }) => mediaType),
  );
}

const PET = "{ schema: { $ref: '#/components/schemas/Pet' } }";
const NAME = "{ schema: { $ref: '#/components/schemas/Name' } }";
const ANY = "{ schema: { $ref: '#/components/schemas/Any' } }";
const triple = (media: string) => `text/plain: ${media}, application/json: ${media}, text/json: ${media}`;
const all = ["application/json", "text/json", "text/plain"];

test.each([
  [
    "one JSON under the names of a framework",
    `text/plain: ${PET}, application/json: ${PET}, text/json: ${PET}, application/*+json: ${PET}`,
    ["application/json"],
  ],
  [
    "also with examples",
    `text/plain: ${PET}, application/json: { schema: { $ref: '#/components/schemas/Pet' }, example: {} }`,
    ["application/json"],
  ],
  [
    "a text, which has no quotes as text/plain",
    `text/plain: ${NAME}, application/json: ${NAME}`,
    ["application/json", "text/plain"],
  ],
  ["a schema of any value", triple("{ schema: {} }"), ["application/json"]],
  ["the same by its name", triple("{ schema: { $ref: '#/components/schemas/Any' } }"), ["application/json"]],
  ["a number", triple("{ schema: { $ref: '#/components/schemas/Count' } }"), ["application/json"]],
  ["no schema", triple("{}"), all],
  ["a word of several", triple("{ schema: { $ref: '#/components/schemas/Word' } }"), all],
  ["a constant word", triple("{ schema: { const: a } }"), all],
  ["a text or null", triple("{ schema: { type: [string, 'null'] } }"), all],
  ["another schema", `text/plain: ${NAME}, application/json: ${PET}`, ["application/json", "text/plain"]],
  ["text/plain alone", `text/plain: ${PET}`, ["text/plain"]],
  [
    "JSON of another meaning",
    `application/hal+json: ${PET}, application/json: ${PET}`,
    ["application/json", "application/hal+json"],
  ],
])("%s", (_, content, want) => {
  expect(responseTypes(content)).toEqual(want);
});

test.each([
  ["bytes with the same", "application/zip: { schema: {} }, '*/*': { schema: {} }", false],
  ["the same by its name", `image/png: ${ANY}, application/*: ${ANY}`, false],
  ["JSON", "application/json: { schema: {} }, '*/*': { schema: {} }", true],
  ["bytes with another", "application/zip: {}, '*/*': { schema: {} }", true],
  ["bytes with an object", `application/zip: ${PET}, '*/*': ${PET}`, true],
])("the schema of a range beside %s", (_, content, isRead) => {
  const given = `
paths: { /pets: { get: { responses: { '200': { description: P, content: { ${content} } } } } } }
components: { schemas: { Any: {}, Pet: { type: object, properties: { name: { type: string } } } } }`;
  const range = operationOf(given).responses[0]?.content.find(({ mediaType }) => mediaType.endsWith("*"));
  expect(range && range.schema !== undefined).toBe(isRead);
});

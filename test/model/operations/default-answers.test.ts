import { describe, expect, test } from "vitest";
import { modelOf } from "../model-of.js";

const of = (media: string, schema: string) =>
  `{ description: '', content: { ${media}: { schema: ${schema} } } }`;
const failure = of("application/json", "{ $ref: '#/components/schemas/Failure' }");
const page = of("application/json", "{ $ref: '#/components/schemas/Page' }");
const inline = of("application/json", "{ type: object }");

/** What `default` of `DELETE /a` is taken for, beside another operation's answers, and the notes that tell of it. */
function taken(responses: string, others: string) {
  const { operations, notes } = modelOf(`
paths:
  /a: { delete: { responses: { ${responses} } } }
  /b: { get: { responses: { ${others} } } }
components:
  responses: { Unexpected: ${inline} }
  schemas: { Failure: { type: object }, Page: { type: object } }`);
  const answer = operations
    .find(({ path }) => path === "/a")
    ?.answers.find(({ status }) => status === "default");
  return {
    anySuccess: answer?.anySuccess ?? false,
    errorsAlone: answer?.errorsAlone ?? false,
    notes: notes.filter(({ text }) => text.startsWith("`default`")).map(({ pointer }) => pointer),
  };
}

const success = { anySuccess: false, errorsAlone: false, notes: [] };
const errors = { anySuccess: false, errorsAlone: true, notes: ["#/paths/~1a/delete/responses"] };
const either = { anySuccess: true, errorsAlone: false, notes: ["#/paths/~1a/delete/responses/default"] };
const unexpected = "{ $ref: '#/components/responses/Unexpected' }";

describe("`default` beside no 2xx", () => {
  test.each([
    ["has the schema of a 4xx", `default: ${failure}`, `404: ${failure}`, errors],
    ["has the schema of a 5XX", `default: ${failure}`, `5XX: ${failure}`, errors],
    ["has that of its own 4xx", `404: ${failure}, default: ${failure}`, `200: ${page}`, errors],
    [
      "has that of a default beside a 2xx",
      `default: ${failure}`,
      `200: ${page}, default: ${failure}`,
      errors,
    ],
    ["is the response of errors", `default: ${unexpected}`, `500: ${unexpected}`, errors],
    ["is Problem Details", `default: ${of("application/problem+json", "{ type: object }")}`, "", errors],
    ["has a schema of its own", `default: ${page}`, `404: ${failure}`, success],
    ["has an unnamed schema of its own", `default: ${inline}`, `404: ${inline}`, success],
    ["has the schema of a 2xx as well", `default: ${failure}`, `200: ${failure}, 404: ${failure}`, success],
    ["is all that anybody has", `default: ${failure}`, `default: ${failure}`, success],
    ["has no content", "default: { description: '' }", `404: ${failure}`, success],
    [
      "has no schema",
      "default: { content: { text/plain: {} } }",
      "404: { content: { text/plain: {} } }",
      success,
    ],
    ["stands beside a 2xx", `204: { description: '' }, default: ${failure}`, `404: ${failure}`, success],
    ["stands beside a redirect", `302: { description: '' }, default: ${failure}`, `404: ${failure}`, success],
    [
      "is no error beside a redirect",
      `302: { description: '' }, default: ${page}`,
      `404: ${failure}`,
      either,
    ],
  ])("%s", (_, responses, others, want) => {
    expect(taken(responses, others)).toEqual(want);
  });
});

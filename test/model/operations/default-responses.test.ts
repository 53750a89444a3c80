import { describe, expect, test } from "vitest";
import { modelOf } from "../model-of.js";

const of = (media: string, schema: string) =>
  `{ description: '', content: { ${media}: { schema: ${schema} } } }`;
const failure = of("application/json", "{ $ref: '#/components/schemas/Failure' }");
const page = of("application/json", "{ $ref: '#/components/schemas/Page' }");
const problem = of("application/problem+json", "{ type: object }");
const both = (schema: string) =>
  `{ content: { application/problem+json: {}, application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;
const inline = of("application/json", "{ type: object }");

/** What `default` of `/a` is taken for, beside another operation's answers, and where diagnostics say so. */
function taken(method: string, responses: string, others: string) {
  const { operations, diagnostics } = modelOf(`
paths:
  /a: { ${method}: { responses: { ${responses} } } }
  /b: { get: { responses: { ${others} } } }
components:
  responses: { Unexpected: ${inline} }
  schemas: { Failure: { type: object }, Page: { type: object } }`);
  const answer = operations
    .find(({ path }) => path === "/a")
    ?.responses.find(({ status }) => status === "default");
  return {
    anySuccess: answer?.anySuccess ?? false,
    errorsAlone: answer?.errorsAlone ?? false,
    reported: diagnostics
      .filter(({ id }) => id.startsWith("response/default-"))
      .map(({ pointer }) => pointer),
  };
}

const success = { anySuccess: false, errorsAlone: false, reported: [] };
const like = { ...success, reported: ["#/paths/~1a/delete/responses"] };
const errors = { anySuccess: false, errorsAlone: true, reported: ["#/paths/~1a/delete/responses"] };
const either = { anySuccess: true, errorsAlone: false, reported: ["#/paths/~1a/delete/responses/default"] };
const unexpected = "{ $ref: '#/components/responses/Unexpected' }";

describe("`default` beside no 2xx", () => {
  test.each([
    ["has the schema of a 4xx", `default: ${failure}`, `404: ${failure}, 200: ${page}`, errors],
    ["has the schema of a 5XX", `default: ${failure}`, `5XX: ${failure}, 200: ${page}`, errors],
    ["has that of its own 4xx", `404: ${failure}, default: ${failure}`, `200: ${page}`, errors],
    [
      "has that of a default beside a 2xx",
      `default: ${failure}`,
      `200: ${page}, default: ${failure}`,
      errors,
    ],
    ["is the response of errors", `default: ${unexpected}`, `500: ${unexpected}, 200: ${page}`, errors],
    ["is Problem Details", `default: ${problem}`, "", errors],
    [
      "is Problem Details and of errors",
      `default: ${both("Failure")}`,
      `200: ${page}, 404: ${failure}`,
      errors,
    ],
    [
      "is Problem Details beside a schema of its own",
      `default: ${both("Page")}`,
      `200: ${failure}, 404: ${failure}`,
      success,
    ],
    [
      "is that of errors in a contract of changes without content",
      `default: ${failure}`,
      `204: {}, 404: ${failure}`,
      errors,
    ],
    [
      "is that of errors beside another that is not",
      `default: ${failure}`,
      `404: ${failure}, default: ${page}`,
      errors,
    ],
    [
      "is an envelope for everything",
      `default: ${failure}`,
      `404: ${failure}, default: ${failure}`,
      {
        ...like,
        reported: [...like.reported, "#/paths/~1b/get/responses"],
      },
    ],
    ["is all that errors have as well", `404: ${failure}, default: ${failure}`, "404: {}", like],
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
      "is an error of a sloppy 2xx beside a redirect",
      `302: { description: '' }, default: ${failure}`,
      `200: ${failure}, 404: ${failure}`,
      success,
    ],
    [
      "is an error in one of two media types beside a redirect",
      `302: { description: '' }, default: ${both("Page")}`,
      `404: ${failure}`,
      success,
    ],
    [
      "is no error beside a redirect",
      `302: { description: '' }, default: ${page}`,
      `404: ${failure}`,
      either,
    ],
  ])("%s", (_, responses, others, want) => {
    expect(taken("delete", responses, others)).toEqual(want);
  });

  test.each(["get", "query"])("is never for errors alone of a read: %s", (method) => {
    const want = { ...success, reported: [`#/paths/~1a/${method}/responses`] };
    expect(taken(method, `default: ${failure}`, `200: ${page}, 404: ${failure}`)).toEqual(want);
    expect(taken(method, `default: ${problem}`, `200: ${page}`)).toEqual(want);
  });

  test("says nothing of HEAD, whose answers have no content", () => {
    expect(taken("head", `default: ${failure}`, `200: ${page}, 404: ${failure}`)).toEqual(success);
  });

  test.each(["post", "put", "patch"])("is for errors alone of any change: %s", (method) => {
    expect(taken(method, `default: ${failure}`, `200: ${page}, 404: ${failure}`)).toEqual({
      ...errors,
      reported: [`#/paths/~1a/${method}/responses`],
    });
  });
});

import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { json } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

const OK =
  "{ properties: { ok: { type: boolean }, error: { type: string }, pets: { type: array, items: {} } } }";
const BARE = "{ properties: { id: { type: string } } }";

/** A contract with a read for each schema of a response. */
function reads(schemas: readonly string[], more = ""): string {
  const paths = schemas.map(
    (schema, at) =>
      `/r${String(at)}: { get: { responses: { '200': { description: R, ${json(schema)} }${more} } } }`,
  );
  return `paths: { ${paths.join(", ")} }`;
}

function signsOf(yaml: string): readonly (readonly unknown[])[] {
  return planOf(yaml)
    .traits.lost.filter(({ rule }) => rule === "trait/success-member")
    .map(({ shown, missing, lines, meant }) => [shown, missing, lines, meant]);
}

const named = (flag: string, error: string) => [
  [
    `most responses have "${flag}" and "${error}"`,
    "most operations declare no error response",
    [],
    ["envelope: false"],
  ],
];

test.each<readonly [string, string, string]>([
  [OK, "ok", "error"],
  [
    "{ properties: { isSuccess: { type: boolean }, errorMessage: { type: string } } }",
    "isSuccess",
    "errorMessage",
  ],
  [
    "{ properties: { result: {}, success: { type: boolean }, error: { properties: { code: { type: integer } } } } }",
    "success",
    "error",
  ],
  ["{ properties: { code: { type: integer }, msg: { type: string }, data: {} } }", "code", "msg"],
  [
    "{ properties: { errcode: { type: integer }, errmsg: { type: string }, result: {} } }",
    "errcode",
    "errmsg",
  ],
])("members that say whether a call succeeded are a sign: %s", (schema, flag, error) => {
  expect(signsOf(reads([schema, schema, BARE]))).toEqual(named(flag, error));
});

test.each<readonly [string, string]>([
  ["few responses have them", reads([OK, BARE, BARE, OK])],
  ["one response has them", reads([OK])],
  ["nothing says what went wrong", reads(Array<string>(2).fill("{ properties: { ok: { type: boolean } } }"))],
  ["it is always true", reads(Array<string>(2).fill(OK.replace("type: boolean", "const: true")))],
  [
    "a code is that of a thing",
    reads(Array<string>(2).fill("{ properties: { code: { type: integer }, message: { type: string } } }")),
  ],
  [
    "a code is a text",
    reads(
      Array<string>(2).fill("{ properties: { code: { type: string }, msg: { type: string }, data: {} } }"),
    ),
  ],
  ["failures have a status of their own", reads([OK, OK], ", '400': { description: E }")],
])("not where %s", (_, yaml) => {
  expect(signsOf(yaml)).toEqual([]);
});

test("the configuration accepts it", async () => {
  const { traits } = await planUnder(reads([OK, OK]), "envelope: false");
  expect(traits.lost).toEqual([]);
});

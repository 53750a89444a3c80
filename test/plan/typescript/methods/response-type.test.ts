import { expect, test } from "vitest";
import { layout } from "../../../../src/emit/layout.js";
import { typeDoc } from "../../../../src/emit/type-doc.js";
import { emitContract, expectCompiles, expectFormatted } from "../../../emit/emit-contract.js";
import { methodOf, planOf } from "../../plan-of.js";

const contract = (responses: string) => `
servers: [{ url: https://pets.example }]
paths: { /pets: { get: { operationId: list, tags: [pets], responses: ${responses} } } }
components:
  schemas:
    Dog: { type: object, required: [name], properties: { name: { type: string } } }
    Cat: { type: object, required: [lives], properties: { lives: { type: integer } } }`;

/** What `pets.list` returns beside the value: `Call<Dog, …>` → `Call …`, as TypeScript on one line. */
function responseOf(responses: string, method = "pets.list"): string {
  const { returns } = methodOf(planOf(contract(responses)), method);
  if (returns.kind !== "name") return "";
  const [, response] = returns.arguments ?? [];
  if (response === undefined) return returns.name;
  const text = layout(typeDoc(response))
    .replace(/\s+/g, " ")
    .replace(/^ ?\| /, "");
  return `${returns.name} ${text}`;
}

const one = (name: string, more = "") =>
  `{ description: A, ${more} content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } }`;
const LINK = "headers: { Link: {} },";

test.each([
  [`{ '200': ${one("Dog")} }`, "Call"],
  [`{ '200': ${one("Dog")}, '201': ${one("Dog")} }`, "Call"],
  [`{ '200': ${one("Dog")}, 4XX: ${one("Cat", LINK)} }`, "Call"],
  [`{ '200': ${one("Dog", LINK)} }`, "DescribedCall LinkHeaders"],
  ["{ '302': { description: There, headers: { Link: {} } } }", "DescribedCall LinkHeaders"],
  [
    "{ '302': { description: There, headers: { Link: {} } }, '303': { description: There }, '304': {} }",
    "Call DescribedResponse<string, LinkHeaders, 302> | ApiResponse<string, 303>",
  ],
  [
    "{ '302': { description: There, headers: { Link: {} } }, 3XX: { description: There } }",
    "Call DescribedResponse<string, LinkHeaders, 302> | ApiResponse<string, 300 | 301 | 303 | 305 | 306 | 307 | 308>",
  ],
  [
    `{ '302': { description: There, headers: { Link: {} } }, default: ${one("Dog")} }`,
    "Call DescribedResponse<string, LinkHeaders, 302> | ApiResponse<Dog, OtherSuccess>",
  ],
  [
    `{ '200': ${one("Dog")}, '302': { description: There } }`,
    "Call ApiResponse<Dog, 200 | OtherSuccess<200>> | ApiResponse<string, 302>",
  ],
  [`{ '200': ${one("Dog")}, '301': ${one("Cat")} }`, "Call"],
  [
    `{ '204': {}, '301': ${one("Cat")}, 3XX: { description: There } }`,
    "Call ApiResponse<undefined, 204 | OtherSuccess<204>> | ApiResponse<string, 300 | 302 | 303 | 305 | 306 | 307 | 308>",
  ],
  [`{ default: ${one("Dog", LINK)} }`, "DescribedCall LinkHeaders"],
  [
    `{ '200': ${one("Dog")}, '201': ${one("Cat")} }`,
    "Call ApiResponse<Dog, 200 | OtherSuccess<200 | 201>> | ApiResponse<Cat, 201>",
  ],
  [
    `{ '200': ${one("Dog")}, '201': ${one("Cat")}, '203': ${one("Dog")} }`,
    "Call ApiResponse<Dog, 200 | 203 | OtherSuccess<200 | 201 | 203>> | ApiResponse<Cat, 201>",
  ],
  [
    `{ '200': ${one("Dog")}, 2XX: ${one("Cat")} }`,
    "Call ApiResponse<Dog, 200> | ApiResponse<Cat, OtherSuccess<200>>",
  ],
  [
    `{ '200': ${one("Dog", LINK)}, '201': ${one("Dog")} }`,
    "Call DescribedResponse<Dog, LinkHeaders, 200 | OtherSuccess<200 | 201>> | ApiResponse<Dog, 201>",
  ],
  [
    `{ '200': ${one("Dog")}, '202': { description: Later } }`,
    "Call ApiResponse<Dog, 200 | OtherSuccess<200 | 202>> | ApiResponse<undefined, 202>",
  ],
])("%s gives %s", (given, want) => {
  expect(responseOf(given)).toBe(want);
});

test("is said once, by what the method returns", async () => {
  const files = await emitContract(contract(`{ '200': ${one("Dog")}, '201': ${one("Cat")} }`));
  expect(files.get("resources/pets.ts")).toContain(
    "  > = (input, options) => call(coreOf(this), operations.list, input, options);\n",
  );
});

test("compiles, and is told apart by status in the user's code", async () => {
  const given = `{ '200': ${one("Dog", LINK)}, '201': ${one("Cat")}, '202': { description: Later } }`;
  const files = await emitContract(contract(given), { name: "Pets" });
  const user = `
import { Pets, type LinkHeaders } from "./index.js";
const answer = await new Pets().pets.list().withResponse();
export function told(): string | number | undefined {
  switch (answer.status) {
    case 202:
      return answer.value;
    case 201:
      // @ts-expect-error 201 describes no headers
      answer.headerValues;
      return answer.value.lives;
    case 299: {
      const headers: LinkHeaders = answer.headerValues;
      return headers.Link;
    }
    default:
      return answer.value.name;
  }
}
// @ts-expect-error 404 is no success
if (answer.status === 404) throw answer;`;
  expectCompiles(files, user);
  await expectFormatted(files);
});

import { expect, test } from "vitest";
import { emitContract, generated } from "../../emit/emit-contract.js";

/** The doc comment of `pets.list`, whose description is given, in a contract with three other operations. */
async function docOf(description: string): Promise<string | undefined> {
  const operation = (operationId: string, more: string): string =>
    `{ operationId: ${operationId}, tags: [pets], responses: { 204: { description: "" } }, ${more} }`;
  const files = generated(
    await emitContract(`
paths:
  /pets: { get: ${operation("listPets", `description: ${JSON.stringify(description)}`)} }
  /pets/{id}: { get: ${operation("getPet", "parameters: [{ in: path, name: id, required: true, schema: { type: string } }]")} }
  /link: { get: ${operation("photoUrl", "parameters: [{ in: query, name: photoUrl, schema: { type: string } }]")} }
  /first: { get: ${operation("pets.adopt", "summary: First")} }
  /adopt: { post: ${operation("adopt", "summary: Adopt")} }
`),
  );
  return /\/\*\*\s+((?:(?!\*\/)[^])*?)\s+\*\/\s+readonly list: \(/.exec(
    files.get("resources/pets.ts") ?? "",
  )?.[1];
}

const parameters =
  "* @param input - none are needed, see {@link NoInput}\n   * @param options - options of this call, {@link CallOptions}";

test.each([
  { given: "Ids for `getPet`.", want: "Ids for `pets.get`." },
  {
    given: "As getPet, ``getPet`` and `getPet(id)` say.",
    want: "As getPet, ``getPet`` and `getPet(id)` say.",
  },
  { given: "Has `photoUrl`, which a member is called.", want: "Has `photoUrl`, which a member is called." },
  { given: "Whom to `adopt`.", want: "Whom to `adopt`." },
  { given: "Called by `pets.adopt`.", want: "Called by `pets.adopt`." },
  { given: "Like `listDogs`.", want: "Like `listDogs`." },
])("a description that says $given is read as $want", async ({ given, want }) => {
  expect(await docOf(given)).toBe(`* ${want}\n   *\n   * \`GET /pets\`.\n   *\n   ${parameters}`);
});

import { expect, test } from "vitest";
import { emitContract } from "../emit/emit-contract.js";

/* What a contract says of a tag (OpenAPI, Tag Object) is the doc comment of the class that has its operations. */

/** The doc comment of a resource's class. */
async function docOf(tags: string, ownTags = "[pets]"): Promise<string> {
  const files = await emitContract(
    `tags: ${tags}\npaths: { /pets: { get: { operationId: listPets, tags: ${ownTags} } } }`,
  );
  return /(\/\*\*(?:(?!\/\*\*)[^])*\*\/)\nexport class/.exec(files.get("resources/pets.ts") ?? "")?.[1] ?? "";
}

const location = "Operations of `pets`, available as `client.pets`.";

test.each([
  ["a description", "[{ name: pets, description: All the animals. }]", ["All the animals.", location]],
  [
    "a summary as well",
    "[{ name: pets, summary: Pets, description: 'All. */ @x' }]",
    ["Pets", "All. *\\/ @x", location],
  ],
  ["nothing", "[{ name: pets }]", [location]],
  ["a blank description", "[{ name: pets, description: ' ' }]", [location]],
  ["another tag", "[{ name: shops, description: Where to buy. }]", [location]],
  [
    "a second tag of the operation",
    "[{ name: shops, description: Where to buy. }]",
    [location],
    "[pets, shops]",
  ],
])("a tag with %s", async (_, tags, want, ownTags = "[pets]") => {
  const [only = ""] = want;
  const block = ["/**", ...want.flatMap((text, index) => (index === 0 ? [text] : ["", text])), " */"];
  const lines = block.map((text, index) => {
    if (index === 0 || index === block.length - 1) return text;
    return text === "" ? " *" : ` * ${text}`;
  });
  expect(await docOf(tags, ownTags)).toBe(want.length === 1 ? `/** ${only} */` : lines.join("\n"));
});

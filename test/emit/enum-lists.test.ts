import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bundleSize } from "../bench/bundle.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { emitContract, expectCompiles, expectFormatted } from "./emit-contract.js";

const CONTRACT = `
servers: [{ url: https://a.example }]
components:
  schemas:
    Status: { type: string, enum: [open, "in use", sold] }
    Size: { type: string, enum: [s, m] }
    SizeValues: { type: object, properties: { size: { $ref: "#/components/schemas/Size" } } }
    Grade: { type: [string, "null"], enum: [a, b, null] }
    Number: { type: integer, enum: [1, 2] }
    Only: { type: string, enum: [one] }
    Pet: { type: object, properties: { status: { $ref: "#/components/schemas/Status" }, grade: { $ref: "#/components/schemas/Grade" }, number: { $ref: "#/components/schemas/Number" }, only: { $ref: "#/components/schemas/Only" }, kind: { enum: [cat] }, coat: { type: string, enum: [long, short] }, "good-with": { type: array, items: { enum: [cats, dogs] } }, toys: { type: object, additionalProperties: { type: array, items: { enum: [ball, rope] } } } } }
    Toys: { type: array, items: { type: string, enum: [ball, rope] } }
paths:
  /pets:
    get: { operationId: listPets, tags: [pets], parameters: [{ name: sort, in: query, schema: { type: string, enum: [name, age] } }, { name: X-Mode, in: header, schema: { enum: [fast] } }, { name: kinds, in: query, schema: { type: array, items: { enum: [cat, dog] } } }], responses: { "200": { description: Pets, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } } } } } } }
    # The choice between the media types of a body is not an enum of the contract.
    post: { operationId: createPet, tags: [pets], requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/SizeValues" } }, application/x-www-form-urlencoded: { schema: { $ref: "#/components/schemas/SizeValues" } } } }, responses: { "204": { description: Done } } }
  /moods/{mood}:
    get: { operationId: countMoods, tags: [moods], parameters: [{ name: mood, in: path, required: true, schema: { enum: [good, bad] } }], responses: { "204": { description: Done } } }
`;

const emitted = () => emitContract(CONTRACT, { name: "Api" });

test("every enum of texts has a list of its values, in members and parameters too; a model keeps its name", async () => {
  const files = await emitted();
  expect(files.get("enums.ts")?.split("\n\n").slice(1).join("\n\n"))
    .toBe(`/** The values of \`Grade\` that the contract lists. */
export const GradeValues = ["a", "b"] as const;

/** The values of \`mood\` of \`moods.count\` that the contract lists. */
export const MoodsCountInputMoodValues = ["good", "bad"] as const;

/** The values of \`Pet["coat"]\` that the contract lists. */
export const PetCoatValues = ["long", "short"] as const;

/** The values of \`Pet["good-with"][number]\` that the contract lists. */
export const PetGoodWithValues = ["cats", "dogs"] as const;

/** The values of \`Pet["toys"][string][number]\` that the contract lists. */
export const PetToysValues = ["ball", "rope"] as const;

/** The values of \`PetsListInput["kinds"][number]\` that the contract lists. */
export const PetsListInputKindsValues = ["cat", "dog"] as const;

/** The values of \`PetsListInput["sort"]\` that the contract lists. */
export const PetsListInputSortValues = ["name", "age"] as const;

/** The values of \`Size\` that the contract lists. */
export const SizeValueList = ["s", "m"] as const;

/** The values of \`Status\` that the contract lists. */
export const StatusValues = ["open", "in use", "sold"] as const;

/** The values of \`Toys[number]\` that the contract lists. */
export const ToysValues = ["ball", "rope"] as const;
`);
  await expectFormatted(files);
});

test("its values are of the type, which stays open", async () => {
  expectCompiles(
    await emitted(),
    `
import { Api, type Pet, type Size, SizeValueList, type Status, StatusValues } from "./index.js";

const statuses: readonly Status[] = StatusValues;
const sizes: readonly Size[] = SizeValueList;
const isListed = (status: string): status is (typeof StatusValues)[number] =>
  (StatusValues as readonly string[]).includes(status);
export const label = ({ status = "open" }: Pet): string => {
  if (!isListed(status)) return status;
  const listed: "open" | "in use" | "sold" = status;
  return listed;
};
// @ts-expect-error - a newer server may send a value that is not in the list
export const closed: (typeof StatusValues)[number] | undefined = ({} as Pet).status;
export const all = [statuses, sizes, Api];`,
  );
});

test("a list that nothing uses is not in a bundle", async () => {
  const folder = await makeTemporaryFolder("enums");
  onTestFinished(() => folder.remove());
  for (const [path, text] of await emitted()) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  }
  const index = (await emitted()).get("index.ts") ?? "";
  const without = index.replace(/export \{[^}]*\} from "\.\/enums\.js";\n/u, "");
  expect(without).not.toBe(index);
  writeFileSync(join(folder.path, "without.ts"), without);
  const sizeOf = async (module: string) =>
    (await bundleSize(folder.path, `import { Api } from "./${module}.js"; console.log(new Api());`)).minified;
  expect(await sizeOf("index")).toBe(await sizeOf("without"));
});

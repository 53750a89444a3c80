import { expect, test } from "vitest";
import { complaints, emitContract } from "../emit/emit-contract.js";
import { planOf } from "./plan-of.js";

const state = (values: string) =>
  `{ type: object, properties: { state: { type: string, enum: [${values}] } } }`;

/** What is read of a pet, and what is taken for it, with the values of its state. */
const contract = (read: string, taken: string) => `
servers: [{ url: https://pets.example }]
paths:
  /pets/{id}:
    parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
    get: { operationId: getPet, tags: [pets], responses: { "200": { description: "", content: { application/json: { schema: ${state(read)} } } } } }
    patch: { operationId: changePet, tags: [pets], requestBody: { required: true, content: { application/json: { schema: ${state(taken)} } } }, responses: { "204": { description: "" } } }`;

const PLACE = "#/paths/~1pets~1{id}/patch/requestBody/content/application~1json/schema/properties/state";

test("an enum of requests stays open when answers list a value more, and that is told, once", async () => {
  const [before, after] = [contract("on, off", "off, on"), contract("on, off, gone", "off, on")];
  const user = `import { Pets, type Unlisted } from "./index.js";
export async function use(client: Pets, state: Unlisted): Promise<void> { await client.pets.change({ id: "1", state }); }`;
  const first = planOf(before, { name: "Pets" });
  expect(first.names.enums).toEqual({ '"off" "on"': "answers" });
  const second = planOf(after, { name: "Pets", kept: first.names });
  expect([second.names.enums, second.warnings]).toEqual([
    { '"off" "on"': "kept" },
    [
      `No answer lists just \`off\`, \`on\` any more, as this enum of requests does. Answers list \`gone\` as well, which requests do not take: code that sends back what it read may have to say what it sends instead. (${PLACE})`,
    ],
  ]);
  const third = planOf(after, { name: "Pets", kept: second.names });
  expect([third.names.enums, third.warnings]).toEqual([second.names.enums, []]);
  expect(complaints(await emitContract(before, { name: "Pets" }), user)).toEqual([]);
  expect(complaints(await emitContract(after, { name: "Pets", kept: second.names }), user)).toEqual([]);
  // The code tells: without the manifest it is broken.
  expect(complaints(await emitContract(after, { name: "Pets" }), user)).toHaveLength(1);
}, 60_000);

test.each([
  [
    "no answer lists them any more",
    contract("yes, no", "off, on"),
    [
      `No answer lists just \`off\`, \`on\` any more, as this enum of requests does. It takes what is not listed all the same, as in the client so far. (${PLACE})`,
    ],
  ],
  ["answers and requests gain the same", contract("on, off, gone", "gone, off, on"), []],
  ["requests take another list", contract("on, off", "up, down"), []],
])("of an enum that answers brought it is told where %s", (_, after, want) => {
  const { names } = planOf(contract("on, off", "off, on"));
  expect(planOf(after, { kept: names }).warnings).toEqual(want);
});

test("an enum that no answer ever listed is closed, whatever others are open", () => {
  expect(planOf(contract("on, off", "up, down")).names.enums).toEqual({});
});

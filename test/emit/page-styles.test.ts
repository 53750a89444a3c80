import { expect, it } from "vitest";
import { complaints, emitContract, expectCompiles } from "./emit-contract.js";

const parameters = (name: string) =>
  `[{ in: query, name: ${name}, schema: { type: string } }, { in: query, name: limit, schema: { type: integer } }]`;

const contract = (name: string, schema: string, headers = "") => `
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters: ${parameters(name)}
      responses:
        '200': { description: Pets, ${headers} content: { application/json: { schema: ${schema} } } }`;

const list = "{ type: array, items: { type: string } }";
const pets = "{ type: array, items: { type: object, required: [id], properties: { id: { type: string } } } }";
const page = (members: string, items = list) =>
  `{ type: object, required: [data], properties: { data: ${items}, ${members} } }`;
const link = "headers: { link: { schema: { type: string } } },";

const functions = ["followCursor", "followLastItem", "followLink", "followNumber", "followOffset"];

it.each([
  ["followCursor", contract("cursor", page("next_cursor: { type: string }"))],
  ["followLastItem", contract("starting_after", page("has_more: { type: boolean }", pets))],
  ["followLink", contract("q", list, link)],
  ["followNumber", contract("page", list).replace("string", "integer")],
  ["followOffset", contract("offset", page("total: { type: integer }")).replace("string", "integer")],
])("a client has the code of the style that its pages have: %s", async (name, yaml) => {
  const client = await emitContract(yaml);
  expect(client.get("operations/pets.ts")).toContain(`follow: ${name},`);
  const text = [...client.values()].join("\n");
  expect(functions.filter((one) => text.includes(`function ${one}(`))).toEqual([name]);
  // What only links need.
  expect([text.includes(`"rel"`), text.includes("target: linkTarget,")]).toEqual(
    Array(2).fill(name === "followLink"),
  );
  expectCompiles(client);
});

it.each(["page", "offset"])(
  "the client counts: %s as a text of 64 bits, as protobuf has it",
  async (name) => {
    const long = "schema: { type: string, format: int64 }";
    const yaml = contract(name, page("total: { type: string, format: int64 }"))
      .replace("schema: { type: string }", long)
      .replace("schema: { type: integer } }", `${long} }, { in: query, name: owner, ${long} }`);
    const text = (await emitContract(yaml)).get("operations/pets.ts") ?? "";
    expect(text.match(/\{ name: "\w+", in: "query"[^}]*\}/gu)).toEqual([
      `{ name: "${name}", in: "query" }`,
      '{ name: "limit", in: "query" }',
      // Others stay identifiers.
      '{ name: "owner", in: "query", id: true }',
    ]);
  },
);

it("the client knows where the first page says which one it is", async () => {
  const yaml = contract("page", page("number: { type: integer }")).replace("string", "integer");
  const text = (await emitContract(yaml)).get("operations/pets.ts");
  expect(text).toContain('current: "number",');
});

it("keeps the described headers of a list that is recognised later", async () => {
  const headers = "headers: { X-Total: { schema: { type: integer } } },";
  const plain = await emitContract(contract("q", page("next_cursor: { type: string }"), headers), {
    name: "Api",
  });
  const paged = await emitContract(contract("cursor", page("next_cursor: { type: string }"), headers), {
    name: "Api",
  });
  const user = (type: string, rest = "") => `import type { Api } from "./index.js";
export async function total(api: Api): Promise<${type} | undefined> {
  const { value, headerValues } = await api.pets.list().withResponse();
  void value.data;
  ${rest}
  return headerValues["X-Total"];
}`;
  expect(paged.get("resources/pets.ts")).toContain("withPageHeaders(");
  for (const client of [plain, paged]) expectCompiles(client, user("number"));
  expectCompiles(
    paged,
    user("number", "void (await api.pets.list().from('b').withResponse()).headerValues['X-Total'];"),
  );
  expect(complaints(paged, user("string"))).toHaveLength(1);
});

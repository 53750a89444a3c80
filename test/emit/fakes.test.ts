import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../support/repository.js";
import { complaints, emitContract, expectCompiles } from "./emit-contract.js";

const CONTRACT = `
servers: [{ url: https://a.example }]
security: [{ oauth: [] }]
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows: { clientCredentials: { tokenUrl: https://a.example/token, scopes: { "pets:read": Read, "pets:write": Write } } }
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      security: [{ oauth: ["pets:read"] }]
      responses: { "200": { description: Pets, content: { application/json: { schema: { type: array, items: { type: string } } } } } }
    post:
      operationId: createPet
      tags: [pets]
      security: [{ oauth: ["pets:write"] }]
      requestBody: { required: true, content: { application/json: { schema: { type: string } } } }
      responses: { "204": { description: Done } }
  /limits:
    get: { operationId: getLimits, tags: [limits], responses: { "200": { description: Limits, content: { application/json: { schema: { type: object } } } } } }`;

const emitted = () => emitContract(CONTRACT, { name: "Api" });

test("a fake resource and a fake client pass where the real ones are expected", async () => {
  expectCompiles(
    await emitted(),
    `
import { Api, type Call, LimitsResource, PetsResource } from "./index.js";

const countPets = async (pets: Pick<PetsResource, "list">) => (await pets.list()).length;
const useAll = async (api: Api) => (await api.pets.list()).length;

// A fake is a promise; a call has \`withResponse\` too, which no function here uses.
const answer = <Value>(value: Value) => Promise.resolve(value) as unknown as Call<Value>;
const pets: PetsResource = { list: () => answer(["a"]), create: () => answer(undefined) };
const withScopes: Api["withScopes"] = () => { throw new Error("No function here uses it."); };
const limits: LimitsResource = { get: () => answer({}) };
export const results = [countPets({ list: () => answer(["a"]) }), useAll({ pets, limits, withScopes } satisfies Api)];
export const real = [countPets(new Api({ credentials: { oauth: "t" } }).pets), useAll(new Api({}))];
`,
  );
});

test("what was not granted a scope still does not pass for what was", async () => {
  const found = complaints(
    await emitted(),
    `
import { Api, type PetsResource } from "./index.js";

const reader = new Api({ scopes: ["pets:read"] });
const create = (pets: PetsResource<"pets:read" | "pets:write">) => pets.create({ body: "a" });
const read = (pets: PetsResource<"pets:read">) => pets.list();
export const results = [
  read(reader.pets),
  create(reader.pets),
  reader.pets.create({ body: "a" }),
];
`,
  );
  expect(found.map((text) => text.replace(/ .*$/su, ""))).toEqual(["user.ts(9,10):", "user.ts(10,3):"]);
});

const RESPONSES = `
servers: [{ url: https://a.example }]
components:
  schemas: { Policy: { type: object, required: [name], properties: { name: { type: string } } } }
  responses:
    Policy:
      description: A policy
      headers: { ETag: { schema: { type: string } }, Revision: { required: true, schema: { type: integer } } }
      content: { application/json: { schema: { $ref: "#/components/schemas/Policy" } } }
paths:
  /policy:
    get: { operationId: getPolicy, tags: [policies], responses: { "200": { $ref: "#/components/responses/Policy" } } }
    put:
      operationId: updatePolicy
      tags: [policies]
      parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Policy" } } } }
      responses: { "204": { description: Done } }
  /checks:
    post:
      operationId: createCheck
      tags: [policies]
      responses:
        "200": { $ref: "#/components/responses/Policy" }
        "202": { description: Later, content: { application/json: { schema: { type: string } } } }`;

/** The helper of docs/reference/calls.md. */
async function helperOfDocs(): Promise<string> {
  const page = await readFile(join(repository, "docs/reference/calls.md"), "utf8");
  return /^function call<[^]*?^\}$/mu.exec(page)?.[0] ?? "";
}

const fakeOf = async (fakes: string) =>
  `import { type ApiResponse, type Call, parseStrongETag, type PoliciesResource } from "./index.js";
${await helperOfDocs()}
const etag = parseStrongETag<"policies.get">('"1"');
const value = { name: "a" };
export const fakes: Pick<PoliciesResource, "createCheck" | "get">[] = [{
${fakes}
}];`;

test("the helper of the docs fakes responses that declare headers, and several responses", async () => {
  const files = await emitContract(RESPONSES, { name: "Api" });
  const plain = "get: () => call({ value, etag }), createCheck: () => call(value)";
  const told =
    "get: () => call({ value, etag }, { headerValues: { Revision: 4 } }), createCheck: () => call('a', { status: 202 })";
  expect(complaints(files, await fakeOf(`${plain} }, { ${told}`))).toEqual([]);
});

test("the helper of the docs refuses headers and values that the method does not give", async () => {
  const files = await emitContract(RESPONSES, { name: "Api" });
  const wrong =
    "get: () => call({ value, etag }, { headerValues: { Revision: '4' } }),\ncreateCheck: () => call(4)";
  const found = complaints(files, await fakeOf(wrong));
  expect(found.map((text) => text.replace(/\(.*$/su, ""))).toEqual(["user.ts", "user.ts"]);
});

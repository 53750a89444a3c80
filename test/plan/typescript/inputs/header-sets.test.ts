import { expect, test } from "vitest";
import { emitContract, expectCompiles, expectFormatted } from "../../../emit/emit-contract.js";
import { found } from "../../../diagnostics/found.js";
import { modelOf } from "../../../model/model-of.js";
import { constantOf, methodOf, planOf, resourceOf } from "../../plan-of.js";

/** What a file declares after its class. */
function afterClass(text = ""): string {
  return text.slice(text.search(/^}\n/m) + 3);
}

const PET = "content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }";
const get = (id: string, answers: string, more = "") =>
  `{ get: { operationId: ${id}, tags: [pets], ${more} responses: { ${answers} } } }`;
const contract = (paths: string) => `
servers: [{ url: https://pets.example }]
paths:
${paths}
components:
  schemas: { Flag: { type: [boolean, 'null'] }, Pet: { type: object, required: [id], properties: { id: { type: string } } } }
  headers:
    Rate: { deprecated: true, description: Calls left, schema: { type: integer, minimum: 0 } }
  responses:
    Gone: { description: Gone, headers: { X-First-Very-Long-Name: {}, X-Second-Very-Long-Name: {} } }`;

const EVERY = `
        Content-Type: { schema: { type: string } }
        ETag: {}
        X-Any: { description: Anything, schema: {} }
        X-Big: { schema: { type: integer, format: int64 } }
        X-Flag: { required: true, schema: { type: boolean } }
        X-Json: { content: { application/json: { schema: { type: object, properties: { n: { type: integer, format: int64 } } } } } }
        X-Kind: { schema: { enum: [a, b] } }
        X-Map: { explode: true, schema: { type: object, additionalProperties: { type: integer } } }
        X-Mixed: { schema: { type: [integer, string] } }
        X-Nested: { schema: { type: array, items: { type: array, items: { type: string } } } }
        X-Null: { schema: { type: [number, 'null'] } }
        X-Null-Enum: { schema: { enum: [1, 2, null] } }
        Set-Cookie: { schema: { type: string } }
        X-Null-Items: { schema: { type: array, items: { type: [integer, 'null'] } } }
        X-Null-Members: { schema: { type: object, required: [a], properties: { a: { type: [integer, 'null'] }, b: { type: [string, 'null'] } }, additionalProperties: { type: [boolean, 'null'] } } }
        X-Null-List: { schema: { type: [array, 'null'], items: { type: integer } } }
        X-Null-Ref: { schema: { $ref: '#/components/schemas/Flag' } }
        X-Null-Text: { schema: { type: [string, 'null'] } }
        X-Rate: { $ref: '#/components/headers/Rate' }
        X-Role: { schema: { type: object, required: [name], properties: { name: { type: string } } } }
        X-Sizes: { schema: { type: array, items: { type: integer } } }
        X-Text: { content: { text/plain: {} } }
        x-any: { schema: { type: integer } }`;

test("every kind of header has the type of what it is read as, and its words", async () => {
  const yaml = contract(`  /pets:
    get:
      operationId: listPets
      tags: [pets]
      responses:
        '200':
          description: Pets
          headers: ${EVERY.replaceAll("\n", "\n    ")}
          ${PET}`);
  const files = await emitContract(yaml, { name: "Pets" });
  expect(afterClass(files.get("resources/pets.ts")))
    .toBe(`/** Headers that the contract describes for responses of \`pets.list\`. */
export interface PetsListHeaders {
  ETag?: string;
  "Set-Cookie"?: string[];
  /** Anything */
  "X-Any"?: string;
  /** Format: int64. */
  "X-Big"?: number | bigint;
  /** The contract promises it. */
  "X-Flag"?: boolean;
  "X-Json"?: PetsListXJsonHeader;
  "X-Kind"?: "a" | "b" | Unlisted;
  /** Each value: Integer. */
  "X-Map"?: { [name: string]: number };
  "X-Mixed"?: string;
  "X-Nested"?: string;
  "X-Null"?: number;
  "X-Null-Enum"?: 1 | 2 | UnlistedNumber | null;
  /** Each item: Integer. */
  "X-Null-Items"?: (number | null)[];
  /** Each item: Integer. */
  "X-Null-List"?: number[];
  "X-Null-Members"?: PetsListXNullMembersHeader;
  "X-Null-Ref"?: Flag;
  "X-Null-Text"?: string;
  /**
   * Calls left
   *
   * Integer. Minimum: 0.
   *
   * @deprecated
   */
  "X-Rate"?: number;
  "X-Role"?: PetsListXRoleHeader;
  /** Each item: Integer. */
  "X-Sizes"?: number[];
  "X-Text"?: string;
}
`);
  expect(constantOf(planOf(yaml), "pets.petsListHeaders").value).toEqual({
    ETag: { as: "text" },
    "Set-Cookie": { as: "list", items: "text" },
    "X-Any": { as: "text" },
    "X-Big": { as: "longInteger" },
    "X-Flag": { as: "boolean" },
    "X-Json": { as: "json", longIntegers: ["n"] },
    "X-Kind": { as: "text" },
    "X-Map": { as: "members", members: {}, others: "integer", explode: true },
    "X-Mixed": { as: "text" },
    "X-Nested": { as: "text" },
    "X-Null": { as: "number", nullable: true },
    "X-Null-Enum": { as: "integer", nullable: true },
    "X-Null-Items": { as: "list", items: "integerOrNull" },
    "X-Null-List": { as: "list", items: "integer", nullable: true },
    "X-Null-Members": {
      as: "members",
      members: { a: "integerOrNull", b: "textOrNull" },
      required: ["a"],
      others: "booleanOrNull",
    },
    "X-Null-Ref": { as: "boolean", nullable: true },
    "X-Null-Text": { as: "text" },
    "X-Rate": { as: "integer" },
    "X-Role": { as: "members", members: { name: "text" }, required: ["name"], others: "text" },
    "X-Sizes": { as: "list", items: "integer" },
    "X-Text": { as: "text" },
  });
  await expectFormatted(files);
  expectCompiles(files);
});

const LINK = "headers: { Link: {} }";

test("equal headers have one interface, named after them, a shared answer, or the first operation", () => {
  const yaml = contract(`
  /a: ${get("listA", `'200': { description: A, ${LINK} }`)}
  /b: ${get("listB", `'200': { description: B, ${LINK} }, '404': { description: N, ${LINK} }`)}
  /c: ${get("listC", `'200': { $ref: '#/components/responses/Gone' }`)}
  /d: ${get("listD", "'200': { description: D, headers: { X-First-Very-Long-Name: {}, X-Third-Very-Long-Name: {} } }")}
  /e: ${get("listE", "'200': { description: E, headers: { Link: { schema: { type: integer } } } }")}
  /g: ${get("listG", "'200': { description: G, headers: { X-RateLimit-Limit: {}, X-RateLimit-Remaining: {}, X-RateLimit-Reset: {} } }")}
  /f: ${get("listF", "'200': { description: F }, '404': { description: N, headers: { X-Error: {} } }")}`);
  const { resources, runtimeModules } = planOf(yaml);
  expect(resources[0]?.declarations.map(({ name, doc }) => [name, doc.text[0]])).toEqual([
    ["GoneHeaders", "Headers that the contract describes for responses of `pets.listC`."],
    ["LinkHeaders", "Headers that the contract describes for responses of several operations."],
    ["PetsListDHeaders", "Headers that the contract describes for responses of `pets.listD`."],
    ["PetsListEHeaders", "Headers that the contract describes for responses of `pets.listE`."],
    ["RateLimitHeaders", "Headers that the contract describes for responses of `pets.listG`."],
  ]);
  const constants = resources[0]?.descriptors.map(({ constant }) => constant) ?? [];
  expect(constants.filter((name) => name.endsWith("Headers"))).toEqual([
    "linkHeaders",
    "goneHeaders",
    "petsListDHeaders",
    "petsListEHeaders",
    "rateLimitHeaders",
  ]);
  expect(runtimeModules).toContain("response/with-header-values");
});

test("headers that several resources have are declared in a file of their own", () => {
  const yaml = contract(`
  /a: ${get("listA", `'200': { description: A, ${LINK} }`)}
  /b: { get: { operationId: listB, tags: [cats], responses: { '200': { description: B, ${LINK} } } } }`);
  const { headers, resources } = planOf(yaml);
  expect(headers.declarations.map(({ name }) => name)).toEqual(["LinkHeaders"]);
  expect(resources.flatMap(({ declarations }) => declarations)).toEqual([]);
});

test("a client whose successes describe no headers has nothing of this", async () => {
  const yaml = contract(`  /a: ${get("listA", `'200': { description: A, ${PET} }`)}`);
  const files = await emitContract(yaml);
  expect(files.get("resources/pets.ts")).not.toContain("interface");
  const source = [...files].flatMap(([path, text]) => (path.endsWith(".ts") ? text : "")).join("\n");
  expect(source).toContain("export function call<");
  expect(source).not.toMatch(/(?:function|interface|type) (?:withHeaderValues|readHeader|OtherSuccess)\b/);
  expect(files.get("resources/pets.ts")).toContain(
    "readonly listA: (input?: NoInput, options?: CallOptions) => Call<Pet> =",
  );
});

test("[ETG-1] a validator that comes with the value is not given a second time as plain text", () => {
  const yaml = contract(`
  /pets/{id}: ${get("getPet", `'200': { description: Pet, headers: { ETag: {} }, ${PET} }`, "parameters: [{ in: path, name: id, required: true, schema: { type: string } }],")}`);
  const withChange = yaml.replace(
    "{ get: { operationId: getPet",
    `{ put: { operationId: updatePet, tags: [pets], parameters: [{ in: path, name: id, required: true, schema: { type: string } }, { in: header, name: If-Match, required: true, schema: { type: string } }], requestBody: { ${PET} }, responses: { '200': { description: Pet, headers: { ETag: {}, X-Left: {} }, ${PET} } } }, get: { operationId: getPet`,
  );
  const { declarations } = resourceOf(planOf(withChange), "pets");
  expect(declarations.map(({ name }) => name)).toEqual(["LeftHeaders", "PetsUpdateInput"]);
  expect(methodOf(planOf(withChange), "pets.get").call.within).toBeUndefined();
  const { callee, within } = methodOf(planOf(withChange), "pets.update").call;
  expect([callee, within?.callee, within?.descriptor.code]).toEqual([
    "versioned",
    "withHeaderValues",
    "operations.update",
  ]);
});

test("names that no header can have are told, and left out", () => {
  const yaml = contract(`
  /a: ${get("listA", "'200': { description: A, headers: { 'a b': {}, Link: {} } }")}`);
  const { diagnostics, operations } = modelOf(yaml);
  expect(operations[0]?.responses[0]?.headers.map(({ name }) => name)).toEqual(["Link"]);
  expect(found(diagnostics)).toEqual([
    ["response/invalid-header-name", "#/paths/~1a/get/responses/200/headers/a b", { name: "a b" }],
  ]);
});

test("an object that is described for a cookie shapes no type", async () => {
  const yaml = contract(`  /pets:
    get:
      operationId: listPets
      tags: [pets]
      responses:
        '204':
          description: None
          headers: { Set-Cookie: { description: Who it is., schema: { type: object, properties: { id: { type: string } } } } }`);
  const files = await emitContract(yaml, { name: "Pets" });
  expect(files.get("resources/pets.ts")).toContain('  /** Who it is. */\n  "Set-Cookie"?: string[];\n');
  expect([...files.keys()].filter((file) => file.startsWith("models/pets-list"))).toEqual([]);
});

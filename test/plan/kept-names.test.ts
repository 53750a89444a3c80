import { describe, expect, test } from "vitest";
import { readCall } from "../../src/model/kept-calls.js";
import type { KeptNames } from "../../src/model/names/kept-names.js";
import type { ClientPlan } from "../../src/plan/typescript/client-plan.js";
import { printCall } from "../../src/plan/client-names.js";
import { complaints, emitContract } from "../emit/emit-contract.js";
import { planOf } from "./plan-of.js";

const answer = (content: string, headers = "{}") =>
  `responses: { "200": { description: "", headers: ${headers}, content: ${content} } }`;
const csv = "text/csv: { schema: { type: string } }";
const pet = "application/json: { schema: { $ref: '#/components/schemas/Pet' } }";
const toy = "application/json: { schema: { $ref: '#/components/schemas/Toy' } }";
const TOY =
  "\n    Toy: { type: object, required: [id, kind], properties: { id: { type: string, readOnly: true }, kind: { type: string } } }";
const etag = "{ ETag: {} }";
const match = "parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }]";

const contract = (paths: string, schemas = "") => `
servers: [{ url: https://pets.example }]
paths:${paths}
components:
  schemas:
    Pet: { type: object, required: [name], properties: { name: { type: string }, born: { type: string, readOnly: true } } }${schemas}`;

const id = "parameters: [{ in: path, name: id, required: true, schema: { type: string } }]";

const FILE = "\n    File: { type: string, format: binary }";
const FILED = "{ schema: { type: object, properties: { file: { $ref: '#/components/schemas/File' } } } }";
/** Its parts have names of their own, by which the whole is known where it has none. */
const PHOTO =
  "{ schema: { type: object, properties: { at: { type: object, properties: { day: { $ref: '#/components/schemas/File' } } } } } }";

/** A contract, what somebody wrote for its client, and its next version. */
const GROWN: readonly (readonly [what: string, before: string, user: string, after: string])[] = [
  [
    "a member of the body that is named like a parameter",
    contract(`
  /pets/{id}:
    ${id}
    put: { operationId: putPet, tags: [pets], requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }, ${answer(`{ ${csv} }`)} }`),
    'await client.pets.put({ id: "1", name: "A" }); const given: PetsPutInput = { id: "1" }; void given;',
    contract(`
  /pets/{id}:
    ${id}
    put: { operationId: putPet, tags: [pets], requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string }, id: { type: integer } } } } } }, ${answer(`{ ${csv} }`)} }`),
  ],
  [
    "JSON beside a form and beside text",
    contract(`
  /pets:
    post: { operationId: addPet, tags: [pets], requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, properties: { photo: { type: string, format: binary } } } } } }, ${answer(`{ ${csv} }`)} }`),
    "const text: string = await client.pets.add({ photo: new Blob() }); void text;",
    contract(`
  /pets:
    post: { operationId: addPet, tags: [pets], requestBody: { required: true, content: { ${pet}, multipart/form-data: { schema: { type: object, properties: { photo: { type: string, format: binary } } } } } }, ${answer(`{ ${pet}, ${csv} }`)} }`),
  ],
  [
    "a header beside others, and a schema with the name of their set",
    contract(`
  /pets: { get: { operationId: listPets, tags: [pets], ${answer(`{ ${pet} }`, "{ X-Rate: {} }")} } }`),
    "const { headerValues } = await client.pets.list().withResponse(); const rate: RateHeaders = headerValues; void rate;",
    contract(
      `
  /pets: { get: { operationId: listPets, tags: [pets], ${answer(`{ ${pet} }`, "{ X-Rate: {}, A-Limit: {} }")} } }`,
      "\n    RateHeaders: { type: object, properties: { other: { type: number } } }",
    ),
  ],
  [
    "operations that want the names of methods beside another's",
    contract(`
  /pets/{id}:
    ${id}
    get: { operationId: getPet, tags: [pets], ${answer(`{ ${pet}, ${csv} }`, etag)} }
    put: { operationId: updatePet, tags: [pets], ${match}, requestBody: { required: true, content: { ${pet} } }, ${answer(`{ ${pet} }`, etag)} }`),
    'await client.pets.modify("1", (pet) => ({ name: pet.name })); const text: string = await client.pets.getAsCsv("1"); void text;',
    contract(`
  /pets/{id}:
    ${id}
    get: { operationId: getPet, tags: [pets], ${answer(`{ ${pet}, ${csv} }`, etag)} }
    patch: { operationId: changePet, tags: [pets], ${match}, requestBody: { required: true, content: { ${pet} } }, ${answer(`{ ${pet} }`, etag)} }
    put: { operationId: updatePet, tags: [pets], ${match}, requestBody: { required: true, content: { ${pet} } }, ${answer(`{ ${pet} }`, etag)} }
    post: { operationId: petsGetAsCsv, tags: [pets], ${answer(`{ ${pet} }`)} }`),
  ],
  [
    "a schema with the name of a request's shape",
    contract(`
  /pets: { post: { operationId: addPet, tags: [pets], requestBody: { required: true, content: { ${pet} } }, ${answer(`{ ${pet} }`)} } }`),
    'const given: PetInput = { name: "A" }; await client.pets.add(given);',
    contract(
      `
  /pets: { post: { operationId: addPet, tags: [pets], requestBody: { required: true, content: { ${pet} } }, ${answer(`{ ${pet} }`)} } }`,
      "\n    PetInput: { type: object, required: [other], properties: { other: { type: number } } }",
    ),
  ],
  [
    "an answer with what requests alone had",
    contract(
      `
  /toys: { post: { operationId: addToy, tags: [toys], requestBody: { required: true, content: { ${toy} } }, ${answer(`{ ${csv} }`)} } }`,
      TOY,
    ),
    'const given: Toy = { kind: "A" }; await client.toys.add(given);',
    contract(
      `
  /toys: { post: { operationId: addToy, tags: [toys], requestBody: { required: true, content: { ${toy} } }, ${answer(`{ ${csv} }`)} } }
  /toys/{id}: { ${id}, get: { operationId: getToy, tags: [toys], ${answer(`{ ${toy} }`)} } }`,
      TOY,
    ),
  ],
  [
    "a kind of body beside two others",
    contract(`
  /pets: { post: { operationId: addPet, tags: [pets], requestBody: { required: true, content: { ${pet}, text/plain: {} } }, ${answer(`{ ${csv} }`)} } }`),
    'const given: PetsAddJsonInput = { name: "A" }; await client.pets.add(given);',
    contract(
      `
  /pets: { post: { operationId: addPet, tags: [pets], requestBody: { required: true, content: { ${pet}, application/merge-patch+json: { schema: { type: object, properties: { a: { type: string } } } }, text/plain: {} } }, ${answer(`{ ${csv} }`)} } }`,
      "\n    PetsAddJsonInput: { type: object, required: [other], properties: { other: { type: number } } }",
    ),
  ],
  [
    "an alternative with members of the same names and other types, put before another",
    contract(
      `
  /ways: { post: { operationId: addWay, tags: [ways], requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Way" } } } }, ${answer(`{ ${csv} }`)} } }`,
      `
    Way: { oneOf: [{ type: object, required: [id], properties: { id: { type: string } } }, { type: string }] }`,
    ),
    'const given: WayWithId = { id: "a" }; await client.ways.add({ body: given });',
    contract(
      `
  /ways: { post: { operationId: addWay, tags: [ways], requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Way" } } } }, ${answer(`{ ${csv} }`)} } }`,
      `
    Way: { oneOf: [{ type: object, required: [id], properties: { id: { type: integer } } }, { type: object, required: [id], properties: { id: { type: string } } }, { type: string }] }`,
    ),
  ],
  [
    "a kind of bytes beside one that went without saying",
    contract(`
  /pets: { post: { operationId: addPet, tags: [pets], requestBody: { required: true, content: { image/png: {} } }, ${answer(`{ ${csv} }`)} } }`),
    "await client.pets.add({ body: new Uint8Array() });",
    contract(`
  /pets: { post: { operationId: addPet, tags: [pets], requestBody: { required: true, content: { image/jpeg: {}, image/png: {} } }, ${answer(`{ ${csv} }`)} } }`),
  ],
  [
    "JSON beside a form that has the very same schema",
    contract(
      `
  /pets: { post: { operationId: addPet, tags: [pets], requestBody: { required: true, content: { multipart/form-data: ${PHOTO} } }, ${answer(`{ ${csv} }`)} } }`,
      FILE,
    ),
    "const given: PetsAddBody = { at: { day: new Blob() } }; await client.pets.add(given);",
    contract(
      `
  /pets: { post: { operationId: addPet, tags: [pets], requestBody: { required: true, content: { application/json: ${PHOTO}, multipart/form-data: ${PHOTO} } }, ${answer(`{ ${csv} }`)} } }`,
      FILE,
    ),
  ],
  [
    "a form beside JSON that has the very same schema",
    contract(
      `
  /pets: { post: { operationId: addPet, tags: [pets], requestBody: { required: true, content: { application/json: ${FILED} } }, ${answer(`{ ${csv} }`)} } }`,
      FILE,
    ),
    'const file: FileModel = "a"; const given: PetsAddBody = { file }; await client.pets.add(given);',
    contract(
      `
  /pets: { post: { operationId: addPet, tags: [pets], requestBody: { required: true, content: { application/json: ${FILED}, multipart/form-data: ${FILED} } }, ${answer(`{ ${csv} }`)} } }`,
      FILE,
    ),
  ],
];

test("the shape of a request has its name for good, and that of an answer its own", () => {
  const sent = `
  /toys: { post: { operationId: addToy, tags: [toys], requestBody: { required: true, content: { ${toy} } }, ${answer(`{ ${csv} }`)} } }`;
  const read = `
  /toys/{id}: { ${id}, get: { operationId: getToy, tags: [toys], ${answer(`{ ${toy} }`)} } }`;
  const plan = (paths: string, kept?: KeptNames) => planOf(contract(paths, TOY), { name: "Pets", kept });
  const named = ({ models }: ClientPlan) =>
    models.flatMap(({ declarations }) => declarations.map((each) => each.name));
  const first = plan(sent);
  expect(first.names.shapes).toEqual({ "#/components/schemas/Toy": "request" });
  const second = plan(sent + read, first.names);
  expect(named(second).filter((name) => name.startsWith("Toy"))).toEqual(["Toy", "ToyAnswer"]);
  const third = plan(sent + read, second.names);
  expect([third.names, named(third)]).toEqual([second.names, named(second)]);
  expect(named(plan(sent + read)).filter((name) => name.startsWith("Toy"))).toEqual(["Toy", "ToyInput"]);
});

describe("code that was written for a client compiles with the next one, generated over it", () => {
  test.each(GROWN)(
    "%s",
    async (_, before, user, after) => {
      const written = `import { Pets, type PetsTypes } from "./index.js";`;
      const names = [
        "WayWithId",
        "Toy",
        "PetsPutInput",
        "RateHeaders",
        "PetInput",
        "FileModel",
        "PetsAddBody",
        "PetsAddJsonInput",
      ].filter((name) => user.includes(name));
      const code = `${written.replace("type PetsTypes", names.map((name) => `type ${name}`).join(", "))}
export async function use(client: Pets): Promise<void> { ${user} }`;
      const { names: kept } = planOf(before, { name: "Pets" });
      expect(complaints(await emitContract(before, { name: "Pets" }), code)).toEqual([]);
      expect(complaints(await emitContract(after, { name: "Pets", kept }), code)).toEqual([]);
      const { names: again } = planOf(after, { name: "Pets", kept });
      expect(planOf(after, { name: "Pets", kept: again }).names).toEqual(again);
      // The code tells: without the names of the manifest it is broken.
      expect(complaints(await emitContract(after, { name: "Pets" }), code)).not.toEqual([]);
    },
    60_000,
  );
});

test.each([
  [
    "a method beside an operation's own",
    { methods: { "as text/csv of GET /pets": "list" } },
    ["list had to be renamed listAsCsv: the client has another of that name now."],
  ],
  [
    "a set of headers",
    { headers: { "GET /pets 200": "Call" } },
    ["Call had to be renamed RateHeaders: the client has another of that name now."],
  ],
  [
    "a body that is no object any more, and a parameter whose member the body has",
    { calls: { "POST /pets": "query.x=body body.text/plain=members" } },
    [
      "A call of `POST /pets` has to be written otherwise: `body` is `x` now.",
      "A call of `POST /pets` has to be written otherwise: the members of its body (`text/plain`) are those of `body` now.",
    ],
  ],
  [
    "nothing that is gone",
    { methods: { "modify of PUT /gone": "modify" }, calls: { "GET /gone": "query.a=b" } },
    [],
  ],
])("what could not stay is told: %s", (_, names, want) => {
  const yaml = contract(`
  /pets:
    get: { operationId: listPets, tags: [pets], ${answer(`{ ${pet}, ${csv} }`, "{ X-Rate: {} }")} }
    post: { operationId: addPet, tags: [pets], parameters: [{ in: query, name: x, schema: { type: string } }], requestBody: { content: { text/plain: {} } }, responses: { "204": { description: "" } } }`);
  expect(planOf(yaml, { kept: { operations: {}, models: {}, ...names } }).warnings).toEqual(want);
});

test.each([
  ["", ""],
  ["header.limit=limit query.id=idInQuery", "header.limit=limit query.id=idInQuery"],
  ["query.a%20%3D%25.b=c", "query.a%20%3D%25.b=c"],
  [
    "body.multipart/form-data=members body.text/plain;%20charset%3Dutf-8=body.Text chosenBy=contentType undecided=asked 200=text/csv",
    "body.multipart/form-data=members body.text/plain;%20charset%3Dutf-8=body.Text chosenBy=contentType undecided=asked 200=text/csv",
  ],
  ["body.text/plain=elsewhere body.a/b=body.a;b what=ever query.=x", ""],
])("a call of a manifest reads as it was written: %j", (text, want) => {
  expect(printCall(readCall(text))).toBe(want);
});

test("an input that has become a union is told, with what it was", () => {
  const add = (path: string, types: string) => `
  ${path}: { post: { operationId: "add${path}", tags: [pets], requestBody: { required: true, content: { ${types} } }, responses: { "204": { description: "" } } } }`;
  const plan = (types: string, kept?: KeptNames) =>
    planOf(contract(add("/pets", types) + add("/dogs", types) + add("/cats", pet)), { name: "Pets", kept });
  const { names: kept } = plan("application/octet-stream: {}");
  const { names, warnings } = plan(`${pet}, application/octet-stream: {}`, kept);
  expect(warnings).toEqual([
    "`PetsAddDogsInput` is the union of the inputs of all media types now; what it was is `PetsAddDogsBinaryInput`. So it is with 1 more. Calls stay as they are written.",
  ]);
  expect(plan(`${pet}, application/octet-stream: {}`, names).warnings).toEqual([]);
  expect(plan("application/octet-stream: {}, image/png: {}", kept).warnings).toEqual([]);
});

test("a method for a media type keeps its name when that has other parameters", () => {
  const plan = (types: readonly string[], kept?: KeptNames) => {
    const content = [pet, ...types.map((type) => `${type}: {}`)].join(", ");
    const { names, warnings } = planOf(
      contract(`
  /pets: { get: { operationId: listPets, tags: [pets], ${answer(`{ ${content} }`)} } }`),
      { name: "Pets", kept },
    );
    return { names, warnings, methods: Object.values(names.methods ?? {}) };
  };
  const first = plan(["application/xlsx; version=2.4"]);
  expect(first.methods).toEqual(["listStream", "listAsXlsx"]);
  const second = plan(["application/xlsx; version=2.5"], first.names);
  expect([second.methods, second.warnings]).toEqual([first.methods, []]);
  expect(plan(["application/xlsx; version=2.5"], second.names).methods).toEqual(first.methods);
  const both = ["application/xlsx; version=2.4", "application/xlsx; version=2.5"];
  expect(plan(both, first.names).names.methods).toMatchObject({
    "as application/xlsx; version=2.4 of GET /pets": "listAsXlsx",
  });
});

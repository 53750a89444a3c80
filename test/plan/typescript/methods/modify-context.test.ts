import { expect, test } from "vitest";
import { constantOf, methodOf, planOf } from "../../plan-of.js";

/** A read by an id in the path, and a change that takes an id of the same name in its body. */
const contract = (read: string, change: string) => `
paths:
  /pets/{petId}:
    get:
      operationId: getPet
      tags: [pets]
      parameters: [{ in: path, name: petId, required: true, schema: ${read} }]
      responses: { '200': { description: P, headers: { ETag: {} }, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
  /pet-updates:
    post:
      operationId: changePet
      tags: [pets]
      parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object, required: [petId], properties: { petId: ${change} } } } } }
      responses: { '200': { description: P, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
components: { schemas: { Pet: { type: object, properties: { name: { type: string } } } } }`;

test.each([
  ["{ type: string }", "{ type: string, format: int64 }", ["petId"]],
  ["{ enum: [a, b] }", "{ type: string }", ["petId"]],
  ["{ type: integer, format: int64 }", "{ type: string }", []],
  ["{ type: string }", "{ type: integer }", []],
])("[ACC-8] of %s a change with %s takes what the read takes: %j", (read, change, want) => {
  const plan = planOf(contract(read, change));
  expect(constantOf(plan, "pets.changeRounds").value).toMatchObject({ contextFields: want });
});

/** What a read at a path takes, and the schema of what its change takes. */
const paired = (path: string, parameters: string, change: string) =>
  planOf(`
paths:
  ${path}:
    get:
      operationId: getPet
      tags: [pets]
      parameters: [${parameters}]
      responses: { '200': { description: P, headers: { ETag: {} }, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
  /pet-updates/{update}:
    post:
      operationId: changePet
      tags: [pets]
      parameters:
        - { in: header, name: If-Match, required: true, schema: { type: string } }
        - { in: path, name: update, required: true, schema: { type: string } }
      requestBody: { content: { application/json: { schema: { type: object, properties: ${change} } } } }
      responses: { '200': { description: P, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
components: { schemas: { PetId: { type: string }, Pet: { type: object, properties: { name: { type: string } } } } }`);

const text = "{ type: string }";
const inPath = (name: string, schema = text) =>
  `{ in: path, name: ${name}, required: true, schema: ${schema} }`;
const inQuery = (name: string, schema = text) => `{ in: query, name: ${name}, schema: ${schema} }`;
const object = (...members: readonly string[]) =>
  `{ type: object, properties: { ${members.map((name) => `${name}: ${text}`).join(", ")} } }`;

/** A resource that is related to another (JSON:API). */
const related = (name: string) =>
  `{ properties: { relationships: { required: [${name}], properties: { ${name}: { required: [data], properties: { data: ${object("type", "id")} } } } } } }`;

test.each([
  // Other spellings.
  ["/pets/{pet-id}", inPath("pet-id"), `{ petId: ${text} }`, ["pet-id", "petId"]],
  ["/pets/{pet_id}", inPath("pet_id"), `{ PetID: ${text} }`, ["pet_id", "PetID"]],
  // Nested.
  ["/pets/{petId}", inPath("petId"), `{ target: ${object("pet_id")} }`, ["petId", "target/pet_id"]],
  ["/pets/{petId}", inPath("petId"), `{ pet: ${object("id", "name")} }`, ["petId", "pet/id"]],
  ["/pets", inQuery("zooId"), `{ context: ${object("zoo_id")} }`, ["zooId", "context/zoo_id"]],
  ["/pets", inQuery("zoo"), `{ context: ${object("zoo")} }`, ["zoo", "context/zoo"]],
  [
    "/pets",
    "{ in: header, name: X-Tenant, schema: { type: string } }",
    `{ scope: ${object("tenant")} }`,
    ["X-Tenant", "scope/tenant"],
  ],
  [
    "/pets",
    `{ in: query, name: context, style: deepObject, schema: ${object("zooId")} }`,
    `{ zoo_id: ${text} }`,
    ["context/zooId", "zoo_id"],
  ],
  // What a path says of its parameter, and the schema of one.
  ["/pets/{id}", inPath("id"), `{ petId: ${text} }`, ["id", "petId"]],
  ["/pets/{pet}", inPath("pet"), `{ petId: ${text} }`, ["pet", "petId"]],
  [
    "/zoo/{id}",
    inPath("id", "{ $ref: '#/components/schemas/PetId' }"),
    "{ pet: { $ref: '#/components/schemas/PetId' } }",
    ["id", "pet"],
  ],
  // A related resource (JSON:API).
  [
    "/pets/{petId}",
    inPath("petId"),
    `{ data: ${related("pet")} }`,
    ["petId", "data/relationships/pet/data/id"],
  ],
  [
    "/pets/{id}",
    inPath("id"),
    related("pet").slice("{ properties: ".length, -2),
    ["id", "relationships/pet/data/id"],
  ],
  // The outermost of several.
  [
    "/pets/{petId}",
    inPath("petId"),
    `{ pet_id: ${text}, previous: ${object("pet_id")} }`,
    ["petId", "pet_id"],
  ],
])("[ACC-8] of GET %s with %s a change with %s takes %j", (path, parameters, change, want) => {
  const plan = paired(path, parameters, change);
  expect(constantOf(plan, "pets.changeRounds").value).toMatchObject({ contextPaths: [want] });
  expect(plan.diagnostics.map(({ id }) => id)).not.toContain("trait/context");
});

test.each([
  ["/pets/{id}", inPath("id"), `{ owner: ${object("id")} }`, ["id", "does not take it"]],
  [
    "/pets/{petId}",
    inPath("petId"),
    "{ pet-id: { type: integer } }",
    ["petId", "has it as another kind of value (`pet-id`)"],
  ],
  [
    "/pets/{petId}",
    inPath("petId"),
    `{ from: ${object("petId")}, to: ${object("petId")} }`,
    ["petId", "has it in an object that may be about another (`from.petId`, `to.petId`)"],
  ],
  [
    "/pets/{petId}",
    inPath("petId"),
    `{ data: ${object("petId")}, target: ${object("petId")} }`,
    ["petId", "has several that it could be (`data.petId`, `target.petId`)"],
  ],
  [
    "/pets/{id}",
    inPath("id", "{ $ref: '#/components/schemas/PetId' }"),
    "{ parentId: { $ref: '#/components/schemas/PetId' } }",
    ["id", "does not take it"],
  ],
  ["/pets/{id}", inPath("id"), `{ data: ${related("owner")} }`, ["id", "does not take it"]],
  ["/pets", inQuery("zooId"), `{ name: ${text} }`, ["zooId", "does not take it"]],
])(
  "[ACC-8] of GET %s with %s a change with %s takes nothing, which is told: %j",
  (path, parameters, change, [name, why]) => {
    const plan = paired(path, parameters, change);
    expect(constantOf(plan, "pets.changeRounds").value).toMatchObject({ contextPaths: undefined });
    expect(plan.diagnostics.filter(({ id }) => id === "trait/context").map((one) => one.arguments)).toEqual([
      { read: `GET ${path}`, change: "POST /pet-updates/{update}", name, why },
    ]);
  },
);

test.each([
  ["what selects members of a response", inQuery("fields"), `{ form: ${object("fields")} }`],
  [
    "an identifier of the request",
    "{ in: header, name: X-Request-Id, schema: { type: string } }",
    `{ name: ${text} }`,
  ],
])("of a read, %s is no context", (_, parameters, change) => {
  const plan = paired("/pets", parameters, change);
  expect(constantOf(plan, "pets.changeRounds").value).toMatchObject({ contextPaths: undefined });
  expect(plan.diagnostics.map(({ id }) => id)).not.toContain("trait/context");
});

test.each([
  [object("zooId", "houseId"), ["context"]],
  [object("zooId", "houseId", "locale"), ["context/houseId", "context/zooId"]],
])("[ACC-8] a change whose context is %s is rebuilt without %j", (context, want) => {
  const plan = paired("/pets", `${inQuery("zooId")}, ${inQuery("houseId")}`, `{ context: ${context} }`);
  const { type } = methodOf(plan, "pets.modify").parameters[1]!;
  const names = want.map((value) => ({ kind: "literal", value }));
  expect(type).toMatchObject({
    arguments: [
      {},
      { name: "Rebuilt", arguments: [{}, names.length === 1 ? names[0] : { kind: "union", members: names }] },
    ],
  });
});

test.each([
  ["folderId", "folderId", "patch", ""],
  ["login", "login", "put", "required: [login], "],
  ["folder_id", "folderId", "patch", ""],
])(
  "[ACC-8] beside {%s} in the path, %s in the body of a %s is the caller's",
  (name, member, method, required) => {
    const plan = planOf(`
paths:
  /folders/{${name}}:
    parameters: [${inPath(name)}]
    get:
      operationId: getFolder
      tags: [folders]
      responses: { '200': { description: F, headers: { ETag: {} }, content: { application/json: { schema: { $ref: '#/components/schemas/Folder' } } } } }
    ${method}:
      operationId: changeFolder
      tags: [folders]
      parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object, ${required}properties: { ${member}: ${text}, name: ${text} } } } } }
      responses: { '200': { description: F, content: { application/json: { schema: { $ref: '#/components/schemas/Folder' } } } } }
components: { schemas: { Folder: { type: object, properties: { name: { type: string } } } } }`);
    expect(constantOf(plan, "folders.updateRounds").value).toMatchObject({ contextPaths: undefined });
    expect(methodOf(plan, "folders.modify").parameters[1]!.type).toMatchObject({
      arguments: [{}, { name: "Rebuilt", arguments: [{}, { kind: "literal", value: name }] }],
    });
    expect(plan.diagnostics.map(({ id }) => id)).not.toContain("trait/context");
  },
);

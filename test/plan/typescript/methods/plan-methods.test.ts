import { describe, expect, test } from "vitest";
import { ConstantReference } from "../../../../src/text/constant-reference.js";
import { emitContract, expectCompiles, expectFormatted } from "../../../emit/emit-contract.js";
import { argumentsOf, constantOf, methodOf, planOf, resourceOf } from "../../plan-of.js";

const header = (name: string) => `{ in: header, name: ${name}, required: true, schema: { type: string } }`;
const ID = "{ in: path, name: id, required: true, schema: { type: string } }";
const json = (name: string) =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;

const CONTRACT = `
servers: [{ url: https://pets.example }]
security: [{ o: ['pets:read'] }]
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters: [{ in: query, name: cursor, schema: { type: string } }]
      responses: { '200': { description: Pets, ${json("Page")} } }
    post:
      operationId: createPet
      tags: [pets]
      summary: Add a pet
      security: [{ o: ['pets:write'] }, { o: ['admin'] }]
      parameters: [${header("Idempotency-Key")}]
      requestBody: { required: true, ${json("Pet")} }
      responses: { '201': { description: Pet, ${json("Pet")} }, '429': { description: Slow } }
  /pets/{id}:
    parameters: [${ID}]
    get:
      operationId: getPet
      tags: [pets]
      responses: { '200': { description: Pet, headers: { ETag: {} }, ${json("Pet")} } }
    put:
      operationId: updatePet
      tags: [pets]
      security: [{ o: ['pets:write'] }]
      parameters: [${header("If-Match")}, { in: query, name: reason, schema: { type: string } }]
      requestBody: { required: true, ${json("Pet")} }
      responses: { '200': { description: Pet, headers: { ETag: {} }, ${json("Pet")} } }
    delete:
      operationId: deletePet
      tags: [pets]
      deprecated: true
      parameters: [${header("If-Match")}, ${header("Idempotency-Key")}]
      responses: { '204': { description: Gone } }
  /exports:
    post:
      operationId: startExport
      tags: [exports]
      parameters: [${header("Idempotency-Key")}]
      responses:
        '202':
          description: Started
          headers: { Location: {} }
          content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } }
  /exports/{id}:
    get:
      operationId: getExport
      tags: [exports]
      parameters: [${ID}]
      responses: { '200': { description: Export, ${json("Job")} } }
  /exports/{id}/result:
    get:
      operationId: readExportResult
      tags: [exports]
      parameters: [${ID}, { in: query, name: cursor, schema: { type: string } }, { in: query, name: pageSize, schema: { type: integer } }]
      responses: { '200': { description: Rows, ${json("Page")} } }
  /status: { get: { operationId: import, tags: [status], security: [], responses: { '200': { description: S }, '202': { description: T, ${json("Pet")} } } } }
components:
  schemas:
    Pet: { type: object, required: [name], properties: { name: { type: string } } }
    Page: { type: object, properties: { pets: { type: array, items: { $ref: '#/components/schemas/Pet' } }, nextCursor: { type: [string, 'null'] } } }
    Job: { type: object, properties: { status: { enum: [queued, succeeded, failed] } } }
  securitySchemes: { o: { type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { 'pets:read': R, 'pets:write': W, admin: A } } } } }`;

const plan = planOf(CONTRACT);
const callOf = (name: string) => `${methodOf(plan, name).call.callee}(${argumentsOf(plan, name).join(", ")})`;
const named = (name: string) => ({ kind: "name", name });
const literal = (value: string) => ({ kind: "literal", value });

describe("a method", () => {
  test.each([
    ["exports.get", "readStatus(coreOf(this), operations.get, operations.exportsBackground, id, options)"],
    [
      "exports.readResult",
      "pages(coreOf(this), operations.readResult, operations.readResultPaging, input, options)",
    ],
    ["exports.resume", "resumeOperation(coreOf(this), operations.exportsBackground, id, startedAt)"],
    ["exports.start", "startOperation(coreOf(this), operations.start, exportsBackground, input, options)"],
    ["pets.create", "keyed(coreOf(this), operations.create, input, options)"],
    ["pets.delete", "keyed(coreOf(this), operations.delete_, id, precondition)"],
    ["pets.get", "versioned(coreOf(this), operations.get, id, options)"],
    ["pets.list", "pages(coreOf(this), operations.list, operations.listPaging, input, options)"],
    ["pets.modify", "modify(coreOf(this), operations.updateRounds, id, rebuild, options)"],
    ["pets.update", "versioned(coreOf(this), operations.update, input, precondition)"],
    ["status.import", "call(coreOf(this), operations.import_, input, options)"],
  ])("%s is one call: %s", (name, want) => {
    expect(callOf(name)).toBe(want);
  });

  test("has the resource's methods sorted by name", () => {
    expect(resourceOf(plan, "exports").methods.map(({ name }) => name)).toEqual([
      "get",
      "readResult",
      "resume",
      "start",
    ]);
  });

  test("[ACC-2] has the scopes that it asks for, either of two, none", () => {
    expect(methodOf(plan, "pets.list").scopes).toEqual([["pets:read"]]);
    expect(methodOf(plan, "pets.create").scopes).toEqual([["pets:write"], ["admin"]]);
    expect(methodOf(plan, "status.import").scopes).toEqual([]);
  });

  test("[ETG-3] `modify` needs the scopes of both, and carries what both name", () => {
    const modify = methodOf(plan, "pets.modify");
    expect(modify.scopes).toEqual([["pets:read", "pets:write"]]);
    expect(modify.parameters.map(({ name }) => name)).toEqual(["id", "rebuild", "options"]);
    expect(modify.parameters[1]?.type).toMatchObject({
      name: "Rebuild",
      arguments: [named("Pet"), { name: "Rebuilt", arguments: [named("PetsUpdateInput"), literal("id")] }],
    });
    expect(constantOf(plan, "pets.updateRounds").value).toEqual({
      read: new ConstantReference("get"),
      change: new ConstantReference("update"),
      contextFields: ["id"],
    });
  });

  test("[ETG-2] a change cannot be written without its ETag; a keyed one takes a key beside it", () => {
    expect(methodOf(plan, "pets.update").parameters[1]).toMatchObject({
      optional: false,
      type: { name: "ConditionalOptions", arguments: [literal("pets.get")] },
    });
    expect(methodOf(plan, "pets.delete").parameters[1]).toMatchObject({
      optional: false,
      type: { kind: "intersection", members: [{ name: "ConditionalOptions" }, named("KeyedOptions")] },
    });
  });

  test("[OPS-5] gives a handle of the result's rows and of the status, started or resumed", () => {
    const handle = {
      kind: "name",
      name: "ResultHandle",
      arguments: [named("Pet"), named("Job"), named("Page")],
    };
    expect(methodOf(plan, "exports.start").returns).toEqual({
      kind: "name",
      name: "DescribedCall",
      arguments: [handle, named("LocationHeaders")],
    });
    expect(methodOf(plan, "exports.resume").returns).toEqual(handle);
    expect(constantOf(plan, "exports.exportsBackground").value).toMatchObject({
      status: new ConstantReference("get"),
      idParameter: "id",
      state: "status",
      states: { succeeded: ["succeeded"], failed: ["failed"] },
      result: {
        operation: new ConstantReference("readResult"),
        paging: new ConstantReference("readResultPaging"),
        pageSize: "pageSize",
      },
    });
  });

  test("gives `undefined` where one of its answers has no content", () => {
    expect(methodOf(plan, "status.import").returns).toMatchObject({
      kind: "name",
      name: "Call",
      arguments: [{ kind: "union", members: [named("Pet"), { kind: "keyword", name: "undefined" }] }, {}],
    });
  });

  test("says on hover what it does, where it goes, what it needs and what it raises", () => {
    expect(methodOf(plan, "pets.create").doc.text).toEqual([
      "Add a pet.",
      "Happens once, however often it is sent: every repeat carries the same idempotency key.",
      "`POST /pets`, scope `pets:write` or `admin`.",
    ]);
    expect(methodOf(plan, "pets.create").doc.tags).toContainEqual({
      tag: "throws",
      text: "`RateLimitedError`, `IdempotencyConflictError`, `AmbiguousOutcomeError`, `OutcomeUnknownError`.",
    });
    expect(methodOf(plan, "pets.delete").doc.tags).toContainEqual({ tag: "deprecated", text: "" });
  });

  test("compiles for the strictest consumer, and only with the scopes that were asked for", async () => {
    const files = await emitContract(CONTRACT);
    const user = `
import { Pets } from "./index.js";
const api = new Pets({ scopes: ["pets:read"], credentials: { o: async () => "t" } });
export const names = async () => (await api.pets.get("1")).value.name;
// @ts-expect-error the scope pets:write was not asked for
api.pets.update({ id: "1", name: "n" }, { ifMatch: (await api.pets.get("1")).etag });
// @ts-expect-error nor was either of the two that are enough
api.pets.create({ name: "n" });`;
    expectCompiles(files, user);
    await expectFormatted(files);
  });
});

describe("a conditional change", () => {
  const lonely = (methods: string) => `
paths:
  /pets:
    put: { operationId: updatePets, tags: [pets], parameters: [${header("If-Match")}], responses: { '204': { description: Done } } }
${methods}`;

  test("without a read has no `modify`, and takes any strong ETag", () => {
    const alone = planOf(lonely(""));
    expect(resourceOf(alone, "pets").methods.map(({ name }) => name)).toEqual(["update"]);
    expect(methodOf(alone, "pets.update").parameters[1]?.type).toEqual({
      kind: "name",
      name: "ConditionalOptions",
      arguments: [],
    });
    expect(methodOf(alone, "pets.update").doc.text).toContain("Needs the strong ETag of a read.");
  });
});

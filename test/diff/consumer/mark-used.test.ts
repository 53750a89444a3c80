import { beforeAll, describe, expect, test } from "vitest";
import { buildPlan } from "../../../src/build-plan.js";
import type { ConsumerUse } from "../../../src/diff/consumer/consumer-use.js";
import { markUsed } from "../../../src/diff/consumer/mark-used.js";
import type { Use } from "../../../src/diff/fact.js";
import type { Finding } from "../../../src/diff/finding.js";
import { loadContract } from "../../../src/load/load-contract.js";
import type { LoadedContract } from "../../../src/load/loaded-contract.js";
import type { ClientPlan } from "../../../src/plan/typescript/client-plan.js";
import { finding } from "../../report/sample-report.js";

const contract = `openapi: 3.1.0
info: { title: Pets, version: "1" }
servers: [{ url: https://pets.example/v1 }]
paths:
  /pets:
    get:
      tags: [pets]
      operationId: listPets
      parameters:
        - { name: limit, in: query, schema: { $ref: "#/components/schemas/Limit" } }
        - { name: owner, in: query, required: true, schema: { type: string } }
      responses:
        "200": { description: Pets, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } } } } }
    post:
      tags: [pets]
      operationId: addPet
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewPet" } } }
      responses:
        "201": { description: The pet, content: { application/json: { schema: { $ref: "#/components/schemas/Dog" } } } }
  /pets/{petId}:
    get:
      tags: [pets]
      operationId: getPet
      parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: The pet, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
        "404": { description: None, content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } } }
  /homes:
    get:
      tags: [homes]
      operationId: listHomes
      parameters: [{ name: cursor, in: query, schema: { type: string } }]
      responses:
        "200": { description: Homes, content: { application/json: { schema: { $ref: "#/components/schemas/HomePage" } } } }
  /notes:
    get:
      tags: [notes]
      operationId: listNotes
      responses:
        "200":
          description: Notes
          content:
            application/json: { schema: { $ref: "#/components/schemas/Note" } }
            application/xml: { schema: { $ref: "#/components/schemas/Note" } }
webhooks:
  petLost:
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { at: { type: string } } } } } }
      responses:
        "200": { description: Taken, content: { application/json: { schema: { $ref: "#/components/schemas/Ack" } } } }
components:
  schemas:
    Ack: { type: object, properties: { taken: { type: boolean } } }
    Note: { type: object, properties: { text: { type: string } } }
    HomePage:
      type: object
      required: [items, nextCursor]
      properties:
        items: { type: array, items: { $ref: "#/components/schemas/Home" } }
        nextCursor: { type: [string, "null"] }
    Limit: { type: integer, maximum: 100 }
    Colour: { type: string, enum: [red, blue] }
    Home: { type: object, properties: { street: { type: string } } }
    Pet:
      type: object
      required: [name]
      properties:
        name: { type: string }
        colour: { $ref: "#/components/schemas/Colour" }
        home: { $ref: "#/components/schemas/Home" }
        tags: { type: array, items: { type: object, properties: { label: { type: string } } } }
    Dog:
      allOf:
        - $ref: "#/components/schemas/Pet"
        - { type: object, properties: { barks: { type: boolean } } }
    NewPet:
      type: object
      required: [name]
      properties:
        name: { type: string }
        home: { $ref: "#/components/schemas/Home" }
        size: { $ref: "#/components/schemas/Limit" }
    Problem: { type: object, properties: { code: { type: string }, hint: { type: string } } }
`;

/** Uses from texts, the first one on line 1: `read Pet.name`, `name Pet`. */
const usesOf = (texts: readonly string[]): readonly ConsumerUse[] =>
  texts.map((text, index) => {
    const [, kind = "", declaration = "", member] = /^(\w+) ([^.]+)(?:\.(.+))?$/u.exec(text) ?? [];
    return {
      kind: kind as ConsumerUse["kind"],
      declaration,
      ...(member !== undefined && { member }),
      locations: [{ file: "a.ts", line: index + 1 }],
    };
  });

const list: Use = { operation: "GET /pets", part: "response 200", direction: "response" };
const limit: Use = { operation: "GET /pets", part: "query parameter limit", direction: "request" };
const id: Use = { operation: "GET /pets/{petId}", part: "path parameter petId", direction: "request" };
const cursor: Use = { operation: "GET /homes", part: "query parameter cursor", direction: "request" };
const note: Use = { operation: "GET /notes", part: "response 200", direction: "response" };
const get: Use = { operation: "GET /pets/{petId}", part: "response 200", direction: "response" };
const missing: Use = { ...get, part: "response 404" };
const added: Use = { operation: "POST /pets", part: "response 201", direction: "response" };
const add: Use = { operation: "POST /pets", part: "request body", direction: "request" };

const ack: Use = { operation: "webhook petLost POST", part: "response 200", direction: "request" };

/** What the tests do not give themselves. */
const base = finding();
Reflect.deleteProperty(base, "old");

const CALLS = ["read PetsResource.list", "read PetsResource.get", "read PetsResource.create"];
const pet = "#/components/schemas/Pet";
const response = { sdk: "none", sdkNames: [], direction: "response" } as const;
const request = { sdk: "none", sdkNames: [], direction: "request" } as const;

describe("a finding reaches the consumer", () => {
  let loaded: LoadedContract;
  let plan: ClientPlan;
  beforeAll(async () => {
    loaded = await loadContract("-", { input: streamOf(contract) });
    ({ plan } = buildPlan(loaded, { name: undefined, vendor: "vendor", locked: undefined }));
  });

  test.each<[when: string, given: Partial<Finding>, uses: readonly string[], want: readonly number[]]>([
    [
      "a member of a response: where it is read",
      { ...response, old: { pointer: `${pet}/properties/name` }, reach: [list, get] },
      [...CALLS, "read Pet.name", "write Pet.name", "read Pet.colour", "name Pet"],
      [4],
    ],
    [
      "what a member is made of: where that is read",
      { ...response, old: { pointer: "#/components/schemas/Colour/enum" }, reach: [list] },
      [...CALLS, "read Pet.name", "read Pet.colour"],
      [5],
    ],
    [
      "a member that another schema has by allOf",
      { ...response, old: { pointer: `${pet}/properties/name` }, reach: [added] },
      ["read Dog.name"],
      [1],
    ],
    [
      "an operation whose path changed: where the client of the old contract calls it",
      {
        ...request,
        rule: "parameter.required-added",
        new: { pointer: "#/paths/~1v1~1pets/get/parameters/2" },
        reach: [{ ...limit, operation: "GET /v1/pets", oldOperation: "GET /pets" }],
      },
      CALLS,
      [1],
    ],
    [
      "a member of an object in a list",
      {
        ...response,
        old: { pointer: `${pet}/properties/tags/items/properties/label/maxLength` },
        reach: [get],
      },
      ["read Pet.tags", "read PetTagsItem.label"],
      [2],
    ],
    [
      "a member of a request: where it is given",
      { ...request, old: { pointer: "#/components/schemas/NewPet/properties/name/minLength" }, reach: [add] },
      [...CALLS, "write NewPet.name", "read NewPet.name"],
      [4],
    ],
    [
      "a new required member: every call",
      {
        ...request,
        rule: "request.property.required-added",
        new: { pointer: "#/components/schemas/NewPet/properties/age" },
        reach: [add],
      },
      CALLS,
      [3],
    ],
    [
      "a new required member: where an object is made, also where it is not sent",
      {
        ...request,
        sdk: "breaking",
        rule: "request.property.required-added",
        new: { pointer: "#/components/schemas/NewPet/properties/age" },
        reach: [add],
      },
      ["write NewPet", "name NewPet", "write Home"],
      [1],
    ],
    [
      "a new required member of an object within: where that is given",
      {
        ...request,
        rule: "request.property.required-added",
        new: { pointer: "#/components/schemas/Home/properties/city" },
        reach: [add],
      },
      [...CALLS, "write NewPet.name", "write NewPet.home", "read Pet.home"],
      [5],
    ],
    [
      "a member that became required: where the object is given, with it or without",
      {
        ...request,
        rule: "request.property.became-required",
        old: { pointer: "#/components/schemas/NewPet/properties/size" },
        reach: [add],
      },
      CALLS,
      [3],
    ],
    [
      "the whole of a response: every call",
      { ...response, old: { pointer: `${pet}/oneOf` }, reach: [list, get] },
      CALLS,
      [1, 2],
    ],
    [
      "an optional parameter: where it is given",
      { ...request, old: { pointer: "#/components/schemas/Limit/maximum" }, reach: [limit, add] },
      [...CALLS, "write PetsListInput.limit", "write NewPet.size"],
      [4, 5],
    ],
    [
      "an optional parameter that is not given: nobody",
      { ...request, old: { pointer: "#/components/schemas/Limit/maximum" }, reach: [limit, add] },
      CALLS,
      [],
    ],
    [
      "a default: every call, and where the object is given, with a value or without",
      {
        ...request,
        rule: "request.default.changed",
        old: { pointer: "#/components/schemas/Limit/default" },
        reach: [limit, add],
      },
      CALLS,
      [1, 3],
    ],
    [
      "a parameter of the path: every call, also where its value is the only argument",
      {
        ...request,
        old: { pointer: "#/paths/~1pets~1{petId}/get/parameters/0/schema/maxLength" },
        reach: [id],
      },
      CALLS,
      [2],
    ],
    [
      "the cursor of a paged list, which the client gives: every call",
      {
        ...request,
        rule: "request.parameter.renamed",
        old: { pointer: "#/paths/~1homes/get/parameters/0" },
        reach: [cursor],
      },
      ["read HomesResource.list"],
      [1],
    ],
    [
      "a new required parameter: every call",
      {
        ...request,
        rule: "request.parameter.required-added",
        new: { pointer: "#/paths/~1pets/get/parameters/2" },
        reach: [{ ...limit, part: "query parameter region" }],
      },
      CALLS,
      [1],
    ],
    [
      "security: every call of the operation",
      {
        ...request,
        rule: "request.security.scope-added",
        old: { pointer: "#/paths/~1pets/get" },
        reach: [list],
      },
      CALLS,
      [1],
    ],
    [
      "a response to a webhook: where the server of the consumer makes it",
      { ...request, old: { pointer: "#/components/schemas/Ack/minProperties" }, reach: [ack] },
      [...CALLS, "write Ack", "write NewPet", "name Ack"],
      [4],
    ],
    [
      "a status for responses to a webhook: where one is received or responded to",
      { ...request, old: { pointer: "#/webhooks/petLost/post/responses/200" }, reach: [ack] },
      [...CALLS, "name WebhookPayloads", "write Ack"],
      [4, 5],
    ],
    [
      "an operation without a use in the finding: by the pointer",
      { rule: "sdk.parameter-required", old: { pointer: "#/paths/~1pets/get" }, reach: [], sdkNames: [] },
      CALLS,
      [1],
    ],
    [
      "a server: every use of the client",
      { ...request, rule: "server.removed", old: { pointer: "#/servers/0" }, reach: [] },
      ["write Pets.pets", "name Pet"],
      [1],
    ],
    [
      "a member of an error that the client reads itself: every call",
      { ...response, old: { pointer: "#/components/schemas/Problem/properties/code" }, reach: [missing] },
      CALLS,
      [2],
    ],
    [
      "a member of a response that is read as text: every call for the text",
      { ...response, old: { pointer: "#/components/schemas/Note/properties/text" }, reach: [note] },
      ["read NotesResource.list", "read NotesResource.listAsXml"],
      [2],
    ],
    [
      "another member of an error: where it is read",
      { ...response, old: { pointer: "#/components/schemas/Problem/properties/hint" }, reach: [missing] },
      [...CALLS, "read Problem.hint"],
      [4],
    ],
    [
      "a type that was renamed: where it is named",
      {
        wire: "none",
        sdk: "breaking",
        rule: "sdk.model-renamed",
        old: { pointer: pet },
        sdkNames: [{ old: "Pet", new: "Animal" }],
      },
      [...CALLS, "name Pet", "read Pet.name"],
      [4],
    ],
    [
      "a method that was renamed: where it is named",
      {
        wire: "none",
        sdk: "breaking",
        rule: "sdk.method-renamed",
        old: { pointer: "#/paths/~1pets/get" },
        sdkNames: [{ old: "pets.list", new: "pets.all" }],
      },
      CALLS,
      [1],
    ],
    [
      "a member of what a method returns: where it is called",
      {
        wire: "none",
        sdk: "breaking",
        rule: "sdk.member-removed",
        old: { pointer: "#/paths/~1pets/get" },
        sdkNames: [{ old: "pets.list().etag" }],
      },
      CALLS,
      [1],
    ],
    [
      "a member whose type no longer compiles: where it is read or written",
      {
        ...response,
        sdk: "breaking",
        effect: "other",
        old: { pointer: `${pet}/properties/name/type` },
        reach: [get],
      },
      ["read Pet.name", "write Pet.name"],
      [1, 2],
    ],
    [
      "a member whose type is wider in responses: where it is read",
      {
        sdk: "breaking",
        direction: "both",
        rule: "response.type.became-nullable",
        effect: "wider",
        old: { pointer: `${pet}/properties/name/type` },
        reach: [get, add],
        sdkNames: [{ old: "Pet.name", new: "Pet.name" }],
      },
      ["read Pet.name", "write Pet.name"],
      [1],
    ],
    [
      "anything, for code that uses nothing: nobody",
      { ...request, rule: "operation.removed", old: { pointer: "#/paths/~1pets/get" }, reach: [list] },
      [],
      [],
    ],
  ])("%s", (_, given, uses, want) => {
    const one: Finding = { ...base, ...given };
    const [marked] = markUsed([one], usesOf(uses), { plan, old: loaded.document });
    expect(marked?.usedBy).toEqual(want.map((line) => ({ file: "a.ts", line })));
  });
});

async function* streamOf(text: string): AsyncIterable<unknown> {
  yield await Promise.resolve(Buffer.from(text));
}

import { expect, test } from "vitest";
import { constantOf, planOf } from "../../plan-of.js";

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

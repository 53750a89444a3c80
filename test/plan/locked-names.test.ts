import { expect, test } from "vitest";
import { planOf } from "./plan-of.js";

const contract = (schemas = "") => `
servers: [{ url: https://pets.example }]
paths:
  /pets:
    post:
      operationId: addPet
      tags: [pets]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses: { "200": { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
components:
  schemas:
    Pet: { type: object, required: [name], properties: { name: { type: string }, born: { type: string, readOnly: true } } }${schemas}`;

test("the shape of a request keeps its name beside a schema that wants it", () => {
  const { names: locked } = planOf(contract(), { name: "Pets" });
  const grown = contract("\n    PetInput: { type: object, properties: { other: { type: number } } }");
  expect(planOf(grown, { name: "Pets", locked }).names.models).toEqual({
    "#/components/schemas/Pet": "Pet",
    "#/components/schemas/PetInput": "PetInput2",
    "input:#/components/schemas/Pet": "PetInput",
  });
  expect(planOf(grown, { name: "Pets" }).names.models).toEqual({
    "#/components/schemas/Pet": "Pet",
    "#/components/schemas/PetInput": "PetInput",
    "input:#/components/schemas/Pet": "PetInput2",
  });
});

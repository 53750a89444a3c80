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

test("the headers of a response keep the name of their type when that of others is free", () => {
  const create = (path: string, header: string) => `
  /${path}:
    post:
      operationId: ${path}Add
      tags: [${path}]
      responses: { "201": { description: "", headers: { Location: ${header} } } }`;
  const both = (...paths: readonly string[]) => `
servers: [{ url: https://pets.example }]
paths:${paths.join("")}`;
  const cats = create("cats", "{ required: true, schema: { type: string } }");
  const dogs = create("dogs", "{ schema: { type: string } }");
  const { names: locked } = planOf(both(cats, dogs), { name: "Pets" });
  expect(locked.models).toEqual({
    "headers:#/paths/~1cats/post/responses/201": "LocationHeaders",
    "headers:#/paths/~1dogs/post/responses/201": "DogsCreateHeaders",
  });
  expect(planOf(both(dogs), { name: "Pets", locked }).names.models).toEqual({
    "headers:#/paths/~1dogs/post/responses/201": "DogsCreateHeaders",
  });
});

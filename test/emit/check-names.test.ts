import { expect, test } from "vitest";
import { emitClient } from "../../src/emit/emit-client.js";
import type { ClientPlan, ResourcePlan } from "../../src/plan/typescript/client-plan.js";
import { ConstantReference } from "../../src/text/constant-reference.js";
import { contractOf } from "../model/model-of.js";
import { planOf } from "../plan/plan-of.js";

const CONTRACT = `
servers: [{ url: https://pets.example }]
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      responses: { '200': { description: P, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
  /pets/{id}:
    get:
      operationId: getPet
      tags: [pets]
      parameters:
        - { in: path, name: id, required: true, schema: { type: string } }
        - { in: query, name: kind, schema: { type: string } }
      responses: { '200': { description: P, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
components:
  schemas:
    Owner: { type: object, properties: { name: { type: string } } }
    Pet: { type: object, properties: { owner: { $ref: '#/components/schemas/Owner' } } }`;

const plan = planOf(CONTRACT);
const emit = (given: ClientPlan) => emitClient(given, contractOf(CONTRACT));

/** The plan with another resource in place of its only one. */
function withResource(change: (resource: ResourcePlan) => Partial<ResourcePlan>): ClientPlan {
  return { ...plan, resources: plan.resources.map((resource) => ({ ...resource, ...change(resource) })) };
}

/** A plan that says something else than its files: as a defect of the planner would. */
const BROKEN: readonly (readonly [message: string, broken: ClientPlan])[] = [
  [
    "models/pet.ts uses Owner, which it neither declares nor imports.",
    { ...plan, models: plan.models.map((model) => ({ ...model, imports: [] })) },
  ],
  [
    "models/pet.ts imports Owner from models/owner.ts, which does not export it.",
    { ...plan, models: plan.models.filter(({ file }) => file !== "owner") },
  ],
  [
    "models/owner.ts declares Owner twice.",
    {
      ...plan,
      models: plan.models.map((model) => ({
        ...model,
        declarations: [...model.declarations, ...model.declarations],
      })),
    },
  ],
  [
    "index.ts exports Owner twice.",
    {
      ...plan,
      models: [...plan.models, ...plan.models.map((model) => ({ ...model, file: `${model.file}-2` }))],
    },
  ],
  [
    "Two files have the path models/owner.ts.",
    { ...plan, models: [...plan.models].flatMap((one) => [one, { ...one, declarations: [], imports: [] }]) },
  ],
  [
    "resources/pets.ts uses call, which it neither declares nor imports.",
    withResource(({ imports }) => ({
      imports: { ...imports, resource: imports.resource.filter(({ from }) => from !== "runtime/call/call") },
    })),
  ],
  [
    "resources/pets.ts imports get from operations/pets.ts, which does not export it.",
    withResource(({ descriptors }) => ({
      descriptors: descriptors.filter(({ constant }) => constant !== "get"),
    })),
  ],
  [
    "The class of resources/pets.ts has two methods get.",
    withResource(({ methods }) => ({ methods: methods.flatMap((one) => [one, one]) })),
  ],
  [
    "operations/pets.ts uses missing, which it neither declares nor imports.",
    withResource(({ descriptors }) => ({
      descriptors: descriptors.map(({ constant, doc }) => ({
        ...{ kind: "other", constant, doc, type: "OperationDescriptor" },
        value: { answers: [new ConstantReference("missing")] },
      })),
    })),
  ],
  [
    'resources/pets.ts declares "get pet", which is not an identifier.',
    withResource(({ methods }) => ({
      methods: methods.slice(0, 1).map((one) => ({ ...one, name: "get pet" })),
    })),
  ],
  [
    "connect.ts uses createCore, which it neither declares nor imports.",
    {
      ...plan,
      connection: {
        ...plan.connection,
        imports: plan.connection.imports.filter(({ from }) => from !== "runtime/call/create-core"),
      },
    },
  ],
  [
    "index.ts imports nothing from runtime/call.ts, which does not export it.",
    { ...plan, runtimeExports: [{ module: "call/call", values: ["nothing"], types: [] }] },
  ],
];

test.each(BROKEN)("no client is emitted that cannot compile: %s", async (message, broken) => {
  await expect(emit(broken)).rejects.toThrow(message);
});

test("a sound plan is emitted", async () => {
  await expect(emit(plan)).resolves.toBeDefined();
});

test("a sound plan is emitted where files are called after letters beyond ASCII", async () => {
  const contract = CONTRACT.replaceAll("Owner", "Æble");
  const { files } = await emitClient(planOf(contract), contractOf(contract));
  expect(files.find(({ path }) => path === "models/pet.ts")?.text).toContain(
    'import type { Æble } from "./æble.js";',
  );
});

import { expect, test } from "vitest";
import type { OperationModel } from "../../../../src/model/api-model.js";
import {
  pairChanges,
  recogniseConditionalChange,
  recogniseVersionedRead,
} from "../../../../src/plan/service/traits/recognise-conditional.js";
import { createSchemaReader } from "../../../../src/plan/service/schema-reader.js";
import { modelOf } from "../../../model/model-of.js";
import { countTime } from "../../../support/count-time.js";

/** A read with an ETag, and a change with If-Match, of one path. */
const [read, change] = modelOf(`
paths:
  /pets:
    get:
      responses: { '200': { description: P, headers: { ETag: {} }, content: { application/json: {} } } }
    put:
      parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }]
`).operations;

function copies(model: OperationModel | undefined, count: number): readonly OperationModel[] {
  if (model === undefined) throw new Error("The contract has a read and a change.");
  return Array.from({ length: count }, (_, index) => ({
    ...model,
    path: `/pets${String(index)}`,
    name: { ...model.name, resource: `pets${String(index)}` },
  }));
}

test("[ETG-1] [ETG-2] thousands of reads and changes are paired without trying each with each", () => {
  const operations = [...copies(read, 2_000), ...copies(change, 2_000)];
  const elapsed = countTime();
  const reader = createSchemaReader([]);
  const pairs = pairChanges(operations, reader);
  const reads = operations.filter(
    (operation) => recogniseVersionedRead(operation, pairs, reader) !== undefined,
  );
  const changes = operations.map((operation) => recogniseConditionalChange(operation, pairs)?.facts.read);
  // Takes some ten milliseconds; each with each would take minutes.
  expect(elapsed()).toBeLessThan(2_000);
  expect(reads).toHaveLength(2_000);
  expect(changes.slice(1_999, 2_002).map((name) => name?.resource)).toEqual([undefined, "pets0", "pets1"]);
});

const object = (members: string) => `{ type: object, properties: { ${members} } }`;
const text = "{ type: string }";
const related = (name: string) =>
  object(`relationships: ${object(`${name}: ${object(`data: ${object(`id: ${text}, type: ${text}`)}`)}`)}`);

test.each([
  [`{ data: ${related("pet")} }`, true],
  [
    "{ data: { properties: { relationships: { properties: { pet: { properties: { data: {} } } } } } } }",
    false,
  ],
  [`{ data: ${related("owner")} }`, false],
  [`{ data: ${object(`pet: ${object(`id: ${text}`)}`)} }`, true],
  [`{ data: ${object(`pet: ${object(`name: ${text}`)}`)} }`, false],
  [`{ data: ${object(`attributes: ${object(`pet-id: ${text}`)}`)} }`, true],
  [`{ id: ${text} }`, false],
])("[ETG-2] a change with %s takes what the read of the settings of a pet needs: %j", (members, isTaken) => {
  const { operations, schemas } = modelOf(`
paths:
  /pets/{pet_id}/settings:
    get:
      parameters: [{ in: path, name: pet_id, required: true, schema: ${text} }]
      responses: { '200': { description: P, headers: { ETag: {} }, content: { application/json: {} } } }
  /settings/updates:
    post:
      parameters: [{ in: header, name: If-Match, required: true, schema: ${text} }]
      requestBody: { content: { application/json: { schema: { type: object, properties: ${members} } } } }
      responses: { '204': { description: P } }
`);
  const [read] = operations;
  const { byChange } = pairChanges(operations, createSchemaReader(schemas));
  const found = [...byChange.values()].map((pair) => pair.read?.operation);
  expect(found).toEqual([isTaken ? read : undefined]);
});

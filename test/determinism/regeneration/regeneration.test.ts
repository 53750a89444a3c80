import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import type { LockedNames } from "../../../src/model/names/locked-names.js";
import { planOf } from "../../plan/plan-of.js";
import { repository } from "../../support/repository.js";
import { seeded } from "../../support/seeded.js";
import { isObject, type Json, type JsonObject } from "../json-tree.js";
import { growContract } from "./grow-contract.js";

/** One of each kind of name that a client can have, and of each place where something can be added. */
const BASE = `
openapi: 3.1.0
info: { title: Pets, version: "1" }
servers: [{ url: https://pets.example }]
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters:
        - { in: header, name: tag, schema: { type: string } }
        - { in: query, name: limit, schema: { type: integer } }
      responses:
        "200": { description: Pets, headers: { X-Rate: {} }, content: { text/csv: { schema: { type: string } } } }
    post:
      operationId: createPet
      tags: [pets]
      parameters: [{ in: query, name: limit, schema: { type: integer } }]
      requestBody: { required: true, content: { application/x-www-form-urlencoded: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses:
        "200":
          description: Made
          headers: { X-Rate: {} }
          content: { application/xml: { schema: { type: string } }, application/json: { schema: { type: object, properties: { made: { type: boolean } } } } }
  /pets/{id}:
    parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
    get:
      operationId: getPet
      tags: [pets]
      responses: { "200": { description: Pet, headers: { ETag: {} }, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
    put:
      operationId: updatePet
      tags: [pets]
      parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses: { "200": { description: Pet, headers: { ETag: {} }, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
  /shops:
    post:
      operationId: openShop
      tags: [shops]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Shop" } }, multipart/form-data: { schema: { type: object, properties: { file: { type: string, format: binary } } } } } }
      responses: { "200": { description: Text, content: { text/event-stream: { schema: { type: object, properties: { word: { type: string } } } } } } }
      callbacks: { onPaid: { "{$url}": { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { sum: { type: number } } } } } }, responses: {} } } } }
components:
  schemas:
    Pet: { type: object, required: [name], properties: { name: { type: string }, born: { type: string, readOnly: true }, owner: { type: object, properties: { street: { type: string } } } } }
    Shop:
      oneOf:
        - { type: object, properties: { street: { type: string }, place: { type: object, properties: { x: { type: number } } } } }
        - { type: object, required: [url], properties: { url: { type: string } } }
        - { type: object, properties: { type: { const: van }, plate: { type: string } } }
`;

async function documents(): Promise<readonly JsonObject[]> {
  const fixture = await readFile(join(repository, "fixtures/external-api/openapi.yaml"), "utf8");
  return [BASE, fixture].map((text) => parse(text) as Json).filter(isObject);
}

test("whatever is added to a contract, operations and schemas keep their names, generation after generation", async () => {
  const contracts = await documents();
  fc.assert(
    fc.property(
      fc.nat(contracts.length - 1),
      fc.noShrink(fc.nat()),
      fc.integer({ min: 1, max: 3 }),
      (which, seed, rounds) => {
        const random = seeded(seed);
        let contract = contracts[which] ?? {};
        let names = planOf(stringify(contract), { vendor: "acme" }).names;
        for (let round = 0; round < rounds; round++) {
          const { grown, added } = growContract(contract, random, 1 + Math.floor(random() * 3));
          const next = planOf(stringify(grown), { vendor: "acme", locked: names }).names;
          expect(listRenamed(names, next), added.join(", ")).toEqual([]);
          // The same contract and the same names give the same client.
          expect(planOf(stringify(grown), { vendor: "acme", locked: next }).names).toEqual(next);
          [contract, names] = [grown, next];
        }
      },
    ),
    { numRuns: 30 },
  );
}, 120_000);

/**
 * What has another name than before; what has none any more is not told. Of responses whose headers were alike and differ now, one keeps
 * the name of their set.
 */
function listRenamed(before: LockedNames, now: LockedNames): readonly string[] {
  return (["operations", "models"] as const).flatMap((kind) =>
    Object.entries(before[kind]).flatMap(([key, name]) => {
      const other = now[kind][key] ?? name;
      const isSplit = key.startsWith("headers:") && Object.values(now[kind]).includes(name);
      return other === name || isSplit ? [] : [`${key}: ${name} is ${other}`];
    }),
  );
}

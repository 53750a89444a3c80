import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { loadContract } from "../../../src/load/load-contract.js";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { valueAt } from "../../../src/openapi/visit.js";
import { canonicalJson } from "../../../src/text/canonical-json.js";
import { pointerKeys } from "../../../src/text/json-pointer.js";
import { repository } from "../../support/repository.js";
import { compare, documentOf } from "./compare.js";
import { rewrites } from "./rewrites.js";

/** One of everything that a rewrite touches. */
const small = documentOf(`
openapi: 3.1.0
info: { title: Everything, version: '1' }
security: [{ key: [] }]
servers: [{ url: https://a.example }]
paths:
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { $ref: '#/components/parameters/Limit' }
      - { name: X-Trace, in: header, schema: { type: string } }
    get:
      parameters:
        - { name: limit, in: query, required: true, schema: { type: string } }
        - { name: ids, in: query, schema: { type: array, items: { type: string } } }
        - { name: filter, in: query, content: { application/json: { schema: { type: object } } } }
      responses:
        '200': { headers: { ETag: { $ref: '#/components/headers/ETag' } }, content: { a/b: { schema: { type: object } } }, links: { next: { $ref: '#/components/links/Next' } } }
        default: { $ref: '#/components/responses/Problem' }
    post:
      security: []
      servers: [{ url: /own }]
      requestBody: { $ref: '#/components/requestBodies/Pet' }
      responses: { '201': { description: Created. } }
      callbacks: { done: { $ref: '#/components/callbacks/Done' } }
  /only: { put: { parameters: [{ $ref: '#/components/parameters/Limit' }], requestBody: { content: { a/b: {} } } } }
components:
  parameters: { Limit: { name: limit, in: query, schema: { type: integer } } }
  headers: { ETag: { required: true, schema: { type: string } } }
  responses: { Problem: { description: A problem., content: { a/b: { schema: { type: object } , examples: { one: { $ref: '#/components/examples/One' } } } } } }
  requestBodies: { Pet: { required: true, content: { a/b: { schema: { type: object } } } } }
  examples: { One: { value: {} } }
  links: { Next: { operationId: next } }
  callbacks: { Done: { '{$request.body#/url}': { post: { requestBody: { content: { a/b: { schema: { type: object } } } } } } } }
`);

const documents = new Map<string, JsonObject>([["one of everything", small]]);

beforeAll(async () => {
  for (const name of ["external-api", "media"]) {
    const { document } = await loadContract(join(repository, "fixtures", name, "openapi.yaml"));
    documents.set(name, document);
  }
});

/** The parts of operations whose schemas are handed on, without where they are written. */
const partsOf = (pairs: readonly string[]) =>
  pairs.map((pair) => pair.replace(/^\S+ \S+ /u, "").toLowerCase()).sort();

describe.each(["one of everything", "external-api", "media"])("%s", (name) => {
  test.each(Object.entries(rewrites))("is the same contract with %s", (_, rewrite) => {
    const document = documents.get(name)!;
    const other = rewrite(document);
    for (const [old, now] of [
      [document, other],
      [other, document],
    ] as const) {
      const { facts, schemas } = compare(old, now);
      expect(facts).toEqual([]);
      // All schemas are compared still, each with itself.
      expect(partsOf(schemas)).toEqual(partsOf(compare(document, document).schemas));
      for (const pair of schemas) {
        const [left = "", right = ""] = pair.split(" ");
        expect(canonicalJson(valueAt(old, pointerKeys(left)))).toBe(
          canonicalJson(valueAt(now, pointerKeys(right))),
        );
      }
    }
  });
});

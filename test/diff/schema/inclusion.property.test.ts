import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSchemaReader } from "../../../src/diff/schema/form/schema-reader.js";
import { createInclusion } from "../../../src/diff/schema/inclusion/inclusion.js";
import { createSameSchemas } from "../../../src/diff/schema/inclusion/same-schemas.js";
import type { Verdict } from "../../../src/diff/schema/inclusion/verdict.js";
import type { Json, JsonObject } from "../../../src/load/loaded-contract.js";
import { createVisitBudget } from "../../../src/openapi/visit-budget.js";

/** Whether every value of one schema is a value of the other, by JSON Schema alone. */
function strictlyIncluded(left: Json, right: Json): Verdict {
  const budget = createVisitBudget();
  const documentOf = (schema: Json): JsonObject => ({ components: { schemas: { Pet: schema } } });
  const old = createSchemaReader(documentOf(left), budget);
  const now = createSchemaReader(documentOf(right), budget);
  const isSame = createSameSchemas(old, now);
  const slot = ["#/components/schemas/Pet"];
  const inclusion = createInclusion({ old, now, isSame, budget, isStrict: true });
  return inclusion.included("forward", old.node(slot), now.node(slot));
}

/** ajv 8.20 takes an empty array for valid where both keywords are in one schema. */
function isReadRight(json: Json): boolean {
  return !(typeof json === "object" && json !== null && "contains" in json && "prefixItems" in json);
}

const names = fc.constantFrom("a", "b", "c");
const scalars = fc.oneof(fc.constantFrom<Json>(null, true, false, 0, 1, 2, 3, 1.5, "", "a", "ab", "abc"));

const values: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const schemas: fc.Arbitrary<Json> = fc.letrec<{ schema: Json }>((tie) => {
  const schema = tie("schema");
  const small = fc.integer({ min: 0, max: 3 });
  const keywords = {
    type: fc.oneof(
      fc.constantFrom("string", "integer", "number", "boolean", "null", "array", "object"),
      fc.uniqueArray(fc.constantFrom("string", "integer", "null", "array", "object"), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
    enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 3 }),
    const: scalars,
    minimum: small,
    exclusiveMaximum: small,
    maximum: small,
    multipleOf: fc.constantFrom(0.5, 1, 2),
    minLength: small,
    maxLength: small,
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
    items: schema,
    prefixItems: fc.array(schema, { minLength: 1, maxLength: 2 }),
    contains: schema,
    properties: fc.dictionary(names, schema, { minKeys: 1, maxKeys: 3 }),
    patternProperties: fc.dictionary(fc.constantFrom("^a", "b$"), schema, { minKeys: 1, maxKeys: 1 }),
    additionalProperties: schema,
    required: fc.uniqueArray(names, { maxLength: 2 }),
    minProperties: small,
    maxProperties: small,
    propertyNames: fc.constantFrom({ maxLength: 0 }, { enum: ["a", "b"] }, { const: "c" }),
    dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 2 }),
    dependentSchemas: fc.dictionary(names, schema, { maxKeys: 1 }),
    not: schema,
    if: schema,
    then: schema,
    else: schema,
    allOf: fc.array(schema, { minLength: 1, maxLength: 2 }),
    anyOf: fc.array(schema, { minLength: 1, maxLength: 3 }),
    oneOf: fc.array(schema, { minLength: 1, maxLength: 3 }),
    unevaluatedProperties: fc.boolean(),
  };
  const one = (keyword: keyof typeof keywords) =>
    (keywords[keyword] as fc.Arbitrary<Json>).map((value): JsonObject => ({ [keyword]: value }));
  const all = Object.keys(keywords) as (keyof typeof keywords)[];
  const some = fc
    .uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength: 3 })
    .chain((chosen) => fc.tuple(...chosen.map(one)))
    .map((parts): JsonObject => Object.assign({}, ...parts) as JsonObject)
    .filter(isReadRight);
  return {
    schema: fc.oneof(
      { maxDepth: 2, depthIdentifier: "schema" },
      fc.boolean(),
      one("type"),
      one("enum"),
      some,
    ),
  };
}).schema;

/** Pairs that are often related: one schema, and it with something added or removed. */
const pairs: fc.Arbitrary<readonly [Json, Json]> = fc
  .oneof(
    fc.tuple(schemas, schemas),
    fc.tuple(schemas, schemas).map(([left, right]): [Json, Json] => [{ allOf: [left, right] }, right]),
    fc.tuple(schemas, schemas).map(([left, right]): [Json, Json] => [left, { anyOf: [right, left] }]),
    fc
      .tuple(schemas, schemas)
      .map(([left, right]): [Json, Json] => [
        typeof left === "object" && typeof right === "object"
          ? { ...(left as JsonObject), ...(right as JsonObject) }
          : left,
        left,
      ]),
  )
  .filter((pair) => pair.every(isReadRight));

describe("inclusion", () => {
  test("is never claimed where a value shows the contrary", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    const counts = { yes: 0, no: 0, unknown: 0 };
    fc.assert(
      fc.property(
        pairs,
        fc.array(values, { minLength: 20, maxLength: 20 }),
        ([left, right], samples): void => {
          const verdict = strictlyIncluded(left, right);
          counts[verdict] += 1;
          if (verdict !== "yes") return;
          const [isLeft, isRight] = [ajv.compile(left as object), ajv.compile(right as object)];
          const holds = samples.map((value): boolean => !isLeft(value) || isRight(value));
          const counterexample = samples[holds.indexOf(false)];
          expect({ left, right, counterexample }).toEqual({ left, right, counterexample: undefined });
        },
      ),
      { numRuns: Number(process.env["INCLUSION_RUNS"] ?? 400), seed: 17 },
    );
    // Without claims the test would hold of anything.
    expect(counts.yes).toBeGreaterThan(60);
  });
});

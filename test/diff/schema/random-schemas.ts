import fc from "fast-check";
import type { Json, JsonObject } from "../../../src/load/loaded-contract.js";
import { isMembers, mapChildren } from "../../../src/openapi/visit.js";

/*
 * Small schemas and values at random: every keyword that is judged, and few names and values, so that they meet.
 */

/** ajv 8.20 takes an empty array for valid where both keywords are in one schema. */
function isReadRight(json: Json): boolean {
  return !(typeof json === "object" && json !== null && "contains" in json && "prefixItems" in json);
}

const names = fc.constantFrom("a", "b", "c");
const scalars = fc.oneof(fc.constantFrom<Json>(null, true, false, 0, 1, 2, 3, 1.5, "", "a", "ab", "abc"));

/** Values of JSON. */
export const values: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

/**
 * Schemas.
 *
 * @param isDisjoint - no value is valid for two branches of `oneOf`: what contracts mean by it.
 */
function schemasOf(isDisjoint: boolean): fc.Arbitrary<Json> {
  return fc.letrec<{ schema: Json }>((tie) => ({ schema: schemaOf(tie("schema"), isDisjoint) })).schema;
}

function schemaOf(schema: fc.Arbitrary<Json>, isDisjoint: boolean): fc.Arbitrary<Json> {
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
    oneOf: isDisjoint ? disjoint(schema) : fc.array(schema, { minLength: 1, maxLength: 3 }),
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
  return fc.oneof({ maxDepth: 2, depthIdentifier: "schema" }, fc.boolean(), one("type"), one("enum"), some);
}

/** Branches of different types. */
function disjoint(schema: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const types = fc.uniqueArray(fc.constantFrom("string", "number", "boolean", "null", "array", "object"), {
    minLength: 1,
    maxLength: 3,
  });
  return fc
    .tuple(types, fc.array(schema, { minLength: 3, maxLength: 3 }))
    .map(([names, parts]) => names.map((type, index) => ({ ...membersOf(parts[index] ?? true), type })));
}

type Pairs = fc.Arbitrary<readonly [Json, Json]>;

/** Pairs that are often related: one schema, and it with something added or removed. */
function pairsOf(schemas: fc.Arbitrary<Json>): Pairs {
  return fc
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
}

/** Schemas with a list of parts or alternatives, and something changed in it or beside it. */
function editedUnionsOf(schemas: fc.Arbitrary<Json>): Pairs {
  return fc
    .tuple(
      fc.constantFrom("anyOf", "allOf"),
      fc.array(schemas.filter(isObject), { minLength: 1, maxLength: 3 }),
      fc.tuple(schemas, schemas, schemas),
      fc.constantFrom("beside", "added", "removed", "changed"),
    )
    .map(([keyword, list, [around, more, other], kind]): readonly [Json, Json] => {
      const [base, extra] = [membersOf(around), membersOf(more)];
      const one = { ...base, [keyword]: list };
      if (kind === "beside") return [one, { ...one, ...extra }];
      if (kind === "added") return [one, { ...one, ...extra, [keyword]: [...list, other] }];
      if (kind === "removed")
        return [
          { ...one, ...extra, [keyword]: [...list, other] },
          { ...one, ...extra, ...membersOf(other), [keyword]: list },
        ];
      const changed = list.map((item, index) => (index === 0 ? { ...membersOf(item), ...extra } : item));
      return [one, { ...base, [keyword]: changed }];
    })
    .filter((pair) => pair.every(isReadRight));
}

/** Alternatives that may have values in common, which exclude each other from now on, or no longer, or have one more. */
function exclusiveUnionsOf(schemas: fc.Arbitrary<Json>): Pairs {
  return fc
    .tuple(
      fc.array(schemas, { minLength: 2, maxLength: 3 }),
      fc.tuple(schemas, schemas),
      fc.constantFrom("became", "no longer", "added"),
    )
    .map(([list, [around, other], kind]): readonly [Json, Json] => {
      const beside = Object.entries(membersOf(around)).filter(([key]) => key !== "anyOf" && key !== "oneOf");
      const base = Object.fromEntries(beside);
      const [any, one] = [
        { ...base, anyOf: list },
        { ...base, oneOf: list },
      ];
      if (kind === "added") return [one, { ...base, oneOf: [...list, other] }];
      return kind === "became" ? [any, one] : [one, any];
    })
    .filter((pair) => pair.every(isReadRight));
}

/** Pairs for which JSON Schema alone decides. */
export const anyPairs: Pairs = pairsOf(schemasOf(false));

/** Pairs of schemas as contracts have them. */
export const contractPairs: Pairs = fc.oneof(pairsOf(schemasOf(true)), editedUnionsOf(schemasOf(true)));

/** Pairs with `oneOf` whose alternatives may have values in common. */
export const exclusivePairs: Pairs = exclusiveUnionsOf(schemasOf(true));

/** Pairs of the same meaning. */
export const equalPairs: Pairs = fc.tuple(schemasOf(true), schemasOf(true)).chain(([one, other]) =>
  fc.constantFrom<readonly [Json, Json]>(
    [one, described(one)],
    [one, { allOf: [one] }],
    [one, { anyOf: [one] }],
    [one, { allOf: [one, true] }],
    [one, { anyOf: [one, false] }],
    [{ allOf: [one, other] }, { allOf: [other, { allOf: [one] }] }],
    [{ anyOf: [one, other] }, { anyOf: [other, one] }],
    [{ anyOf: [one, other] }, { anyOf: [{ anyOf: [one] }, other] }],
    [
      { type: "object", required: ["a"], properties: { a: one, b: other } },
      {
        allOf: [
          { type: "object", properties: { a: one } },
          { required: ["a"], properties: { b: other } },
        ],
      },
    ],
  ),
);

/** A schema with words in it and in all below it. */
function described(schema: Json): Json {
  if (!isMembers(schema)) return schema;
  const below = mapChildren(schema, "schema", (child) => described(child as Json));
  return { ...(below as JsonObject), description: "Words." };
}

function isObject(schema: Json): boolean {
  return typeof schema === "object";
}

function membersOf(schema: Json): JsonObject {
  return isObject(schema) ? (schema as JsonObject) : {};
}

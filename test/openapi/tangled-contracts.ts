/** A schema as written in a contract. */
type Schema = Readonly<Record<string, unknown>>;

/** Makes a contract with so many schemas, each of which refers to all others, or to all after it. */
type Tangle = (count: number) => object;

const referTo = (index: number): Schema => ({ $ref: `#/components/schemas/S${String(index)}` });

/** The schemas in the body of a request, its response and the events of a stream. */
function contract(count: number, schemaAt: (index: number) => Schema): object {
  const content = { "application/json": { schema: referTo(0) } };
  return {
    openapi: "3.1.0",
    info: { title: "Tangled", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths: {
      "/a": {
        get: {
          parameters: [{ in: "query", name: "limit", schema: { type: "integer" } }],
          responses: { 200: { description: "ok", content } },
        },
        post: {
          requestBody: { content },
          responses: { 200: { description: "ok", content: { "text/event-stream": { schema: referTo(0) } } } },
        },
      },
    },
    components: {
      schemas: Object.fromEntries(indexes(count).map((index) => [`S${String(index)}`, schemaAt(index)])),
    },
  };
}

function indexes(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** References to all schemas. */
const toAll = (count: number): readonly Schema[] => indexes(count).map(referTo);

/** References to all schemas but one. */
const toOthers = (count: number, index: number): readonly Schema[] =>
  indexes(count).flatMap((other) => (other === index ? [] : [referTo(other)]));

/** References to all later schemas, twice each: 2^n ways lead from the first to the last. */
const toLater = (count: number, index: number): readonly Schema[] =>
  indexes(count).flatMap((other) => (other <= index ? [] : [referTo(other), referTo(other)]));

/** An object with a member of its own. */
const object = (index: number): Schema => ({
  type: "object",
  properties: { [`p${String(index)}`]: { type: "string" }, kind: { type: "string" } },
});

/** Members by position. */
const members = (schemas: readonly Schema[]): Schema =>
  Object.fromEntries(schemas.map((schema, index) => [`m${String(index)}`, schema]));

/**
 * Contracts of a few kilobytes in which very many ways lead from schema to schema. Whoever follows every way takes minutes
 * for twenty schemas.
 */
export const tangledContracts: Readonly<Record<string, Tangle>> = {
  "objects in objects": (count) =>
    contract(count, () => ({ type: "object", properties: members(toAll(count)) })),
  "objects with identifiers in objects": (count) =>
    contract(count, () => ({
      type: "object",
      properties: { ...members(toAll(count)), id: { type: "string", format: "int64" } },
    })),
  "lists of lists": (count) =>
    contract(count, (index) => ({
      type: "array",
      items: { anyOf: [...toOthers(count, index), object(index)] },
    })),
  "parts of parts": (count) =>
    contract(count, (index) => ({ allOf: [...toLater(count, index), object(index)] })),
  "parts that lead back": (count) =>
    contract(count, (index) => ({ allOf: toOthers(count, index), ...object(index) })),
  "alternatives of alternatives": (count) =>
    contract(count, (index) => ({ anyOf: [...toLater(count, index), object(index)] })),
  "alternatives that lead back": (count) =>
    contract(count, (index) => ({ oneOf: [...toOthers(count, index), object(index)] })),
  "alternatives that lead back, with a discriminator": (count) =>
    contract(count, (index) => ({
      anyOf: toOthers(count, index),
      discriminator: { propertyName: "kind" },
    })),
  "alternatives with a discriminator": (count) =>
    contract(count, (index) => ({
      oneOf: [...toLater(count, index), referTo(count - 1)],
      discriminator: { propertyName: "kind" },
      ...(index === count - 1 ? { oneOf: [object(index)] } : {}),
    })),
  "alternatives in parts": (count) =>
    contract(count, (index) => ({
      allOf: [{ oneOf: [...toLater(count, index), object(index)] }, object(index)],
    })),
  "parts in alternatives": (count) =>
    contract(count, (index) => ({
      oneOf: [{ allOf: [...toLater(count, index), object(index)] }, { type: "string" }],
    })),
  "alternatives beside members": (count) =>
    contract(count, (index) => ({
      properties: { own: { type: "string" } },
      required: ["own", "kind"],
      oneOf: [...toLater(count, index), { type: "string" }, object(index)],
    })),
  "alternatives beside parts that require": (count) =>
    contract(count, (index) => ({
      required: ["kind"],
      allOf: [{ required: ["kind"] }],
      anyOf: [...toLater(count, index), object(index), { type: ["object", "null", "string"] }],
    })),
  "texts in alternatives": (count) =>
    contract(count, (index) => ({
      anyOf: [...toLater(count, index), { type: "string", enum: [`v${String(index)}`] }],
    })),
  "a base of bases": (count) =>
    contract(count, (index) => ({
      ...object(index),
      discriminator: { propertyName: "kind" },
      allOf: toLater(count, index),
    })),
  "bases of bases, with alternatives": (count) =>
    contract(count, (index) => ({
      allOf: [...toLater(count, index), object(index)],
      properties: { next: { oneOf: toLater(count, index), discriminator: { propertyName: "kind" } } },
    })),
  "conditions on conditions": (count) =>
    contract(count, (index) => ({
      ...object(index),
      if: { required: ["kind"] },
      then: { allOf: toOthers(count, index) },
      dependentSchemas: { kind: { anyOf: toLater(count, index) } },
    })),
  "what is read and what is written": (count) =>
    contract(count, (index) => ({
      type: "object",
      properties: {
        ...members(toOthers(count, index)),
        [`r${String(index)}`]: { type: "string", readOnly: true },
      },
      anyOf: toLater(count, index),
    })),
};

import { isObject, type Json, type JsonObject } from "../../determinism/json-tree.js";

/** Which way a value travels: `readOnly` is not sent, `writeOnly` does not come back. */
export type Direction = "request" | "answer";

const listsOfSchemas = ["allOf", "anyOf", "oneOf", "prefixItems"];
const schemas = [
  "not",
  "if",
  "then",
  "else",
  "additionalProperties",
  "propertyNames",
  "contains",
  "unevaluatedProperties",
  "unevaluatedItems",
];
const mapsOfSchemas = ["patternProperties", "dependentSchemas", "$defs"];
const assertions = [
  "type",
  "enum",
  "const",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minContains",
  "maxContains",
  "minProperties",
  "maxProperties",
  "dependentRequired",
];

/**
 * A schema of a document as JSON Schema 2020-12: what OpenAPI 3.0 words differently is translated, what asserts nothing
 * is left out, and members that do not travel in the direction are not demanded.
 *
 * @param refer - what stands for a reference
 * @param isHidden - whether a property does not travel in the direction
 */
export function jsonSchemaOf(
  schema: Json,
  is30: boolean,
  refer: (reference: string) => string,
  isHidden: (property: Json) => boolean,
): JsonObject | boolean {
  const convert = (node: Json): JsonObject | boolean => jsonSchemaOf(node, is30, refer, isHidden);
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) return true;
  const reference = schema["$ref"];
  if (typeof reference === "string" && is30) return { $ref: refer(reference) };
  const result: JsonObject = typeof reference === "string" ? { $ref: refer(reference) } : {};
  for (const name of assertions) if (schema[name] !== undefined) result[name] = schema[name];
  // No value would be right; publishers mean that they do not say which are.
  if (Array.isArray(schema["enum"]) && schema["enum"].length === 0) Reflect.deleteProperty(result, "enum");
  for (const name of listsOfSchemas) {
    const list = schema[name];
    if (Array.isArray(list) && list.length > 0) result[name] = list.map(convert);
  }
  for (const name of schemas) if (schema[name] !== undefined) result[name] = convert(schema[name]);
  for (const name of mapsOfSchemas) {
    const map = schema[name];
    if (isObject(map)) result[name] = mapMembers(map, convert);
  }
  if (schema["items"] !== undefined) result["items"] = convert(schema["items"]);
  addMembers(result, schema, convert, isHidden);
  if (is30) translate30(result, schema);
  return result;
}

function addMembers(
  result: JsonObject,
  schema: JsonObject,
  convert: (node: Json) => Json,
  isHidden: (property: Json) => boolean,
): void {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  if (Object.keys(properties).length > 0) result["properties"] = mapMembers(properties, convert);
  if (!Array.isArray(schema["required"])) return;
  result["required"] = schema["required"].filter((name) => {
    const property = typeof name === "string" ? properties[name] : undefined;
    return property === undefined || !isHidden(property);
  });
}

/** `nullable` adds null to a type that stands beside it; the exclusive bounds are switches (OpenAPI 3.0, Schema Object). */
function translate30(result: JsonObject, schema: JsonObject): void {
  const { type } = schema;
  if (schema["nullable"] === true && typeof type === "string") result["type"] = [type, "null"];
  for (const [exclusive, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof schema[exclusive] !== "boolean") continue;
    Reflect.deleteProperty(result, exclusive);
    if (!schema[exclusive] || schema[bound] === undefined) continue;
    result[exclusive] = schema[bound];
    Reflect.deleteProperty(result, bound);
  }
}

function mapMembers(map: JsonObject, convert: (node: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([name, node]) => [name, convert(node)]));
}

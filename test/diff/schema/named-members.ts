import type { Json, JsonObject } from "../../../src/load/loaded-contract.js";

/** Keywords whose schemas judge the same value. */
const IN_PLACE: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "if", "then", "else"]);
const MAPS: ReadonlySet<string> = new Set(["properties", "patternProperties"]);
const CHILDREN: ReadonlySet<string> = new Set(["items", "prefixItems", "contains", "additionalProperties"]);

/**
 * A schema whose objects have no other members than those that it names, at any depth: what clients and servers send by the
 * convention of open objects.
 */
export function namedMembers(schema: Json): Json {
  if (schema === false) return false;
  return { allOf: [withNamedChildren(schema)], unevaluatedProperties: false };
}

function withNamedChildren(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).flatMap(([keyword, value]): readonly [string, Json][] => {
    // What says nothing of further members does not name them.
    if (keyword === "additionalProperties" && isEverything(value)) return [];
    if (keyword === "unevaluatedProperties" && isEverything(value)) return [];
    if (IN_PLACE.has(keyword)) return [[keyword, each(value, withNamedChildren)]];
    if (keyword === "dependentSchemas" && isObject(value))
      return [[keyword, members(value, withNamedChildren)]];
    if (MAPS.has(keyword) && isObject(value)) return [[keyword, members(value, namedMembers)]];
    return [[keyword, CHILDREN.has(keyword) ? each(value, namedMembers) : value]];
  });
  return Object.fromEntries(entries);
}

function each(value: Json, change: (schema: Json) => Json): Json {
  return Array.isArray(value) ? (value as readonly Json[]).map(change) : change(value);
}

function members(value: JsonObject, change: (schema: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, change(schema)]));
}

function isEverything(value: Json): boolean {
  return value === true || (isObject(value) && Object.keys(value).length === 0);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

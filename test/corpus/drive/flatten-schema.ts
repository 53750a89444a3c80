import { isObject, type Json, type JsonObject } from "../../determinism/json-tree.js";
import { nodeAt, type PublishedDocument } from "./published-document.js";

/** Picks one of several alternatives. */
export type Choose = (alternatives: readonly Json[]) => Json;

/**
 * A schema without `$ref`, `allOf`, `oneOf` and `anyOf` in it: everything that has to hold at once in one object, one
 * alternative chosen for each choice. A draft of what a value is like; whether one is right is for the validator to say.
 *
 * @throws Error when a schema contains itself at the same place
 */
export function flattenSchema(
  document: PublishedDocument,
  schema: Json,
  choose: Choose,
  depth = 0,
): JsonObject {
  if (depth > 24) throw new Error("The schema contains itself.");
  if (!isObject(schema)) return {};
  const flatten = (node: Json): JsonObject => flattenSchema(document, node, choose, depth + 1);
  const { $ref, allOf, oneOf, anyOf, ...own } = schema;
  if (typeof $ref === "string") {
    const target = flatten(nodeAt(document.root, $ref));
    return document.is30 ? target : mergeSchemas(target, flatten(withoutReference(schema)));
  }
  const parts = (Array.isArray(allOf) ? allOf : []).map(flatten);
  const chosen = [oneOf, anyOf].flatMap((list) =>
    Array.isArray(list) && list.length > 0 ? [flatten(choose(list))] : [],
  );
  return [...parts, ...chosen].reduce(mergeSchemas, own);
}

function withoutReference(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== "$ref"));
}

function mergeSchemas(left: JsonObject, right: JsonObject): JsonObject {
  const merged: JsonObject = { ...left, ...right };
  const [properties, required, values, types] = (["properties", "required", "enum", "type"] as const).map(
    (name) => [left[name], right[name]] as const,
  ) as [Pair, Pair, Pair, Pair];
  if (isObject(properties[0]) && isObject(properties[1]))
    merged["properties"] = mergeProperties(properties[0], properties[1]);
  if (Array.isArray(required[0]) && Array.isArray(required[1]))
    merged["required"] = [...new Set([...required[0], ...required[1]])];
  if (Array.isArray(values[0]) && Array.isArray(values[1]))
    merged["enum"] = values[0].filter((value) => (values[1] as Json[]).includes(value));
  if (types[0] !== undefined && types[1] !== undefined) merged["type"] = commonTypes(types[0], types[1]);
  return merged;
}

type Pair = readonly [Json | undefined, Json | undefined];

function mergeProperties(left: JsonObject, right: JsonObject): JsonObject {
  const both = Object.entries(right).map(([name, node]): [string, Json] => {
    const other = left[name];
    return [name, other === undefined ? node : { allOf: [other, node] }];
  });
  return { ...left, ...Object.fromEntries(both) };
}

/** An integer is a number, too. */
function commonTypes(left: Json, right: Json): Json {
  const [these, those] = [left, right].map((types) => (Array.isArray(types) ? types : [types])) as [
    Json[],
    Json[],
  ];
  const common = these.filter(
    (type) => those.includes(type) || (type === "integer" && those.includes("number")),
  );
  return common.length > 0 || !those.includes("integer") ? common : ["integer"];
}

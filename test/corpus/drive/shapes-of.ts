import { isObject, type Json, type JsonObject } from "../../determinism/json-tree.js";
import { nodeAt, type PublishedDocument } from "./published-document.js";

/** What a value that travels as text may be. */
export interface Shapes {
  readonly one: boolean;
  readonly list: boolean;
  readonly members: boolean;
  /** Schemas of the members, by name; several where alternatives have the same. */
  readonly properties: ReadonlyMap<string, readonly Json[]>;
  /** Whether members of other names are possible. */
  readonly open: boolean;
  /** Schemas of the elements of a list. */
  readonly items: readonly Json[];
}

/** All shapes that a schema allows, through references and alternatives. */
export function shapesOf(document: PublishedDocument, schemas: readonly Json[]): Shapes {
  const parts = schemas.flatMap((schema) => partsOf(document, schema, new Set()));
  const types = new Set(parts.flatMap(typesOf));
  const properties = new Map<string, readonly Json[]>();
  for (const part of parts) {
    for (const [name, schema] of Object.entries(isObject(part["properties"]) ? part["properties"] : {}))
      properties.set(name, [...(properties.get(name) ?? []), schema]);
  }
  const scalars = ["string", "number", "integer", "boolean", "null"];
  return {
    one: types.size === 0 || scalars.some((type) => types.has(type)),
    list: types.has("array"),
    members: types.has("object"),
    properties,
    open: parts.some(
      (part) => part["additionalProperties"] !== undefined && part["additionalProperties"] !== false,
    ),
    items: parts.flatMap((part) => (part["items"] === undefined ? [] : [part["items"]])),
  };
}

/** The objects that a schema is composed of. */
function partsOf(document: PublishedDocument, schema: Json, seen: Set<string>): readonly JsonObject[] {
  if (!isObject(schema)) return [];
  const { $ref } = schema;
  const parts: JsonObject[] = [schema];
  if (typeof $ref === "string" && !seen.has($ref))
    parts.push(...partsOf(document, nodeAt(document.root, $ref), new Set([...seen, $ref])));
  for (const name of ["allOf", "anyOf", "oneOf"]) {
    const list = schema[name];
    if (Array.isArray(list)) parts.push(...list.flatMap((part) => partsOf(document, part, seen)));
  }
  return parts;
}

function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.map(String);
  if (schema["properties"] !== undefined || schema["additionalProperties"] !== undefined) return ["object"];
  if (schema["items"] !== undefined) return ["array"];
  const values = Array.isArray(schema["enum"]) ? schema["enum"] : [schema["const"]];
  return values.flatMap((value) => (value === undefined ? [] : [typeof value]));
}

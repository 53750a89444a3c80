import type { Json, JsonObject } from "../../src/load/loaded-contract.js";

/* Reading schemas as they are written, without any of the model's code: what the oracle is prepared with. */

/** Names that a schema requires and does not describe itself. */
export function undescribedNames(schema: JsonObject): readonly string[] {
  const described = membersOf(schema);
  return textsOf(schema["required"]).filter((name) => !Object.hasOwn(described, name));
}

/** The `properties` of a schema. */
export function membersOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

/** How a schema describes a member, looked for through references and `allOf`. */
export function findProperty(
  schema: Json | undefined,
  name: string,
  document: JsonObject,
  depth = 0,
): Json | undefined {
  if (!isObject(schema) || depth > 20) return undefined;
  const own = membersOf(schema);
  if (Object.hasOwn(own, name)) return own[name];
  const { $ref, allOf } = schema;
  const parts = [
    ...(typeof $ref === "string" ? [schemaAt($ref, document)] : []),
    ...(isList(allOf) ? allOf : []),
  ];
  return parts
    .map((part) => findProperty(part, name, document, depth + 1))
    .find((found) => found !== undefined);
}

/** What a reference leads to, undefined where that is nothing or in a list. */
export function schemaAt(reference: string, document: JsonObject): Json | undefined {
  const keys = reference.replace(/^#\//, "").split("/");
  return keys.reduce<Json | undefined>((json, key) => {
    const name = decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~");
    return isObject(json) ? json[name] : undefined;
  }, document);
}

/** Texts of a list. */
export function textsOf(value: Json | undefined): readonly string[] {
  return isList(value) ? value.filter((each) => typeof each === "string") : [];
}

/** A copy without some keywords. */
export function without(schema: JsonObject, ...keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keywords.includes(key)));
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

import type { Json, JsonObject } from "../../src/load/loaded-contract.js";
import { isList, isObject, membersOf, schemaAt, without } from "./schema-json.js";

/*
 * Lists that several parts of an `allOf` describe: one list of what is all of their items to us, `A[] & B[]` to
 * openapi-typescript, whose methods take the items for `A` alone.
 */

/** Describes such a list once more, by what all parts say of its items: `A[] & B[] & (A & B)[]` stands for our type. */
export function joinLists(schema: JsonObject, written: JsonObject, document: JsonObject): JsonObject {
  if (!isList(written["allOf"])) return schema;
  const parts = partsOf(written, document);
  const own = joined(parts);
  const members = [...new Set(parts.flatMap((part) => Object.keys(membersOf(part))))].flatMap((name) => {
    const one = joined(parts.flatMap((part) => membersOf(part)[name] ?? []));
    return one === undefined ? [] : [[name, one] as const];
  });
  const { allOf } = schema;
  if (!isList(allOf) || (own === undefined && members.length === 0)) return schema;
  const further = members.length === 0 ? [] : [{ type: "object", properties: Object.fromEntries(members) }];
  return { ...schema, allOf: [...allOf, ...further, ...(own === undefined ? [] : [own])] };
}

/** Says nothing of the items of a list of any objects, where another part says what they are. */
export function forgetAnyObjects(schema: JsonObject, written: JsonObject, document: JsonObject): JsonObject {
  return placeholdersOf(document).has(written) ? { ...schema, items: {} } : schema;
}

const placeholders = new WeakMap<JsonObject, ReadonlySet<Json>>();

/** The lists of any objects in a document that an `allOf` describes once more. */
function placeholdersOf(document: JsonObject): ReadonlySet<Json> {
  const known = placeholders.get(document);
  if (known !== undefined) return known;
  const found = new Set<Json>();
  const visit = (json: Json): void => {
    if (!isObject(json)) {
      if (isList(json)) json.forEach(visit);
      return;
    }
    if (isList(json["allOf"])) {
      const parts = partsOf(json, document);
      const names = [...new Set(parts.flatMap((part) => Object.keys(membersOf(part))))];
      for (const group of [
        parts,
        ...names.map((name) => parts.flatMap((part) => membersOf(part)[name] ?? [])),
      ])
        for (const list of anyObjectsAmong(group)) found.add(list);
    }
    Object.values(json).forEach(visit);
  };
  visit(document);
  placeholders.set(document, found);
  return found;
}

function anyObjectsAmong(schemas: readonly Json[]): readonly JsonObject[] {
  const lists = listsAmong(schemas);
  const any = lists.filter(({ items }) => isObject(items) && isAnyObject(items));
  return any.length < lists.length ? any : [];
}

/** One list of what all the lists among schemas describe; undefined where there are not several. */
function joined(schemas: readonly Json[]): JsonObject | undefined {
  const lists = listsAmong(schemas);
  if (lists.length < 2) return undefined;
  const items = lists.map((list) => list["items"] ?? {});
  const telling = items.filter((each) => !isObject(each) || !isAnyObject(each));
  const nullable = lists.every(isNullable);
  return {
    type: nullable ? ["array", "null"] : "array",
    items: { allOf: telling.length > 0 ? telling : items },
  };
}

function listsAmong(schemas: readonly Json[]): readonly JsonObject[] {
  return schemas.filter((schema): schema is JsonObject => {
    if (!isObject(schema) || !("items" in schema)) return false;
    const { type } = schema;
    return type === "array" || (isList(type) && type.every((each) => each === "array" || each === "null"));
  });
}

function isNullable(list: JsonObject): boolean {
  return list["nullable"] === true || isList(list["type"]);
}

function isAnyObject(schema: JsonObject): boolean {
  return (
    schema["type"] === "object" &&
    Object.keys(membersOf(schema)).length === 0 &&
    !["allOf", "oneOf", "anyOf"].some((key) => key in schema)
  );
}

/** A schema and whatever holds with it, through references and `allOf`. */
function partsOf(schema: Json | undefined, document: JsonObject, depth = 0): readonly JsonObject[] {
  if (!isObject(schema) || depth > 20) return [];
  const { $ref, allOf } = schema;
  return [
    without(schema, "allOf"),
    ...(typeof $ref === "string" ? partsOf(schemaAt($ref, document), document, depth + 1) : []),
    ...(isList(allOf) ? allOf.flatMap((part) => partsOf(part, document, depth + 1)) : []),
  ];
}

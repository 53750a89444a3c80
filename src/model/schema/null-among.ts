import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { isObject, listMember, member, textMember } from "../document/json-members.js";
import { isNullableAlone } from "./nullable.js";
import { possibleValues, type SchemaReading } from "./possible-values.js";
import { typedAlternatives } from "./typed-alternatives.js";

/** As what an alternative is written that is there for null. */
export type WrittenNull = "any value" | "any object";

/**
 * How an alternative beside references is written that says `nullable: true`, and of the value nothing, or that it is an
 * object: it is there for null. Generators write `{ type: object, nullable: true }` for every reference that may be null
 * (OpenAPI.NET for the navigation properties and enums of OData), since beside a `$ref` OpenAPI 3.0 has no `nullable`.
 * Read to the letter it allows any object: among texts, or with words or an example of its own, it means one.
 *
 * @returns undefined where it is not there for null.
 */
export function nullAmong(
  part: Json,
  alternatives: readonly Json[],
  reading: SchemaReading,
): WrittenNull | undefined {
  if (!isObject(part) || !isNullableAlone(part) || hasExample(part)) return undefined;
  const type = member(part, "type");
  const references = alternatives.filter((other) => !isNullableAlone(other));
  if (references.length === 0 || !references.every(isReference)) return undefined;
  if (type === undefined) return "any value";
  if (type !== "object" || hasWords(part)) return undefined;
  const others = alternatives.filter((other) => other !== part && !isAnyValue(other));
  return others.every((other) => isTold(other, reading)) ? "any object" : undefined;
}

/** How the alternatives of a schema are written that are there for null, each way once. */
export function nullsAmong(json: JsonObject, reading: SchemaReading): readonly WrittenNull[] {
  const found = (["oneOf", "anyOf"] as const).flatMap((form) => {
    const parts = typedAlternatives(json, form);
    return parts.flatMap((part) => nullAmong(part, parts, reading) ?? []);
  });
  return [...new Set(found)];
}

function isReference(json: Json): boolean {
  return isObject(json) && textMember(json, "$ref") !== undefined;
}

function hasExample(part: JsonObject): boolean {
  const example = ["default", "example"].some((keyword) => (member(part, keyword) ?? null) !== null);
  return example || member(part, "examples") !== undefined;
}

/** Whether somebody wrote what the object is; a title that says null says that it is none. */
function hasWords(part: JsonObject): boolean {
  if (/^null$/iu.test(textMember(part, "title") ?? "")) return false;
  return ["title", "description", "externalDocs"].some((keyword) => member(part, keyword) !== undefined);
}

/** Whether an alternative says `nullable` and not even that it is an object: it is there for null as well. */
function isAnyValue(json: Json): boolean {
  return isObject(json) && isNullableAlone(json) && member(json, "type") === undefined;
}

/** Whether a schema says of its values what they are: objects, or those that it lists. */
function isTold(json: Json, reading: SchemaReading): boolean {
  return possibleValues(json, reading).values !== undefined || isObjects(json, reading, new Map());
}

/**
 * Whether all values of a schema are objects, or null: by their types, or where it names none by the members that it
 * describes, itself or in what it is made of.
 *
 * @param known - what was asked before; what leads back to itself adds nothing.
 */
function isObjects(json: Json, reading: SchemaReading, known: Map<Json, boolean>): boolean {
  const { types } = possibleValues(json, reading);
  if (types.every((type) => type === "object" || type === "null")) return true;
  const schema = reading.follow(json);
  if (!isObject(schema) || member(schema, "type") !== undefined) return false;
  const before = known.get(schema);
  if (before !== undefined) return before;
  known.set(schema, false);
  const isPart = (part: Json) => isObjects(part, reading, known);
  const found =
    member(schema, "properties") !== undefined ||
    listMember(schema, "allOf").some(isPart) ||
    ["oneOf", "anyOf"].some((form) => {
      const parts = listMember(schema, form);
      return parts.length > 0 && parts.every(isPart);
    });
  known.set(schema, found);
  return found;
}

import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { isMembers, valueAt } from "../../openapi/visit.js";
import { byText } from "../../text/by-text.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { fragmentKeys, toPointer } from "../../text/json-pointer.js";

/** An object of a document and its pointer. */
export interface Located {
  readonly json: JsonObject;
  readonly pointer: string;
}

/** Own member of an object, never an inherited one: a contract may name a member `constructor`. */
export function member(object: JsonObject | undefined, name: string): Json | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Own member when it is an object. */
export function objectMember(object: JsonObject | undefined, name: string): JsonObject | undefined {
  const value = member(object, name);
  return isObject(value) ? value : undefined;
}

/** Own member when it is text. */
export function textMember(object: JsonObject | undefined, name: string): string | undefined {
  const value = member(object, name);
  return typeof value === "string" ? value : undefined;
}

/** Own member when it is a boolean, otherwise false: every flag of OpenAPI that has one default has this. */
export function flagMember(object: JsonObject | undefined, name: string): boolean {
  return member(object, name) === true;
}

/** Own member when it is a list; otherwise an empty one. */
export function listMember(object: JsonObject | undefined, name: string): readonly Json[] {
  const value = member(object, name);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** The texts of a member that is a list. */
export function textsOf(object: JsonObject | undefined, name: string): readonly string[] {
  return listMember(object, name).filter((value) => typeof value === "string");
}

/** Whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return isMembers(value);
}

/** Entries of a map with free names, sorted: `x-order` is a name as any other. */
export function namedEntries(map: JsonObject | undefined): readonly (readonly [string, Json])[] {
  return Object.entries(map ?? {}).sort(([left], [right]) => byText(left, right));
}

/** Members sorted by name, without specification extensions. */
export function namedMembers(object: JsonObject | undefined): readonly (readonly [string, Json])[] {
  return namedEntries(object).filter(([name]) => !name.startsWith("x-"));
}

/**
 * Follows the `$ref` of an object other than a schema to the first target without one. Words beside a `$ref` (`summary`,
 * `description`) win over those of the target (OpenAPI 3.1, Reference Object).
 *
 * @returns undefined for anything but an object, and for circular references.
 */
export function follow(document: JsonObject, value: Json | undefined, pointer: string): Located | undefined {
  const overrides: Record<string, Json> = {};
  const seen = new Set<string>();
  let at: { readonly json: Json | undefined; readonly pointer: string } = { json: value, pointer };
  while (isObject(at.json)) {
    const reference = textMember(at.json, "$ref");
    if (reference === undefined) {
      const json = Object.keys(overrides).length === 0 ? at.json : { ...at.json, ...overrides };
      return { json, pointer: at.pointer };
    }
    if (seen.has(reference)) return undefined;
    seen.add(reference);
    for (const name of ["summary", "description"]) {
      const words = textMember(at.json, name);
      if (words !== undefined) overrides[name] ??= words;
    }
    const keys = fragmentKeys(reference);
    at = { json: valueAt(document, keys) as Json | undefined, pointer: toPointer(keys) };
  }
  return undefined;
}

/** Keywords of a schema that say nothing about a value. */
const WORDS: ReadonlySet<string> = new Set([
  ...["$comment", "default", "deprecated", "description", "example", "examples", "externalDocs", "title"],
]);

/** The members of a schema that say something about a value. */
export function limitEntries(schema: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(schema).filter(([name]) => !WORDS.has(name) && !name.startsWith("x-"));
}

/** Whether a schema allows every value: absent, `true`, or nothing but words. */
export function isAnySchema(schema: Json | undefined): boolean {
  if (schema === undefined || schema === true) return true;
  return isObject(schema) && limitEntries(schema).length === 0;
}

/** Characters of a value that a report shows. */
const LONGEST_SHOWN = 200;

/** The `value` of one side of a fact, where it is short enough to be shown. */
export function shown(value: Json | undefined): { readonly value?: Json } {
  if (value === undefined || canonicalJson(value).length > LONGEST_SHOWN) return {};
  return { value };
}

/** Whether two values are the same JSON, whatever the order of their members. */
export function isSameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item: Json, index) => isSameJson(item, right[index] as Json));
  }
  if (!isObject(left) || !isObject(right)) return Number.isNaN(left) && Number.isNaN(right);
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && isSameJson(left[name], right[name]));
}

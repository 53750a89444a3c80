import type { Json, JsonObject } from "../load/loaded-contract.js";
import { fragmentKeys } from "../text/json-pointer.js";
import { UserError } from "../text/user-error.js";

/** Whether a value is a JSON object: not an array, not null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Own member `name` of an object, never an inherited one: a contract may name a member `constructor`. */
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

/** Own member when it is a boolean. */
export function flagMember(object: JsonObject | undefined, name: string): boolean | undefined {
  const value = member(object, name);
  return typeof value === "boolean" ? value : undefined;
}

/** Own member when it is an array; otherwise none. */
export function listMember(object: JsonObject | undefined, name: string): readonly Json[] {
  const value = member(object, name);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** Members sorted by name (code units), so that key order never shows; on request without specification extensions. */
export function sortedMembers(
  object: JsonObject | undefined,
  keep: "all" | "without-extensions" = "all",
): readonly (readonly [string, Json])[] {
  return Object.entries(object ?? {})
    .filter(([name]) => keep === "all" || !name.startsWith("x-"))
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
}

/** A node of the document and its real pointer. */
export interface Located {
  readonly json: JsonObject;
  readonly pointer: string;
}

/**
 * Follows the `$ref` of a non-schema object (parameter, response, body, header, link, path item) to the first target
 * without one. Siblings `summary` and `description` win over the target's (OpenAPI 3.1, Reference Object).
 *
 * @returns undefined when the value is not an object.
 * @throws UserError (exit 3) on a reference that has no target or leads round in a circle.
 */
export function resolveReference(
  document: JsonObject,
  value: Json | undefined,
  pointer: string,
): Located | undefined {
  let at = { json: value, pointer };
  const overrides: Record<string, Json> = {};
  const seen = new Set<string>();
  while (isObject(at.json)) {
    const reference = textMember(at.json, "$ref");
    if (reference === undefined) {
      const json = Object.keys(overrides).length === 0 ? at.json : { ...at.json, ...overrides };
      return { json, pointer: at.pointer };
    }
    if (seen.has(reference)) throw dangling(reference, pointer, "leads round in a circle");
    seen.add(reference);
    for (const name of ["summary", "description"]) {
      const text = textMember(at.json, name);
      if (text !== undefined) overrides[name] ??= text;
    }
    at = { json: read(document, reference, pointer), pointer: reference };
  }
  return undefined;
}

function read(document: JsonObject, reference: string, from: string): Json {
  let json: Json | undefined = reference.startsWith("#") ? document : undefined;
  for (const token of fragmentKeys(reference)) {
    json = Array.isArray(json)
      ? (json as readonly Json[])[Number(token)]
      : isObject(json)
        ? member(json, token)
        : undefined;
  }
  if (json === undefined) throw dangling(reference, from, "has no target");
  return json;
}

function dangling(reference: string, pointer: string, how: string): UserError {
  return new UserError(3, `The reference ${JSON.stringify(reference)} ${how}.`, {
    pointers: [pointer],
    remedy: "Point it at an object that the document has.",
  });
}

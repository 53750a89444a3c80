import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";

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

/** The texts of a member that is an array, each once, sorted (code units); anything else in it is left out. */
export function textSet(object: JsonObject | undefined, name: string): readonly string[] {
  const texts = listMember(object, name).filter((value) => typeof value === "string");
  return [...new Set(texts)].sort(byText);
}

/** Members sorted by name (code units), so that key order never shows; specification extensions left out on request. */
export function sortedMembers(
  object: JsonObject | undefined,
  keep: "all" | "without-extensions" = "all",
): readonly (readonly [string, Json])[] {
  return Object.entries(object ?? {})
    .filter(([name]) => keep === "all" || !name.startsWith("x-"))
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
}

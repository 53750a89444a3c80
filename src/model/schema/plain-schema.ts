import type { JsonObject } from "../../load/loaded-contract.js";
import { member } from "../document/json-members.js";

/** Keywords that bring a second assertion, or one that is more than a type and what it says of its values. */
const FURTHER: ReadonlySet<string> = new Set([
  ...["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf"],
  ...["if", "dependentSchemas", "dependentRequired", "not"],
  ...["const", "enum", "$schema", "jsonSchemaDialect"],
]);

/**
 * Whether a schema says one type at most and what belongs to it: nothing in it can contradict something else, and nothing
 * has to be joined. Most schemas are plain.
 */
export function isPlain(json: JsonObject): boolean {
  for (const keyword of Object.keys(json)) if (FURTHER.has(keyword)) return false;
  if (member(json, "items") !== undefined && member(json, "type") === undefined) return false;
  return member(json, "readOnly") !== true || member(json, "writeOnly") !== true;
}

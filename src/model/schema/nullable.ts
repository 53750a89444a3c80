import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { isObject, listMember, member } from "../json-members.js";

/**
 * Whether null is a value of a schema whatever else it says: in OpenAPI 3.0's way (kept in later versions, where people
 * still write it), by a type array, or by a part of its `allOf` that is there for nothing else.
 */
export function isNullable(json: JsonObject): boolean {
  if (declaresNullable(json)) return true;
  const literal = member(json, "const") !== undefined || member(json, "enum") !== undefined;
  return !literal && (listMember(json, "type").includes("null") || member(json, "type") === "null");
}

/** Whether a schema says `nullable: true`, itself or by a part of its `allOf` that says it for the whole. */
export function declaresNullable(json: JsonObject): boolean {
  return member(json, "nullable") === true || isNullableByPart(json);
}

/**
 * Whether a part of an `allOf` says `nullable: true` for the whole: its siblings exclude null, and no part says
 * `nullable: false`. Read to the letter such a part would have no effect (OpenAPI 3.0.3,
 * Schema Object, `nullable`); published contracts write `allOf: [{ nullable: true }, { $ref }]`, and their servers send
 * null.
 */
export function isNullableByPart(json: JsonObject): boolean {
  const parts = listMember(json, "allOf");
  if (!parts.some(isNullableAlone) || [json, ...parts].some(deniesNull)) return false;
  return parts.some(excludesNull) || Object.keys(json).some((key) => key !== "allOf" && !isSilent(key));
}

function deniesNull(schema: Json): boolean {
  return isObject(schema) && member(schema, "nullable") === false;
}

/** Whether a part says `nullable: true`, and of the value nothing but a type and bounds of a scalar. */
export function isNullableAlone(part: Json): boolean {
  if (!isObject(part) || member(part, "nullable") !== true) return false;
  return Object.keys(part).every((keyword) => SCALAR.has(keyword) || isSilent(keyword));
}

function excludesNull(part: Json): boolean {
  if (!isObject(part)) return part === false;
  return member(part, "nullable") !== true && !Object.keys(part).every(isSilent);
}

/** Whether a keyword asserts nothing about the value. */
function isSilent(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith("x-");
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...["nullable", "title", "description", "deprecated", "default", "example", "examples", "externalDocs"],
  ...["readOnly", "writeOnly", "$comment"],
]);

const SCALAR: ReadonlySet<string> = new Set([
  ...["type", "format", "pattern", "minLength", "maxLength"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
]);

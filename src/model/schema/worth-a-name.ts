import type { Json } from "../../load/loaded-contract.js";
import { isObject, member } from "../document/json-members.js";
import type { SchemaType } from "../schema-model.js";

/** Alternatives that still read well where they stand. */
export const FEW = 4;

/**
 * Whether an inline schema becomes a declaration of its own: an object with members, what is put together of several,
 * and alternatives, with names, that are told apart by a property or are many. Scalars, enums, lists and maps stay where they are.
 */
export function deservesName(type: SchemaType): boolean {
  if (type.kind === "object") return type.properties.length > 0;
  if (type.kind === "intersection") return true;
  if (type.kind !== "union") return false;
  const shapes = type.members.filter((member) => member.type.kind === "ref");
  return (type.discriminator?.mapping.length ?? 0) > 0 || shapes.length > FEW;
}

/** Whether a schema has no schema below or beside it: referring to it is as good as repeating it. */
export function isScalarJson(json: Json): boolean {
  if (!isObject(json)) return true;
  return [
    ...["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf"],
    ...["properties", "additionalProperties", "patternProperties", "items", "prefixItems"],
  ].every((keyword) => {
    const value = member(json, keyword);
    return value === undefined || typeof value === "boolean";
  });
}

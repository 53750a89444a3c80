import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { isObject, listMember, member } from "../document/json-members.js";

/** The alternatives of a schema, each without a type of its own with the type that stands beside them. */
export function typedAlternatives(json: JsonObject, form: "oneOf" | "anyOf"): readonly Json[] {
  return listMember(json, form).map((part) => inheritType(json, part));
}

function inheritType(json: JsonObject, part: Json): Json {
  const type = member(json, "type");
  if (type === undefined || !isObject(part)) return part;
  const own = ["type", "$ref", "const", "enum", "allOf", "anyOf", "oneOf"].some(
    (keyword) => member(part, keyword) !== undefined,
  );
  return own ? part : { type, ...part };
}

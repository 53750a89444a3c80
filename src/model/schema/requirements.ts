import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { isObject, listMember, member } from "../document/json-members.js";

const FORMS = ["oneOf", "anyOf"] as const;
const RULES: readonly string[] = ["required", "not", "type", "title", "description"];

/**
 * Whether alternatives only require members which are described beside them: a rule about which members come together, not
 * another shape. It is kept as a constraint.
 */
export function isRequirement(json: JsonObject, form: (typeof FORMS)[number]): boolean {
  const hasMembers = member(json, "properties") !== undefined;
  const isUntyped = hasMembers && member(json, "type") === undefined;
  return (
    (hasMembers || member(json, "allOf") !== undefined) &&
    listMember(json, form).every((part) => {
      return (
        isObject(part) &&
        Object.keys(part).length > 0 &&
        // A text beside members that name no type is another shape, whatever is said of it.
        !(isUntyped && isOfOtherType(part)) &&
        Object.keys(part).every((key) => RULES.includes(key))
      );
    })
  );
}

function isOfOtherType(part: JsonObject): boolean {
  const type = member(part, "type") ?? "object";
  const types: readonly Json[] = Array.isArray(type) ? (type as readonly Json[]) : [type];
  return types.some((one) => one !== "object");
}

/** Alternatives that are no more than a rule, by their keyword. */
export function requirementsOf(json: JsonObject): Readonly<Record<string, readonly Json[]>> {
  const forms = FORMS.filter((form) => listMember(json, form).length > 0 && isRequirement(json, form));
  return Object.fromEntries(forms.map((form) => [form, listMember(json, form)]));
}

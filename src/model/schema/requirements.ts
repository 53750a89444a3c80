import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { isObject, listMember, member } from "../document/json-members.js";

const FORMS = ["oneOf", "anyOf"] as const;
const RULES: readonly string[] = ["required", "not", "type", "title", "description"];

/**
 * Whether alternatives only require members which are described beside them: a rule about which members come together, not
 * another shape. It is kept as a constraint.
 */
export function isRequirement(json: JsonObject, form: (typeof FORMS)[number]): boolean {
  const described = member(json, "properties") !== undefined || member(json, "allOf") !== undefined;
  return (
    described &&
    listMember(json, form).every((part) => {
      return (
        isObject(part) &&
        Object.keys(part).length > 0 &&
        Object.keys(part).every((key) => RULES.includes(key))
      );
    })
  );
}

/** Alternatives that are no more than a rule, by their keyword. */
export function requirementsOf(json: JsonObject): Readonly<Record<string, readonly Json[]>> {
  const forms = FORMS.filter((form) => listMember(json, form).length > 0 && isRequirement(json, form));
  return Object.fromEntries(forms.map((form) => [form, listMember(json, form)]));
}

import type { JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import type { SecurityAlternativeModel } from "../api-model.js";
import { isObject, listMember, member, sortedMembers } from "../document/json-members.js";

/**
 * The security alternatives of an operation, the root's when it states none (OpenAPI, Operation Object, `security`).
 * An empty list, and a contract that says nothing at all, both mean: anonymous.
 */
export function buildSecurity(
  document: JsonObject,
  operation: JsonObject,
): readonly SecurityAlternativeModel[] {
  const owner = member(operation, "security") === undefined ? document : operation;
  return listMember(owner, "security")
    .filter(isObject)
    .map((alternative) =>
      sortedMembers(alternative).map(([scheme, scopes]) => ({
        scheme,
        scopes: Array.isArray(scopes)
          ? (scopes as readonly unknown[]).filter((scope) => typeof scope === "string").sort(byText)
          : [],
      })),
    );
}

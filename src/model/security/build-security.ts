import type { JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import type { SecurityAlternativeModel } from "../api-model.js";
import { isObject, listMember, member, sortedMembers } from "../document/json-members.js";
import { schemeName } from "./undefined-schemes.js";

/**
 * The security alternatives of an operation, the root's when it states none (OpenAPI, Operation Object, `security`).
 * An empty list, and a contract that says nothing at all, both mean: anonymous. An alternative that names a scheme which
 * the contract does not have is none (`noteUndefinedSchemes` tells).
 */
export function buildSecurity(
  document: JsonObject,
  operation: JsonObject,
): readonly SecurityAlternativeModel[] {
  const owner = member(operation, "security") === undefined ? document : operation;
  return listMember(owner, "security")
    .filter(isObject)
    .flatMap((alternative) => {
      const needed = readAlternative(document, alternative);
      return needed === undefined ? [] : [needed];
    });
}

/** One alternative (OpenAPI, Security Requirement Object); undefined where it names a scheme that the contract lacks. */
export function readAlternative(
  document: JsonObject,
  alternative: JsonObject,
): SecurityAlternativeModel | undefined {
  const needed = sortedMembers(alternative).map(([written, scopes]) => ({
    scheme: schemeName(document, written),
    scopes: Array.isArray(scopes)
      ? (scopes as readonly unknown[]).filter((scope) => typeof scope === "string").sort(byText)
      : [],
  }));
  return needed.every(isDefined) ? needed : undefined;
}

function isDefined<Scheme extends { readonly scheme: string | undefined }>(
  one: Scheme,
): one is Scheme & { readonly scheme: string } {
  return one.scheme !== undefined;
}

import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { appendPointer, fragmentKeys } from "../../text/json-pointer.js";
import { byText } from "../../text/by-text.js";
import { isObject, listMember, member, objectMember } from "../document/json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import type { SchemaNote } from "../schema/schema-note.js";

/**
 * Name of the scheme that a security requirement means: that of a component, or, since OpenAPI 3.2, a reference to one.
 *
 * @returns undefined for a scheme that the contract does not have
 */
export function schemeName(document: JsonObject, written: string): string | undefined {
  const schemes = objectMember(objectMember(document, "components"), "securitySchemes");
  if (member(schemes, written) !== undefined) return written;
  if (!written.startsWith("#/components/securitySchemes/")) return undefined;
  const name = fragmentKeys(written)[2];
  return name !== undefined && member(schemes, name) !== undefined ? name : undefined;
}

/**
 * What a person should know of alternatives that name a scheme which the contract does not have (OpenAPI, Security
 * Requirement Object: each name must be that of a scheme): nobody could give its credential. One note an alternative.
 */
export function noteUndefinedSchemes(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly SchemaNote[] {
  return [
    ...notesOf(document, document, "#"),
    ...operations.flatMap(({ json, pointer }) => notesOf(document, json, pointer)),
  ];
}

function notesOf(document: JsonObject, owner: JsonObject, pointer: string): readonly SchemaNote[] {
  const alternatives = listMember(owner, "security").filter(isObject);
  const unknown = alternatives.map((alternative) => unknownIn(document, alternative));
  const left = unknown.some((names) => names.length === 0)
    ? "this alternative is left out."
    : "what it protects is called without a credential.";
  return unknown.flatMap((names, index) => {
    if (names.length === 0) return [];
    const listed = names.map((name) => JSON.stringify(name)).join(", ");
    const text = `The contract has no security scheme ${listed}; ${left}`;
    return [{ text, pointer: appendPointer(pointer, "security", index) }];
  });
}

/** The names in an alternative that are those of no scheme. */
function unknownIn(document: JsonObject, alternative: Readonly<Record<string, Json>>): readonly string[] {
  return Object.keys(alternative)
    .filter((name) => schemeName(document, name) === undefined)
    .sort(byText);
}

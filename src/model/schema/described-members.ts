import type { Json } from "../../load/loaded-contract.js";
import { isObject, listMember, objectMember, sortedMembers, textMember } from "../document/json-members.js";
import type { SchemaReading } from "./possible-values.js";

/**
 * The members that a schema describes, through references and what it is made of: name → each schema that is there for
 * it.
 *
 * @param forms - what it is made of; by default `allOf` alone, for what holds for every value.
 */
export function describedMembers(
  json: Json,
  reading: SchemaReading,
  forms: readonly ("allOf" | "anyOf" | "oneOf")[] = ["allOf"],
): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, Json[]>();
  const seen = new Set<Json>();
  const read = (schema: Json): void => {
    if (!isObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    const reference = textMember(schema, "$ref");
    if (reference !== undefined) read(reading.follow({ $ref: reference }));
    if (reference !== undefined && reading.siblings === "ignored") return;
    for (const [name, described] of sortedMembers(objectMember(schema, "properties"))) {
      const known = found.get(name);
      if (known === undefined) found.set(name, [described]);
      else known.push(described);
    }
    for (const form of forms) listMember(schema, form).forEach(read);
  };
  read(json);
  return found;
}

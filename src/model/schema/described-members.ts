import type { Json } from "../../load/loaded-contract.js";
import { isObject, listMember, objectMember, sortedMembers, textMember } from "../document/json-members.js";
import type { SchemaReading } from "./possible-values.js";

/**
 * The members that a schema describes for every value of it, through references and `allOf`: name → each schema that
 * is there for it.
 */
export function describedMembers(json: Json, reading: SchemaReading): ReadonlyMap<string, readonly Json[]> {
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
    for (const part of listMember(schema, "allOf")) read(part);
  };
  read(json);
  return found;
}

/** Names of the members that a schema describes for any value of it: through references, `allOf` and every alternative. */
export function memberNames(json: Json, reading: SchemaReading): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<Json>();
  const read = (schema: Json): void => {
    if (!isObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    const reference = textMember(schema, "$ref");
    if (reference !== undefined) read(reading.follow({ $ref: reference }));
    if (reference !== undefined && reading.siblings === "ignored") return;
    for (const [name] of sortedMembers(objectMember(schema, "properties"))) found.add(name);
    for (const form of ["allOf", "oneOf", "anyOf"]) listMember(schema, form).forEach(read);
  };
  read(json);
  return found;
}

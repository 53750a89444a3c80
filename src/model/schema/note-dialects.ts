import type { JsonObject } from "../../load/loaded-contract.js";
import { textMember } from "../document/json-members.js";
import type { SchemaNote } from "./schema-note.js";

/**
 * What schemas may say that they are written in and are read as anyway: JSON Schema 2020-12, and OpenAPI's own dialect
 * of it (OpenAPI 3.1, 4.8.24.5).
 */
const KNOWN = /^https?:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.\d\/)/u;

const SUBJECTS = [
  ["$schema", "The schema says that it is"],
  ["jsonSchemaDialect", "The contract says that its schemas are"],
] as const;

/** Notes for a document or schema that says that it is written in another dialect, which might mean something else. */
export function noteDialect(json: JsonObject, pointer: string): readonly SchemaNote[] {
  return SUBJECTS.flatMap(([keyword, subject]) => {
    const dialect = textMember(json, keyword);
    if (dialect === undefined || KNOWN.test(dialect)) return [];
    const is = subject.endsWith("is") ? "it is" : "they are";
    const text = `${subject} written in ${JSON.stringify(dialect)}; ${is} read as JSON Schema 2020-12.`;
    return [{ text, pointer }];
  });
}

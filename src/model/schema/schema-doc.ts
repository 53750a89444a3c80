import type { JsonObject } from "../../load/loaded-contract.js";
import { flagMember, listMember, member, objectMember, textMember } from "../document/json-members.js";
import type { SchemaDoc, SchemaNode } from "../schema-model.js";

/** No words at all. */
export const NO_DOC: SchemaDoc = { deprecated: false, examples: [] };

/** What a schema tells people. `example` (OpenAPI 3.0) and `examples` (JSON Schema) become one list. */
export function readDoc(json: JsonObject): SchemaDoc {
  const title = textMember(json, "title");
  const description = textMember(json, "description");
  const initial = member(json, "default");
  const example = member(json, "example");
  const more = readExternalDocs(objectMember(json, "externalDocs"));
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    deprecated: flagMember(json, "deprecated") === true,
    ...(initial === undefined ? {} : { default: initial }),
    ...(more === undefined ? {} : { externalDocs: more }),
    examples: [...(example === undefined ? [] : [example]), ...listMember(json, "examples")],
  };
}

function readExternalDocs(json: JsonObject | undefined): SchemaDoc["externalDocs"] {
  const url = textMember(json, "url");
  const description = textMember(json, "description");
  return url === undefined ? undefined : { url, ...(description === undefined ? {} : { description }) };
}

/** The words of an outer schema, and those of the only schema inside it where the outer says nothing. */
export function mergeDocs(outer: SchemaDoc, inner: SchemaDoc): SchemaDoc {
  if (inner === NO_DOC) return outer;
  return {
    ...inner,
    ...outer,
    deprecated: outer.deprecated || inner.deprecated,
    examples: outer.examples.length > 0 ? outer.examples : inner.examples,
  };
}

/** `readOnly` and `writeOnly`; both at once say nothing. */
export function readAccess(json: JsonObject): Pick<SchemaNode, "access"> {
  const readOnly = flagMember(json, "readOnly") === true;
  const writeOnly = flagMember(json, "writeOnly") === true;
  if (readOnly === writeOnly) return {};
  return { access: readOnly ? "readOnly" : "writeOnly" };
}

/** Whether a value must never be shown: `format: password`, `writeOnly` text, `x-sensitive`. */
export function readSensitive(json: JsonObject): boolean {
  const text = member(json, "type") === "string";
  return (
    member(json, "format") === "password" ||
    flagMember(json, "x-sensitive") === true ||
    (text && flagMember(json, "writeOnly") === true)
  );
}

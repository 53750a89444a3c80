import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { flagMember, listMember, member, textMember } from "../document/json-members.js";
import type { SchemaDoc, SchemaNode } from "../schema-model.js";

/** No words at all. */
export const NO_DOC: SchemaDoc = { deprecated: false, examples: [] };

/** What a schema tells people. `example` (OpenAPI 3.0) and `examples` (JSON Schema) become one list. */
export function readDoc(json: JsonObject): SchemaDoc {
  const title = textMember(json, "title");
  const description = textMember(json, "description");
  const initial = member(json, "default");
  const example = member(json, "example");
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    deprecated: flagMember(json, "deprecated") === true,
    ...(initial === undefined ? {} : { default: initial }),
    examples: [...(example === undefined ? [] : [example]), ...listMember(json, "examples")],
  };
}

/** The words of an outer schema, and those of the only schema inside it where the outer says nothing. */
export function mergeDocs(outer: SchemaDoc, inner: SchemaDoc): SchemaDoc {
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

/** Keywords that say more about values than a type can. `required` and `type` are in the type already. */
const CONSTRAINTS = [
  ...[
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
  ],
  ...["multipleOf", "not", "pattern", "propertyNames", "contains", "minContains", "maxContains"],
  ...["dependentRequired", "dependentSchemas", "if", "then", "else"],
] as const;

/** Assertions that types do not express. OpenAPI 3.0's boolean `exclusiveMinimum` becomes the number it qualifies. */
export function readConstraints(json: JsonObject): Readonly<Record<string, Json>> {
  const found: Record<string, Json> = {};
  for (const keyword of CONSTRAINTS) {
    const value = member(json, keyword);
    if (value !== undefined) found[keyword] = value;
  }
  if (member(json, "uniqueItems") === true) found["uniqueItems"] = true;
  moveBound(json, found, "minimum", "exclusiveMinimum");
  moveBound(json, found, "maximum", "exclusiveMaximum");
  return Object.fromEntries(Object.entries(found).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function moveBound(json: JsonObject, found: Record<string, Json>, bound: string, exclusive: string): void {
  const value = member(json, exclusive);
  if (typeof value === "number") found[exclusive] = value;
  const inclusive = found[bound];
  if (value !== true || inclusive === undefined) return;
  found[exclusive] = inclusive;
  Reflect.deleteProperty(found, bound);
}

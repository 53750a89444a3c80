import type { ParameterModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import type { SchemaReader } from "./schema-reader.js";

/** What a parameter has where callers give it no value. */
type SentValue = string | number | boolean;

/** That value, by a rule. */
export type SentBy = (parameter: ParameterModel, reader: SchemaReader) => SentValue | undefined;

/**
 * The only value that a required parameter can have (`const`, or an `enum` of one): it goes without saying, and is sent
 * where the caller leaves it out. Undefined for any other parameter, and for one in a path, which is what a call names.
 */
export function onlyValue(
  { in: location, required, content, schema }: ParameterModel,
  reader: SchemaReader,
): SentValue | undefined {
  if (!required || location === "path" || content !== undefined) return undefined;
  const { type } = withoutReferences(schema, reader);
  if (type.kind !== "literal" || (typeof type.value === "object" && type.value !== null)) return undefined;
  return type.value ?? undefined;
}

/** What is behind references; unlike what a reader resolves, null beside another value stays. */
function withoutReferences(schema: SchemaNode, reader: SchemaReader): SchemaNode {
  const seen = new Set<string>();
  let node = schema;
  while (node.type.kind === "ref" && !seen.has(node.type.name)) {
    seen.add(node.type.name);
    node = reader.named(node.type.name) ?? node;
  }
  return node;
}

/**
 * The value that the client sends by itself, where it calls an operation for a caller who gives no input: the only value, else the default.
 * Undefined for what only a caller knows.
 */
export function ownValue(parameter: ParameterModel, reader: SchemaReader): SentValue | undefined {
  const only = onlyValue(parameter, reader);
  if (only !== undefined || !parameter.required || parameter.in === "path" || parameter.content !== undefined)
    return only;
  const { schema } = parameter;
  const preset = schema.doc.default ?? withoutReferences(schema, reader).doc.default;
  return preset === null || typeof preset === "object" ? undefined : preset;
}

/** Whether a client cannot call an operation unless a caller gives a value for this parameter. */
export function needsCaller(parameter: ParameterModel, reader: SchemaReader): boolean {
  return parameter.required && ownValue(parameter, reader) === undefined;
}

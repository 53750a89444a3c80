import type { ParameterModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import type { SchemaReader } from "../reading/schema-reader.js";

/**
 * The only value that a required parameter can have (`const`, or an `enum` of one): it goes without saying, and is sent
 * where the caller leaves it out. Undefined for any other parameter, and for one in a path, which is what a call names.
 */
export function onlyValue(
  { in: place, required, content, schema }: ParameterModel,
  reader: SchemaReader,
): string | number | boolean | undefined {
  if (!required || place === "path" || content !== undefined) return undefined;
  const { type } = withoutReferences(schema, reader);
  if (type.kind !== "literal" || (typeof type.value === "object" && type.value !== null)) return undefined;
  return type.value ?? undefined;
}

/** What stands behind references; unlike what a reader resolves, null beside another value stays. */
function withoutReferences(schema: SchemaNode, reader: SchemaReader): SchemaNode {
  const seen = new Set<string>();
  let node = schema;
  while (node.type.kind === "ref" && !seen.has(node.type.name)) {
    seen.add(node.type.name);
    node = reader.named(node.type.name) ?? node;
  }
  return node;
}

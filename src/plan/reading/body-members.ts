import type { SchemaNode } from "../../model/schema-model.js";
import { alternatives } from "./schema-alternatives.js";
import type { SchemaReader } from "./schema-reader.js";

/**
 * The members of a body by name, in the order in which they are described, each as every alternative of the body that has it
 * describes it.
 */
export function bodyMembers(
  schema: SchemaNode,
  reader: SchemaReader,
): ReadonlyMap<string, readonly SchemaNode[]> {
  const found = new Map<string, SchemaNode[]>();
  for (const alternative of alternatives(schema, reader)) {
    for (const { name, schema: member } of reader.properties(alternative) ?? []) {
      const known = found.get(name);
      if (known === undefined) found.set(name, [member]);
      else known.push(member);
    }
  }
  return found;
}

import type { ApiModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import { byText } from "../../text/by-text.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import type { Trait } from "./trait.js";

/** Names of members and parameters whose schema is marked sensitive (SEC-1). */
export function recogniseSensitive(
  model: ApiModel,
  reader: SchemaReader,
): Trait<readonly string[]> | undefined {
  const names = new Set<string>();
  for (const schema of model.schemas) collect(schema.node, reader, names);
  for (const parameter of model.operations.flatMap((operation) => operation.parameters)) {
    if (parameter.sensitive || isSensitive(parameter.schema, reader)) names.add(parameter.name);
  }
  if (names.size === 0) return undefined;
  return {
    facts: [...names].sort(byText),
    reason: "Marked by `x-sensitive`, `format: password` or `writeOnly` text.",
  };
}

function collect(node: SchemaNode, reader: SchemaReader, names: Set<string>): void {
  const { type } = node;
  switch (type.kind) {
    case "object":
      for (const property of type.properties) {
        if (isSensitive(property.schema, reader)) names.add(property.name);
        collect(property.schema, reader, names);
      }
      if (typeof type.additional === "object") collect(type.additional, reader, names);
      return;
    case "array":
      collect(type.items, reader, names);
      return;
    case "union":
    case "intersection":
      for (const member of type.members) collect(member, reader, names);
      return;
    default:
  }
}

/** Marked itself, or where it points to, or what it lists. */
function isSensitive(node: SchemaNode, reader: SchemaReader): boolean {
  if (node.sensitive) return true;
  const target = reader.resolve(node);
  if (target.sensitive) return true;
  return target.type.kind === "array" && isSensitive(target.type.items, reader);
}

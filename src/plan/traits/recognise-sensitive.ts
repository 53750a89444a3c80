import type { ApiModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import { recursiveResults } from "../../openapi/recursive-results.js";
import { byText } from "../../text/by-text.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import type { Trait } from "./trait.js";

/** Names of members and parameters whose schema is marked sensitive (SEC-1). */
export function recogniseSensitive(
  model: ApiModel,
  reader: SchemaReader,
): Trait<readonly string[]> | undefined {
  const names = new Set<string>();
  const isSensitive = sensitiveIn(reader);
  for (const schema of model.schemas) collect(schema.node, isSensitive, names);
  for (const parameter of model.operations.flatMap((operation) => operation.parameters)) {
    if (parameter.sensitive || isSensitive(parameter.schema)) names.add(parameter.name);
  }
  if (names.size === 0) return undefined;
  return {
    facts: [...names].sort(byText),
    reason: "Marked by `x-sensitive`, `format: password` or `writeOnly` text.",
  };
}

function collect(node: SchemaNode, isSensitive: IsSensitive, names: Set<string>): void {
  const { type } = node;
  switch (type.kind) {
    case "object":
      for (const property of type.properties) {
        if (isSensitive(property.schema)) names.add(property.name);
        collect(property.schema, isSensitive, names);
      }
      if (typeof type.additional === "object") collect(type.additional, isSensitive, names);
      return;
    case "array":
      collect(type.items, isSensitive, names);
      return;
    case "union":
    case "intersection":
      for (const member of type.members) collect(member, isSensitive, names);
      return;
    default:
  }
}

type IsSensitive = (node: SchemaNode) => boolean;

/** Marked itself, or where it points to, or what it lists. */
function sensitiveIn(reader: SchemaReader): IsSensitive {
  return recursiveResults({
    onCycle: false,
    compute: (node, recurse) => {
      const target = reader.resolve(node);
      if (node.sensitive || target.sensitive) return true;
      return target.type.kind === "array" && recurse(target.type.items);
    },
  });
}

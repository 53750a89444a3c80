import type { SchemaNode } from "../../model/schema-model.js";
import type { SchemaReader } from "../reading/schema-reader.js";

/** Alternatives inside alternatives are followed this far. */
const DEEPEST = 20;

/** Whether null is among the values of a schema. */
export function isNullable(node: SchemaNode, reader: SchemaReader, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  const { type } = node;
  switch (type.kind) {
    case "null":
      return true;
    case "ref": {
      const target = reader.named(type.name);
      return target !== undefined && isNullable(target, reader, depth + 1);
    }
    case "literal":
      return type.value === null;
    case "enum":
      return type.values.includes(null);
    case "union":
      return type.members.some((member) => isNullable(member, reader, depth + 1));
    case "intersection":
      return type.members.every((member) => isNullable(member, reader, depth + 1));
    default:
      return false;
  }
}

import type { SchemaNode, SchemaType } from "../../model/schema-model.js";

/** A type with something else in place of each schema that stands directly in it; what it refers to is left to others. */
export function mapParts(type: SchemaType, change: (part: SchemaNode) => SchemaNode): SchemaType {
  switch (type.kind) {
    case "array":
      return { ...type, items: change(type.items) };
    case "tuple":
      return {
        ...type,
        items: type.items.map(change),
        ...(type.rest === undefined ? {} : { rest: change(type.rest) }),
      };
    case "union":
    case "intersection":
      return { ...type, members: type.members.map(change) };
    case "object":
      return {
        ...type,
        properties: type.properties.map((each) => ({ ...each, schema: change(each.schema) })),
        additional: typeof type.additional === "string" ? type.additional : change(type.additional),
        patterns: type.patterns.map((each) => ({ ...each, schema: change(each.schema) })),
      };
    default:
      return type;
  }
}

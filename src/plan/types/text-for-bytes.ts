import type { SchemaNode, SchemaType } from "../../model/schema-model.js";
import { partsOf } from "./schema-usage.js";

/** A schema with text in place of bytes; the very same where it has none. What it refers to is left to others. */
export function textForBytes(node: SchemaNode): SchemaNode {
  if (node.type.kind === "binary") {
    // What the contract says by a media type stands among the constraints; that of text is said by its type.
    const { contentMediaType: media, ...constraints } = node.constraints;
    const said = typeof media === "string" ? { contentMediaType: media } : { format: "binary" };
    return { ...node, type: { kind: "string", ...said }, constraints };
  }
  return hasBytes(node) ? { ...node, type: settled(node.type) } : node;
}

function hasBytes(node: SchemaNode): boolean {
  return node.type.kind === "binary" || partsOf(node).some(hasBytes);
}

function settled(type: SchemaType): SchemaType {
  switch (type.kind) {
    case "array":
      return { ...type, items: textForBytes(type.items) };
    case "tuple":
      return {
        ...type,
        items: type.items.map(textForBytes),
        ...(type.rest === undefined ? {} : { rest: textForBytes(type.rest) }),
      };
    case "union":
    case "intersection":
      return { ...type, members: type.members.map(textForBytes) };
    case "object":
      return {
        ...type,
        properties: type.properties.map((each) => ({ ...each, schema: textForBytes(each.schema) })),
        additional: typeof type.additional === "string" ? type.additional : textForBytes(type.additional),
        patterns: type.patterns.map((each) => ({ ...each, schema: textForBytes(each.schema) })),
      };
    default:
      return type;
  }
}

import type { SchemaNode } from "../../model/schema-model.js";
import { mapParts } from "../types/map-parts.js";
import { partsOf } from "../types/schema-usage.js";

/** A schema with text in place of bytes; the very same where it has none. What it refers to is left to others. */
export function textForBytes(node: SchemaNode): SchemaNode {
  if (node.type.kind === "binary") {
    // What the contract says by a media type stands among the constraints; that of text is said by its type.
    const { contentMediaType: media, ...constraints } = node.constraints;
    const said = typeof media === "string" ? { contentMediaType: media } : { format: "binary" };
    return { ...node, type: { kind: "string", ...said }, constraints };
  }
  return hasBytes(node) ? { ...node, type: mapParts(node.type, textForBytes) } : node;
}

/** Whether bytes stand in a schema; what it refers to is left to others. */
export function hasBytes(node: SchemaNode): boolean {
  return node.type.kind === "binary" || partsOf(node).some(hasBytes);
}

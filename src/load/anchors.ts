import { toReference } from "../text/json-pointer.js";
import { walkTree } from "./walk-tree.js";

/**
 * Rewrites references to anchors (`#node`, JSON Schema 2020-12 section 8.2.2) as JSON pointers, within one parsed
 * document: the bundler names what an anchor points at after the anchor, and everybody else knows pointers alone.
 * Changes the tree in place.
 */
export function resolveAnchors(tree: unknown): void {
  const places = new Map<string, string>();
  const references: Record<string, unknown>[] = [];
  walkTree(tree, (node, keys) => {
    const { $anchor: anchor, $ref: reference } = node;
    if (typeof anchor === "string") places.set(`#${anchor}`, toReference(keys));
    if (typeof reference === "string" && /^#[^/]/u.test(reference)) references.push(node);
  });
  for (const node of references) node["$ref"] = places.get(String(node["$ref"])) ?? node["$ref"];
}

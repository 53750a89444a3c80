import type { SchemaModel, SchemaNode } from "../../model/schema-model.js";

/** A schema without null, and whether null is one of its values. */
export interface SplitNull {
  readonly node: SchemaNode;
  readonly nullable: boolean;
}

/**
 * Takes null out of an alternative, also of one that is a reference: what is said of objects, as the value of a
 * discriminator, cannot be said of null. One that has no null stays as it is written.
 */
export function splitNull(node: SchemaNode, schemas: ReadonlyMap<string, SchemaModel>): SplitNull {
  const { type } = resolve(node, schemas);
  const others = type.kind === "union" ? type.members.filter((member) => member.type.kind !== "null") : [];
  if (type.kind !== "union" || others.length === 0 || others.length === type.members.length)
    return { node, nullable: false };
  const [only] = others;
  if (only !== undefined && others.length === 1) return { node: only, nullable: true };
  return { node: { ...node, type: { ...type, members: others } }, nullable: true };
}

function resolve(
  node: SchemaNode,
  schemas: ReadonlyMap<string, SchemaModel>,
  within: ReadonlySet<string> = new Set(),
): SchemaNode {
  if (node.type.kind !== "ref" || within.has(node.type.name)) return node;
  const target = schemas.get(node.type.name);
  return target === undefined ? node : resolve(target.node, schemas, new Set([...within, node.type.name]));
}

import type { SchemaModel, SchemaNode } from "../../../model/schema-model.js";

/** A value that an enum can list. */
export type ListedValue = string | number | boolean | null;

/** The values of an enum, and of alternatives that are a literal each; undefined for what is neither. */
export function listedValues({ type }: SchemaNode): readonly ListedValue[] | undefined {
  if (type.kind === "enum") return type.values;
  if (type.kind !== "union") return undefined;
  const values = type.members.map((member) => {
    if (member.type.kind === "null") return null;
    return member.type.kind === "literal" && typeof member.type.value !== "object"
      ? member.type.value
      : undefined;
  });
  const scalars = values.filter((value) => value !== undefined);
  return scalars.length === values.length && scalars.length > 1 ? scalars : undefined;
}

/** The same text for lists of the same values, whatever their order, and whether or not null is among them. */
export function listKey(values: readonly ListedValue[]): string {
  const texts = values.filter((value) => value !== null).map((value) => JSON.stringify(value));
  return [...new Set(texts)].sort().join(" ");
}

/** A schema without null, and whether null is one of its values. */
interface SplitNull {
  readonly node: SchemaNode;
  readonly nullable: boolean;
}

/**
 * Takes null out of an alternative, also of one that is a reference: what holds for objects, as the value of a
 * discriminator, does not hold for null. One without null stays as it is.
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

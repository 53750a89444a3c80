import type { SchemaNode, SchemaReader } from "./schema-reader.js";
import { sharedSubtypes } from "./subtypes.js";

/*
 * What a base with a discriminator means where a value of it is: the values of a base are those of its subtypes. Its own keywords are
 * parts of theirs.
 */

/** A node, and the reader of its document. */
export interface ReadSide {
  readonly reader: SchemaReader;
  readonly node: SchemaNode;
}

/** Two nodes of two documents, as they are compared. */
export interface ReadValues {
  readonly left: SchemaNode;
  readonly right: SchemaNode;
  /** Subtypes that both have, to compare in pairs. */
  readonly subtypes: readonly (readonly [left: string, right: string])[];
  /** There are no values but those of the subtypes. */
  readonly areAll: boolean;
}

/**
 * Reads two nodes by what their values are. Two bases are compared by the subtypes that both have: their discriminators say which came and
 * went. A base and any other schema are compared as a union and that schema. A component that has its discriminator in one
 * document only is the same schema in both.
 */
export function readValues(left: ReadSide, right: ReadSide): ReadValues {
  const whole = { left: left.node, right: right.node };
  const subtypes = sharedSubtypes(left, right);
  const [one, other] = [left.reader.asUnion(left.node), right.reader.asUnion(right.node)];
  if (one !== undefined && other !== undefined)
    return { ...whole, subtypes, areAll: subtypes.length > 0 && hasNull(left) === hasNull(right) };
  const isSameComponent = left.node.slot[0] === right.node.slot[0];
  const hasUnion = [left, right].some(({ node: { form } }) => form.unions.length + form.merged.length > 0);
  if (isSameComponent && !hasUnion) return { ...whole, subtypes, areAll: false };
  return { left: one ?? left.node, right: other ?? right.node, subtypes, areAll: false };
}

function hasNull({ node }: ReadSide): boolean {
  return node.form.types.has("null");
}

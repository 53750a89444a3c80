import type { SchemaNode } from "../../model/schema-model.js";
import { matchesPattern } from "../../openapi/patterns.js";
import type { SchemaReader } from "./schema-reader.js";

/**
 * What a map allows under a name: by a pattern that the name matches, else as any other member. A pattern that is not run counts as matched.
 *
 * @returns undefined: the map does not say it, or has no such member
 */
export function mapMember(node: SchemaNode, name: string, reader: SchemaReader): SchemaNode | undefined {
  const { type } = reader.resolve(node);
  if (type.kind !== "object") return undefined;
  const matched = type.patterns.find(({ pattern }) => matchesPattern(pattern, name) !== false);
  return matched?.schema ?? (typeof type.additional === "object" ? type.additional : undefined);
}

/** The schemas that members of a map have under names that the contract does not list; empty: it is not a map. */
export function mapValues(node: SchemaNode, reader: SchemaReader): readonly SchemaNode[] {
  const { type } = reader.resolve(node);
  if (type.kind !== "object") return [];
  const patterned = type.patterns.map(({ schema }) => schema);
  return typeof type.additional === "object" ? [...patterned, type.additional] : patterned;
}

import type { ObjectType, PropertyModel, SchemaNode } from "../../model/schema-model.js";
import { readNamePattern } from "./name-patterns.js";

/**
 * The schema of a member: its own or, where `required` alone names it, what the object says of members of such a name (JSON
 * Schema 2020-12, core 10.3.2): of all that match a pattern, or of additional ones where it certainly matches none.
 */
export function schemaOf({ name, schema, undescribed }: PropertyModel, type: ObjectType): SchemaNode {
  if (undescribed !== true) return schema;
  const patterns = type.patterns.map((each) => ({ ...each, ...readNamePattern(each.pattern) }));
  const possible = patterns.filter(({ prefix }) => name.startsWith(prefix));
  const [first, ...others] = possible;
  if (first === undefined) return typeof type.additional === "string" ? schema : type.additional;
  // Several that match would have to hold at once, and what a pattern means beyond its beginning is not known here.
  return others.length === 0 && first.whole ? first.schema : schema;
}

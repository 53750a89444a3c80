import type { DiscriminatorModel, SchemaNode, SchemaType } from "../../model/schema-model.js";
import { mapParts } from "../types/map-parts.js";
import { referredNames } from "../types/schema-usage.js";

/** A schema that refers to others in place of some, by their names; the very same where it refers to none of them. */
export function renameReferences(node: SchemaNode, names: ReadonlyMap<string, string>): SchemaNode {
  if (!referredNames(node).some((name) => names.has(name))) return node;
  return { ...node, type: renamed(node.type, names) };
}

function renamed(type: SchemaType, names: ReadonlyMap<string, string>): SchemaType {
  if (type.kind === "ref") return { ...type, name: names.get(type.name) ?? type.name };
  const settled = mapParts(type, (part) => renameReferences(part, names));
  return settled.kind !== "union" || settled.discriminator === undefined
    ? settled
    : { ...settled, discriminator: ledTo(settled.discriminator, names) };
}

/** What a discriminator leads to is known by name as well. */
function ledTo(discriminator: DiscriminatorModel, names: ReadonlyMap<string, string>): DiscriminatorModel {
  const { base, fallback, mapping } = discriminator;
  return {
    ...discriminator,
    mapping: mapping.map((each) => ({ ...each, schema: names.get(each.schema) ?? each.schema })),
    ...(base === undefined ? {} : { base: names.get(base) ?? base }),
    ...(fallback === undefined ? {} : { fallback: names.get(fallback) ?? fallback }),
  };
}

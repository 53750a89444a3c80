import type { SchemaNode } from "../../model/schema-model.js";
import type { MemberPlan } from "../type-plan.js";
import { mergeMembers } from "./merge-members.js";
import { objectMembers, type TypeView } from "./plan-type.js";
import type { SchemaCatalog, Variant } from "./schema-catalog.js";

/**
 * All members of an object schema, through references and `allOf`, sorted by name, an index signature last; undefined
 * when the schema is anything but an object.
 */
export function resolveMembers(
  node: SchemaNode,
  view: TypeView,
  catalog: SchemaCatalog,
): readonly MemberPlan[] | undefined {
  const { type } = node;
  if (type.kind === "object") return objectMembers(type, view, catalog);
  if (type.kind === "ref") {
    const variant = catalog.variant(type.name, view.direction);
    return variant === undefined ? undefined : variantMembers(variant, catalog);
  }
  if (type.kind !== "intersection") return undefined;
  const parts: (readonly MemberPlan[])[] = [];
  for (const member of type.members) {
    const members = resolveMembers(member, view, catalog);
    if (members === undefined) return undefined;
    parts.push(members);
  }
  return mergeMembers(parts);
}

/** Bases are asked for by their declaration and by every heir; a variant belongs to one catalog, so that it can stand for both. */
const known = new WeakMap<Variant, { readonly members: readonly MemberPlan[] | undefined }>();

/** The same of a declaration. */
export function variantMembers(variant: Variant, catalog: SchemaCatalog): readonly MemberPlan[] | undefined {
  const before = known.get(variant);
  if (before !== undefined) return before.members;
  // What leads back to itself adds no member to those that it has anyway.
  known.set(variant, { members: [] });
  const members = resolveMembers(variant.schema.node, variant, catalog);
  known.set(variant, { members });
  return members;
}

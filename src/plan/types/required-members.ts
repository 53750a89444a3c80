import type { SchemaNode } from "../../model/schema-model.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { indexedType } from "./index-member.js";
import type { TypeView } from "./plan-type.js";
import { resolveMembers } from "./resolve-members.js";
import type { SchemaCatalog, Variant } from "./schema-catalog.js";
import { NEVER, unionType } from "./type-builders.js";

/**
 * Members that a part of an `allOf` only requires, with the types that the alternatives beside it describe: `required:
 * [name]` beside `A | B` is `{ name: string }` where each has a `name`. The very same members where one does not.
 */
export function describeRequired(
  members: readonly MemberPlan[],
  others: readonly SchemaNode[],
  view: TypeView,
  catalog: SchemaCatalog,
): readonly MemberPlan[] {
  return members.map((member) => {
    if (member.kind !== "property" || member.type.kind !== "keyword" || member.type.name !== "unknown")
      return member;
    const types = others.flatMap((other) => memberType(other, member.name, view, catalog) ?? []);
    const [type] = types;
    return type === undefined ? member : { ...member, type };
  });
}

/**
 * The type of a member in every alternative; undefined when one of them does not describe it.
 *
 * @param open - the unions that it stands in: one that leads back to itself adds no alternative.
 */
function memberType(
  node: SchemaNode,
  name: string,
  view: TypeView,
  catalog: SchemaCatalog,
  open: readonly Variant[] = [],
): TypePlan | undefined {
  const { type } = node;
  if (type.kind === "ref") {
    const target = catalog.variant(type.name, view.direction);
    const alias = target?.schema.node;
    if (target !== undefined && alias?.type.kind === "union")
      return open.includes(target) ? NEVER : memberType(alias, name, target, catalog, [...open, target]);
  }
  // Whatever the listed alternatives have for it, one that is not listed has something else.
  if (type.kind === "union" && view.open && type.discriminator?.property === name) return undefined;
  if (type.kind === "union") {
    const types = type.members.map((member) => memberType(member, name, view, catalog, open));
    const known = types.filter((each) => each !== undefined);
    return known.length === types.length ? unionType(known) : undefined;
  }
  const members = resolveMembers(node, view, catalog) ?? [];
  const found = members.find((member) => member.kind === "property" && member.name === name);
  return found?.type ?? indexedType(name, members);
}

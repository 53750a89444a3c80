import type { SchemaNode, UnionType } from "../../model/schema-model.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { planType, type TypeView } from "./plan-type.js";
import { resolveMembers } from "./resolve-members.js";
import type { SchemaCatalog } from "./schema-catalog.js";
import { intersectionType, unionType } from "./type-builders.js";

/**
 * The alternatives of a union. With a discriminator each gets the literals that lead to it, unless its own property is
 * those already: so that TypeScript narrows by it.
 */
export function narrowedMembers(
  union: UnionType,
  view: TypeView,
  catalog: SchemaCatalog,
): readonly TypePlan[] {
  return union.members.map((member) => {
    const type = planType(member, view, catalog);
    const { discriminator } = union;
    if (discriminator === undefined || member.type.kind !== "ref") return type;
    const { name } = member.type;
    const values = discriminator.mapping.filter(({ schema }) => schema === name).map(({ value }) => value);
    if (values.length === 0) return type;
    return narrowed(member, type, discriminator.property, values, view, catalog);
  });
}

function narrowed(
  member: SchemaNode,
  type: TypePlan,
  property: string,
  values: readonly string[],
  view: TypeView,
  catalog: SchemaCatalog,
): TypePlan {
  const own = resolveMembers(member, view, catalog)?.find(
    (each) => each.kind === "property" && each.name === property,
  );
  const declared = own?.kind === "property" && !own.optional ? own.type : undefined;
  if (declared !== undefined && literalsOf(declared) !== undefined) return type;
  const literals = unionType(values.map((value) => literalLike(value, own)));
  const narrowing: MemberPlan = {
    kind: "property",
    name: property,
    optional: false,
    type: literals,
    doc: { text: [], tags: [] },
  };
  return intersectionType([type, { kind: "object", members: [narrowing] }]);
}

/** The literals that a type consists of; undefined when it is anything else too. */
function literalsOf(type: TypePlan): readonly TypePlan[] | undefined {
  const members = type.kind === "union" ? type.members : [type];
  return members.every((member) => member.kind === "literal") ? members : undefined;
}

/** A mapping's keys are text, whatever the property is: `"1"` leads to an integer property's `1`. */
function literalLike(value: string, own: MemberPlan | undefined): TypePlan {
  const types = own?.kind === "property" ? flat(own.type) : [];
  const of = (kind: "number" | "boolean") =>
    types.some(
      (type) =>
        (type.kind === "keyword" && type.name === kind) ||
        (type.kind === "literal" && typeof type.value === kind),
    );
  if (of("number") && value.trim() !== "" && Number.isFinite(Number(value)))
    return { kind: "literal", value: Number(value) };
  if (of("boolean") && (value === "true" || value === "false"))
    return { kind: "literal", value: value === "true" };
  return { kind: "literal", value };
}

function flat(type: TypePlan): readonly TypePlan[] {
  return type.kind === "union" || type.kind === "intersection" ? type.members.flatMap(flat) : [type];
}

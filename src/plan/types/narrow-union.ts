import type { DiscriminatorModel, SchemaNode, UnionType } from "../../model/schema-model.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { planType, type TypeView } from "./plan-type.js";
import { resolveMembers } from "./resolve-members.js";
import type { SchemaCatalog } from "./schema-catalog.js";
import { intersectionType, isAssignable, nameType, sameType, unionType, UNLISTED } from "./type-builders.js";

type Property = Extract<MemberPlan, { kind: "property" }>;

/** An alternative as planned, and the literals by which a discriminator leads to it; none: it does not. */
interface Alternative {
  readonly type: TypePlan;
  readonly literals: readonly TypePlan[];
}

/**
 * The alternatives of a union. With a discriminator each gets the literals that lead to it, unless its own property is
 * those already: so that TypeScript narrows by it. What a newer server may bring comes beside them in an open view.
 */
export function alternatives(union: UnionType, view: TypeView, catalog: SchemaCatalog): readonly TypePlan[] {
  const { discriminator } = union;
  const planned = union.members.map((member): Alternative => {
    const type = planType(member, view, catalog);
    if (discriminator === undefined || member.type.kind !== "ref") return { type, literals: [] };
    const { name } = member.type;
    const values = discriminator.mapping.filter(({ schema }) => schema === name).map(({ value }) => value);
    if (values.length === 0) return { type, literals: [] };
    return narrowed(member, type, discriminator.property, values, view, catalog);
  });
  // Where the contract has a member for every other value, it lists them all.
  if (!view.open || discriminator === undefined || discriminator.fallback !== undefined)
    return planned.map(({ type }) => type);
  const listed = planned.filter(({ literals }) => literals.length > 0);
  const others = planned.filter((each) => !listed.includes(each)).map(({ type }) => type);
  return [...opened(listed, discriminator, view, catalog), ...others];
}

function narrowed(
  member: SchemaNode,
  type: TypePlan,
  property: string,
  values: readonly string[],
  view: TypeView,
  catalog: SchemaCatalog,
): Alternative {
  const own = memberNamed(property, member, view, catalog);
  const declared = own?.optional === false ? literalsOf(own.type) : undefined;
  if (declared !== undefined) return { type, literals: declared };
  const literals = values.map((value) => literalLike(value, own));
  return { type: intersectionType([type, holding(property, unionType(literals))]), literals };
}

/** The listed alternatives and one that is not, told apart from them by what it has for the discriminator. */
function opened(
  listed: readonly Alternative[],
  { property, base }: DiscriminatorModel,
  view: TypeView,
  catalog: SchemaCatalog,
): readonly TypePlan[] {
  const known = listed.map(({ type }) => type);
  const value = unlistedBeside(listed.flatMap(({ literals }) => literals));
  // Of what is true or false, nothing is left that a contract does not list.
  if (value === undefined) return known;
  const shared = base === undefined ? undefined : catalog.variant(base, view.direction);
  const own = shared && memberNamed(property, shared.schema.node, shared, catalog);
  if (shared !== undefined && (own === undefined || isAssignable(value, own.type)))
    return [...known, intersectionType([nameType(shared.name), holding(property, value)])];
  const told = sameType(value, UNLISTED.string) ? [] : [value];
  const type = [unionType(known), { kind: "literal", value: property } as const, ...told];
  return [{ kind: "name", name: "OpenUnion", arguments: type }];
}

function unlistedBeside(literals: readonly TypePlan[]): TypePlan | undefined {
  const has = (name: string) =>
    literals.some((literal) => literal.kind === "literal" && typeof literal.value === name);
  const kinds = (["string", "number"] as const).filter(has);
  return kinds.length === 0 ? undefined : unionType(kinds.map((name) => UNLISTED[name]));
}

function memberNamed(
  name: string,
  node: SchemaNode,
  view: TypeView,
  catalog: SchemaCatalog,
): Property | undefined {
  const members = resolveMembers(node, view, catalog) ?? [];
  return members.find((member): member is Property => member.kind === "property" && member.name === name);
}

/** `{ kind: "cat" }`. */
function holding(name: string, type: TypePlan): TypePlan {
  const doc = { text: [], tags: [] };
  return { kind: "object", members: [{ kind: "property", name, optional: false, type, doc }] };
}

/** The literals that a type consists of; undefined when it is anything else too. */
function literalsOf(type: TypePlan): readonly TypePlan[] | undefined {
  const members = type.kind === "union" ? type.members : [type];
  return members.every((member) => member.kind === "literal") ? members : undefined;
}

/** A mapping's keys are text, whatever the property is: `"1"` leads to an integer property's `1`. */
function literalLike(value: string, own: Property | undefined): TypePlan {
  const types = own === undefined ? [] : flat(own.type);
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

import { diagnostic } from "../../../diagnostics/diagnostic.js";
import type { DiscriminatorModel, SchemaNode, UnionType } from "../../../model/schema-model.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import type { DiscriminatorValue } from "./discriminator-values.js";
import { splitNull } from "./literals.js";
import type { SchemaCatalog, TypeView } from "./schema-catalog.js";
import {
  intersectionType,
  isAssignable,
  nameType,
  NULL,
  sameType,
  unionType,
  UNLISTED,
} from "./type-builders.js";

type Property = Extract<MemberPlan, { kind: "property" }>;

/** How the alternatives of a union are planned: a schema's type may lead back to the union. */
export interface UnionParts {
  readonly catalog: SchemaCatalog;
  typeOf(node: SchemaNode, view: TypeView): TypePlan;
  /** As `resolveMembers` has them. */
  membersOf(node: SchemaNode, view: TypeView): readonly MemberPlan[] | undefined;
}

/** An alternative as planned, and the literals by which a discriminator leads to it; none: it does not. */
interface Alternative {
  readonly type: TypePlan;
  readonly literals: readonly TypePlan[];
}

/**
 * The alternatives of a union. With a discriminator each is narrowed to the literals that lead to it, unless it declares
 * just those itself: so that TypeScript narrows by it. What distinguishes them is there in a direction that otherwise does
 * not have it (`readOnly`, `writeOnly`): the reader of the value could not see either. What a newer server may bring
 * comes beside them in an open view, and what a polymorphic base lists without a subtype for it, or is without any value.
 * Unions that contain each other are not narrowed where that multiplies their alternatives out to too many, which is told.
 * @param union - the type of the node
 */
export function alternatives(
  union: UnionType,
  { origin }: SchemaNode,
  view: TypeView,
  parts: UnionParts,
): readonly TypePlan[] {
  const { discriminator } = union;
  if (discriminator === undefined) return union.members.map((member) => parts.typeOf(member, view));
  const values = parts.catalog.discriminator(union);
  const split = union.members.map((member) => splitNull(member, parts.catalog.schemas));
  const isNarrowed = parts.catalog.combinations.mayNarrow(union.members);
  if (!isNarrowed)
    parts.catalog.diagnostics.push(
      diagnostic("type/discriminator-not-narrowed", origin.pointer, { property: discriminator.property }),
    );
  const planned = split.map(({ node }, index): Alternative => {
    const written = union.members[index]?.type;
    const name = written?.kind === "ref" ? written.name : undefined;
    const mapped = discriminator.mapping.filter(({ schema }) => schema === name).map(({ value }) => value);
    const optional = discriminator.absent === true && name === discriminator.base;
    const found = { mapped, declared: values.declared[index], leading: values.leading[index], optional };
    const alternative = narrowed(node, discriminator.property, found, view, parts);
    return isNarrowed ? alternative : { ...alternative, type: parts.typeOf(node, view) };
  });
  const nothing = split.some(({ nullable }) => nullable) ? [NULL] : [];
  const left = values.left.map(literal);
  // Where the contract has a member for every other value, it lists them all.
  if (discriminator.fallback !== undefined) return [...planned.map(({ type }) => type), ...nothing];
  if (!view.open)
    return [
      ...planned.map(({ type }) => type),
      ...withoutSubtypes(left, discriminator, view, parts),
      ...nothing,
    ];
  const listed = planned.filter(({ literals }) => literals.length > 0);
  const others = planned.filter((each) => !listed.includes(each)).map(({ type }) => type);
  const isAlone = parts.catalog.needsItself(union);
  return [...opened(listed, left, { discriminator, isAlone }, view, parts), ...others, ...nothing];
}

/** A discriminator, and whether nothing can be told of an unlisted alternative but its value ({@link SchemaCatalog.needsItself}). */
interface Opening {
  readonly discriminator: DiscriminatorModel;
  readonly isAlone: boolean;
}

/** What is known of the values that lead to an alternative: by the mapping, and by what it declares itself. */
interface Leading {
  readonly mapped: readonly string[];
  readonly declared: readonly DiscriminatorValue[] | undefined;
  readonly leading: readonly DiscriminatorValue[] | undefined;
  /** Whether it may have no value at all. */
  readonly optional: boolean;
}

function narrowed(
  member: SchemaNode,
  property: string,
  { mapped, declared, leading, optional }: Leading,
  view: TypeView,
  parts: UnionParts,
): Alternative {
  const type = parts.typeOf(member, view);
  // An alternative that is written in place has no name to map: its own literals lead to it.
  if (mapped.length === 0) return { type, literals: (leading ?? []).map(literal) };
  if (leading !== undefined) {
    const literals = leading.map(literal);
    const whole = leading.length === declared?.length && !lacks(property, member, view, parts);
    return {
      type: whole ? type : intersectionType([type, holding(property, unionType(literals), optional)]),
      literals,
    };
  }
  const own = memberNamed(property, member, view, parts);
  const literals = mapped.map((value) => literalLike(value, own));
  return { type: intersectionType([type, holding(property, unionType(literals), optional)]), literals };
}

/** The base alone, for the values that it lists and no subtype has, and for what may have none. */
function withoutSubtypes(
  left: readonly TypePlan[],
  { property, base, absent, mapping }: DiscriminatorModel,
  view: TypeView,
  parts: UnionParts,
): readonly TypePlan[] {
  const shared = base === undefined ? undefined : parts.catalog.variant(base, view.direction);
  // A base that has a value of its own is among the alternatives.
  const optional = absent === true && mapping.every(({ schema }) => schema !== base);
  if (shared === undefined || (left.length === 0 && !optional)) return [];
  return [intersectionType([nameType(shared.name), holding(property, unionType(left), optional)])];
}

/** The listed alternatives and one that is not, distinguished from them by what it has for the discriminator. */
function opened(
  listed: readonly Alternative[],
  left: readonly TypePlan[],
  { discriminator, isAlone }: Opening,
  view: TypeView,
  parts: UnionParts,
): readonly TypePlan[] {
  const { property, base } = discriminator;
  const known = listed.map(({ type }) => type);
  const value = unlistedBeside([...listed.flatMap(({ literals }) => literals), ...left]);
  // Of what is true or false, nothing is left that a contract does not list.
  if (value === undefined) return [...known, ...withoutSubtypes(left, discriminator, view, parts)];
  const shared = base === undefined ? undefined : parts.catalog.variant(base, view.direction);
  const own = shared && memberNamed(property, shared.schema.node, shared, parts);
  if (shared !== undefined && (own === undefined || left.length > 0 || isAssignable(value, own.type)))
    return [...known, ...withoutSubtypes([...left, value], discriminator, view, parts)];
  if (isAlone)
    return [...known, holding(property, value, false), ...withoutSubtypes([], discriminator, view, parts)];
  const unlisted = sameType(value, UNLISTED.string) ? [] : [value];
  const type = [unionType(known), { kind: "literal", value: property } as const, ...unlisted];
  return [
    { kind: "name", name: "OpenUnion", arguments: type },
    ...withoutSubtypes([], discriminator, view, parts),
  ];
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
  parts: UnionParts,
): Property | undefined {
  const members = parts.membersOf(node, view) ?? [];
  return members.find((member): member is Property => member.kind === "property" && member.name === name);
}

/** Whether a direction leaves out a member that the schema declares; an alternative of alternatives has its own. */
function lacks(name: string, node: SchemaNode, view: TypeView, parts: UnionParts): boolean {
  const members = parts.membersOf(node, view);
  return members?.every((member) => member.kind === "index" || member.name !== name) === true;
}

/** `{ kind: "cat" }`, `{ kind?: never }`. */
function holding(name: string, type: TypePlan, optional: boolean): TypePlan {
  const doc = { text: [], tags: [] };
  return { kind: "object", members: [{ kind: "property", name, optional, type, doc }] };
}

function literal(value: DiscriminatorValue): TypePlan {
  return value === null ? NULL : { kind: "literal", value };
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

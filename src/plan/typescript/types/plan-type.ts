import { diagnostic } from "../../../diagnostics/diagnostic.js";
import type { Json } from "../../../load/loaded-contract.js";
import type { ObjectType, PropertyModel, SchemaNode } from "../../../model/schema-model.js";
import { isLongInteger } from "../../service/long-values.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { besideNames, indexedType, indexMembers, schemaOf } from "./index-members.js";
import { listedValues } from "./literals.js";
import { admitInherited, hasNoMembers, inOrder, mergeMembers } from "./merge-members.js";
import { alternatives } from "./narrow-union.js";
import type { SchemaCatalog, TypeView, Variant } from "./schema-catalog.js";
import { schemaDoc } from "./schema-doc.js";
import { accessOf, type Direction } from "./schema-usage.js";
import {
  intersectionType,
  literalsType,
  LONG_INTEGER,
  mapType,
  nameType,
  NEVER,
  NULL,
  NUMBER,
  unionType,
  UNKNOWN,
} from "./type-builders.js";

/** The TypeScript type of a schema; named schemas by name. */
export function planType(node: SchemaNode, view: TypeView, catalog: SchemaCatalog): TypePlan {
  const { type } = node;
  const plan = (part: SchemaNode) => planType(part, view, catalog);
  switch (type.kind) {
    case "any":
      return UNKNOWN;
    case "never":
      return NEVER;
    case "null":
      return NULL;
    case "number":
      return isLongInteger(node) ? LONG_INTEGER : NUMBER;
    case "boolean":
    case "string":
      return { kind: "keyword", name: type.kind };
    case "binary":
      return binaryType(view.direction);
    case "literal":
      return valueType(type.value);
    case "enum":
      return literalsType(type.values, view.open || catalog.isBrought(type.values));
    case "array":
      return { kind: "array", items: plan(type.items) };
    case "tuple": {
      const items = type.items.map((item, index) => ({ type: plan(item), optional: index >= type.certain }));
      return { kind: "tuple", items, ...(type.rest === undefined ? {} : { rest: plan(type.rest) }) };
    }
    case "object":
      return objectType(type, view, catalog);
    case "union":
      return planUnion(node, view, catalog);
    case "intersection":
      return intersectionType(
        planParts(sayable(withoutMet(type.members, view, catalog), node, catalog), view, catalog),
      );
    case "ref":
      return nameType(catalog.variant(type.name, view.direction)?.name ?? type.name);
  }
}

/** Alternatives; several literals side by side are an enum in all but name. */
function planUnion(node: SchemaNode, view: TypeView, catalog: SchemaCatalog): TypePlan {
  const { type } = node;
  if (type.kind !== "union") return planType(node, view, catalog);
  const values = listedValues(node);
  if (values !== undefined) return literalsType(values, view.open || catalog.isBrought(values));
  const types = alternatives(type, node, view, {
    catalog,
    typeOf: (part, partView) => planType(part, partView, catalog),
    membersOf: (part, partView) => resolveMembers(part, partView, catalog),
  });
  return unionType(besideNames(type.members, types, catalog.schemas));
}

/**
 * The parts of an intersection that a type can say together: without those that are closed to all members where others have some,
 * and without alternatives that combine to too many; that is told.
 */
function sayable(
  parts: readonly SchemaNode[],
  { origin }: SchemaNode,
  catalog: SchemaCatalog,
): readonly SchemaNode[] {
  const open = parts.filter((part) => !hasNoMembers(part, catalog.schemas));
  const { remaining, combinations } = catalog.combinations.boundParts(open.length === 0 ? parts : open);
  const lost = open.length - remaining.length;
  if (lost > 0)
    catalog.diagnostics.push(
      diagnostic("type/too-many-combinations", origin.pointer, {
        count: countOf(combinations),
        omitted: lost,
        total: open.length,
      }),
    );
  return remaining;
}

function countOf(combinations: number): string {
  return combinations > 1e9 ? "more than 1,000,000,000" : combinations.toLocaleString("en-US");
}

/**
 * The parts of an intersection. What one only requires has the type that the others describe, and what another always has is
 * required in each: to TypeScript, `{ a?: X } & { a: unknown }` may lack `a`, and is not what the same text is elsewhere.
 */
function planParts(
  members: readonly SchemaNode[],
  view: TypeView,
  catalog: SchemaCatalog,
): readonly TypePlan[] {
  return members.map((member) => {
    const planned = planType(member, view, catalog);
    if (planned.kind !== "object") return planned;
    const others = members.filter((other) => other !== member);
    const described = describeRequired(planned.members, others, view, catalog);
    const present = described.map((each) => withPresence(each, others, view, catalog));
    return { ...planned, members: inOrder(present) };
  });
}

function withPresence(
  member: MemberPlan,
  others: readonly SchemaNode[],
  view: TypeView,
  catalog: SchemaCatalog,
): MemberPlan {
  if (member.kind !== "property" || !member.optional) return member;
  const isRequired = others.some((other) => alwaysHas(other, member.name, view, catalog));
  return isRequired ? { ...member, optional: false } : member;
}

/**
 * The members of an intersection without those that say nothing beside the others: what only requires what they require
 * anyway (`required` beside a `oneOf` whose alternatives all have the member), and what an object may have beside a list,
 * which has none of it.
 */
function withoutMet(
  members: readonly SchemaNode[],
  view: TypeView,
  catalog: SchemaCatalog,
): readonly SchemaNode[] {
  return members.filter(({ type }) => {
    if (type.kind !== "object" || type.additional !== "unsaid" || type.patterns.length > 0) return true;
    const others = members.filter((other) => other.type !== type);
    if (type.properties.every(({ required }) => !required) && others.some(catalog.isListOrNull)) return false;
    return !type.properties.every(({ name, schema, required }) => {
      const bare = schema.type.kind === "any" && required;
      return bare && others.some((other) => alwaysHas(other, name, view, catalog));
    });
  });
}

/**
 * Whether every value of a schema certainly has a member; for alternatives: each of them.
 *
 * @param open - the unions that it is in: one that leads back to itself adds no value without the member.
 */
function alwaysHas(
  node: SchemaNode,
  name: string,
  view: TypeView,
  catalog: SchemaCatalog,
  open: readonly Variant[] = [],
): boolean {
  const { type } = node;
  if (type.kind === "union")
    return type.members.every((member) => alwaysHas(member, name, view, catalog, open));
  if (type.kind === "ref") {
    const target = catalog.variant(type.name, view.direction);
    if (target?.schema.node.type.kind === "union") {
      return open.includes(target) || alwaysHas(target.schema.node, name, target, catalog, [...open, target]);
    }
  }
  const members = resolveMembers(node, view, catalog) ?? [];
  return members.some((member) => member.kind === "property" && member.name === name && !member.optional);
}

/** What runtimes take and give for bytes. */
function binaryType(direction: Direction): TypePlan {
  if (direction === "response") return nameType("Blob");
  const stream: TypePlan = { kind: "name", name: "ReadableStream", arguments: [nameType("Uint8Array")] };
  return unionType([...["Blob", "ArrayBuffer", "Uint8Array"].map(nameType), stream]);
}

/** The members that a direction has, in order, then whatever else the contract describes. */
export function objectMembers(
  type: ObjectType,
  view: TypeView,
  catalog: SchemaCatalog,
): readonly MemberPlan[] {
  const visible = type.properties.filter((property) => isVisible(property, view.direction, catalog));
  const members = visible.map((property): MemberPlan => {
    const schema = schemaOf(property, type);
    // What is write-only is never read, so that no value of it comes back that the contract does not list.
    const isSent = accessOf(property.schema, catalog.schemas) === "writeOnly";
    return admitInherited({
      kind: "property",
      name: property.name,
      optional: !property.required,
      ...(property.conditional === true ? { conditional: true } : {}),
      type: planType(schema, isSent ? { ...view, open: false } : view, catalog),
      doc: schemaDoc(schema, [property.name]),
    });
  });
  return [...inOrder(members), ...indexMembers(type, members, (node) => planType(node, view, catalog))];
}

/** A server ignores what is read-only, and never sends what is write-only (OpenAPI, Schema Object). */
function isVisible(property: PropertyModel, direction: Direction, catalog: SchemaCatalog): boolean {
  return accessOf(property.schema, catalog.schemas) !== (direction === "request" ? "readOnly" : "writeOnly");
}

function objectType(type: ObjectType, view: TypeView, catalog: SchemaCatalog): TypePlan {
  const members = objectMembers(type, view, catalog);
  if (members.length > 0) return { kind: "object", members };
  return mapType(type.additional === "closed" && type.properties.length === 0 ? NEVER : UNKNOWN);
}

/** The type of exactly one JSON value. */
function valueType(value: Json): TypePlan {
  if (value === null) return NULL;
  if (typeof value !== "object") return { kind: "literal", value };
  if (isList(value))
    return { kind: "tuple", items: value.map((item) => ({ type: valueType(item), optional: false })) };
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]): MemberPlan => {
      return {
        kind: "property",
        name,
        optional: false,
        type: valueType(member),
        doc: { text: [], tags: [] },
      };
    });
  return members.length === 0 ? mapType(NEVER) : { kind: "object", members };
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * Members that a part of an `allOf` only requires, with the types that the alternatives beside it describe: `required:
 * [name]` beside `A | B` is `{ name: string }` where each has a `name`. The very same members where one does not.
 */
function describeRequired(
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
 * @param open - the unions that it is in: one that leads back to itself adds no alternative.
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

/**
 * All members of an object schema, through references and `allOf`, in the order of `inOrder`; undefined when the schema is
 * anything but an object.
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

/** Bases are asked for by their declaration and by every subtype; a variant belongs to one catalog, so that it serves both. */
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

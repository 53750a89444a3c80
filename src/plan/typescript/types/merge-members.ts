import type { SchemaModel, SchemaNode } from "../../../model/schema-model.js";
import { byText } from "../../../text/by-text.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { indexedType, withPrefixes } from "./index-members.js";
import { intersectionType, isAssignable, unionType, UNKNOWN } from "./type-builders.js";

type Property = Extract<MemberPlan, { kind: "property" }>;
type Index = Extract<MemberPlan, { kind: "index" }>;

/**
 * The members of an object that has all the given ones: a member in several parts has the type of all, is required
 * when one part requires it, and keeps the first words that were found for it. What a part describes under a condition
 * alone is replaced by what another describes; several such may each be meant.
 */
export function mergeMembers(parts: readonly (readonly MemberPlan[])[]): readonly MemberPlan[] {
  const merged = new Map<string, Property>();
  for (const property of parts.flat().filter((member) => member.kind === "property")) {
    const known = merged.get(property.name);
    const both = known === undefined ? property : withoutInherited(mergeProperty(known, property));
    merged.set(property.name, both);
  }
  const properties = inOrder([...merged.values()].map((property) => describedBeside(property, parts)));
  return [...properties, ...mergeIndexes(parts, properties)];
}

/** Members in the order in which they are declared: required, then optional, each by name; index signatures last. */
export function inOrder<T extends MemberPlan>(members: readonly T[]): readonly T[] {
  return members.toSorted((left, right) => {
    if (left.kind === "index" || right.kind === "index")
      return Number(left.kind === "index") - Number(right.kind === "index");
    return Number(left.optional) - Number(right.optional) || byText(left.name, right.name);
  });
}

/** A member of which nothing is said has the type that maps among the parts give every name that they do not describe. */
function describedBeside(property: Property, parts: readonly (readonly MemberPlan[])[]): Property {
  if (property.type.kind !== "keyword" || property.type.name !== "unknown") return property;
  const types = parts.flatMap((part) => {
    const own = part.some((member) => member.kind === "property" && member.name === property.name);
    return own ? [] : (indexedType(property.name, part) ?? []);
  });
  return { ...property, type: intersectionType(types) };
}

/**
 * The index signatures of all parts. One for names with a beginning stays where every other part says the same of them,
 * or nothing.
 */
function mergeIndexes(
  parts: readonly (readonly MemberPlan[])[],
  properties: readonly Property[],
): readonly MemberPlan[] {
  const lists = parts.map((part) => part.filter((member) => member.kind === "index"));
  const indexes = lists.flat();
  const isAny = ({ prefix }: Index) => prefix === undefined;
  const typesOf = (wanted: string | undefined) =>
    lists.flatMap((list) => list.find(({ prefix }) => prefix === wanted)?.type ?? []);
  const othersIn = (list: readonly Index[]) => {
    const any = list.find(({ prefix }) => prefix === undefined);
    return any?.others ?? any?.type;
  };
  const isSilent = (list: readonly Index[]) => list.every(({ type }) => isAssignable(UNKNOWN, type));
  const prefixes = [...new Set(indexes.flatMap(({ prefix }) => prefix ?? []))].sort(byText);
  const matching = prefixes.filter((wanted) =>
    lists.every(
      (list) =>
        isSilent(list.filter(({ prefix }) => prefix === undefined)) ||
        list.some(({ prefix }) => prefix === wanted),
    ),
  );
  const prefixed = matching.map((prefix): Index => ({
    kind: "index",
    prefix,
    type: intersectionType(typesOf(prefix)),
    doc: { text: [], tags: [] },
  }));
  if (!indexes.some(isAny)) return withPrefixes(undefined, prefixed, properties);
  const others = intersectionType(lists.flatMap((list) => othersIn(list) ?? []));
  return withPrefixes(
    { kind: "index", type: intersectionType(typesOf(undefined)), others, doc: { text: [], tags: [] } },
    prefixed,
    properties,
  );
}

function mergeProperty(base: Property, own: Property): Property {
  if (base.conditional !== own.conditional) {
    const [certain, other] = base.conditional === true ? [own, base] : [base, own];
    // What a part only requires it does not describe.
    const described = isAssignable(UNKNOWN, certain.type) ? other : certain;
    return { ...described, optional: base.optional && own.optional };
  }
  if (base.conditional === true) return { ...base, type: unionType([base.type, own.type]) };
  const isDocumented = own.doc.text.length > 0 || own.doc.tags.length > 0;
  return {
    ...base,
    optional: base.optional && own.optional,
    type: isAssignable(own.type, base.type) ? own.type : intersectionType([base.type, own.type]),
    doc: isDocumented ? own.doc : base.doc,
  };
}

/** Members that TypeScript sees in every object, `{}` too (`lib.es5.d.ts`, `Object`). */
const INHERITED: ReadonlySet<string> = new Set([
  ...["constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable"],
  ...["toLocaleString", "toString", "valueOf"],
]);

/**
 * A member that may be absent and is called like one that every object inherits: without it an object has the inherited
 * one, which TypeScript holds against its type. So the type admits that: `constructor?: string | Object["constructor"]`.
 * Of `__proto__` it is told how it is written. Any other member as it is.
 */
export function admitInherited<T extends MemberPlan>(member: T): T {
  if (member.kind === "property" && member.name === "__proto__") return withText(member, PROTOTYPE);
  if (member.kind !== "property" || !member.optional || !INHERITED.has(member.name)) return member;
  const inherited: TypePlan = { kind: "inherited", name: member.name };
  return withText({ ...member, type: unionType([member.type, inherited]) }, READ_INSTEAD);
}

function withText<T extends MemberPlan>(member: T, text: string): T {
  return { ...member, doc: { ...member.doc, text: [...member.doc.text, text] } };
}

/** A member that another part of the schema requires: it is never the inherited one. */
function withoutInherited<T extends MemberPlan>(member: T): T {
  if (member.kind !== "property" || member.optional || !INHERITED.has(member.name)) return member;
  const { doc, type } = member;
  const types = type.kind === "union" ? type.members.filter(({ kind }) => kind !== "inherited") : [type];
  return {
    ...member,
    type: unionType(types),
    doc: { ...doc, text: doc.text.filter((text) => text !== READ_INSTEAD) },
  };
}

/** ECMA-262, section B.3.1. */
const PROTOTYPE =
  'In an object literal it is written `["__proto__"]`: without brackets JavaScript takes it for the prototype.';

const READ_INSTEAD = "Where it is absent, what every object has by this name is read in its place.";

/**
 * Whether a schema is an object that is closed to all members: `additionalProperties: false` without `properties`. Beside parts
 * with members contracts mean all parts together, as with `unevaluatedProperties: false`; a type of no members would refuse
 * what the others describe.
 */
export function hasNoMembers(node: SchemaNode, schemas: ReadonlyMap<string, SchemaModel>): boolean {
  const seen = new Set<string>();
  let { type } = node;
  while (type.kind === "ref" && !seen.has(type.name)) {
    seen.add(type.name);
    const target = schemas.get(type.name);
    if (target === undefined) return false;
    ({ type } = target.node);
  }
  return (
    type.kind === "object" &&
    type.additional === "closed" &&
    type.properties.length === 0 &&
    type.patterns.length === 0
  );
}

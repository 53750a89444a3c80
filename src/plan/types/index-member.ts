import type { ObjectType, SchemaNode } from "../../model/schema-model.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { type NamePattern, readNamePattern } from "./name-patterns.js";
import { intersectionType, isAssignable, sameType, unionType, UNKNOWN } from "./type-builders.js";

type Index = Extract<MemberPlan, { kind: "index" }>;

/** What `patternProperties` says of names. */
interface Described extends NamePattern {
  readonly type: TypePlan;
}

/**
 * The index signatures for what `additionalProperties` and `patternProperties` describe; none when they describe nothing.
 * TypeScript holds every member to the one for any name, so that it admits the types of all. Names with a beginning of
 * their own have one more, which says just what they are; they have it alone where the object is closed to all others.
 */
export function indexMembers(
  type: ObjectType,
  members: readonly MemberPlan[],
  plan: (node: SchemaNode) => TypePlan,
): readonly MemberPlan[] {
  const patterns = type.patterns.map(({ pattern, schema }): Described => {
    return { ...readNamePattern(pattern), type: plan(schema) };
  });
  const every = patterns.filter(({ prefix, whole }) => whole && prefix === "");
  const additional = typeof type.additional === "string" ? [] : [plan(type.additional)];
  // Nothing is said about names that match no pattern: they may be there, and be anything.
  const unsaid = type.additional === "unsaid" && patterns.length > 0 ? [UNKNOWN] : [];
  // Who describes every name leaves none to the others.
  const described =
    every.length > 0
      ? [intersectionType(every.map((each) => each.type))]
      : [...additional, ...patterns.map((each) => each.type), ...unsaid];
  if (described.length === 0) return [];
  const certain = patterns.filter(({ prefix, whole }) => {
    return prefix !== "" && every.length === 0 && (whole || type.additional === "closed");
  });
  const prefixed = [...new Set(certain.map(({ prefix }) => prefix))].map((prefix) =>
    signature(typeOfNames(prefix, patterns), prefix),
  );
  // Where no other name is allowed, and every pattern says how its names begin, no name is left for any other.
  const whole = type.additional === "closed" && patterns.every(({ prefix }) => prefix !== "");
  return withPrefixes(whole ? undefined : signature(unionType(described)), prefixed, members);
}

/** What values are under names that begin so: what all of them match, else whatever one of them may match. */
function typeOfNames(prefix: string, patterns: readonly Described[]): TypePlan {
  const all = patterns.filter((each) => each.whole && each.prefix === prefix);
  if (all.length > 0) return intersectionType(all.map(({ type }) => type));
  const some = patterns.filter((each) => each.prefix.startsWith(prefix) || prefix.startsWith(each.prefix));
  return unionType(some.map(({ type }) => type));
}

/** An index signature for any name, or for those with a beginning. */
function signature(type: TypePlan, prefix?: string): Index {
  return { kind: "index", type, doc: { text: [], tags: [] }, ...(prefix === undefined ? {} : { prefix }) };
}

/**
 * Index signatures wide enough for the members beside them. Those for a beginning are left out where they say no more
 * than the one for any name, and where another is for a shorter one: what that says holds for their names as well, and
 * TypeScript would want the two to agree.
 *
 * @param any - for any name; undefined where no others are allowed.
 */
export function withPrefixes(
  any: Index | undefined,
  prefixed: readonly Index[],
  members: readonly MemberPlan[],
): readonly Index[] {
  const wide =
    any && widenIndex({ ...any, type: unionType([any.type, ...prefixed.map(({ type }) => type)]) }, members);
  const begins = (name: string, { prefix = "" }: Index) => name.startsWith(prefix);
  const kept = prefixed
    .filter((one) => prefixed.every((other) => other === one || !begins(one.prefix ?? "", other)))
    .map((one) => {
      const named = members.filter((each) => each.kind === "property" && begins(each.name, one));
      return widenIndex(one, named);
    });
  if (wide === undefined) return kept;
  return [...kept.filter(({ type }) => !sameType(type, wide.type)), wide];
}

/** An index signature wide enough for the members beside it. */
function widenIndex(index: Index, members: readonly MemberPlan[]): Index {
  const properties = members.filter((member) => member.kind === "property");
  const beside = properties.map(({ type }) => type).filter((type) => !isAssignable(type, index.type));
  const absent = properties.some(({ optional }) => optional);
  const missing: readonly TypePlan[] = absent ? [{ kind: "keyword", name: "undefined" }] : [];
  const type = unionType([index.type, ...beside, ...missing]);
  return sameType(type, index.type) ? index : { ...index, type, others: index.others ?? index.type };
}

/** What index signatures say of a member that nothing else describes; undefined where there are none. */
export function indexedType(name: string, members: readonly MemberPlan[]): TypePlan | undefined {
  const indexes = members.filter((member) => member.kind === "index");
  const told = indexes.filter(({ prefix }) => prefix !== undefined && name.startsWith(prefix));
  const found = told[0] ?? indexes.find(({ prefix }) => prefix === undefined);
  return found?.others ?? found?.type;
}

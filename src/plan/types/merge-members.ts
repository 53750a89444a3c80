import { byText } from "../../text/by-text.js";
import type { MemberPlan } from "../type-plan.js";
import { withoutInherited } from "./inherited-members.js";
import { indexedType, withPrefixes } from "./index-member.js";
import { intersectionType, isAssignable, unionType, UNKNOWN } from "./type-builders.js";

type Property = Extract<MemberPlan, { kind: "property" }>;
type Index = Extract<MemberPlan, { kind: "index" }>;

/**
 * The members of an object that has all the given ones: a member in several parts has the type of all, is required
 * when one part requires it, and keeps the first words that were found for it. What a part describes under a condition
 * alone gives way to what another describes; several such may each be meant.
 */
export function mergeMembers(parts: readonly (readonly MemberPlan[])[]): readonly MemberPlan[] {
  const merged = new Map<string, Property>();
  for (const property of parts.flat().filter((member) => member.kind === "property")) {
    const known = merged.get(property.name);
    const both = known === undefined ? property : withoutInherited(mergeProperty(known, property));
    merged.set(property.name, both);
  }
  const properties = [...merged.values()]
    .map((property) => describedBeside(property, parts))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  return [...properties, ...mergeIndexes(parts, properties)];
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
  const told = prefixes.filter((wanted) =>
    lists.every(
      (list) =>
        isSilent(list.filter(({ prefix }) => prefix === undefined)) ||
        list.some(({ prefix }) => prefix === wanted),
    ),
  );
  const prefixed = told.map((prefix): Index => ({
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
  const told = own.doc.text.length > 0 || own.doc.tags.length > 0;
  return {
    ...base,
    optional: base.optional && own.optional,
    type: isAssignable(own.type, base.type) ? own.type : intersectionType([base.type, own.type]),
    doc: told ? own.doc : base.doc,
  };
}

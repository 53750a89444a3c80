import type { MemberPlan } from "../type-plan.js";
import { withoutInherited } from "./inherited-members.js";
import { widenIndex } from "./index-member.js";
import { intersectionType, isAssignable, unionType } from "./type-builders.js";

type Property = Extract<MemberPlan, { kind: "property" }>;

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
  const properties = [...merged.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
  const indexes = parts.flat().filter((member) => member.kind === "index");
  const [index] = indexes;
  if (index === undefined) return properties;
  const type = intersectionType(indexes.map((each) => each.type));
  return [...properties, { ...index, type: widenIndex(type, properties) }];
}

function mergeProperty(base: Property, own: Property): Property {
  if (base.conditional !== own.conditional) {
    const certain = base.conditional === true ? own : base;
    return { ...certain, optional: base.optional && own.optional };
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

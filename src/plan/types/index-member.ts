import type { ObjectType, SchemaNode } from "../../model/schema-model.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { isAssignable, unionType, UNKNOWN } from "./type-builders.js";

/**
 * The index signature for what `additionalProperties` and `patternProperties` describe; undefined when they describe
 * nothing. TypeScript holds every member to it, so that beside members it admits their types too.
 */
export function indexMember(
  type: ObjectType,
  members: readonly MemberPlan[],
  plan: (node: SchemaNode) => TypePlan,
): MemberPlan | undefined {
  const described = type.patterns.map(({ schema }) => plan(schema));
  const additional = typeof type.additional === "string" ? [] : [plan(type.additional)];
  // Nothing is said about names that match no pattern: they may be there, and be anything.
  const unsaid = type.additional === "unsaid" && described.length > 0 ? [UNKNOWN] : [];
  const [first, ...others] = [...additional, ...described, ...unsaid];
  if (first === undefined) return undefined;
  return {
    kind: "index",
    type: widenIndex(unionType([first, ...others]), members),
    doc: { text: [], tags: [] },
  };
}

/** An index signature's type made wide enough for the members beside it. */
export function widenIndex(index: TypePlan, members: readonly MemberPlan[]): TypePlan {
  const properties = members.filter((member) => member.kind === "property");
  const others = properties.map(({ type }) => type).filter((type) => !isAssignable(type, index));
  const absent = properties.some(({ optional }) => optional);
  const missing: readonly TypePlan[] = absent ? [{ kind: "keyword", name: "undefined" }] : [];
  return unionType([index, ...others, ...missing]);
}

import type { MemberPlan, TypePlan } from "../type-plan.js";
import { unionType } from "./type-builders.js";

/** Members that TypeScript sees in every object, `{}` too (`lib.es5.d.ts`, `Object`). */
const INHERITED: ReadonlySet<string> = new Set([
  ...["constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable"],
  ...["toLocaleString", "toString", "valueOf"],
]);

/**
 * A member that may be absent and is called like one that every object inherits: without it an object has the inherited
 * one, which TypeScript holds against its type. So the type admits that: `constructor?: string | Object["constructor"]`.
 * Any other member as it is.
 */
export function admitInherited<T extends MemberPlan>(member: T): T {
  if (member.kind !== "property" || !member.optional || !INHERITED.has(member.name)) return member;
  const inherited: TypePlan = { kind: "inherited", name: member.name };
  const { doc } = member;
  return {
    ...member,
    type: unionType([member.type, inherited]),
    doc: { ...doc, text: [...doc.text, TOLD] },
  };
}

/** A member that another part of the schema requires: it is never the inherited one. */
export function withoutInherited<T extends MemberPlan>(member: T): T {
  if (member.kind !== "property" || member.optional || !INHERITED.has(member.name)) return member;
  const { doc, type } = member;
  const types = type.kind === "union" ? type.members.filter(({ kind }) => kind !== "inherited") : [type];
  return {
    ...member,
    type: unionType(types),
    doc: { ...doc, text: doc.text.filter((text) => text !== TOLD) },
  };
}

const TOLD = "Where it is absent, what every object has by this name is read in its place.";

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
 * Of `__proto__` it is told how it is written. Any other member as it is.
 */
export function admitInherited<T extends MemberPlan>(member: T): T {
  if (member.kind === "property" && member.name === "__proto__") return telling(member, PROTOTYPE);
  if (member.kind !== "property" || !member.optional || !INHERITED.has(member.name)) return member;
  const inherited: TypePlan = { kind: "inherited", name: member.name };
  return telling({ ...member, type: unionType([member.type, inherited]) }, TOLD);
}

function telling<T extends MemberPlan>(member: T, text: string): T {
  return { ...member, doc: { ...member.doc, text: [...member.doc.text, text] } };
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

/** ECMA-262, section B.3.1. */
const PROTOTYPE =
  'In an object literal it is written `["__proto__"]`: without brackets JavaScript takes it for the prototype.';

const TOLD = "Where it is absent, what every object has by this name is read in its place.";

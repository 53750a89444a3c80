import type { SchemaNode } from "../../model/schema-model.js";
import type { DeclarationPlan, MemberPlan, TypePlan } from "../type-plan.js";
import { mergeMembers } from "./merge-members.js";
import { objectMembers, planType } from "./plan-type.js";
import { resolveMembers } from "./resolve-members.js";
import type { SchemaCatalog, Variant } from "./schema-catalog.js";
import { schemaDoc } from "./schema-doc.js";
import { isAssignable, sameType } from "./type-builders.js";

/**
 * The declaration of a named schema: an interface for an object, also for one put together of others; an alias for
 * everything else.
 */
export function planDeclaration(variant: Variant, catalog: SchemaCatalog): DeclarationPlan {
  const { node } = variant.schema;
  const base = { name: variant.name, doc: schemaDoc(node) };
  if (node.type.kind === "object" && node.type.properties.length > 0) {
    return { ...base, kind: "interface", extends: [], members: objectMembers(node.type, variant, catalog) };
  }
  if (node.type.kind === "intersection") {
    const combined = planCombined(node, variant, catalog);
    if (combined !== undefined) return { ...base, kind: "interface", ...combined };
  }
  return { ...base, kind: "alias", type: planType(node, variant, catalog) };
}

type Heritage = Pick<Extract<DeclarationPlan, { kind: "interface" }>, "extends" | "members">;

/**
 * An `allOf` as an interface: it extends the schemas that it refers to and adds members. Where TypeScript would refuse
 * that (members that clash, index signatures) it repeats all members instead. Undefined when a part is no object.
 */
function planCombined(node: SchemaNode, variant: Variant, catalog: SchemaCatalog): Heritage | undefined {
  const all = resolveMembers(node, variant, catalog);
  if (all === undefined || node.type.kind !== "intersection") return undefined;
  const flat: Heritage = { extends: [], members: all };
  if (all.some((member) => member.kind === "index")) return flat;
  const parents = node.type.members.filter((member) => member.type.kind === "ref");
  const others = node.type.members.filter((member) => member.type.kind !== "ref");
  const inherited = parents.map((parent) => resolveMembers(parent, variant, catalog) ?? []);
  const own = mergeMembers(others.map((other) => resolveMembers(other, variant, catalog) ?? []));
  const byName = new Map(mergeMembers(inherited).map((member) => [nameOf(member), member]));
  if (!parentsAgree(inherited) || !own.every((member) => refines(member, byName.get(nameOf(member)))))
    return flat;
  const names: readonly TypePlan[] = parents.map((parent) => planType(parent, variant, catalog));
  return { extends: names, members: own.flatMap((member) => ownMember(member, byName.get(nameOf(member)))) };
}

function nameOf(member: MemberPlan): string {
  return member.kind === "property" ? member.name : "";
}

/** TypeScript wants the same member of two parents to be of one type. */
function parentsAgree(parents: readonly (readonly MemberPlan[])[]): boolean {
  const known = new Map<string, MemberPlan>();
  return parents.flat().every((member) => {
    const other = known.get(nameOf(member));
    known.set(nameOf(member), member);
    if (other?.kind !== "property" || member.kind !== "property") return other === undefined;
    return other.optional === member.optional && sameType(other.type, member.type);
  });
}

/** Whether a member may stand in an interface whose parent has the other. */
function refines(own: MemberPlan, inherited: MemberPlan | undefined): boolean {
  if (own.kind !== "property" || inherited?.kind !== "property") return true;
  // `unknown`: only required here, described there.
  return isUnknown(own.type) || isAssignable(own.type, inherited.type);
}

/** What an interface says itself; nothing where the parent says the same, in type and in words. */
function ownMember(own: MemberPlan, inherited: MemberPlan | undefined): readonly MemberPlan[] {
  if (own.kind !== "property" || inherited?.kind !== "property") return [own];
  const [member] = mergeMembers([[inherited], [own]]);
  if (member?.kind !== "property") return [own];
  const same = member.optional === inherited.optional && sameType(member.type, inherited.type);
  if (!same) return [member];
  const told = inherited.doc.text.join("\n");
  const tags = own.doc.tags.filter(({ tag }) => inherited.doc.tags.every((other) => other.tag !== tag));
  if (tags.length === 0 && own.doc.text.every((text) => told.includes(text))) return [];
  // What is told of the parent's member holds for it as well.
  const further = inherited.doc.text.filter((text) => !own.doc.text.includes(text));
  const doc = { text: [...own.doc.text, ...further], tags: [...inherited.doc.tags, ...tags] };
  return [{ ...member, doc }];
}

function isUnknown(type: TypePlan): boolean {
  return type.kind === "keyword" && type.name === "unknown";
}

import type { SchemaNode } from "../../../model/schema-model.js";
import type { DeclarationPlan, MemberPlan, TypePlan } from "../type-plan.js";
import { hasNoMembers, inOrder, mergeMembers } from "./merge-members.js";
import { planType, resolveMembers, variantMembers } from "./plan-type.js";
import type { TypeView, SchemaCatalog, Variant } from "./schema-catalog.js";
import { schemaDoc } from "./schema-doc.js";
import { isAssignable, sameType } from "./type-builders.js";

/**
 * The declaration of a named schema: an interface for an object, also for one put together of others; an alias for
 * everything else.
 */
export function planDeclaration(variant: Variant, catalog: SchemaCatalog): DeclarationPlan {
  const { node } = variant.schema;
  const { name, key = name } = variant.schema;
  const base = { name: variant.name, doc: schemaDoc(node, [name, key]) };
  if (node.type.kind === "object" && node.type.properties.length > 0) {
    const members = variantMembers(variant, catalog) ?? [];
    if (members.length > 0) return { ...base, kind: "interface", extends: [], members };
    const doc = { ...base.doc, text: [...base.doc.text, NOTHING_LEFT[variant.direction]] };
    return { ...base, doc: doc, kind: "alias", type: { kind: "keyword", name: "object" } };
  }
  if (node.type.kind === "intersection") {
    const combined = planCombined(node, variant, catalog);
    if (combined !== undefined) return { ...base, kind: "interface", ...combined };
  }
  return { ...base, kind: "alias", type: planType(node, variant, catalog) };
}

/** An interface without members would take text and numbers, too; what was read can be sent back as an object. */
const NOTHING_LEFT: Readonly<Record<TypeView["direction"], string>> = {
  request: "Nothing of it is sent: all its members are read-only.",
  response: "Nothing of it is read: all its members are write-only.",
};

type Heritage = Pick<Extract<DeclarationPlan, { kind: "interface" }>, "extends" | "members">;

/**
 * An `allOf` as an interface: it extends the schemas that it refers to and adds members. Where TypeScript would refuse
 * that (members that clash, index signatures) it repeats all members instead. Undefined when a part is not an object.
 */
function planCombined(node: SchemaNode, variant: Variant, catalog: SchemaCatalog): Heritage | undefined {
  const all = variantMembers(variant, catalog);
  if (all === undefined || node.type.kind !== "intersection") return undefined;
  const flat: Heritage = { extends: [], members: all };
  if (all.some((member) => member.kind === "index")) return flat;
  const parents = node.type.members.filter(
    (member) => member.type.kind === "ref" && !(all.length > 0 && hasNoMembers(member, catalog.schemas)),
  );
  const others = node.type.members.filter((member) => member.type.kind !== "ref");
  const inherited = parents.map((parent) => resolveMembers(parent, variant, catalog) ?? []);
  const own = mergeMembers(others.map((other) => resolveMembers(other, variant, catalog) ?? []));
  const byName = new Map(mergeMembers(inherited).map((member) => [nameOf(member), member]));
  if (!parentsAgree(inherited) || !own.every((member) => refines(member, byName.get(nameOf(member)))))
    return flat;
  const names: readonly TypePlan[] = parents.map((parent) => planType(parent, variant, catalog));
  const members = own.flatMap((member) => ownMember(member, byName.get(nameOf(member))));
  return { extends: names, members: inOrder(members) };
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

/** Whether a member may be in an interface whose parent has the other. */
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
  const inheritedText = inherited.doc.text.join("\n");
  const tags = own.doc.tags.filter(({ tag }) => inherited.doc.tags.every((other) => other.tag !== tag));
  if (tags.length === 0 && own.doc.text.every((text) => inheritedText.includes(text))) return [];
  // What is told of the parent's member holds for it as well.
  const further = inherited.doc.text.flatMap((text) => withoutInherited(text, own.doc.text));
  const doc = { text: [...own.doc.text, ...further], tags: [...inherited.doc.tags, ...tags] };
  return [{ ...member, doc }];
}

function isUnknown(type: TypePlan): boolean {
  return type.kind === "keyword" && type.name === "unknown";
}

/** A paragraph without the sentences at its end that others end with: both tell the same format, bounds and default. */
function withoutInherited(paragraph: string, others: readonly string[]): readonly string[] {
  const sentences = paragraph.split(/(?<=\.) /u);
  const shared = others.map((other) => {
    const theirs = other.split(/(?<=\.) /u);
    let count = 0;
    while (count < sentences.length && sentences.at(-1 - count) === theirs.at(-1 - count)) count += 1;
    return count;
  });
  const left = sentences.slice(0, sentences.length - Math.max(0, ...shared));
  return left.length === 0 ? [] : [left.join(" ")];
}

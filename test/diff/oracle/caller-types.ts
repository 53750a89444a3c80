import { printType } from "../../../src/emit/print-declarations.js";
import type { ClientPlan } from "../../../src/plan/typescript/client-plan.js";
import type { DeclarationPlan, MemberPlan, TypePlan } from "../../../src/plan/typescript/type-plan.js";

/** What a caller's author knows of a client: its declarations, by name. */
export type Declarations = ReadonlyMap<string, DeclarationPlan>;

/** Everything that a client declares and exports. */
export function declarationsOf(plan: ClientPlan): Declarations {
  return new Map(
    [
      ...plan.models.flatMap((file) => file.declarations),
      ...plan.resources.flatMap((resource) => resource.declarations),
      ...plan.headers.declarations,
    ].map((declaration) => [declaration.name, declaration]),
  );
}

/** A type as a caller writes it out. */
export function written(type: TypePlan): string {
  return printType(type).replaceAll(/\s*\n\s*/gu, " ");
}

/** Members of a type that is an object as written, or an interface with all that it extends. */
export function membersOf(type: TypePlan, declarations: Declarations): readonly MemberPlan[] | undefined {
  if (type.kind === "object") return type.members;
  if (type.kind === "intersection") {
    const parts = type.members.map((part) => membersOf(part, declarations));
    return parts.every((part) => part !== undefined) ? together(parts) : undefined;
  }
  if (type.kind !== "name") return undefined;
  if (type.name === "Omit") {
    const [from, names] = type.arguments ?? [];
    const all = from && membersOf(from, declarations);
    const dropped = new Set(
      flatten(names ?? NEVER).flatMap((one) => (one.kind === "literal" ? [one.value] : [])),
    );
    return all?.filter((member) => member.kind === "index" || !dropped.has(member.name));
  }
  const declared = declarations.get(type.name);
  if (declared === undefined) return undefined;
  if (declared.kind === "alias") return membersOf(declared.type, declarations);
  const parents = declared.extends.map((parent) => membersOf(parent, declarations) ?? []);
  return together([...parents, declared.members]);
}

const NEVER: TypePlan = { kind: "keyword", name: "never" };

/** What comes later takes the place of what came before it. */
function together(parts: readonly (readonly MemberPlan[])[]): readonly MemberPlan[] {
  const named = parts.flat().flatMap((one) => (one.kind === "property" ? [[one.name, one] as const] : []));
  return [...new Map(named).values(), ...parts.flat().filter(({ kind }) => kind === "index")];
}

/** The alternatives of a type as written. */
export function flatten(type: TypePlan): readonly TypePlan[] {
  return type.kind === "union" ? type.members.flatMap(flatten) : [type];
}

/** Whether a newer server may send values that a type does not list. */
export function isOpenType(type: TypePlan): boolean {
  return flatten(type).some(
    (one) =>
      one.kind === "name" && ["OpenUnion", "OpenEvent", "Unlisted", "UnlistedNumber"].includes(one.name),
  );
}

/** Whether a type is a name that the client declares. */
export function isDeclared({ kind, ...type }: TypePlan, declarations: Declarations): boolean {
  return kind === "name" && "name" in type && declarations.has(type.name);
}

import type { DeclarationPlan, TypePlan } from "../type-plan.js";
import { intersectionType, NEVER, unionType, UNKNOWN } from "./type-builders.js";

/**
 * Declarations of which none is made of itself, which TypeScript refuses (TS2456, TS2310): `type A = B & …` with `interface B
 * extends A`. The model cuts such circles of references; a base and its heirs can close further ones. What is made of itself asserts
 * nothing by that: the name that closes a circle is left out. In the order given, so that the same one is found each time.
 *
 * @param warn - told of each name that is left out.
 */
export function cutCircles(
  declarations: readonly DeclarationPlan[],
  warn: (text: string) => void,
): readonly DeclarationPlan[] {
  const closing = closingNames(declarations);
  if (closing.size === 0) return declarations;
  const cut = declarations.map((declaration) => {
    const names = closing.get(declaration.name);
    if (names === undefined) return declaration;
    for (const other of names)
      warn(
        `The type "${declaration.name}" is made of "${other}", which is made of "${declaration.name}": it leaves "${other}" out.`,
      );
    return without(declaration, names);
  });
  // What is cut at an interface may be part of another circle; every round leaves a name out.
  return cutCircles(cut, warn);
}

/** Declaration → the names by which it closes a circle: of a circle with interfaces, the one that an interface extends. */
function closingNames(declarations: readonly DeclarationPlan[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byName = new Map(declarations.map((declaration) => [declaration.name, declaration]));
  const closing = new Map<string, Set<string>>();
  const open = new Set<string>();
  const done = new Set<string>();
  /** Declarations that are being gone through, each with the names that are left: no chain is too long for it. */
  const way: { readonly name: string; readonly left: string[] }[] = [];
  const enter = (declaration: DeclarationPlan) => {
    open.add(declaration.name);
    way.push({ name: declaration.name, left: [...madeOf(declaration)].reverse() });
  };
  const close = (next: string) => {
    const circle = way.slice(way.findIndex(({ name }) => name === next)).map(({ name }) => name);
    const at = circle.findIndex((name) => byName.get(name)?.kind === "interface");
    const from = circle.at(at) ?? next;
    closing.set(from, (closing.get(from) ?? new Set()).add(at === -1 ? next : (circle[at + 1] ?? next)));
  };
  for (const start of declarations) {
    if (!done.has(start.name)) enter(start);
    for (let at = way.at(-1); at !== undefined; at = way.at(-1)) {
      const next = at.left.pop();
      if (next === undefined) {
        way.pop();
        open.delete(at.name);
        done.add(at.name);
        continue;
      }
      if (open.has(next)) close(next);
      const target = byName.get(next);
      if (target !== undefined && !open.has(next) && !done.has(next)) enter(target);
    }
  }
  return closing;
}

/** The names that must be known for a declaration to be known. */
function madeOf(declaration: DeclarationPlan): readonly string[] {
  return declaration.kind === "alias" ? namesOf(declaration.type) : declaration.extends.flatMap(namesOf);
}

function namesOf(type: TypePlan): readonly string[] {
  if (type.kind === "name") return [type.name, ...(type.arguments ?? []).flatMap(namesOf)];
  return type.kind === "union" || type.kind === "intersection" ? type.members.flatMap(namesOf) : [];
}

function without(declaration: DeclarationPlan, names: ReadonlySet<string>): DeclarationPlan {
  if (declaration.kind === "alias")
    return { ...declaration, type: withoutNames(declaration.type, names, UNKNOWN) };
  const kept = declaration.extends.filter((parent) => !namesOf(parent).some((name) => names.has(name)));
  return { ...declaration, extends: kept };
}

/** @param neutral - what stands for a name: of alternatives none, of parts any. */
function withoutNames(type: TypePlan, names: ReadonlySet<string>, neutral: TypePlan): TypePlan {
  switch (type.kind) {
    case "name":
      if (names.has(type.name)) return neutral;
      return type.arguments === undefined
        ? type
        : { ...type, arguments: type.arguments.map((each) => withoutNames(each, names, NEVER)) };
    case "union":
      return unionType(type.members.map((member) => withoutNames(member, names, NEVER)));
    case "intersection":
      return intersectionType(type.members.map((member) => withoutNames(member, names, UNKNOWN)));
    default:
      return type;
  }
}

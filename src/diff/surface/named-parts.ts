import type { TypePlan } from "../../plan/typescript/type-plan.js";
import type { ClientTypes } from "./client-types.js";

/**
 * The declared types that a type has as alternatives or parts, with each the alternative as it is written:
 * `Cat` → `Cat & { kind: "cat" }`. Aliases are followed; members and items of lists are not parts.
 */
export function namedParts(type: TypePlan, types: ClientTypes): ReadonlyMap<string, TypePlan> {
  const found = new Map<string, TypePlan>();
  const add = (part: TypePlan, alternative: TypePlan): void => {
    if (part.kind === "union") for (const one of part.members) add(one, one);
    if (part.kind === "intersection") for (const one of part.members) add(one, alternative);
    if (part.kind !== "name" || found.has(part.name)) return;
    if (isOpenType(part.name)) for (const one of part.arguments ?? []) add(one, one);
    const declared = types.declaration(part.name);
    if (declared === undefined) return;
    found.set(part.name, alternative);
    if (declared.kind === "alias") add(declared.type, declared.type);
  };
  add(type, type);
  return found;
}

function isOpenType(name: string): boolean {
  return name === "OpenUnion" || name === "OpenEvent";
}

import type { DeclarationPlan, TypePlan } from "../../plan/typescript/type-plan.js";

/** The types that a declaration is written with. */
export function declaredTypes(declared: DeclarationPlan): readonly TypePlan[] {
  return declared.kind === "alias"
    ? [declared.type]
    : [...declared.extends, ...declared.members.map(({ type }) => type)];
}

const known = new WeakMap<TypePlan, readonly string[]>();

/** Every name that a type is written with, once. */
export function namesIn(type: TypePlan): readonly string[] {
  const before = known.get(type);
  if (before !== undefined) return before;
  const found = [...new Set(collectNames(type))];
  known.set(type, found);
  return found;
}

function collectNames(type: TypePlan): readonly string[] {
  switch (type.kind) {
    case "name":
      return [type.name, ...(type.arguments ?? []).flatMap(namesIn)];
    case "member":
      return [type.of];
    case "array":
      return namesIn(type.items);
    case "tuple":
      return [
        ...type.items.map((item) => item.type),
        ...(type.rest === undefined ? [] : [type.rest]),
      ].flatMap(namesIn);
    case "object":
      return type.members.flatMap((one) => namesIn(one.type));
    case "union":
    case "intersection":
      return type.members.flatMap(namesIn);
    default:
      return [];
  }
}

import type { DeclarationPlan, TypePlan } from "../type-plan.js";

/** Every name that a declaration uses, in the order met, repetitions included. */
export function namesIn(declaration: DeclarationPlan): readonly string[] {
  if (declaration.kind === "alias") return namesInType(declaration.type);
  return [
    ...declaration.extends.flatMap(namesInType),
    ...declaration.members.flatMap(({ type }) => namesInType(type)),
  ];
}

/** Every name that a type uses. */
export function namesInType(type: TypePlan): readonly string[] {
  switch (type.kind) {
    case "name":
      return [type.name, ...(type.arguments ?? []).flatMap(namesInType)];
    case "array":
      return namesInType(type.items);
    case "tuple":
      return [
        ...type.items.map((item) => item.type),
        ...(type.rest === undefined ? [] : [type.rest]),
      ].flatMap(namesInType);
    case "object":
      return type.members.flatMap((member) => namesInType(member.type));
    case "union":
    case "intersection":
      return type.members.flatMap(namesInType);
    case "keyword":
    case "literal":
    case "pattern":
    case "inherited":
    case "member":
      return [];
  }
}

import { byText } from "../../text/by-text.js";
import { pascal, words } from "../../text/words.js";
import type { EnumListPlan } from "./client-plan.js";
import { claimName } from "./methods/method-names.js";
import type { DeclarationPlan, ModelFilePlan, TypePlan } from "./type-plan.js";
import { NULL, sameType } from "./types/type-builders.js";

/**
 * The values of every enum of texts, sorted by name: `OrderStatusValues` of the model `OrderStatus`, and `OrderSizeValues` of the member
 * `size` of `Order`, or of what its list has. Where a model has that name, it is `OrderStatusValueList`.
 *
 * @param taken - every other name that a client exports
 */
export function planEnumLists(
  models: readonly ModelFilePlan[],
  taken: ReadonlySet<string>,
): readonly EnumListPlan[] {
  const names = new Set(taken);
  const declarations = models
    .flatMap((model) => model.declarations)
    .toSorted((left, right) => byText(left.name, right.name));
  const ofModels = declarations.flatMap((declaration) => {
    const values = declaration.kind === "alias" ? textsOf(declaration.type) : undefined;
    return values === undefined ? [] : [{ prefix: declaration.name, of: declaration.name, values }];
  });
  return [...ofModels, ...declarations.flatMap(listMembers)]
    .map(({ prefix, of, values }) => ({
      name: claimName([`${prefix}Values`, `${prefix}ValueList`], names),
      of,
      values,
    }))
    .toSorted((left, right) => byText(left.name, right.name));
}

/** The members of a model whose values are listed in it; one value alone only tells what the model is. */
function listMembers(declaration: DeclarationPlan) {
  if (declaration.kind !== "interface") return [];
  return declaration.members.flatMap((member) => {
    if (member.kind !== "property") return [];
    const isList = member.type.kind === "array";
    const values = textsOf(isList ? member.type.items : member.type) ?? [];
    const of = `${declaration.name}[${JSON.stringify(member.name)}]${isList ? "[number]" : ""}`;
    return values.length < 2 ? [] : [{ prefix: declaration.name + pascal(words(member.name)), of, values }];
  });
}

/** The texts of an enum, in the order of its type; undefined for any other type. `Unlisted` and null are not in the list. */
function textsOf(type: TypePlan): readonly string[] | undefined {
  if (type.kind !== "union") return undefined;
  const { members } = type;
  const texts = members.flatMap((member) =>
    member.kind === "literal" && typeof member.value === "string" ? [member.value] : [],
  );
  const others = members.filter((member) => member.kind !== "literal" || typeof member.value !== "string");
  const isPlain = others.every(
    (member) => (member.kind === "name" && member.name === "Unlisted") || sameType(member, NULL),
  );
  return isPlain && texts.length > 0 ? texts : undefined;
}

import { byText } from "../../text/by-text.js";
import type { EnumListPlan } from "./client-plan.js";
import { claimName } from "./methods/method-names.js";
import type { DeclarationPlan, ModelFilePlan } from "./type-plan.js";
import { NULL, sameType } from "./types/type-builders.js";

/**
 * The values of every model that is a list of texts: `OrderStatusValues` of `OrderStatus`, sorted by name. Where a model
 * has that name, it is `OrderStatusValueList`.
 *
 * @param taken - every other name that a client exports
 */
export function planEnumLists(
  models: readonly ModelFilePlan[],
  taken: ReadonlySet<string>,
): readonly EnumListPlan[] {
  const names = new Set(taken);
  return models
    .flatMap(({ declarations }) => declarations)
    .toSorted((left, right) => byText(left.name, right.name))
    .flatMap((declaration) => {
      const values = textsOf(declaration);
      const of = declaration.name;
      if (values === undefined) return [];
      return [{ name: claimName([`${of}Values`, `${of}ValueList`], names), of, values }];
    });
}

/** The texts of an enum, in the order of its type; undefined for any other type. `Unlisted` and null are not in the list. */
function textsOf(declaration: DeclarationPlan): readonly string[] | undefined {
  if (declaration.kind !== "alias" || declaration.type.kind !== "union") return undefined;
  const { members } = declaration.type;
  const texts = members.flatMap((member) =>
    member.kind === "literal" && typeof member.value === "string" ? [member.value] : [],
  );
  const others = members.filter((member) => member.kind !== "literal" || typeof member.value !== "string");
  const isPlain = others.every(
    (member) => (member.kind === "name" && member.name === "Unlisted") || sameType(member, NULL),
  );
  return isPlain && texts.length > 0 ? texts : undefined;
}

import { byText } from "../../text/by-text.js";
import { pascal, words } from "../../text/words.js";
import { codeSpan } from "../../text/printable.js";
import type { EnumListPlan, ResourcePlan } from "./client-plan.js";
import type { PlannedOperation } from "./inputs/planned-operation.js";
import { claimName } from "./methods/method-names.js";
import type { DeclarationPlan, ModelFilePlan, TypePlan } from "./type-plan.js";
import { NULL, sameType } from "./types/type-builders.js";

/** Where enums of texts may be described. */
interface EnumSources {
  readonly models: readonly ModelFilePlan[];
  /** The inputs of methods, and response headers. */
  readonly resources: readonly Pick<ResourcePlan, "declarations">[];
  /** Operations, some of which take the value of one parameter alone. */
  readonly operations: readonly Pick<PlannedOperation, "input" | "model">[];
}

/**
 * The values of every enum of texts, sorted by name: `OrderStatusValues` of the model `OrderStatus`, `OrderSizeValues` of the member
 * `size` of `Order`, or of what its list or map has, and `OrdersListInputSortValues` of the parameter `sort` of `orders.list`. Where a
 * model has that name, it is `OrderStatusValueList`.
 *
 * @param taken - every other name that a client exports
 */
export function planEnumLists(
  { models, resources, operations }: EnumSources,
  taken: ReadonlySet<string>,
): readonly EnumListPlan[] {
  const names = new Set(taken);
  const ofModels = sorted(models.flatMap((model) => model.declarations));
  const choices = choicesIn(operations);
  const ofMethods = sorted(resources.flatMap((resource) => resource.declarations));
  return [
    ...ofModels.flatMap(valuesOfAlias),
    ...ofModels.flatMap((declaration) => valuesOfMembers(declaration)),
    ...ofModels.flatMap(valuesInAlias),
    ...ofMethods.flatMap((declaration) => valuesOfMembers(declaration, choices.get(declaration.name))),
    ...operations.flatMap(valuesOfOnly),
  ]
    .map(({ prefix, of, values }) => ({
      name: claimName([`${prefix}Values`, `${prefix}ValueList`], names),
      of,
      values,
    }))
    .toSorted((left, right) => byText(left.name, right.name));
}

/** The member of each input, by its name, that names the media type of its body: the contract has no such enum. */
function choicesIn(operations: EnumSources["operations"]): ReadonlyMap<string, string> {
  return new Map(
    operations.flatMap(({ input: { declaration, variants, body } }) =>
      [declaration, ...variants].flatMap((one) =>
        one === undefined || body?.chosenBy === undefined ? [] : [[one.name, body.chosenBy] as const],
      ),
    ),
  );
}

function sorted(declarations: readonly DeclarationPlan[]): readonly DeclarationPlan[] {
  return declarations.toSorted((left, right) => byText(left.name, right.name));
}

/** A list before it has its name. */
interface Unnamed extends Omit<EnumListPlan, "name"> {
  /** What its name begins with. */
  readonly prefix: string;
}

/** A model that is an enum. */
function valuesOfAlias(declaration: DeclarationPlan): readonly Unnamed[] {
  const values = declaration.kind === "alias" ? textsOf(declaration.type) : undefined;
  return values === undefined ? [] : [{ prefix: declaration.name, of: codeSpan(declaration.name), values }];
}

/** A model that is a list or a map of enums. */
function valuesInAlias(declaration: DeclarationPlan): readonly Unnamed[] {
  if (declaration.kind !== "alias" || textsOf(declaration.type) !== undefined) return [];
  return listsOf(declaration.name, declaration.name, declaration.type);
}

/** The members of a model or input whose values are listed in it. */
function valuesOfMembers(declaration: DeclarationPlan, choice?: string): readonly Unnamed[] {
  if (declaration.kind !== "interface") return [];
  const { name, members } = declaration;
  return members.flatMap((member) => {
    if (member.kind === "property" && member.name === choice) return [];
    if (member.kind === "index")
      return members.length > 1 ? [] : listsOf(name, name, member.type, "[string]");
    const of = `${name}[${JSON.stringify(member.name)}]`;
    return listsOf(name + pascal(words(member.name)), of, member.type);
  });
}

/** A parameter whose value is the whole input of a method. */
function valuesOfOnly({ input, model }: EnumSources["operations"][number]): readonly Unnamed[] {
  const { shorthand } = input;
  if (shorthand === undefined || input.declaration !== undefined) return [];
  const { resource, method, type } = model.name;
  const prefix = `${type}Input${pascal(words(shorthand.name))}`;
  const of = `${codeSpan(shorthand.name)} of ${codeSpan(`${resource}.${method}`)}`;
  return listsOf(prefix, "", shorthand.type).map((list) => ({ ...list, of }));
}

/**
 * The list of an enum, or of that in a list or map; one value alone only tells what it is in.
 *
 * @param of - the type, as TypeScript has it
 */
function listsOf(prefix: string, of: string, type: TypePlan, path = ""): readonly Unnamed[] {
  if (type.kind === "array") return listsOf(prefix, of, type.items, `${path}[number]`);
  const [only, ...others] = type.kind === "object" ? type.members : [];
  if (only?.kind === "index" && others.length === 0) return listsOf(prefix, of, only.type, `${path}[string]`);
  const values = textsOf(type) ?? [];
  return values.length < 2 ? [] : [{ prefix, of: codeSpan(of + path), values }];
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

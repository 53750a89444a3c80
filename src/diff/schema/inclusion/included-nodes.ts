import type { Json } from "../../../load/loaded-contract.js";
import { acceptsValue } from "./accepted-values.js";
import { alternativesOf, includedBySelection, isAny } from "./alternatives.js";
import { demandOf, includedMembers } from "./included-members.js";
import { areDisjoint, finiteValues, integersOf } from "./disjoint-nodes.js";
import { includedBounds, includedNumbers, includedTexts } from "./included-scalars.js";
import { all, allOf, anyOf, type Parts, type Verdict } from "./verdict.js";
import { formSignature, type SchemaForm, type Slot, type TypeName, type Union } from "../form/schema-form.js";
import { listedTypes, slotOfItem } from "../form/merge-forms.js";
import type { SchemaNode } from "../form/schema-reader.js";

/** Alternatives of several unions at once that are looked at one by one: unions that hold together multiply. */
const MOST_COMBINATIONS = 512;

/** Whether every value of the left node is a value of the right one. */
export function includedNodes(left: SchemaNode, right: SchemaNode, parts: Parts): Verdict {
  if (isAny(right) || isNever(left) || parts.isSame(left, right)) return "yes";
  const { unions } = left.form;
  const isListed = right.form.values !== undefined;
  const values =
    unions.length === 0
      ? (finiteValues(left.form) ?? (isListed ? integersOf(left.form) : undefined))
      : undefined;
  if (values !== undefined) {
    const verdict = includedValues(left, right, values, parts);
    return verdict === "unknown" && isScalarIncluded(left.form, right.form, parts) ? "yes" : verdict;
  }
  if (isMatched(left, right, parts)) return "yes";
  if (combinationsOf(left) > MOST_COMBINATIONS || combinationsOf(right) > MOST_COMBINATIONS) return "unknown";
  const [union] = unions;
  if (union !== undefined) {
    return allOf(alternativesOf(parts.left, left, union), ({ node, pointer }) => {
      const alternative = (target: Union, branch: string) =>
        right.form.unions.includes(target) ? parts.right.branch(right, target, branch) : right;
      const [selected] = [...right.form.unions, ...right.form.merged].flatMap((target) => {
        const isIn = (branch: string) => parts.decide(node, alternative(target, branch));
        return bySelection(pointer, union, target, parts, isIn) ?? [];
      });
      return selected ?? parts.decide(node, right);
    });
  }
  const types = [...listedTypes(left.form)].sort();
  if (types.length > 1 && right.form.unions.length > 0)
    return allOf(types, (type) => parts.decide(parts.left.ofType(left, type), right));
  const [target] = right.form.unions;
  return target === undefined
    ? includedBase(left, right, parts, types)
    : includedInUnion(left, right, target, parts);
}

/** How many alternatives there are where several unions hold together; one union alone has as many as it lists. */
function combinationsOf({ form: { unions } }: SchemaNode): number {
  if (unions.length < 2) return 1;
  return unions.reduce((count, { branches, hasNull }) => count * (branches.length + (hasNull ? 1 : 0)), 1);
}

function includedValues(left: SchemaNode, right: SchemaNode, values: readonly Json[], parts: Parts): Verdict {
  return allOf(values, (value) =>
    acceptsValue(parts.left, left, value, parts.budget) === "no"
      ? "yes"
      : acceptsValue(parts.right, right, value, parts.budget),
  );
}

/** Whether scalars that one form lists are listed by the other, and limited there as they are here: by the same format, say. */
function isScalarIncluded(left: SchemaForm, right: SchemaForm, parts: Parts): boolean {
  if (right.unions.length + right.exclusions.length + right.conditionals.length > 0) return false;
  const listed = new Set(right.values?.value.map((value) => JSON.stringify(value)));
  const isListed = (value: Json) => right.values === undefined || listed.has(JSON.stringify(value));
  const types = [...listedTypes(left)];
  const verdict = all(
    types.map((type): Verdict => {
      if (!right.types.has(type)) return "no";
      if (type === "number") return includedNumbers(left, right);
      if (type === "string") return includedTexts(left, right, parts);
      return type === "boolean" || type === "null" ? "yes" : "unknown";
    }),
  );
  return verdict === "yes" && (left.values?.value ?? []).every(isListed);
}

/** Whether unions of both sides include each other branch by branch, and what is beside them is included too. */
function isMatched(left: SchemaNode, right: SchemaNode, parts: Parts): boolean {
  const matched = right.form.unions.flatMap((target) => {
    const likely = byRank(left.form.unions, ({ pointer }) => (pointer === target.pointer ? 0 : 1));
    const match = likely.find((union) => isUnionIncluded(union, target, parts));
    return match === undefined ? [] : [[match, target] as const];
  });
  if (matched.length === 0) return false;
  const [lefts, rights] = [matched.map(([own]) => own), matched.map(([, target]) => target)];
  return parts.decide(parts.left.base(left, lefts), parts.right.base(right, rights)) === "yes";
}

function isUnionIncluded(union: Union, target: Union, parts: Parts): boolean {
  if ((union.hasNull && !target.hasNull) || (parts.isStrict && target.kind === "oneOf")) return false;
  // What holds because it holds is not shown.
  if (target.branches.some(parts.right.isUnguarded)) return false;
  const verdict = allOf(union.branches, (branch) => {
    const isIn = (other: string) => parts.included([branch], [other]);
    return (
      bySelection(branch, union, target, parts, isIn) ??
      anyOf(likelyFirst(branch, target.branches, parts), isIn)
    );
  });
  return verdict === "yes";
}

/** {@link includedBySelection}: JSON Schema alone knows no discriminator. */
function bySelection(
  branch: string | undefined,
  union: Union,
  target: Union,
  { isStrict }: Parts,
  isIn: (selected: string) => Verdict,
): Verdict | undefined {
  return isStrict || branch === undefined ? undefined : includedBySelection(branch, union, target, isIn);
}

/** Whether the left node is included in one branch, with all that is beside the branches. */
function includedInUnion(left: SchemaNode, right: SchemaNode, union: Union, parts: Parts): Verdict {
  const { types } = left.form;
  const isNull = types.size === 1 && types.has("null");
  const alternatives = alternativesOf(parts.right, right, union).filter(
    ({ pointer }) => !union.hasNull || (pointer === undefined) === isNull,
  );
  const likely = left.slot[0] ?? "";
  const signature = formSignature(left.form);
  const rated = byRank(alternatives, ({ pointer, node }) =>
    pointer === likely ? 0 : formSignature(node.form) === signature ? 1 : 2,
  );
  const verdict = anyOf(rated, ({ node }) => parts.decide(left, node));
  const isIn = (branch: string) => parts.decide(left, parts.right.branch(right, union, branch));
  const demands = union.kind === "oneOf" ? union.branches.filter((branch) => isDemand(branch, parts)) : [];
  if (verdict === "yes" && demands.filter((branch) => isIn(branch) === "yes").length > 1) return "no";
  if (!parts.isStrict || union.kind === "anyOf" || verdict !== "yes") return verdict;
  return areAllDisjoint(union, parts) ? "yes" : "unknown";
}

/** Inclusion of schemas without unions. */
function includedBase(
  left: SchemaNode,
  right: SchemaNode,
  parts: Parts,
  types: readonly TypeName[],
): Verdict {
  const [own, target] = [left.form, right.form];
  if (types.some((type) => !target.types.has(type))) return "no";
  // All values of the left node would have to be listed, and they are too many.
  if (target.values !== undefined) return "no";
  const isDisjoint = (pointer: string) =>
    areDisjoint(
      { reader: parts.left, node: left },
      { reader: parts.right, node: parts.right.node([pointer]) },
      parts.budget,
    );
  return all([
    ...types.map((type): Verdict => {
      if (type === "number") return includedNumbers(own, target);
      if (type === "string") return includedTexts(own, target, parts);
      if (type === "array") return includedItems(own, target, parts);
      return type === "object" ? includedMembers(left, right, parts) : "yes";
    }),
    ...target.exclusions.map((excluded): Verdict => {
      const isExcluded = own.exclusions.some((pointer) => parts.includes([pointer], [excluded]) === "yes");
      return isExcluded || isDisjoint(excluded) ? "yes" : "unknown";
    }),
    includedConditions(own, target, parts),
  ]);
}

/** Conditions are compared as wholes: one that differs can mean anything. */
function includedConditions(own: SchemaForm, target: SchemaForm, parts: Parts): Verdict {
  const isEqual = (left: Slot, right: Slot) =>
    parts.included(left, right) === "yes" && parts.includes(left, right) === "yes";
  // The names that a property demands are compared with those of all other keywords that say so.
  const others = target.conditionals.filter(
    (conditional) => demandOf(conditional, parts.right) === undefined,
  );
  const hasSame = others.every((conditional) =>
    own.conditionals.some(
      ({ condition, then, else: otherwise }) =>
        isEqual(condition, conditional.condition) &&
        isEqual(then, conditional.then) &&
        isEqual(otherwise, conditional.else),
    ),
  );
  return hasSame ? "yes" : "unknown";
}

/** Whether a schema certainly allows no value. */
function isNever({ form }: SchemaNode): boolean {
  return listedTypes(form).size === 0;
}

function areAllDisjoint({ branches }: Union, { right: reader, budget }: Parts): boolean {
  const nodes = branches.map((branch) => ({ reader, node: reader.node([branch]) }));
  return nodes.every((node, index) =>
    nodes.slice(index + 1).every((other) => areDisjoint(node, other, budget)),
  );
}

/** Whether a branch names required properties and nothing else: one value can do what two of them demand. */
function isDemand(branch: string, { right }: Parts): boolean {
  const raw = right.raw(branch);
  return typeof raw === "object" && raw !== null && Object.keys(raw).join("\n") === "required";
}

/** Branches with the same name, and those that look the same, first: the search mostly ends there. */
function likelyFirst(
  pointer: string,
  branches: readonly string[],
  { left, right }: Parts,
): readonly string[] {
  if (branches.includes(pointer)) return [pointer, ...branches.filter((branch) => branch !== pointer)];
  if (branches.length < 2) return branches;
  const signature = formSignature(left.node([pointer]).form);
  return byRank(branches, (branch) => (formSignature(right.node([branch]).form) === signature ? 0 : 1));
}

function byRank<Item>(items: readonly Item[], rank: (item: Item) => number): readonly Item[] {
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** Whether every array of one form is allowed by the other. */
function includedItems(left: SchemaForm, right: SchemaForm, parts: Parts): Verdict {
  const count = Math.max(left.prefix.length, right.prefix.length);
  const most = left.bounds.get("maxItems")?.limit ?? Infinity;
  const positions = Array.from({ length: Math.min(count, most) }, (_, index) => index);
  return all([
    includedBounds(left, right, "array"),
    right.unique === undefined || left.unique !== undefined || most <= 1 ? "yes" : "no",
    allOf(positions, (index) => parts.included(slotOfItem(left, index), slotOfItem(right, index))),
    most <= count ? "yes" : parts.included(left.items, right.items),
    ...right.contains.map(({ slot, least, most: limit }): Verdict => {
      const isContained = left.contains.some(
        (own) =>
          own.least >= least &&
          parts.included(own.slot, slot) === "yes" &&
          (limit === undefined || (own.most ?? Infinity) <= limit) &&
          (limit === undefined || parts.includes(own.slot, slot) === "yes"),
      );
      if (isContained) return "yes";
      return left.contains.length === 0 ? "no" : "unknown";
    }),
    includedUnevaluated(left, right, parts),
  ]);
}

function includedUnevaluated(left: SchemaForm, right: SchemaForm, parts: Parts): Verdict {
  if (right.unevaluatedItems.length === 0) return "yes";
  if (left.unevaluatedItems.length === 0) return "no";
  return parts.isStrict ? "unknown" : parts.included(left.unevaluatedItems, right.unevaluatedItems);
}

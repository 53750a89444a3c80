import type { Json } from "../../../load/loaded-contract.js";
import { canonicalJson } from "../../../text/canonical-json.js";
import type { VisitBudget } from "../../../openapi/visit.js";
import { acceptsValue } from "./accepted-values.js";
import { effectiveBound } from "./included-scalars.js";
import { listedTypes, slotOfItem, slotOfProperty } from "../form/merge-forms.js";
import { areDistinctFormats } from "../form/formats.js";
import { BOUND_NAMES, BOUNDS, type SchemaForm, type Slot, type TypeName } from "../form/schema-form.js";
import type { SchemaNode, SchemaReader } from "../form/schema-reader.js";
import { commonItems } from "../form/schema-form.js";

/** A node, and the reader of its document. */
export interface ReadNode {
  readonly reader: SchemaReader;
  readonly node: SchemaNode;
}

/** Properties and alternatives that lead to others are followed so far. */
const DEEPEST = 4;
/** Longer lists of values and alternatives are not compared one by one. */
const MOST_VALUES = 100;
const MOST_BRANCHES = 16;

/**
 * Whether it is certain that no value is one of both schemas, by JSON Schema alone: by their types, their values, their limits, or a
 * property that one of them requires.
 */
export function areDisjoint(one: ReadNode, other: ReadNode, budget: VisitBudget, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  budget.visit();
  const [left, right] = [one.node.form, other.node.form];
  const types = commonItems(listedTypes(left), listedTypes(right));
  if (types.size === 0) return true;
  if (hasNoSharedValue(one, other, budget) || hasNoSharedValue(other, one, budget)) return true;
  if (excludes(one, other) || excludes(other, one)) return true;
  const isSplit = (whole: ReadNode, against: ReadNode) =>
    alternativesOf(whole)?.every((node) =>
      areDisjoint({ reader: whole.reader, node }, against, budget, depth + 1),
    ) === true;
  if (isSplit(one, other) || isSplit(other, one)) return true;
  const arePartsDisjoint = (slot: Slot, target: Slot): boolean =>
    slot.length > 0 &&
    target.length > 0 &&
    areDisjoint(
      { reader: one.reader, node: one.reader.node(slot) },
      { reader: other.reader, node: other.reader.node(target) },
      budget,
      depth + 1,
    );
  // A schema that allows nothing is disjoint with any.
  const isNever = ({ reader }: ReadNode, slot: Slot) =>
    slot.length > 0 && reader.node(slot).form.types.size === 0;
  const areSlotsDisjoint = (slot: Slot, target: Slot) =>
    isNever(one, slot) || isNever(other, target) || arePartsDisjoint(slot, target);
  return [...types].every((type) => areOfTypeDisjoint(left, right, type, areSlotsDisjoint));
}

type SlotTest = (slot: Slot, target: Slot) => boolean;

function areOfTypeDisjoint(left: SchemaForm, right: SchemaForm, type: TypeName, areSlots: SlotTest): boolean {
  if (areBeyond(left, right, type) || areBeyond(right, left, type)) return true;
  switch (type) {
    case "string":
      return left.formats.some(({ value }) =>
        right.formats.some((format) => areDistinctFormats(value, format.value)),
      );
    case "array": {
      const isFilled = [left, right].some(({ bounds }) => (bounds.get("minItems")?.limit ?? 0) > 0);
      return isFilled && areSlots(slotOfItem(left, 0), slotOfItem(right, 0));
    }
    case "object":
      return [...new Set([...left.required.keys(), ...right.required.keys()])].some((name) =>
        areSlots(slotOfProperty(left, name), slotOfProperty(right, name)),
      );
    default:
      return false;
  }
}

/** Whether a lower limit of one form is above the upper limit of the other. */
function areBeyond(left: SchemaForm, right: SchemaForm, type: TypeName): boolean {
  const [lower, upper] = (["lower", "upper"] as const).map((side) =>
    BOUND_NAMES.find((name) => BOUNDS[name].type === type && BOUNDS[name].side === side),
  );
  const least = lower && effectiveBound(left, lower);
  const most = upper && effectiveBound(right, upper);
  if (least === undefined || most === undefined) return false;
  return least.limit === most.limit ? least.isExclusive || most.isExclusive : least.limit > most.limit;
}

/** Whether the values of one schema are a short list, and the other refuses each that the first allows. */
function hasNoSharedValue(listing: ReadNode, other: ReadNode, budget: VisitBudget): boolean {
  const values = finiteValues(listing.node.form);
  if (values === undefined || values.length > MOST_VALUES) return false;
  const listed = other.node.form.values?.value;
  if (listed !== undefined) {
    const texts = new Set(listed.map((value) => canonicalJson(value)));
    if (!values.some((value) => texts.has(canonicalJson(value)))) return true;
  }
  return values.every((value) =>
    [other, listing].some(({ reader, node }) => acceptsValue(reader, node, value, budget) === "no"),
  );
}

/** Whether one schema has a `not` of the other. */
function excludes({ reader, node: { form } }: ReadNode, other: ReadNode): boolean {
  const [pointer, ...more] = other.node.slot;
  return (
    reader === other.reader && pointer !== undefined && more.length === 0 && form.exclusions.includes(pointer)
  );
}

function alternativesOf({ reader, node }: ReadNode): readonly SchemaNode[] | undefined {
  const [union] = node.form.unions;
  if (union === undefined || union.branches.length > MOST_BRANCHES) return undefined;
  const branches = union.branches.map((branch) => reader.branch(node, union, branch));
  return union.hasNull ? [...branches, reader.branch(node, union, undefined)] : branches;
}

/** The integers between the limits of a form, and null where it allows that, where these are a short list. */
export function integersOf(form: SchemaForm): readonly (number | null)[] | undefined {
  const { types, isInteger, values } = form;
  const others = [...types].filter((type) => type !== "number");
  const isOther = others.some((type) => type !== "null") || others.length === types.size;
  if (!isInteger || isOther || values !== undefined) return undefined;
  const [least, most] = [effectiveBound(form, "minimum")?.limit, effectiveBound(form, "maximum")?.limit];
  if (least === undefined || most === undefined || most - least >= MOST_VALUES) return undefined;
  const integers = Array.from({ length: Math.max(most - least + 1, 0) }, (_, index) => least + index);
  return others.length === 0 ? integers : [...integers, null];
}

/** All values that a form can have, where that is a short list. */
export function finiteValues({ types, values }: SchemaForm): readonly Json[] | undefined {
  if (values !== undefined) return values.value;
  const lists = [...types].map((type) =>
    type === "null" ? [null] : type === "boolean" ? [false, true] : undefined,
  );
  return lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? []);
}

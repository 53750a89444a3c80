import type { Effect } from "../../fact.js";
import { compareBounds } from "./compare-bounds.js";
import { compareAdditional, compareConditions } from "./compare-conditions.js";
import { compareItems, isOtherLength } from "./compare-items.js";
import { compareProperties } from "./compare-properties.js";
import { compareUnions, compareWrapping } from "./compare-unions.js";
import { compareDefaults, compareValues } from "./compare-values.js";
import {
  bothPositions,
  type ComparedPair,
  type PairEdge,
  type PairFindings,
  type PairSide,
  partWith,
  positionOf,
  type SchemaEdit,
} from "./compared-pair.js";
import { isAny } from "../inclusion/alternatives.js";
import { readValues } from "../form/base-values.js";
import { listedTypes } from "../form/merge-forms.js";
import { type SchemaForm, type TypeName, TYPES } from "../form/schema-form.js";

/** What differs between two schemas that describe the same value, and the pairs below them. */
export function comparePair(written: ComparedPair): PairFindings {
  const { left, right, areAll } = readValues(written.old, written.now);
  const pair = {
    ...written,
    old: { ...written.old, node: left },
    now: { ...written.now, node: right },
  };
  if (areAll) {
    const { edits, edges } = compareUnions(pair);
    return { edits: [...edits, ...compareDefaults(pair)], edges };
  }
  const wrapping = compareWrapping(pair);
  if (wrapping !== undefined)
    return { ...wrapping, edits: [...wrapping.edits, ...compareNull(pair), ...compareDefaults(pair)] };
  const types = compareTypes(pair);
  if (types.isReplaced) return { edits: types.edits, edges: [] };
  // Where any value becomes an object (or the reverse), the types say it all.
  const isWhole = types.edits.length > 0 && (isAny(pair.old.node) || isAny(pair.now.node));
  const shared = (type: TypeName) =>
    !isWhole && listedTypes(pair.old.node.form).has(type) && listedTypes(pair.now.node.form).has(type);
  const none: PairFindings = { edits: [], edges: [] };
  const found = [
    shared("object") ? compareProperties(pair) : none,
    shared("object") ? compareAdditional(pair) : none,
    shared("array") ? compareItems(pair) : none,
    compareConditions(pair),
    compareUnions(pair),
  ];
  return {
    edits: [
      ...types.edits,
      ...compareValues(pair),
      ...compareBounds(pair).filter(({ bound }) => !isLength(bound) || !isOtherLength(pair)),
      ...found.flatMap(({ edits }) => edits),
    ],
    edges: [...found.flatMap(({ edges }) => edges), ...contentEdges(pair)],
  };
}

function isLength(bound: SchemaEdit["bound"]): boolean {
  return bound === "minItems" || bound === "maxItems";
}

/** What a text holds (`contentSchema`), where both sides describe it. */
function contentEdges({ old, now }: ComparedPair): readonly PairEdge[] {
  const [before, after] = [old.node.form.contentSchema, now.node.form.contentSchema];
  if (before.length === 0 || after.length === 0) return [];
  return [{ old: before, now: after, step: { kind: "content" } }];
}

/** Types of a pair: edits, and whether values of the two have nothing in common. */
export interface TypeFindings {
  readonly edits: readonly SchemaEdit[];
  readonly isReplaced: boolean;
}

/** Rows H1, H2, H4, H5 of the catalogue: types, and null. */
function compareTypes(pair: ComparedPair): TypeFindings {
  const [old, now] = [pair.old.node.form, pair.now.node.form];
  // A union on one side only is a change of its own.
  const hasUnion = old.unions.length > 0 !== now.unions.length > 0;
  const [before, after] = [typeNames(old), typeNames(now)];
  const effect = hasUnion ? "equal" : typesEffect(before, after);
  const isReplaced =
    effect === "other" && ![...after].some((type) => before.has(type) || isNumeric(type, before));
  const isNullPart = effect !== "equal" && (isReplaced || isEverything(old) || isEverything(now));
  const nullEffect = isReplaced ? effectOfNull(pair) : "equal";
  if (nullEffect !== "equal") (nullEffect === "wider" ? after : before).add("null");
  const edits = effect === "equal" ? [] : [{ ...typeEdit(pair, effect, before, after), nullEffect }];
  return { edits: isNullPart ? edits : [...edits, ...compareNull(pair)], isReplaced };
}

type TypeLabel = TypeName | "integer";

function isEverything({ types, values }: SchemaForm): boolean {
  return types.size === TYPES.length && values === undefined;
}

function typeNames(form: SchemaForm): Set<TypeLabel> {
  const types = [...listedTypes(form)].filter((type) => type !== "null");
  const isInteger = form.isInteger || holdsIntegers(form);
  return new Set(types.map((type) => (type === "number" && isInteger ? "integer" : type)));
}

/** Listed numbers without a type are integers when all of them are. */
function holdsIntegers({ values, typePointer }: SchemaForm): boolean {
  const numbers = values?.value.filter((value) => typeof value === "number") ?? [];
  return typePointer === undefined && numbers.length > 0 && numbers.every((value) => Number.isInteger(value));
}

function isNumeric(type: TypeLabel, others: ReadonlySet<TypeLabel>): boolean {
  return (type === "integer" && others.has("number")) || (type === "number" && others.has("integer"));
}

function typesEffect(before: ReadonlySet<TypeLabel>, after: ReadonlySet<TypeLabel>): Effect {
  const isIn = (some: ReadonlySet<TypeLabel>, others: ReadonlySet<TypeLabel>) =>
    [...some].every((type) => others.has(type) || (type === "integer" && others.has("number")));
  const [isWider, isNarrower] = [isIn(before, after), isIn(after, before)];
  if (isWider) return isNarrower ? "equal" : "wider";
  return isNarrower ? "narrower" : "other";
}

function typeEdit(
  pair: ComparedPair,
  effect: Effect,
  before: ReadonlySet<TypeLabel>,
  after: ReadonlySet<TypeLabel>,
): SchemaEdit {
  const [from, to] = [typeText(before), typeText(after)];
  const change =
    effect === "wider" ? "type.widened" : effect === "narrower" ? "type.narrowed" : "type.changed";
  const [old, now] = [typePosition(pair.old, pair.now), typePosition(pair.now, pair.old)];
  return {
    change,
    effect,
    ...(old !== undefined && { old: positionOf(old, from) }),
    ...(now !== undefined && { new: positionOf(now, to) }),
    arguments: { from, to },
  };
}

/** The keyword, where the schema itself or a part of both sides has it; otherwise that part, or the whole. */
function typePosition(side: PairSide, other: PairSide): string | undefined {
  const { typePointer } = side.node.form;
  if (typePointer !== undefined && typePointer === `${side.at ?? ""}/type`) return typePointer;
  const isShared = (pointer: string) => [side, other].every((one) => partWith(one, pointer) !== undefined);
  if (typePointer !== undefined) return isShared(typePointer) ? typePointer : side.at;
  const keyword = [side, other].flatMap(
    ({ node: { form } }) => form.values?.pointer ?? form.typePointer ?? [],
  )[0];
  return keyword !== undefined && isShared(keyword) ? partWith(side, keyword) : side.at;
}

function typeText(types: ReadonlySet<TypeLabel>): string {
  if (types.size === 0) return "nothing";
  if (types.size === TYPES.length - 1 && types.has("number")) return "any type";
  return [...types].sort().join(" or ");
}

/** Rows H4 and H5 of the catalogue: whether null is a value. */
function compareNull(pair: ComparedPair): readonly SchemaEdit[] {
  const effect = effectOfNull(pair);
  if (effect === "equal" || isOfBranch(pair)) return [];
  const change = effect === "wider" ? "type.became-nullable" : "type.became-not-nullable";
  return [{ change, effect, ...nullPositions(pair) }];
}

/** Whether null came or went within an alternative, or with it: that is a change of the alternative. */
function isOfBranch({ old, now }: ComparedPair): boolean {
  const [before, after] = [old.node.form, now.node.form];
  const listsNull = ({ unions }: SchemaForm) => unions.some(({ hasNull: isListed }) => isListed);
  return (
    before.unions.length > 0 &&
    after.unions.length > 0 &&
    before.types.has("null") === after.types.has("null") &&
    listsNull(before) === listsNull(after)
  );
}

function effectOfNull({ old, now }: ComparedPair): "equal" | "narrower" | "wider" {
  const [before, after] = [hasNull(old), hasNull(now)];
  return before === after ? "equal" : after ? "wider" : "narrower";
}

/** The schema that says that null is a value, where it is a part of both sides; otherwise the wholes. */
function nullPositions(pair: ComparedPair): Pick<SchemaEdit, "new" | "old"> {
  const { old, now } = pair;
  const part = old.node.form.nullPart ?? now.node.form.nullPart;
  const isShared = part !== undefined && [old, now].every(({ node }) => node.form.origins.has(part));
  return isShared ? { old: positionOf(part), new: positionOf(part) } : bothPositions(pair);
}

function hasNull({ node, reader }: PairSide): boolean {
  return reader.typesOf(node).has("null");
}

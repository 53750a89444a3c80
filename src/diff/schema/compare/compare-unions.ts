import {
  bothPositions,
  type ComparedPair,
  effectOf,
  oneSidedSchema,
  type PairEdge,
  type PairFindings,
  type PairSide,
  positionOf,
  type SchemaEdit,
} from "./compared-pair.js";
import { type BranchMatch, branchName, branchPosition, likenessOf, matchBranches } from "./match-branches.js";
import { compareBounds } from "./compare-bounds.js";
import { compareConditions } from "./compare-conditions.js";
import { compareDiscriminators } from "./compare-discriminators.js";
import { compareNullOverlaps, compareOneSidedOverlaps, compareOverlaps } from "./compare-overlaps.js";
import { compareContains } from "./compare-items.js";
import { isOpenList } from "./compare-values.js";
import { shortName } from "../describe-element.js";
import { listedTypes } from "../form/merge-forms.js";
import type { Discriminator, SchemaForm, Union } from "../form/schema-form.js";
import { nodeSubtypes, sharedSubtypes } from "../form/subtypes.js";
import { isOpenFor, requiredAlone } from "../inclusion/included-members.js";
import type { SchemaReader } from "../form/schema-reader.js";
import { includedBySelection } from "../inclusion/alternatives.js";
import type { Verdict } from "../inclusion/verdict.js";

/** Rows K1 to K5 of the catalogue: branches of `oneOf` and `anyOf`. */
export function compareUnions(pair: ComparedPair): PairFindings {
  const [old, now] = [pair.old.node.form, pair.now.node.form];
  const unions = pairUnions(old.unions, now.unions);
  const found = unions.map(([before, after]): PairFindings => {
    if (before !== undefined && after !== undefined) return compareUnion(pair, before, after);
    return before === undefined ? wrappedIn(pair, after, "new") : wrappedIn(pair, before, "old");
  });
  // A discriminator distinguishes nothing in a schema without alternatives and subtypes.
  const hasSubtypes = [pair.old, pair.now].some((side) => nodeSubtypes(side).size > 0);
  const areBoth = isSameBase(pair);
  const isBase = unions.length === 0 && (hasSubtypes || areBoth);
  const bases = isBase ? compareDiscriminators(pair, old.discriminator, now.discriminator, NO_BRANCHES) : [];
  return {
    edits: [...found.flatMap(({ edits }) => edits), ...bases, ...compareNullOverlaps(pair)],
    edges: [...found.flatMap(({ edges }) => edges), ...subtypeEdges(pair)],
  };
}

/** Whether both sides have a discriminator of their own, or that of the same base: a schema can have several bases. */
function isSameBase({ old, now }: ComparedPair): boolean {
  const [before, after] = [old, now].map(({ node }) => node.form.discriminator?.pointer);
  if (before === undefined || after === undefined) return false;
  const isOwn = ({ node }: PairSide, pointer: string) => pointer === `${node.slot[0] ?? ""}/discriminator`;
  return before === after || isOwn(old, before) || isOwn(now, after);
}

const NO_BRANCHES: BranchMatch = { matched: [], removed: [], added: [] };

type UnionPair = readonly [before: Union | undefined, after: Union | undefined];

/** Unions at the same pointer first, then in their order. */
function pairUnions(old: readonly Union[], now: readonly Union[]): readonly UnionPair[] {
  const same = old.flatMap((before): readonly UnionPair[] => {
    const after = now.find(({ pointer }) => pointer === before.pointer);
    return after === undefined ? [] : [[before, after]];
  });
  const oldRest = old.filter((union) => !same.some(([before]) => before === union));
  const newRest = now.filter((union) => !same.some(([, after]) => after === union));
  const count = Math.max(oldRest.length, newRest.length);
  return [
    ...same,
    ...Array.from({ length: count }, (_, index): UnionPair => [oldRest[index], newRest[index]]),
  ];
}

function keyOf({ kind }: Union): string {
  return kind === "oneOf" ? "one-of" : "any-of";
}

function compareUnion(pair: ComparedPair, old: Union, now: Union): PairFindings {
  const match = matchBranches(pair, old, now);
  const isOpen =
    old.discriminator !== undefined && old.discriminator.property === now.discriminator?.property;
  const positions = { old: positionOf(old.pointer), new: positionOf(now.pointer) };
  const isUnselected = (branch: string, union: Union, other: Union) =>
    includedBySelection(branch, union, other, () => "yes") === "no";
  const added = match.added.filter(
    (branch) => isUnselected(branch, now, old) || !isCovered(pair, "backward", branch),
  );
  const removed = match.removed.filter(
    (branch) => isUnselected(branch, old, now) || !isCovered(pair, "forward", branch),
  );
  return {
    edits: [
      ...compareOverlaps(pair, old, now, match),
      ...removed.map((branch): SchemaEdit => ({
        change: `${keyOf(old)}.branch-removed`,
        effect: "narrower",
        old: positionOf(branchPosition(old, branch)),
        new: positions.new,
        about: schemaOf(old),
        arguments: { branch: branchName(old, branch) },
      })),
      ...added.map((branch): SchemaEdit => ({
        change: `${keyOf(now)}.branch-added`,
        effect: "wider",
        old: positions.old,
        new: positionOf(branchPosition(now, branch)),
        about: schemaOf(now),
        arguments: { branch: branchName(now, branch) },
        ...(isOpen && { open: true as const }),
      })),
      ...compareDiscriminators(pair, old.discriminator, now.discriminator, match),
    ],
    edges: match.matched.map(([before, after]) => ({
      ...branchEdge(before, after, (old.isImplied ?? now.isImplied) ? "subtype" : "same"),
      ...distinguishedBy(old.discriminator, now.discriminator),
    })),
  };
}

/** The property of a discriminator that has another one now. */
function distinguishedBy(
  old: Discriminator | undefined,
  now: Discriminator | undefined,
): Pick<PairEdge, "distinguished"> {
  if (old === undefined || now === undefined || old.property === now.property) return {};
  return { distinguished: { from: old.property, to: now.property } };
}

/** The schema that has a union. */
function schemaOf({ pointer }: Union): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** Whether all values of a branch are values of the other side anyway. */
function isCovered(pair: ComparedPair, way: "backward" | "forward", branch: string): boolean {
  const { inclusion, old, now } = pair;
  const verdict: Verdict =
    way === "forward"
      ? inclusion.included("forward", old.reader.node([branch]), now.node)
      : inclusion.included("backward", now.reader.node([branch]), old.node);
  return verdict === "yes";
}

function branchEdge(before: string, after: string, kind: "same" | "subtype"): PairEdge {
  return { old: [before], now: [after], step: { kind } };
}

/**
 * A schema that became one branch of several, or the reverse: where one side is nothing but a union and the other has none.
 * Undefined for all other pairs.
 */
export function compareWrapping(pair: ComparedPair): PairFindings | undefined {
  const { old, now } = pair;
  const [before, after] = [old.node.form.unions[0], now.node.form.unions[0]];
  const union = before ?? after;
  if (union === undefined) return undefined;
  if (before !== undefined && after !== undefined)
    return wrappedWhole(pair, after, "new") ?? wrappedWhole(pair, before, "old");
  const [plain, whole] = before === undefined ? [old, now] : [now, old];
  const [single] = plain.node.form.merged;
  // What the one alternative that is left is merged with may be required beside the alternatives too.
  const others = single === undefined ? undefined : plain.node.form.required;
  if (whole.node.form.unions.length > 1 || !isBare(whole.node.form, others)) return undefined;
  const beside = besideEdits(pair, before === undefined ? "narrower" : "wider");
  if (single !== undefined) {
    const { edits, edges } =
      before === undefined ? compareUnion(pair, single, union) : compareUnion(pair, union, single);
    return { edits: [...edits, ...beside], edges };
  }
  const wrapped = wrappedIn(pair, union, before === undefined ? "new" : "old");
  const found = { ...wrapped, edits: [...wrapped.edits, ...beside] };
  const same =
    union.branches.find((branch) => plain.node.slot.includes(branch)) ??
    likestBranch(pair, union, before === undefined);
  if (same === undefined) return found;
  const step = { kind: union.isImplied ? "subtype" : "same" } as const;
  const edge: PairEdge =
    before === undefined
      ? { old: old.node.slot, now: [same], step }
      : { old: [same], now: now.node.slot, step };
  return { ...found, edges: [edge] };
}

/** A schema with alternatives of its own that became one branch of several, or the reverse. */
function wrappedWhole(pair: ComparedPair, union: Union, side: "new" | "old"): PairFindings | undefined {
  const [whole, plain] = side === "new" ? [pair.now, pair.old] : [pair.old, pair.now];
  if (whole.node.form.unions.length > 1 || !isBare(whole.node.form) || isBare(plain.node.form))
    return undefined;
  const isPlain = (branch: string) => {
    const { inclusion, old, now } = pair;
    const node = whole.reader.node([branch]);
    const [before, after] = side === "new" ? [old.node, node] : [node, now.node];
    return (
      inclusion.included("forward", before, after) === "yes" &&
      inclusion.included("backward", after, before) === "yes"
    );
  };
  return union.branches.some(isPlain) ? wrappedIn(pair, union, side) : undefined;
}

/**
 * Edits of what only the union has beside its branches: towards it they narrow, away from it they widen. What the other schema has is
 * in one of the branches.
 */
function besideEdits(pair: ComparedPair, effect: "narrower" | "wider"): readonly SchemaEdit[] {
  const edits = [...compareBounds(pair), ...compareConditions(pair).edits, ...compareContains(pair)];
  return edits.filter((edit) => edit.effect === effect);
}

/** Whether a schema says nothing of objects but by its branches, or requires what another one requires too. */
function isBare(
  { properties, required, values }: SchemaForm,
  others: Pick<SchemaForm["required"], "has"> = NO_NAMES,
): boolean {
  const isRequired = [...required.keys()].every((name) => others.has(name));
  return properties.size === 0 && isRequired && values === undefined;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The branch of the one side that the whole of the other side most likely became. */
function likestBranch({ old, now }: ComparedPair, { branches }: Union, isNew: boolean): string | undefined {
  const rated = branches.map((branch) => {
    const likeness = isNew
      ? likenessOf(old, old.node.form, now, now.reader.node([branch]).form)
      : likenessOf(old, old.reader.node([branch]).form, now, now.node.form);
    return { branch, likeness };
  });
  const [best] = rated.toSorted((left, right) => right.likeness - left.likeness);
  return best !== undefined && best.likeness >= 0.5 ? best.branch : undefined;
}

/** A constraint that has alternatives, which only one side has. */
function wrappedIn(pair: ComparedPair, union: Union | undefined, side: "new" | "old"): PairFindings {
  if (union === undefined) return { edits: [], edges: [] };
  const { old, now } = pair;
  const effect = effectOf(...inclusionsBeside(pair, []));
  const isListed =
    side === "new" ? effect !== "equal" && effect !== "wider" : effect !== "equal" && effect !== "narrower";
  const overlaps = isListed ? [] : compareOneSidedOverlaps(pair, side, union);
  if (effect === "equal") return { edits: overlaps, edges: [] };
  const choices = choicesOf(union, side === "new" ? now.reader : old.reader);
  const change = `${choices === undefined ? "" : "demand-"}${side === "new" ? "added" : "removed"}`;
  const edit: SchemaEdit = {
    change: `${keyOf(union)}.${change}`,
    effect,
    // A base is exchanged for one schema where it is referred to.
    ...(union.isImplied ? bothPositions(pair) : oneSidedSchema(pair, side, union.pointer)),
    arguments: choices === undefined ? { branches: union.branches.map(shortName) } : { choices },
    ...(side === "new" && isOpened(pair, union) && { open: true }),
  };
  return { edits: [...splitByNames(pair, union, edit), ...overlaps], edges: [] };
}

/** Whether old values are allowed still, and new ones were, where some properties may have any value. */
function inclusionsBeside(
  { old, now, inclusion }: ComparedPair,
  names: readonly string[],
): readonly [forward: Verdict, backward: Verdict] {
  const open = ({ node, reader }: PairSide) => (names.length === 0 ? node : reader.openFor(node, names));
  const [before, after] = [open(old), open(now)];
  return [inclusion.included("forward", before, after), inclusion.included("backward", after, before)];
}

/**
 * Alternatives that go, of an object that stays open, may take names with them. Where requests lose no more than these, that is a risk, and
 * responses lack them: as for any property that is removed.
 */
function splitByNames(
  pair: ComparedPair,
  { branches, pointer }: Union,
  edit: SchemaEdit,
): readonly SchemaEdit[] {
  const { old, now } = pair;
  const isLess = edit.effect === "other" || edit.effect === "narrower";
  // One that stays is what readers of several alternatives know.
  const hasOne = now.node.form.merged.some((union) => union.pointer === pointer);
  if (!isLess || hasOne || !edit.change.endsWith(".removed")) return [edit];
  const names = branches
    .flatMap((branch) => [...old.reader.node([branch]).form.properties.keys()])
    .filter((name) => isOpenFor(now.node.form, name, { left: now.reader }));
  if (names.length === 0 || inclusionsBeside(pair, names)[0] !== "yes") return [edit];
  return [
    { ...edit, effect: "unknown", voids: ["response"] },
    { ...edit, effect: "wider", voids: ["request"], isSameBothWays: true },
  ];
}

/** The properties that each alternative requires, where none says anything else. */
function choicesOf({ branches }: Union, reader: SchemaReader): readonly string[] | undefined {
  const names = branches.map((branch) => requiredAlone([branch], reader));
  return names.every((each) => each !== undefined) ? names.map((each) => each.join(" and ")) : undefined;
}

/** Whether a list of values got further values of the same type: `anyOf` of the list and of any text. */
function isOpened({ old, now }: ComparedPair, { branches, hasNull }: Union): boolean {
  const { values } = old.node.form;
  if (hasNull || values === undefined || !isOpenList(values)) return false;
  const types = listedTypes(old.node.form);
  return branches.every((branch) => {
    const added = listedTypes(now.reader.node([branch]).form);
    return added.size === 1 && [...added].every((type) => types.has(type));
  });
}

/** Values of a base are values of one of its subtypes. */
function subtypeEdges({ old, now }: ComparedPair): readonly PairEdge[] {
  return sharedSubtypes(old, now).map(([before, after]) => ({
    old: [before],
    now: [after],
    step: { kind: "subtype" },
    ...distinguishedBy(old.node.form.discriminator, now.node.form.discriminator),
  }));
}

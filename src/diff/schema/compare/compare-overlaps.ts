import { canonicalJson } from "../../../text/canonical-json.js";
import {
  type ComparedPair,
  keywordPositions,
  type Overlap,
  positionOf,
  type SchemaEdit,
} from "./compared-pair.js";
import { type BranchMatch, branchName, branchPosition } from "./match-branches.js";
import { listedTypes, slotOfProperty } from "../form/merge-forms.js";
import { commonItems, type Union } from "../form/schema-form.js";
import type { SchemaNode, SchemaReader } from "../form/schema-reader.js";
import { areDisjoint } from "../inclusion/disjoint-nodes.js";
import { isOpenFor } from "../inclusion/included-members.js";

/** Pairs of alternatives that are looked at; those beyond count as overlapping. */
const MOST_PAIRS = 4_000;
/** Unions in unions. */
const MOST_NESTED = 4;
/** Overlapping pairs that a witness is looked for in. */
const MOST_TRIED = 8;

/*
 * `oneOf` refuses a value of two of its alternatives. Whether alternatives are included in others is decided without that, because
 * most contracts mean by it what `anyOf` says. Where `oneOf` is new, or has a new alternative, that is not enough: unless it is certain
 * that no value is one of two alternatives, an edit says so. A value that a validator refuses proves it.
 */

/** The edits of two unions of which one or both are `oneOf`. */
export function compareOverlaps(
  pair: ComparedPair,
  old: Union,
  now: Union,
  match: BranchMatch,
): readonly SchemaEdit[] {
  if (now.kind === "oneOf" && (old.kind === "oneOf" || alternativesOf(old).length === 1))
    return isExclusive(now) ? addedOverlaps(pair, old, now, match) : [];
  if (isExclusive(old)) return alternativesOf(now).length > 1 ? exclusivityEdits(pair, "old", old, now) : [];
  return isExclusive(now) ? exclusivityEdits(pair, "new", now, old) : [];
}

/** The edits of a `oneOf` that only one side has. */
export function compareOneSidedOverlaps(
  pair: ComparedPair,
  side: "new" | "old",
  union: Union,
): readonly SchemaEdit[] {
  return isExclusive(union) ? exclusivityEdits(pair, side, union, undefined) : [];
}

/** The edits of a `oneOf` of null and one schema that allows null too: its normal form says no more than that null is allowed. */
export function compareNullOverlaps(pair: ComparedPair): readonly SchemaEdit[] {
  const [old, now] = [pair.old, pair.now].map(({ node, reader }) =>
    node.form.merged.find(
      (union) =>
        isExclusive(union) &&
        union.branches.some((branch) => reader.typesOf(reader.node([branch])).has("null")),
    ),
  );
  const union = now ?? old;
  if (union === undefined || (old !== undefined && now !== undefined)) return [];
  const [side, other] = now === undefined ? (["old", pair.now] as const) : (["new", pair.old] as const);
  if (!listedTypes(other.node.form).has("null")) return [];
  return [exclusivityEdit(pair, side, union, pairsOf(alternativesOf(union)))];
}

function isExclusive(union: Union): boolean {
  return union.kind === "oneOf" && union.discriminator === undefined && alternativesOf(union).length > 1;
}

/** The branches of a union; undefined: null. */
function alternativesOf({ branches, listsNull }: Union): readonly (string | undefined)[] {
  return listsNull ? [...branches, undefined] : branches;
}

/** A `oneOf` that was an `anyOf` or one schema, or became one. */
function exclusivityEdits(
  pair: ComparedPair,
  side: "new" | "old",
  union: Union,
  other: Union | undefined,
): readonly SchemaEdit[] {
  const isNew = side === "new";
  const { reader, node } = isNew ? pair.now : pair.old;
  const otherSide = isNew ? pair.old : pair.now;
  // Towards one schema, members that it does not name are not sent.
  const isSent = (name: string) => other !== undefined || isNamed(otherSide.node, name, otherSide.reader);
  const found = overlapsOf(reader, node, union, pairsOf(alternativesOf(union)), isSent, pair);
  return found.length === 0 ? [] : [exclusivityEdit(pair, side, union, found, other)];
}

function exclusivityEdit(
  pair: ComparedPair,
  side: "new" | "old",
  union: Union,
  pairs: readonly BranchPair[],
  other?: Union,
): SchemaEdit {
  const isNew = side === "new";
  const [one, another] = pairs[0] ?? [];
  return {
    change: isNew ? "one-of.exclusion-added" : "one-of.exclusion-removed",
    effect: isNew ? "narrower" : "wider",
    ...keywordPositions(pair, {
      ...(other !== undefined && { [isNew ? "old" : "new"]: positionOf(other.pointer) }),
      [side]: positionOf(union.pointer),
    }),
    arguments: { one: branchName(union, one), other: branchName(union, another) },
    // Beside one schema, the edit of the union itself says what is harmless.
    ...(other === undefined && { voids: [isNew ? ("response" as const) : ("request" as const)] }),
    isAnnotation: true,
    overlap: { union, side, pairs: pairs.slice(0, MOST_TRIED) },
  };
}

/** New alternatives of a `oneOf`, with those that have another one in common with an alternative that stays. */
function addedOverlaps(
  pair: ComparedPair,
  old: Union,
  now: Union,
  { added, matched }: BranchMatch,
): readonly SchemaEdit[] {
  const { reader, node } = pair.now;
  return added.flatMap((branch): readonly SchemaEdit[] => {
    const others = now.listsNull && old.hasNull ? [...matched, [undefined, undefined] as const] : matched;
    const found = others.flatMap(([before, after]) => {
      const own = pair.old.reader.branch(pair.old.node, old, before);
      // Released clients send no member that the old alternative does not name.
      const isSent = (name: string) => isNamed(own, name, pair.old.reader);
      return overlapsOf(reader, node, now, [[after, branch]], isSent, pair);
    });
    const [first] = found;
    if (first === undefined) return [];
    return [
      {
        change: "one-of.branch-overlaps",
        effect: "narrower",
        old: positionOf(old.pointer),
        new: positionOf(branchPosition(now, branch)),
        arguments: { branch: branchName(now, branch), other: branchName(now, first[0]) },
        voids: ["response"],
        isAnnotation: true,
        overlap: { union: now, side: "new", pairs: found.slice(0, MOST_TRIED) },
      },
    ];
  });
}

type BranchPair = Overlap["pairs"][number];

function pairsOf(branches: readonly (string | undefined)[]): readonly BranchPair[] {
  return branches.flatMap((one, index) => branches.slice(index + 1).map((other): BranchPair => [one, other]));
}

/** The pairs of branches that may have a value in common, with no required member but those that are sent. */
function overlapsOf(
  reader: SchemaReader,
  node: SchemaNode,
  union: Union,
  pairs: readonly BranchPair[],
  isSent: (name: string) => boolean,
  { budget }: ComparedPair,
): readonly BranchPair[] {
  const nodes = new Map(pairs.flat().map((branch) => [branch, reader.branch(node, union, branch)]));
  const tags = new Map([...nodes].map(([branch, each]) => [branch, tagsOf(reader, each)]));
  let looked = 0;
  return pairs.filter(([one, other]) => {
    const [left, right] = [nodes.get(one), nodes.get(other)];
    if (left === undefined || right === undefined) return false;
    if (areObjects(left, right)) {
      const others = tags.get(other);
      const isTagged = [...(tags.get(one) ?? [])].some(
        ([name, value]) => (others?.get(name) ?? value) !== value,
      );
      if (isTagged || ![left, right].every(({ form }) => [...form.required.keys()].every(isSent)))
        return false;
    }
    looked += 1;
    return looked > MOST_PAIRS || !areDisjoint({ reader, node: left }, { reader, node: right }, budget);
  });
}

/** Whether values of both schemas can be objects only. */
function areObjects(left: SchemaNode, right: SchemaNode): boolean {
  const types = commonItems(listedTypes(left.form), listedTypes(right.form));
  return types.size === 1 && types.has("object");
}

/** Required properties that have one value. */
function tagsOf(reader: SchemaReader, { form }: SchemaNode): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const name of form.required.keys()) {
    const slot = form.properties.get(name);
    const values = slot === undefined ? undefined : reader.node(slot).form.values?.value;
    if (values?.length === 1) tags.set(name, canonicalJson(values[0]));
  }
  return tags;
}

/** Whether a schema, or one of its alternatives, names a property. */
function isNamed(node: SchemaNode, name: string, reader: SchemaReader, depth = 0): boolean {
  if (depth > MOST_NESTED) return true;
  const slot = slotOfProperty(node.form, name);
  const isNever = slot.length > 0 && reader.node(slot).form.types.size === 0;
  if (!isNever && !isOpenFor(node.form, name, { left: reader })) return true;
  return node.form.unions.some((union) =>
    union.branches.some((branch) => isNamed(reader.node([branch]), name, reader, depth + 1)),
  );
}

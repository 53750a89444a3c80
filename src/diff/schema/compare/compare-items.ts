import type { Effect } from "../../fact.js";
import {
  type ComparedPair,
  effectOf,
  oneSidedSchema,
  type PairEdge,
  type PairFindings,
  type PairSide,
  positionOf,
  type SchemaEdit,
  slotEffect,
  slotPositions,
} from "./compared-pair.js";
import { slotOfItem } from "../form/merge-forms.js";
import type { Contains, SchemaForm, Slot } from "../form/schema-form.js";

/** Rows K16 to K20 of the catalogue: items of arrays. */
export function compareItems(pair: ComparedPair): PairFindings {
  const [old, now] = [pair.old.node.form, pair.now.node.form];
  const edits: SchemaEdit[] = [...compareContains(pair)];
  const edges: PairEdge[] = [];
  const shared = Math.min(old.prefix.length, now.prefix.length);
  for (let index = 0; index < shared; index += 1) edges.push(itemEdge(pair, index));
  if (old.prefix.length !== now.prefix.length) edits.push(prefixEdit(pair));
  if (isOtherLength(pair)) return { edits, edges };
  const ends = endOfItems(pair);
  if (ends !== undefined) edits.push(...ends);
  else if (old.items.length > 0 || now.items.length > 0)
    edges.push(itemEdge(pair, Math.max(old.prefix.length, now.prefix.length)));
  return { edits, edges };
}

/** Whether the count of items that are described by position changed where it is the length of the array: limits are a part of that. */
export function isOtherLength({ old, now }: ComparedPair): boolean {
  const [before, after] = [old.node.form, now.node.form];
  return before.prefix.length !== after.prefix.length && [before, after].some(hasOneLength);
}

/** Whether an array has the items alone that are described by position, and all of them. */
function hasOneLength({ prefix, bounds }: SchemaForm): boolean {
  const lengths = [bounds.get("minItems")?.limit, bounds.get("maxItems")?.limit];
  return prefix.length > 0 && lengths.every((length) => length === prefix.length);
}

function itemEdge({ old, now }: ComparedPair, index: number): PairEdge {
  return {
    old: slotOfItem(old.node.form, index),
    now: slotOfItem(now.node.form, index),
    step: { kind: "item", index },
  };
}

/**
 * Of a tuple that one side ends: that there can be further items, or no longer. Where the other side limits their count, that is the change.
 * Undefined: both end it, or neither.
 */
function endOfItems(pair: ComparedPair): readonly SchemaEdit[] | undefined {
  const [old, now] = [pair.old.node.form, pair.now.node.form];
  const isEnd = ({ reader }: PairSide, slot: readonly string[]) => reader.node(slot).form.types.size === 0;
  const [wasEnd, ends] = [isEnd(pair.old, old.items), isEnd(pair.now, now.items)];
  const [pointer] = ends ? now.items : old.items;
  const isTuple = old.prefix.length > 0 && now.prefix.length > 0;
  if (wasEnd === ends || pointer === undefined || !isTuple) return undefined;
  if ((ends ? old : now).bounds.has("maxItems")) return [];
  const positions = oneSidedSchema(pair, ends ? "new" : "old", pointer);
  const about = pointer.slice(0, pointer.lastIndexOf("/"));
  return [
    ends
      ? { change: "items.closed", effect: "narrower", ...positions, about }
      : { change: "items.opened", effect: "wider", ...positions, about },
  ];
}

/** Positions of a tuple that one side describes by themselves and the other as all the rest. */
function prefixEdit(pair: ComparedPair): SchemaEdit {
  const [old, now] = [pair.old.node.form, pair.now.node.form];
  const isAdded = now.prefix.length > old.prefix.length;
  const from = Math.min(old.prefix.length, now.prefix.length);
  const count = Math.abs(now.prefix.length - old.prefix.length);
  const effects = Array.from({ length: count }, (_, index) =>
    slotEffect(pair, slotOfItem(old, from + index), slotOfItem(now, from + index)),
  );
  const different = new Set(effects.filter((effect) => effect !== "equal"));
  const [effect = "equal"] = different;
  const positions = isAdded ? ([[], now.prefix[from]] as const) : ([old.prefix[from], []] as const);
  return {
    change: isAdded ? "prefix-items.added" : "prefix-items.removed",
    effect: isOtherLength(pair) ? wholeEffect(pair) : different.size > 1 ? "other" : effect,
    ...slotPositions(pair, ...positions),
    ...aboutTuple((isAdded ? now : old).prefix[from]),
    arguments: { from: old.prefix.length, to: now.prefix.length },
  };
}

function wholeEffect({ inclusion, old, now }: ComparedPair): Effect {
  return effectOf(
    inclusion.included("forward", old.node, now.node),
    inclusion.included("backward", now.node, old.node),
  );
}

/** The tuple that has an item at a pointer. */
function aboutTuple([pointer]: Slot = []): Pick<SchemaEdit, "about"> {
  return pointer === undefined ? {} : { about: pointer.replace(/\/[^/]+\/\d+$/u, "") };
}

/** Rows K16 to K18 of the catalogue: what arrays contain, and how often. */
export function compareContains(pair: ComparedPair): readonly SchemaEdit[] {
  const { matched, removed, added } = matchContains(pair);
  return [
    ...removed.map(({ pointer }): SchemaEdit => ({
      change: "contains.removed",
      effect: "wider",
      ...oneSidedSchema(pair, "old", pointer),
    })),
    ...added.map(({ pointer }): SchemaEdit => ({
      change: "contains.added",
      effect: "narrower",
      ...oneSidedSchema(pair, "new", pointer),
    })),
    ...matched.flatMap(([before, after]): readonly SchemaEdit[] => {
      const effect = slotEffect(pair, before.slot, after.slot);
      return [
        ...(effect === "equal"
          ? []
          : [{ change: "contains.changed", effect, ...slotPositions(pair, before.slot, after.slot) }]),
        ...compareCounts(pair, before, after),
      ];
    }),
  ];
}

interface ContainsMatch {
  readonly matched: readonly (readonly [before: Contains, after: Contains])[];
  readonly removed: readonly Contains[];
  readonly added: readonly Contains[];
}

/** Of several, those that are equal first, then those at the same pointer, then the last one of either side. */
function matchContains(pair: ComparedPair): ContainsMatch {
  const matched: (readonly [Contains, Contains])[] = [];
  const rest = { old: [...pair.old.node.form.contains], now: [...pair.now.node.form.contains] };
  const take = (isMatch: (before: Contains, after: Contains) => boolean) => {
    for (const before of [...rest.old]) {
      const after = rest.now.find((candidate) => isMatch(before, candidate));
      if (after === undefined) continue;
      matched.push([before, after]);
      rest.old.splice(rest.old.indexOf(before), 1);
      rest.now.splice(rest.now.indexOf(after), 1);
    }
  };
  const isEqual = (before: Contains, after: Contains) =>
    slotEffect(pair, before.slot, after.slot) === "equal";
  if (rest.old.length > 1 || rest.now.length > 1) {
    take(
      (before, after) => before.least === after.least && before.most === after.most && isEqual(before, after),
    );
    take(isEqual);
    take((before, after) => before.pointer === after.pointer);
  }
  if (rest.old.length === 1 && rest.now.length === 1) take(() => true);
  return { matched, removed: rest.old, added: rest.now };
}

function compareCounts(pair: ComparedPair, before: Contains, after: Contains): readonly SchemaEdit[] {
  const edits: SchemaEdit[] = [];
  const positions = (keyword: string) => ({
    old: positionOf(countPointer(pair.old, before, keyword)),
    new: positionOf(countPointer(pair.now, after, keyword)),
  });
  if (before.least !== after.least) {
    const isRaised = after.least > before.least;
    edits.push({
      change: `min-contains.${isRaised ? "raised" : "lowered"}`,
      effect: isRaised ? "narrower" : "wider",
      ...positions("minContains"),
      arguments: { from: before.least, to: after.least },
    });
  }
  const [from, to] = [before.most ?? Infinity, after.most ?? Infinity];
  if (from !== to)
    edits.push({
      change: `max-contains.${to > from ? "raised" : "lowered"}`,
      effect: to > from ? "wider" : "narrower",
      ...positions("maxContains"),
      arguments: { from: limitText(before.most), to: limitText(after.most) },
    });
  return edits;
}

/** The keyword of a count, or the schema that is counted where the count is the default. */
function countPointer({ reader }: PairSide, { pointer }: Contains, keyword: string): string {
  const own = pointer.replace(/contains$/u, keyword);
  return reader.raw(own) === undefined ? pointer : own;
}

function limitText(limit: number | undefined): number | string {
  return limit ?? "no limit";
}

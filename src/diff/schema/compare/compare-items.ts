import {
  bothPositions,
  type ComparedPair,
  type PairEdge,
  type PairFindings,
  positionOf,
  type SchemaEdit,
  slotEffect,
} from "./compared-pair.js";
import { slotOfItem } from "../form/merge-forms.js";
import type { Contains } from "../form/schema-form.js";

/** Rows K16 to K20 of the catalogue: items of arrays. */
export function compareItems(pair: ComparedPair): PairFindings {
  const [old, now] = [pair.old.node.form, pair.now.node.form];
  const edits: SchemaEdit[] = [...compareContains(pair)];
  const edges: PairEdge[] = [];
  const shared = Math.min(old.prefix.length, now.prefix.length);
  for (let index = 0; index < shared; index += 1) edges.push(itemEdge(pair, index));
  if (old.prefix.length !== now.prefix.length) edits.push(prefixEdit(pair));
  if (old.items.length > 0 || now.items.length > 0)
    edges.push(itemEdge(pair, Math.max(old.prefix.length, now.prefix.length)));
  return { edits, edges };
}

function itemEdge({ old, now }: ComparedPair, index: number): PairEdge {
  return {
    old: slotOfItem(old.node.form, index),
    now: slotOfItem(now.node.form, index),
    step: { kind: "item", index },
  };
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
  const pointer = (isAdded ? now : old).prefix[from]?.[0];
  return {
    change: isAdded ? "prefix-items.added" : "prefix-items.removed",
    effect: different.size > 1 ? "other" : effect,
    ...bothPositions(pair),
    ...(pointer !== undefined && { [isAdded ? "new" : "old"]: positionOf(pointer) }),
    arguments: { count },
  };
}

function compareContains(pair: ComparedPair): readonly SchemaEdit[] {
  const [old, now] = [pair.old.node.form.contains, pair.now.node.form.contains];
  const [before, after] = [old[0], now[0]];
  if (before === undefined && after === undefined) return [];
  const positions = {
    ...bothPositions(pair),
    ...(before && { old: positionOf(before.pointer) }),
    ...(after && { new: positionOf(after.pointer) }),
  };
  if (before === undefined) return [{ change: "contains.added", effect: "narrower", ...positions }];
  if (after === undefined) return [{ change: "contains.removed", effect: "wider", ...positions }];
  const effect = slotEffect(pair, before.slot, after.slot);
  return [
    ...(effect === "equal" ? [] : [{ change: "contains.changed", effect, ...positions }]),
    ...compareCounts(before, after).map((edit) => ({ ...edit, ...positions })),
  ];
}

function compareCounts(
  before: Contains,
  after: Contains,
): readonly Pick<SchemaEdit, "arguments" | "change" | "effect">[] {
  const edits: Pick<SchemaEdit, "arguments" | "change" | "effect">[] = [];
  if (before.least !== after.least) {
    const isRaised = after.least > before.least;
    edits.push({
      change: `min-contains.${isRaised ? "raised" : "lowered"}`,
      effect: isRaised ? "narrower" : "wider",
      arguments: { from: before.least, to: after.least },
    });
  }
  const [from, to] = [before.most ?? Infinity, after.most ?? Infinity];
  if (from !== to)
    edits.push({
      change: `max-contains.${to > from ? "raised" : "lowered"}`,
      effect: to > from ? "wider" : "narrower",
      arguments: { from: limitText(before.most), to: limitText(after.most) },
    });
  return edits;
}

function limitText(limit: number | undefined): number | string {
  return limit ?? "no limit";
}

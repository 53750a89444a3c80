import type { Json } from "../../load/loaded-contract.js";
import { describeAlternative, statementsOf } from "./describe-alternative.js";

/** How items are compared with what was said of those that had the keys. */
export interface AlternativeComparison {
  /** Indexes of the items that are described as that of a key was. */
  readonly sameAs: (key: string) => ReadonlySet<number>;
  /** Greater the more of what was said is true no more; then, the more is new. */
  readonly distance: (key: string, index: number) => number;
}

/** More than any item says. */
const LOST = 1_000_000;

/** @param known - key → what was said of its item; empty where the manifest does not say. */
export function compareAlternatives(
  items: readonly Json[],
  known: ReadonlyMap<string, string>,
): AlternativeComparison {
  const descriptions = items.map(describeAlternative);
  const same = new Map<string, Set<number>>();
  for (const [index, text] of descriptions.entries())
    same.set(text, (same.get(text) ?? new Set()).add(index));
  const read = new Map<string, ReadonlySet<string>>();
  const statements = (text: string) => {
    const found = read.get(text) ?? statementsOf(text);
    read.set(text, found);
    return found;
  };
  return {
    sameAs: (key) => same.get(known.get(key) ?? "") ?? new Set(),
    distance(key, index) {
      const [before, now] = [statements(known.get(key) ?? ""), statements(descriptions[index] ?? "")];
      const kept = [...before].filter((one) => now.has(one)).length;
      return (before.size - kept) * LOST + now.size - kept;
    },
  };
}

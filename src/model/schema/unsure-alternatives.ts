import type { AlternativeContent } from "./alternative-content.js";
import { numberOf, withoutNumber } from "./alternative-wish.js";
import type { AlternativeComparison } from "./compare-alternatives.js";
import type { Fitting } from "./fitting-alternatives.js";

/** What was matched, and with what. */
export interface MatchedItems {
  /** Index of the item → its key. */
  readonly keys: ReadonlyMap<number, string>;
  readonly contents: readonly AlternativeContent[];
  /** Key → what was said of its item; empty where the manifest does not say. */
  readonly known: ReadonlyMap<string, string>;
  readonly fitting: (key: string) => Fitting;
  readonly distance: AlternativeComparison["distance"];
  /** Keys that no item has. */
  readonly waiting: ReadonlySet<string>;
}

/** Keys that another item, which has none, would have had as well, or whose item another key would have had as well. */
export function listUnsure(matched: MatchedItems): ReadonlySet<string> {
  const { keys, contents, known, fitting, distance, waiting } = matched;
  const highest = highestNumbers(known.keys());
  const unsure = [...keys].filter(([index, key]) => {
    const bare = withoutNumber(key);
    const isDescribed = known.get(key) !== "";
    const far = isDescribed ? distance(key, index) : 0;
    const isRival = isDescribed
      ? (other: number) => distance(key, other) === far
      : rivalOf(index, highest.get(bare) ?? 1, fitting(key), contents);
    const isLost = (other: string) =>
      (isDescribed ? distance(other, index) === far : withoutNumber(other) === bare) &&
      fitting(other).indexes.includes(index);
    return (
      fitting(key).indexes.some((other) => !keys.has(other) && isRival(other)) || [...waiting].some(isLost)
    );
  });
  return new Set(unsure.map(([, key]) => key));
}

/** Whether a key without a description means an item no less than the one that has it; none where its number tells. */
function rivalOf(
  index: number,
  highest: number,
  { alike }: Fitting,
  contents: readonly AlternativeContent[],
): (other: number) => boolean {
  const ones = new Set(alike);
  if (ones.has(index)) return (other) => highest < ones.size && ones.has(other);
  return (other) => !ones.has(other) && contents[other]?.members.length === contents[index]?.members.length;
}

/** Key without its number → the highest number that it has: so many of what is alike were there. */
function highestNumbers(keys: Iterable<string>): ReadonlyMap<string, number> {
  const highest = new Map<string, number>();
  for (const key of keys) {
    const bare = withoutNumber(key);
    highest.set(bare, Math.max(highest.get(bare) ?? 1, numberOf(key)));
  }
  return highest;
}

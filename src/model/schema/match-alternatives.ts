import type { Json } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import type { AlternativeContent } from "./alternative-content.js";
import { withoutNumber } from "./alternative-wish.js";
import { compareAlternatives } from "./compare-alternatives.js";
import { firstFitting, fittingAlternatives } from "./fitting-alternatives.js";
import { listUnsure } from "./unsure-alternatives.js";

/** The items that have a key of an earlier generation. */
export interface MatchedAlternatives {
  /** Index of the item → its key. */
  readonly keys: Map<number, string>;
  /** Keys of which nothing tells whether the item that has them is the one that had them. */
  readonly unsure: ReadonlySet<string>;
}

/**
 * Finds which item each known key means: one that the key fits, and of these the one that is described as its item was.
 * Without a description the key goes by its number, then to the item with the least beside what it says.
 *
 * @param contents - of the items, in their order.
 * @param known - key → what was said of its item; empty where the manifest does not say.
 */
export function matchAlternatives(
  items: readonly Json[],
  contents: readonly AlternativeContent[],
  known: ReadonlyMap<string, string>,
): MatchedAlternatives {
  const keys = new Map<number, string>();
  if (known.size === 0) return { keys, unsure: new Set() };
  const fitting = fittingAlternatives(contents);
  const isFree = (index: number) => !keys.has(index);
  const waiting = new Set([...known.keys()].sort(longestFirst));
  const place = (key: string, index: number | undefined) => {
    if (index === undefined) return;
    waiting.delete(key);
    keys.set(index, key);
  };
  const described = [...waiting].filter((key) => known.get(key) !== "");
  const { sameAs, distance } = compareAlternatives(described.length === 0 ? [] : items, known);
  // What is as it was has its key before anything else can take it.
  for (const key of described) {
    const same = sameAs(key);
    place(
      key,
      same.size === 0 ? undefined : firstFitting(fitting(key), (index) => same.has(index) && isFree(index)),
    );
  }
  const pairs = described.flatMap((key) =>
    waiting.has(key)
      ? fitting(key)
          .indexes.filter(isFree)
          .map((index) => ({ key, index, far: distance(key, index) }))
      : [],
  );
  for (const { key, index } of pairs.sort((left, right) => left.far - right.far)) {
    if (waiting.has(key) && isFree(index)) place(key, index);
  }
  for (const key of waiting) place(key, firstFitting(fitting(key), isFree));
  return { keys, unsure: listUnsure({ keys, contents, known, fitting, distance, waiting }) };
}

/** What says most comes first; of what is alike, the lower number. */
function longestFirst(left: string, right: string): number {
  return (
    withoutNumber(right).length - withoutNumber(left).length ||
    left.length - right.length ||
    byText(left, right)
  );
}

import type { Json } from "../../load/loaded-contract.js";
import { readAlternative } from "./alternative-content.js";
import { bySize, keyOf } from "./alternative-wish.js";
import { matchAlternatives } from "./match-alternatives.js";

/** What the items of a list are known by. */
export interface AlternativeKeys {
  /** A key for each item, no two alike. */
  readonly keys: readonly string[];
  /** Known keys of which nothing tells whether the item that has them now is the one that had them. */
  readonly unsure: ReadonlySet<string>;
}

/**
 * Keys for the items of an `allOf`, `oneOf` or `anyOf` that say what an item is, not where it stands, so that an item is
 * the same one after others were added: `kind=cat`, `title Cat`, `{bark,name}`, `$ref Cat`, `array`.
 *
 * A key stays once it was given: the item that a known key describes best has it, whatever it says beside that by now.
 *
 * @param known - keys that were given in an earlier generation, each with what was said of its item
 *   ({@link describeAlternative}); empty where the manifest does not say.
 */
export function keyAlternatives(
  items: readonly Json[],
  known: ReadonlyMap<string, string> = new Map(),
): AlternativeKeys {
  const contents = items.map(readAlternative);
  const { keys, unsure } = matchAlternatives(items, contents, known);
  const given = new Set(keys.values());
  const [lost, ...others] = [...known.keys()].filter((key) => !given.has(key));
  const open = contents.flatMap(({ members }, index) =>
    keys.has(index) || members.length === 0 ? [] : index,
  );
  // One key and one item left: it is that one, under a new title.
  if (lost !== undefined && others.length === 0 && open.length === 1) keys.set(open[0] ?? 0, lost);
  const taken = new Set(keys.values());
  const numbers = new Map<string, number>();
  for (const [index, content] of bySize(contents)) {
    if (keys.has(index)) continue;
    const wished = keyOf(content);
    let key = wished;
    let count = numbers.get(wished) ?? 2;
    for (; taken.has(key); count++) key = `${wished} ${String(count)}`;
    numbers.set(wished, count);
    taken.add(key);
    keys.set(index, key);
  }
  return { keys: items.map((_, index) => keys.get(index) ?? ""), unsure };
}

import type { Json } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import {
  type AlternativeContent,
  bySize,
  describeAlternative,
  keyOf,
  numberOf,
  readAlternative,
  statementsOf,
  withoutNumber,
} from "./describe-alternative.js";

/** What the items of a list are known by. */
interface AlternativeKeys {
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

/** The items that have a key of an earlier generation. */
interface MatchedAlternatives {
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
function matchAlternatives(
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

/** The items that a known key may mean, by their indexes. */
interface Fitting {
  /** What the key means by its number, where that is there. */
  readonly meant: number | undefined;
  /** Those with the fewest members first. */
  readonly indexes: readonly number[];
  /** Those of them that a new client would know by this key, but for its number. */
  readonly alike: readonly number[];
}

/** The first item that a test allows: what the key means, then what has the fewest members. */
function firstFitting({ meant, indexes }: Fitting, test: (index: number) => boolean): number | undefined {
  return meant !== undefined && test(meant) ? meant : indexes.find(test);
}

/** Reads the items once, so that each key asks only those that may be meant. */
function fittingAlternatives(contents: readonly AlternativeContent[]): (key: string) => Fitting {
  const ordered = bySize(contents);
  const rank = new Map(ordered.map(([index], at) => [index, at]));
  const byKey = new Map<string, number[]>();
  const byMember = new Map<string, number[]>();
  for (const [index, content] of ordered) {
    for (const key of keysOf(content)) add(byKey, key, index);
    for (const name of content.members) add(byMember, name, index);
  }
  const members = contents.map((content) => new Set(content.members));
  const withMembers = (key: string): readonly number[] => {
    const [, list] = /^\{(.*)\}$/s.exec(key) ?? [];
    const names = list?.split(",") ?? [];
    const having = names.map((name) => byMember.get(name) ?? []);
    const [fewest = []] = having.sort((left, right) => left.length - right.length);
    return fewest.filter((index) => names.every((name) => members[index]?.has(name)));
  };
  const found = new Map<string, { indexes: readonly number[]; alike: readonly number[] }>();
  const fitting = (key: string) => {
    const before = found.get(key);
    if (before !== undefined) return before;
    const all = [...new Set([...(byKey.get(key) ?? []), ...withMembers(key)])];
    const indexes = all.sort((left, right) => (rank.get(left) ?? 0) - (rank.get(right) ?? 0));
    const alike = indexes.filter((index) => keyOf(contents[index] as AlternativeContent) === key);
    found.set(key, { indexes, alike });
    return { indexes, alike };
  };
  return (key) => {
    // A title may end in a number of its own.
    const isWhole = fitting(key).indexes.length > 0;
    const fits = fitting(isWhole ? key : withoutNumber(key));
    return { ...fits, meant: fits.alike[isWhole ? 0 : numberOf(key) - 1] };
  };
}

/** Every key that an item has, or had in an earlier version that said less of it. */
function keysOf(content: AlternativeContent): ReadonlySet<string> {
  const none = new Map<string, string>();
  const fewer = [
    content,
    { ...content, literals: none },
    { ...content, literals: none, title: undefined },
    { ...content, literals: none, title: undefined, numbers: none },
    // Earlier manifests said nothing of conditions.
    { ...content, condition: undefined },
  ];
  const literals = [...content.literals, ...content.numbers].map(([name, literal]) => `${name}=${literal}`);
  return new Set([...fewer.map(keyOf), ...literals]);
}

function add(lists: Map<string, number[]>, key: string, index: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [index]);
  else list.push(index);
}

/** What was matched, and with what. */
interface MatchedItems {
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
function listUnsure(matched: MatchedItems): ReadonlySet<string> {
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

/** How items are compared with what was said of those that had the keys. */
interface AlternativeComparison {
  /** Indexes of the items that are described as that of a key was. */
  readonly sameAs: (key: string) => ReadonlySet<number>;
  /** Greater the more of what was said is true no more; then, the more is new. */
  readonly distance: (key: string, index: number) => number;
}

/** More than any item says. */
const LOST = 1_000_000;

/** @param known - key → what was said of its item; empty where the manifest does not say. */
function compareAlternatives(
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

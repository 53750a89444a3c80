import type { AlternativeContent } from "./alternative-content.js";
import { bySize, keyOf, numberOf, withoutNumber } from "./alternative-wish.js";

/** The items that a known key may mean, by their indexes. */
export interface Fitting {
  /** What the key means by its number, where that is there. */
  readonly meant: number | undefined;
  /** Those with the fewest members first. */
  readonly indexes: readonly number[];
  /** Those of them that a new client would know by this key, but for its number. */
  readonly alike: readonly number[];
}

/** The first item that a test allows: what the key means, then what has the fewest members. */
export function firstFitting(
  { meant, indexes }: Fitting,
  test: (index: number) => boolean,
): number | undefined {
  return meant !== undefined && test(meant) ? meant : indexes.find(test);
}

/** Reads the items once, so that each key asks only those that may be meant. */
export function fittingAlternatives(contents: readonly AlternativeContent[]): (key: string) => Fitting {
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

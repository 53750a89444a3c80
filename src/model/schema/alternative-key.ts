import type { Json } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { type AlternativeContent, readAlternative } from "./alternative-content.js";

/** As many members tell an alternative from others. */
const MOST_MEMBERS = 6;

/**
 * Keys for the items of an `allOf`, `oneOf` or `anyOf` that say what an item is, not where it stands, so that an item is
 * the same one after others were added: `kind=cat`, `title Cat`, `{bark,name}`, `$ref Cat`, `array`.
 *
 * A key stays once it was given: the item that a known key describes best has it, whatever it says beside that by now.
 *
 * @param known - keys that were given in an earlier generation.
 * @returns a key for each item, no two alike.
 */
export function keyAlternatives(
  items: readonly Json[],
  known: ReadonlySet<string> = new Set(),
): readonly string[] {
  const contents = items.map(readAlternative);
  const keys = new Map<number, string>();
  for (const key of [...known].sort(bySize)) {
    const at = bestFit(key, contents, keys);
    if (at !== undefined) keys.set(at, key);
  }
  const [lost, ...others] = [...known].filter((key) => ![...keys.values()].includes(key));
  const open = contents.flatMap(({ members }, index) =>
    keys.has(index) || members.length === 0 ? [] : index,
  );
  // One key and one item left: it is that one, under a new title.
  if (lost !== undefined && others.length === 0 && open.length === 1) keys.set(open[0] ?? 0, lost);
  const taken = new Set(keys.values());
  for (const [index, content] of inOrder(contents)) {
    if (keys.has(index)) continue;
    const wished = keyOf(content);
    let key = wished;
    for (let count = 2; taken.has(key); count++) key = `${wished} ${String(count)}`;
    taken.add(key);
    keys.set(index, key);
  }
  return items.map((_, index) => keys.get(index) ?? "");
}

/** Of what is alike, the one with the fewest members has the first number, as {@link bestFit} has it. */
function inOrder(
  contents: readonly AlternativeContent[],
): readonly (readonly [number, AlternativeContent])[] {
  return [...contents.entries()].sort(
    ([left, one], [right, other]) => one.members.length - other.members.length || left - right,
  );
}

function keyOf(content: AlternativeContent): string {
  const { title, literals, numbers, required, members, references, type, items, condition } = content;
  for (const [name, literal] of literals) return `${name}=${literal}`;
  if (title !== undefined) return `title ${title}`;
  for (const [name, digits] of numbers) return `${name}=${digits}`;
  const telling = required.length > 0 ? required : members;
  if (telling.length > 0) return `{${telling.slice(0, MOST_MEMBERS).join(",")}}`;
  if (condition !== undefined) return `if ${keyOf(condition)}`;
  const [reference] = references;
  if (reference !== undefined) return `$ref ${reference.replace(/^.*\//, "")}`;
  return items === undefined ? type || "any" : `array of ${keyOf(items)}`;
}

/**
 * The item that a known key describes with the least beside it; of several that are alike, the one that its number means
 * where it is free, because not every item that has a key was known by it.
 */
function bestFit(
  key: string,
  contents: readonly AlternativeContent[],
  keys: ReadonlyMap<number, string>,
): number | undefined {
  const fits = inOrder(contents).flatMap(([index, content]) => (isDescribedBy(content, key) ? index : []));
  const alike = fits.filter((index) => keyOf(contents[index] as AlternativeContent) === withoutNumber(key));
  const meant = alike[numberOf(key) - 1];
  return meant !== undefined && !keys.has(meant) ? meant : fits.find((index) => !keys.has(index));
}

/** What says most comes first; of what is alike, the lower number. */
function bySize(left: string, right: string): number {
  return (
    withoutNumber(right).length - withoutNumber(left).length ||
    left.length - right.length ||
    byText(left, right)
  );
}

function withoutNumber(key: string): string {
  return key.replace(/ \d+$/, "");
}

function numberOf(key: string): number {
  return Number(/ (\d+)$/.exec(key)?.[1] ?? 1);
}

function isDescribedBy(content: AlternativeContent, numbered: string): boolean {
  const key = withoutNumber(numbered);
  const none = new Map<string, string>();
  const fewer = [
    content,
    { ...content, literals: none },
    { ...content, literals: none, title: undefined },
    { ...content, literals: none, title: undefined, numbers: none },
    // Earlier manifests said nothing of conditions.
    { ...content, condition: undefined },
  ];
  if (fewer.map(keyOf).includes(key)) return true;
  const [, name, literal] = /^([^=]+)=(.*)$/s.exec(key) ?? [];
  if (name !== undefined) return (content.literals.get(name) ?? content.numbers.get(name)) === literal;
  const [, members] = /^\{(.*)\}$/s.exec(key) ?? [];
  return members?.split(",").every((member) => content.members.includes(member)) === true;
}

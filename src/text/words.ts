/**
 * The words of a name, lower case, whatever its spelling: `listPetsByID2`, `list-pets`, `pets/list`, `Список питомцев`.
 * An abbreviation in the plural is one word (`VPCs`, `listIDsOf`). A digit run stays with the word before it, and so does what an apostrophe joins to one (`GitHub's`). Characters that are neither letters nor digits, or that no identifier can
 * have (the ² of m²), only separate.
 */
export function words(name: string): readonly string[] {
  const before = known.get(name);
  if (before !== undefined) return before;
  const found = split(name);
  if (known.size >= MOST_KNOWN) known.clear();
  if (name.length <= LONGEST_KNOWN) known.set(name, found);
  return found;
}

/** The same names come again and again: a contract has `created_at` in every schema, and most names twice. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 10_000;

/** Letters: longer names are rare. */
const LONGEST_KNOWN = 100;

function split(name: string): readonly string[] {
  return (
    name
      .normalize("NFC")
      .replace(/(?<=\p{L})['’](?=\p{L})/gu, "")
      .replace(/\P{ID_Continue}/gu, " ")
      .match(
        /\p{Lu}{2,}s(?![\p{Ll}\p{N}])|\p{Lu}+(?!\p{Ll})[\p{N}]*|\p{Lu}?[\p{Ll}\p{Lm}\p{Lo}\p{M}]+[\p{N}]*|\p{Lt}[\p{Ll}]*|[\p{N}]+|\p{Lu}/gu,
      )
      ?.map((word) => word.toLowerCase()) ?? []
  );
}

/** `list cabinets` → `ListCabinets`. */
export function pascal(parts: readonly string[]): string {
  return parts.map(upperFirst).join("");
}

/** `cabinets` → `Cabinets`; the rest stays as it is. */
export function upperFirst(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}

/** `Cabinets` → `cabinets`; the rest stays as it is. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** `list cabinets` → `listCabinets`. */
export function camel(parts: readonly string[]): string {
  const name = pascal(parts);
  const [first = ""] = name;
  return first.toLowerCase() + name.slice(first.length);
}

/** `list cabinets` → `list-cabinets`. */
export function kebab(parts: readonly string[]): string {
  return parts.join("-");
}

/**
 * The word that somebody probably meant.
 * @returns undefined when none of the words is near: more than a third of the letters would have to change
 */
export function nearestWord(given: string, words: readonly string[]): string | undefined {
  const near = words
    .map((word) => ({ word, distance: editDistance(given.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= Math.max(1, Math.floor(word.length / 3)));
  return near.sort((a, b) => a.distance - b.distance)[0]?.word;
}

/** How many letters have to be put in, taken out, replaced, or swapped with their neighbour (optimal string alignment). */
function editDistance(from: string, to: string): number {
  // What is written in a file may be long; no such word is near any of ours.
  if (Math.abs(from.length - to.length) > 20) return Infinity;
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_unused, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = at(row - 1, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swaps = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swapped = swaps ? at(row - 2, column - 2) + 1 : Infinity;
      current.push(Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, replaced, swapped));
    }
  }
  return at(from.length, to.length);
}

/** Whether two names are so similar that one is likely the other, renamed: `user_name` and `userName`, `color` and `colour`. */
export function closeNames(one: string, other: string): boolean {
  const [left, right] = [plain(one), plain(other)];
  if (left === right || wordsOf(one).some((word) => word.length > 2 && wordsOf(other).includes(word)))
    return true;
  const shortest = Math.min(left.length, right.length);
  return shortest > 3 && distance(left, right) <= (shortest > 6 ? 2 : 1);
}

function plain(name: string): string {
  return wordsOf(name).join("").slice(0, 64);
}

function wordsOf(name: string): readonly string[] {
  const spaced = name.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2");
  return spaced
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "");
}

/** Letters to add, remove or replace (Levenshtein). */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 0; row < one.length; row += 1) {
    const next = [row + 1];
    for (let column = 0; column < other.length; column += 1) {
      const cost = one[row] === other[column] ? 0 : 1;
      next.push(
        Math.min((next[column] ?? 0) + 1, (before[column + 1] ?? 0) + 1, (before[column] ?? 0) + cost),
      );
    }
    before = next;
  }
  return before[other.length] ?? 0;
}

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

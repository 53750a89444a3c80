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

/**
 * The singular of a noun, as far as a few safe English endings go: `cabinets` → `cabinet`, `companies` → `company`,
 * `boxes` → `box`, `statuses` → `status`. A word that matches none stays; a wrong guess only means that a method keeps its longer name.
 */
export function singular(noun: readonly string[]): readonly string[] {
  const last = noun.at(-1);
  return last === undefined ? noun : [...noun.slice(0, -1), singularWord(last)];
}

function singularWord(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:x|ch|sh|ss|z)es$/.test(word)) return word.slice(0, -2);
  if (/(?:[^aeo]us|ias)es$/.test(word) && word.length > 6) return word.slice(0, -2);
  if (/[^su]s$/.test(word) && word.length > 3) return word.slice(0, -1);
  return word;
}

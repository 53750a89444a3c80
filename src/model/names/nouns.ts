/**
 * The singular of a noun, as far as a few safe English endings go: `cabinets` → `cabinet`, `companies` → `company`,
 * `boxes` → `box`, `statuses` → `status`.
 * A word that matches none stays.
 */
export function singular(noun: readonly string[]): readonly string[] {
  const last = noun.at(-1);
  return last === undefined ? noun : [...noun.slice(0, -1), singularWord(last)];
}

/** Words that end in `s`, and are written so for one thing too. */
const ALWAYS_PLURAL = new Set(
  (
    "analysis analytics atlas canvas capabilities credentials details dns https insights lens metrics news " +
    "permissions preferences series settings sms species statistics stats tls"
  ).split(" "),
);

/** Of the words above, those that are lists where a path ends in them. */
const LISTS = new Set(["credentials", "insights", "metrics", "permissions", "series", "species"]);

const IRREGULAR: Readonly<Record<string, string>> = {
  ads: "ad",
  alias: "alias",
  children: "child",
  cookies: "cookie",
  data: "data",
  ids: "id",
  indices: "index",
  ips: "ip",
  matrices: "matrix",
  media: "media",
  men: "man",
  movies: "movie",
  people: "person",
  vertices: "vertex",
  vms: "vm",
};

function singularWord(word: string): string {
  if (Object.hasOwn(IRREGULAR, word)) return IRREGULAR[word] ?? word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:x|ch|sh|ss|z)es$/.test(word)) return word.slice(0, -2);
  if (/(?:[^aeo]us|ias)es$/.test(word) && word.length > 6) return word.slice(0, -2);
  // `addresss`, as programs write the plural of `address`.
  if (word.endsWith("sss")) return word.slice(0, -1);
  if (/[^su]s$/.test(word) && word.length > 3) return word.slice(0, -1);
  return word;
}

/** A noun for one of many, as names have it: `orders` → `order`, `settings` → `settings`. */
export function oneOf(noun: readonly string[]): readonly string[] {
  return ALWAYS_PLURAL.has(noun.at(-1) ?? "") ? noun : singular(noun);
}

/** Whether a noun at the end of a path means many: `orders`, `people`; not `settings`, `status`, `me`. */
export function isPlural(noun: readonly string[]): boolean {
  const last = noun.at(-1);
  if (last === undefined || (ALWAYS_PLURAL.has(last) && !LISTS.has(last))) return false;
  return LISTS.has(last) || singularWord(last) !== last;
}

/** Whether two nouns are one, in the singular or the plural, wherever their words are divided. */
export function isSameNoun(left: readonly string[], right: readonly string[]): boolean {
  return left.length > 0 && right.length > 0 && singular(left).join("") === singular(right).join("");
}

/** Whether a noun ends with another, in the singular or the plural: `order items` with `item`. */
export function endsWithNoun(long: readonly string[], short: readonly string[]): boolean {
  if (short.length === 0 || short.length > long.length) return false;
  return isSameNoun(long.slice(-short.length), short);
}

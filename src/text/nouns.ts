import pluralize from "pluralize";

/**
 * The singular of a noun, by the rules of the package `pluralize`: `cabinets` → `cabinet`, `companies` → `company`, `heroes` → `hero`,
 * `analyses` → `analysis`. A word that has none stays.
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

/** Those that are one thing with many parts. */
const WHOLES = new Set([
  "analytics",
  "capabilities",
  "details",
  "preferences",
  "settings",
  "statistics",
  "stats",
]);

const IRREGULAR: Readonly<Record<string, string>> = {
  ads: "ad",
  alias: "alias",
  axes: "axis",
  axis: "axis",
  basis: "basis",
  biases: "bias",
  caches: "cache",
  calories: "calorie",
  canvases: "canvas",
  children: "child",
  cookies: "cookie",
  data: "data",
  excuses: "excuse",
  iaas: "iaas",
  ids: "id",
  indices: "index",
  ips: "ip",
  kubernetes: "kubernetes",
  lenses: "lens",
  matrices: "matrix",
  media: "media",
  men: "man",
  movies: "movie",
  niches: "niche",
  paas: "paas",
  people: "person",
  redis: "redis",
  reuses: "reuse",
  saas: "saas",
  selfies: "selfie",
  vertices: "vertex",
  vms: "vm",
};

/** The singular of one word, whatever comes before it. */
export function singularWord(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  const found = findSingular(word);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(word, found);
  return found;
}

/** The same nouns come again and again: each path is compared with its tag and its operationId. */
const known = new Map<string, string>();
const MOST_KNOWN = 5000;

function findSingular(word: string): string {
  if (Object.hasOwn(IRREGULAR, word)) return IRREGULAR[word] ?? word;
  // `addresss`, as programs write the plural of `address`.
  if (word.endsWith("sss")) return word.slice(0, -1);
  const isPossible = word.length > 3 && word.length <= LONGEST && /[is]$/u.test(word);
  // Shorter words are abbreviations.
  return isPossible ? pluralize.singular(word) : word;
}

/** Letters: no English word is longer. */
const LONGEST = 60;

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

/** What a path calls the one who sends the request. */
const SELVES: ReadonlySet<string> = new Set(["me", "myself", "self"]);

/** Whether a noun is the one who sends the request: `/users/me`. */
export function isSelf(noun: readonly string[]): boolean {
  return noun.length === 1 && SELVES.has(noun[0] ?? "");
}

/** Whether a noun ends in `s`, and means one thing with many parts: `settings`. */
export function isWhole(noun: readonly string[]): boolean {
  return WHOLES.has(noun.at(-1) ?? "");
}

/** Whether two nouns are one, in the singular or the plural, wherever their words are divided. */
export function isSameNoun(left: readonly string[], right: readonly string[]): boolean {
  return left.length > 0 && right.length > 0 && singular(left).join("") === singular(right).join("");
}

/** Whether a noun ends with another, in the singular or the plural, wherever their words are divided: `order items` with `item`. */
export function endsWithNoun(long: readonly string[], short: readonly string[]): boolean {
  return wordsBefore(long, short) !== undefined;
}

/** What a noun has before another that it ends with: `order` of `order line items` before `lineitem`; undefined where it ends otherwise. */
export function wordsBefore(
  long: readonly string[],
  short: readonly string[],
): readonly string[] | undefined {
  const end = singular(short).join("");
  const own = singular(long);
  let found = "";
  for (let at = own.length - 1; at >= 0 && found.length < end.length; at -= 1) {
    found = `${own[at] ?? ""}${found}`;
    if (found === end) return long.slice(0, at);
  }
  return undefined;
}

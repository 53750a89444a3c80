import type { NamedOperation } from "./named-operation.js";
import { singular } from "../../text/nouns.js";
import { isVerb } from "./read/verbs.js";

type Located = Pick<NamedOperation, "id" | "resource">;

/** The least letters of a short name, and the least operations that show it. */
const LETTERS = 3;
const LEAST = 3;

/** Words that distinguish environments or versions, whatever the resource begins with: `devReset` of `devices` beside `prodReset`. */
const VARIANTS = new Set("beta demo dev live prev prod stage staging test".split(" "));

/**
 * The short names of resources: the word that more than half of its operationIds begin with, where the resource begins with its letters
 * (`repoDelete`, `repoListBranches` of `repository`). It says no more there than the whole name does, unless words
 * there distinguish environments.
 *
 * @returns by the words of the resource, joined
 */
export function shortNames(operations: readonly Located[]): ReadonlyMap<string, string> {
  const starts = new Map<string, { readonly resource: Located["resource"]; readonly words: string[] }>();
  for (const { id, resource } of operations) {
    const key = resource.whole.join("");
    const found = starts.get(key) ?? { resource, words: [] };
    starts.set(key, found);
    const [first] = [...id.owner, ...id.name];
    if (first !== undefined) found.words.push(first);
  }
  return new Map(
    [...starts].flatMap(([key, { resource, words }]) => {
      if (words.some((word) => VARIANTS.has(word) && !isVerb(word))) return [];
      const counts = new Map<string, number>();
      for (const word of words) if (isShort(word, resource)) counts.set(word, (counts.get(word) ?? 0) + 1);
      const [most] = [...counts].filter(([, count]) => count >= LEAST && count * 2 > words.length);
      return most === undefined ? [] : [[key, most[0]] as const];
    }),
  );
}

/** Whether a word is the start of the first word of a resource, and neither that word nor a verb: `set` of `settings`. */
function isShort(word: string, { whole }: Located["resource"]): boolean {
  const [first = ""] = whole;
  const isStart = word.length >= LETTERS && first.startsWith(word) && first !== word;
  return isStart && !VARIANTS.has(word) && singular([first])[0] !== word && !isVerb(word);
}

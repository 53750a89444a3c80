import { isSelf, oneOf, singular } from "../../text/nouns.js";
import type { NamedOperation } from "./named-operation.js";
import { isMeantBy } from "./read/verbs.js";

/** The operations of one function, as the framework sees it: it calls them the same, and numbers their ids. */
interface Alike {
  readonly operations: readonly NamedOperation[];
  /** The words that all their paths have. */
  readonly shared: readonly string[];
  /** How many each path has. */
  readonly counts: ReadonlyMap<string, number>;
  /** Whether all but one are written as other ways to call that. */
  readonly hasMain: boolean;
}

/**
 * The names of operations whose function has others beside them, and what their paths say beside function and resource: `start`
 * of `POST /deals/export-jobs` of `deal jobs` → `start export`; `upload` of `/products/{id}/files` of `files` → `upload for
 * product`; `get name` where only the method differs. None where the path says no more than the others' paths.
 */
export function namesOfAlike(
  all: readonly NamedOperation[],
): ReadonlyMap<NamedOperation, readonly (readonly string[])[]> {
  const groups = new Map<string, NamedOperation[]>();
  for (const one of all.filter(({ id }) => id.name.length > 0)) {
    const group = groups.get(functionOf(one));
    if (group === undefined) groups.set(functionOf(one), [one]);
    else group.push(one);
  }
  const alike = [...groups.values()].filter((group) => group.length > 1).map(compare);
  return new Map(
    alike.flatMap((group) => group.operations.map((one) => [one, wordsWithNoun(one, group)] as const)),
  );
}

function functionOf({ id, resource }: NamedOperation): string {
  return [resource.whole, id.owner, id.name].map(String).join(" ");
}

function compare(operations: readonly NamedOperation[]): Alike {
  const paths = operations.map(({ route }) => new Set(route.nouns.flatMap(({ words }) => words)));
  const counts = new Map<string, number>();
  for (const { operation } of operations) counts.set(operation.path, (counts.get(operation.path) ?? 0) + 1);
  const shared = [...(paths[0] ?? [])].filter((word) => paths.every((path) => path.has(word)));
  const hasMain = operations.filter(({ id }) => id.isAlternative !== true).length === 1;
  return { operations, shared, counts, hasMain };
}

function wordsWithNoun(
  { words: own, id, operation, resource, route }: NamedOperation,
  { shared, counts, hasMain }: Alike,
): readonly (readonly string[])[] {
  if (id.isAlternative !== true && hasMain) return [];
  const known = [...own, ...id.name, ...resource.whole, ...shared].flatMap((word) => [
    word,
    ...singular([word]),
  ]);
  const isNew = (word: string) => ![word, ...singular([word])].some((one) => known.includes(one));
  const nouns = route.nouns
    .map(({ words, isOne }, index) => ({
      words: words.filter(isNew),
      isOne: isOne || (isSelf(words) && index < route.nouns.length - 1),
    }))
    .filter(({ words }) => words.length > 0)
    .map(({ words, isOne }) =>
      isOne ? ["for", ...singular(words)] : own[0] === "create" ? oneOf(words) : words,
    );
  const hasVerb = ["GET", "POST", "PUT", "DELETE"].some((method) => isMeantBy(own[0] ?? "", method));
  const isSamePath = (counts.get(operation.path) ?? 0) > 1;
  return [
    ...(nouns.length === 0
      ? []
      : [
          [...own, ...(nouns.at(-1) ?? [])],
          [...own, ...nouns.flat()],
        ]),
    ...(isSamePath && !hasVerb ? [[operation.method.toLowerCase(), ...own]] : []),
  ];
}

import {
  endsWithNoun,
  isPlural,
  isSameNoun,
  isSelf,
  isWhole,
  singular,
  wordsBefore,
} from "../../text/nouns.js";
import { IDENTIFIERS, isOwnPath, type NamedOperation } from "./named-operation.js";
import { type CollectionContext, isCollection } from "./read/returned-lists.js";
import { isLastVerb, isPreposition, isVerb, MANY } from "./read/verbs.js";

/** What an operationId says of a resource beyond its noun. */
export interface NameMeaning {
  readonly verb: string | undefined;
  /** Whether it speaks of many: `findAll`, `getCollection`. */
  readonly isMany: boolean;
}

/** What the words of an operationId beyond its resource mean; undefined where they say something else than a standard name. */
export function readName(words: readonly string[], named: NamedOperation): NameMeaning | undefined {
  const { verb, object } = splitVerb(words);
  const meaning = meaningOf(object, named);
  if (meaning === undefined) return undefined;
  return {
    verb,
    isMany: speaksOfMany(verb, meaning === "noise" ? object : [], named) || isManyOfItems(object, named),
  };
}

/** Whether a name speaks of many, unless its response or its noun is one thing: `all settings`, `index` of `/me`. */
function speaksOfMany(
  verb: string | undefined,
  object: readonly string[],
  { returned, route, hasItems }: NamedOperation,
): boolean {
  const end = route.nouns.at(-1)?.words ?? [];
  const isUnknown = returned === undefined || returned === "other";
  const isOne =
    returned === "one" || returned === "bytes" || (isUnknown && (isWhole(end) || isSelf(end)) && !hasItems);
  if (isOne && (route.isItem || !isPlural(end))) return false;
  // `image by index`: its key.
  const by = object.indexOf("by");
  return [verb ?? "", ...(by === -1 ? object : object.slice(0, by))].some((word) => MANY.has(word));
}

/** Whether a name has a plural for a path in the singular below which one thing is read: `get schemes` of `GET /scheme` beside `GET /scheme/{id}`. */
function isManyOfItems(object: readonly string[], { returned, route, hasItems }: NamedOperation): boolean {
  return (hasItems ? returned !== "one" : returned === undefined) && !route.isItem && isPlural(object);
}

/** The verb of a name, and what it is done to. */
export function splitVerb(words: readonly string[]): {
  readonly verb: string | undefined;
  readonly object: readonly string[];
} {
  const rest = words[0] === "partial" ? words.slice(1) : words;
  const last = rest.at(-1);
  if (isVerb(rest[0])) return { verb: rest[0], object: rest.slice(1) };
  if (rest.length > 1 && isLastVerb(last) && !isPreposition(rest.at(-2)))
    return { verb: last, object: rest.slice(0, -1) };
  return { verb: undefined, object: rest };
}

/** Words that may be all that an operationId says: `findAll`, `getOne`. */
const ALONE = new Set("all collection every list many multiple one single".split(" "));
const FIRST_NOISE = new Set([...ALONE, ..."a an any of partial the".split(" ")]);
const LAST_NOISE = new Set([...ALONE, ..."async detail details info item request".split(" ")]);
const OF_ONE = new Set([...ALONE, ..."detail details info".split(" ")]);

type NameContext = CollectionContext & Pick<NamedOperation, "resource">;

/** Whether a path goes on behind the resource to another item, which is one way to find one: `/pets/label/{labelId}`. */
function isBelowOwn(named: NameContext): boolean {
  const { resource, route } = named;
  const isOther = !isOwnPath(route, resource) && !isCollection(named);
  return isOther && route.nouns.some(({ words }) => isSameNoun(words, resource.noun));
}

/** Whether words name the resource and nothing else: `all pets`, `pet by id`, and `team pets` below `/teams/{id}`. */
function meaningOf(object: readonly string[], named: NameContext): "resource" | "noise" | undefined {
  const { resource, route } = named;
  const isOwn = isOwnPath(route, resource);
  const target = isOwn ? [route.nouns.at(-1)?.words ?? []] : [];
  const nouns = [resource.whole, resource.noun, ...target];
  const above = new Set(
    [...route.nouns.slice(0, -1).map(({ words }) => words), resource.whole].flatMap((words) => [
      ...words,
      ...singular(words),
    ]),
  );
  const isNamed = (words: readonly string[]): boolean =>
    words.length === 0 ||
    (isOwn && !isVerb(resource.whole[0]) && endsWithNoun(resource.whole, words)) ||
    nouns.some((noun) => wordsBefore(words, noun)?.every((word) => isOwn && above.has(word)));
  if (isNamed(object)) return "resource";
  return isNamed(withoutNoise(object, named)) ? "noise" : undefined;
}

function withoutNoise(object: readonly string[], named: NameContext): readonly string[] {
  const { route } = named;
  const above = isBelowOwn(named) ? (route.nouns.at(-1)?.words ?? []) : [];
  const own = new Set(route.parameters.flat().filter((word) => !above.includes(word)));
  const isOfItem = (word: string) => own.has(word) || IDENTIFIERS.has(word);
  const by = route.isItem ? object.lastIndexOf("by") : -1;
  const isKey = by !== -1 && object.slice(by + 1).every(isOfItem);
  const found = isKey ? object.slice(0, by) : object;
  // A word that the path ends in is what the operation is about: `patchList` of `PATCH /list`.
  const last = route.nouns.at(-1)?.words ?? [];
  const ends = new Set([...last, ...singular(last)]);
  const isNoise = (noise: ReadonlySet<string>) => (word: string) => noise.has(word) && !ends.has(word);
  const start = found.findIndex((word) => !isNoise(FIRST_NOISE)(word));
  const end = found.findLastIndex((word) => !isNoise(LAST_NOISE)(word));
  if (start <= end && start !== -1) return found.slice(start, end + 1);
  const isOne = route.isItem && isOwnPath(route, named.resource) && !isCollection(named);
  return found.every(isNoise(isOne ? (isPlural(last) ? LAST_NOISE : OF_ONE) : ALONE)) ? [] : found;
}

import { endsWithNoun, isPlural, isSameNoun, singular, singularWord } from "../../text/nouns.js";
import { words } from "../../text/words.js";
import type { OperationId } from "./read/operation-id.js";
import { namespacesOf } from "./read/route.js";
import type { NamedOperation } from "./named-operation.js";
import { isMeantBy, isMeantOfItem, isPlain, isPreposition, isVerb } from "./read/verbs.js";

/** An operation before its name is read. */
type Named = Pick<NamedOperation, "id" | "isBrief" | "operation" | "resource" | "route">;

/**
 * An operation's name without the words of its resource: `list cabinets` of `cabinets` → `list`;
 * `get cabinet settings` of `cabinets` → `get settings`; `pets list` of `pets` → `list`. The owner in its id stays where
 * the resource does not say it; anything that would leave nothing stays whole.
 */
export function nameWords(named: Named): readonly string[] {
  const { id, resource, route } = named;
  const { whole, noun, written, short } = resource;
  const own = withoutEmphasis(divided(named), named);
  const ones = [...whole.slice(0, -1).map(singularWord), ...whole.slice(-1)];
  return withoutNouns(
    isOwnId(id, whole) || endsWithNoun(own, id.owner) ? own : [...belowResource(id, whole), ...own],
    {
      // A last noun in the singular does not count as a start: `schedule workflow` of `beta.schedules` has a verb there.
      first: [
        ...(written.length > whole.length ? [written] : []),
        whole,
        singular(whole),
        ones,
        singular(ones),
        noun,
        ...(short === undefined ? [] : [[short]]),
      ],
      // `registries list digests` of `container registries`, `gen ai` of `genai_list_models`: what follows must be a verb.
      prefix: [...endsOf(whole), ...endsOf(singular(whole)), ...namespacesOf(route)],
      second: [whole, singular(whole), ones, singular(ones), noun, singular(noun)],
    },
    named,
  );
}

/** A name in which the noun is a word of its own, also before a small `by` and behind a verb: `getOrderbyId`, `updateorder`; and a key behind one: `getByorderId`, `getByid`. */
function divided(named: Named): readonly string[] {
  const { noun } = named.resource;
  return named.id.name.flatMap((word, index) => {
    const start = /^(.+)by$/u.exec(word)?.[1];
    if (start !== undefined && isSameNoun([start], noun)) return [start, "by"];
    const key = index > 0 ? /^by(.+)$/u.exec(word)?.[1] : undefined;
    const keys = [key ?? "", ...named.id.name.slice(index + 1)].join("");
    // `byline` of `{line}` is a word.
    const isKey = (one: readonly string[]) =>
      one.length > 1 ? keys.startsWith(one.join("")) : keys === "id" && one[0] === "id";
    if (key !== undefined && named.route.parameters.some(isKey)) return ["by", key];
    const verb = index === 0 ? verbBefore(word, named) : undefined;
    return verb === undefined ? [word] : [verb, word.slice(verb.length)];
  });
}

/**
 * The verb that a word begins with whose rest is a noun: `update` of `updateorder`, where the method means it or the path says it
 * (`cancelorder` of `/orders/{id}/cancel`), or it is `save` and the path ends in the noun (`saveorder` of `/shops/{id}/orders`). None of a word
 * that the path has, nor of other nouns: `postcards`, `checkpoint`.
 */
function verbBefore(word: string, { resource: { noun }, operation, route }: Named): string | undefined {
  const nouns = [...route.prefix, ...route.nouns.map(({ words }) => words)];
  const end = route.nouns.at(-1)?.words ?? [];
  if (nouns.some((own) => isSameNoun([word], own) || own.some((one) => isSameNoun([word], [one]))))
    return undefined;
  const ends = [noun, singular(noun)].map((words) => words.join("")).filter((end) => word.endsWith(end));
  const isDone = (verb: string) =>
    isMeantBy(verb, operation.method) ||
    (isVerb(verb) && end[0] === verb) ||
    (isMeantOfItem(verb, operation.method) && endsWithNoun(end, noun));
  return ends.map((end) => word.slice(0, word.length - end.length)).find(isDone);
}

/** Words behind a verb that say of one thing only that it is one. */
const OF_ONE = new Set(["particular", "specific"]);

/**
 * A name without what says no more than its verb before one thing that its path or resource says: `create new order` → `create order`,
 * `get specific order` → `get order`. Not before many, nor in another noun: `get specific orders`, `create new year greeting`.
 */
function withoutEmphasis(name: readonly string[], { isBrief, operation, resource, route }: Named) {
  const [verb = "", word = "", ...rest] = name;
  const isEmphasis = word === "new" ? isMeantBy(verb, "POST") : OF_ONE.has(word) && isVerb(verb);
  if (!isBrief || !isEmphasis || words(operation.path).includes(word)) return name;
  const related = rest.findIndex(isPreposition);
  const object = related === -1 ? rest : rest.slice(0, related);
  const nouns = [...resource.whole, ...[...route.prefix, ...route.nouns.map((noun) => noun.words)].flat()];
  const known = new Set(nouns.map(singularWord));
  const isOne = rest.length > 0 && !isPlural(object) && object.every((one) => known.has(singularWord(one)));
  return isOne ? [verb, ...rest] : name;
}

/** `beta libraries documents` → itself, `libraries documents`, `documents`. */
function endsOf(noun: readonly string[]): readonly (readonly string[])[] {
  return noun.map((_, index) => noun.slice(index));
}

/** Whether the owner in an id says no more than its resource. */
function isOwnId({ owner }: OperationId, whole: readonly string[]): boolean {
  return (
    owner.length === 0 ||
    endsWith(owner, whole) ||
    [owner, singular(owner)].some(
      (one) => countLeading(whole, one) > 0 || countLeading(singular(whole), one) > 0,
    )
  );
}

/** Whether an owner is the resource behind a service's name, as Google writes it: `storagetransfer.transferJobs.delete`. */
function endsWith(owner: readonly string[], whole: readonly string[]): boolean {
  return whole.length > 0 && owner.slice(-whole.length).join(" ") === whole.join(" ");
}

/** The words of an owner behind the resource, where that is one of its levels: what is before it names the service (`backup.projects.plans.list`). */
function belowResource({ owner, levels = [] }: OperationId, whole: readonly string[]): readonly string[] {
  const at = levels.findIndex((level) => level.join("") === whole.join(""));
  return at === -1 ? owner : levels.slice(at + 1).flat();
}

/** Nouns that a name may lose as its first words, or after its verb. */
interface Nouns {
  readonly first: readonly (readonly string[])[];
  readonly prefix: readonly (readonly string[])[];
  readonly second: readonly (readonly string[])[];
}

function withoutNouns(
  name: readonly string[],
  { first, prefix, second }: Nouns,
  named: Named,
): readonly string[] {
  const { isBrief } = named;
  const start = first
    .map((noun) => countLeading(name, noun))
    // `search_1` of `search`, as springdoc numbers what is alike: no name begins with a digit.
    .find(
      (count) =>
        count > 0 &&
        /^\P{N}/u.test(name[count] ?? "") &&
        !isSentence(name, count) &&
        !(count === 1 && isOnlyVerb(name, named)),
    );
  if (start !== undefined) return withoutObject(name.slice(start), second, isBrief);
  const before = prefix
    .map((noun) => countLeading(name, noun))
    // `list sync list` of `sync lists` begins with a verb.
    .find((count) => count > 0 && isVerb(name[count]) && !(count === 1 && isPlain(name[0] ?? "")));
  return withoutObject(before === undefined ? name : name.slice(before), second, isBrief);
}

/**
 * Whether the first word of a name is all that says what a request changes: `change settings` of `changes`. Not what the resource says
 * in the same word (`search`), nor the thing that the path has: `book chapters` of `/books/{id}/chapters`.
 */
function isOnlyVerb(
  [verb = "", ...object]: readonly string[],
  { operation: { method }, resource, route }: Named,
): boolean {
  const isThing = route.nouns.some(({ words, isOne }) => isOne && isSameNoun(words, [verb]));
  const isOther = object.some((word) => isVerb(word));
  return (
    /^P(?:ATCH|OST|UT)$/.test(method) && isVerb(verb) && resource.noun.at(-1) !== verb && !isThing && !isOther
  );
}

/** Whether the first word of a name is not a noun there, but what is done: `search in index` of `search`. */
function isSentence(name: readonly string[], count: number): boolean {
  const next = name[count];
  return count === 1 && isVerb(name[0]) && isPreposition(next) && next !== "by";
}

/** A verb without the noun behind it: `export all orders` → `export all`, `count all orders` → `count`. */
function withoutObject(name: readonly string[], nouns: Nouns["second"], isBrief: boolean): readonly string[] {
  const [verb, ...counted] = name;
  const isOfAll = counted[0] === "all" || counted[0] === "every";
  const isAll = isBrief && isOfAll && isVerb(verb) && !isPlain(verb ?? "");
  const rest = isAll ? counted.slice(1) : counted;
  const object = nouns
    .map(
      (noun) => countLeading(rest, noun) || (isSameNoun(rest.slice(0, noun.length), noun) ? noun.length : 0),
    )
    .find((count) => count > 0);
  if (verb === undefined || object === undefined) return name;
  // `doSearch` of `search`: the verb alone says nothing.
  if ((verb === "do" && object === rest.length) || (isAll && object < rest.length)) return name;
  return [verb, ...(isAll && verb !== "count" ? ["all"] : []), ...rest.slice(object)];
}

/**
 * How many words a name starts with that are the noun, wherever either is divided: `addons list` of `add ons` is one.
 * Zero when it starts otherwise.
 */
export function countLeading(name: readonly string[], noun: readonly string[]): number {
  const want = noun.join("");
  if (want === "") return 0;
  let found = "";
  for (const [index, word] of name.entries()) {
    found += word;
    if (found.length >= want.length) return found === want ? index + 1 : 0;
  }
  return 0;
}

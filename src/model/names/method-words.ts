import { words } from "../../text/words.js";
import { listMember } from "../json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { sentPath } from "../operations/path-templates.js";
import { isPathPrefix, type OperationId } from "./operation-id.js";

/**
 * An operation's name without the words of its resource: `list cabinets` of `cabinets` → `list`;
 * `get cabinet settings` of `cabinets` → `get settings`; `pets list` of `pets` → `list`. The owner in its id stays where
 * the resource does not say it; anything that would leave nothing stays whole.
 */
export function wordsFromId({ owner, name }: OperationId, { whole, noun }: ResourceWords): readonly string[] {
  const own =
    owner.length === 0 ||
    endsWith(owner, whole) ||
    [owner, singular(owner)].some(
      (one) => countLeading(whole, one) > 0 || countLeading(singular(whole), one) > 0,
    );
  return withoutNouns(own ? name : [...owner, ...name], {
    // A last noun in the singular does not count as a start: `schedule workflow` of `beta.schedules` has a verb there.
    first: [whole, singular(whole), noun],
    second: [whole, singular(whole), noun, singular(noun)],
  });
}

/** Whether an owner is the resource behind a service's name, as Google writes it: `storagetransfer.transferJobs.delete`. */
function endsWith(owner: readonly string[], whole: readonly string[]): boolean {
  return whole.length > 0 && owner.slice(-whole.length).join(" ") === whole.join(" ");
}

/**
 * Without an operationId: `GET /v1/pets/{petId}/photos` of `pets` → `get photos by pet id`. Text behind `#` in the
 * path distinguishes it from others, so it is included: `GET /pets#format=csv` → `get format csv`.
 */
export function wordsFromPath(operation: RawOperation, { whole, noun }: ResourceWords): readonly string[] {
  const sent = sentPath(operation.path);
  const segments = sent.split("/").filter((segment) => segment !== "");
  const literal = segments.filter((segment) => !segment.includes("{"));
  const start = literal.findIndex((segment) => !isPathPrefix(segment));
  const nouns = literal.slice(Math.max(start, 0)).flatMap((segment) => words(segment));
  const parameters = segments
    .flatMap((segment) => segment.match(/\{[^{}]+\}/g) ?? [])
    .map((name) => words(name));
  const own = [whole, noun].map((resource) => countLeading(nouns, resource)).find((count) => count > 0);
  const rest = nouns.slice(own ?? 0);
  const by = parameters.flatMap((name, index) => [index === 0 ? "by" : "and", ...name]);
  return [operation.method.toLowerCase(), ...rest, ...words(operation.path.slice(sent.length)), ...by];
}

/** Nouns that a name may lose as its first words, or after its verb. */
interface Nouns {
  readonly first: readonly (readonly string[])[];
  readonly second: readonly (readonly string[])[];
}

function withoutNouns(name: readonly string[], { first, second }: Nouns): readonly string[] {
  const start = first
    .map((noun) => countLeading(name, noun))
    // `search_1` of `search`, as springdoc numbers what is alike: no name begins with a digit.
    .find((count) => count > 0 && /^\P{N}/u.test(name[count] ?? ""));
  if (start !== undefined) return name.slice(start);
  const [verb, ...rest] = name;
  const object = second.map((noun) => countLeading(rest, noun)).find((count) => count > 0);
  if (verb === undefined || object === undefined) return name;
  // `doSearch` of `search`: the verb alone says nothing.
  return verb === "do" && object === rest.length ? name : [verb, ...rest.slice(object)];
}

/**
 * How many words a name starts with that are the noun, wherever either is divided: `addons list` of `add ons` is one.
 * Zero when it starts otherwise.
 */
function countLeading(name: readonly string[], noun: readonly string[]): number {
  const want = noun.join("");
  let found = "";
  for (const [index, word] of name.entries()) {
    found += word;
    if (found.length >= want.length) return found === want ? index + 1 : 0;
  }
  return 0;
}

/** What an operation belongs to. */
interface ResourceWords {
  /** Its whole name, as words: `audio voices`. */
  readonly whole: readonly string[];
  /** The last noun of a tag with a namespace (`audio.voices`): `voices`; else the whole name. */
  readonly noun: readonly string[];
}

/** The resource of an operation: its first tag, else the owner in its id, else the path's first noun. */
export function resourceWords(operation: RawOperation, { owner }: OperationId): ResourceWords {
  const [tag] = listMember(operation.json, "tags");
  const parts = typeof tag === "string" ? tag.split(/[.:/>]/).map((part) => words(part)) : [];
  const noun = parts.findLast((part) => part.length > 0);
  if (noun !== undefined) return { whole: parts.flat(), noun };
  if (owner.length > 0) return { whole: owner, noun: owner };
  const segments = sentPath(operation.path)
    .split("/")
    .filter((part) => /^\p{L}/u.test(part));
  const segment = segments.find((part) => !isPathPrefix(part)) ?? segments.find((part) => !/^v\d/.test(part));
  const whole = segment === undefined ? ["root"] : words(segment);
  return { whole, noun: whole };
}

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

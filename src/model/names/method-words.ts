import { words } from "../../text/words.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { sentPath } from "../operations/sent-path.js";
import type { OperationId } from "./operation-id.js";
import { isPathPrefix } from "./path-prefix.js";
import type { ResourceWords } from "./resource-words.js";
import { singular } from "./singular.js";

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
    // A last noun alone is no start in the singular: `schedule workflow` of `beta.schedules` has a verb there.
    first: [whole, singular(whole), noun],
    second: [whole, singular(whole), noun, singular(noun)],
  });
}

/** Whether an owner is the resource behind a service's name, as Google writes it: `storagetransfer.transferJobs.delete`. */
function endsWith(owner: readonly string[], whole: readonly string[]): boolean {
  return whole.length > 0 && owner.slice(-whole.length).join(" ") === whole.join(" ");
}

/**
 * Without an operationId: `GET /v1/pets/{petId}/photos` of `pets` → `get photos by pet id`. What stands behind `#` in the
 * path is all that tells it from others, and is said as well: `GET /pets#format=csv` → `get format csv`.
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

/** Nouns that a name may lose where they are its first words, or stand after its verb. */
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

import { endsWithNoun, isSameNoun, singular } from "../../text/nouns.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import type { OperationId } from "./read/operation-id.js";
import type { ResourceWords } from "./read/resource-words.js";
import type { CollectionContext } from "./read/returned-lists.js";
import type { Route } from "./read/route.js";
import { isVerb } from "./read/verbs.js";

/** What an operation is, as far as its standard name goes. */
export interface NamedOperation extends CollectionContext {
  readonly operation: RawOperation;
  readonly id: OperationId;
  readonly resource: ResourceWords;
  /** What its operationId says beyond the resource, verb first. */
  readonly words: readonly string[];
  /** Whether its response may come as a sequence: its method has another beside it (`readRecordsStream`). */
  readonly isSequence: boolean;
  /** Whether a `GET` of the same path returns many. */
  readonly isListed: boolean;
  /** Whether a `GET` of another path reads what its path ends in: `/queries/{id}` beside `/claims/{id}/queries`. */
  readonly isNounRead: boolean;
  /** Whether the `actions` of its path are things that are read. */
  readonly hasActions: boolean;
  /** Whether its name omits words that say no more than its verb: `new`, `all`. */
  readonly isBrief: boolean;
  /** Whether a `POST` of the same path creates though that ends in a parameter: `POST /flags/{projectKey}`. */
  readonly creates: boolean;
}

/** Whether a path ends in the noun of a resource, or in it and its parameter. */
export function isOwnPath({ nouns }: Route, { whole, noun, written }: ResourceWords): boolean {
  const last = nouns.at(-1);
  if (last === undefined || last.isAction) return false;
  if ([whole, written].some((own) => isSameNoun(last.words, own)) || endsWithNoun(whole, last.words))
    return true;
  // `bank accounts` below `accounts` are others than these.
  const isBelow = nouns.slice(0, -1).some((one) => isSameNoun(one.words, noun));
  return endsWithNoun(last.words, noun) && !isBelow && !(last.words.length > 1 && isVerb(last.words[0]));
}

/** Words of the key of one item. */
export const IDENTIFIERS = new Set(
  "and code guid id identifier key name number slug username uuid".split(" "),
);

/** Whether the parameter at the end of a path is the key of what is before it: `/pets/{id}`, `/pets/{petId}`; not `/pets/{shopId}`. */
export function endsInOwnKey({ nouns, parameters }: Route): boolean {
  const key = parameters.at(-1) ?? [];
  const own = singular(nouns.at(-1)?.words ?? []);
  return key.every((word) => IDENTIFIERS.has(word)) || own.some((word) => key.includes(word));
}

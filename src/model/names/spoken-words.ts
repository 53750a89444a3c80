import { words as wordsOf } from "../../text/words.js";
import { objectMember, textMember } from "../json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { nameWords } from "./method-words.js";
import {
  endsWithNoun,
  isPlural,
  isSameNoun,
  oneOf,
  singular,
  singularWord,
  wordsBefore,
} from "../../text/nouns.js";
import { searchesMany, isAction } from "./path-words.js";
import type { Route } from "./read/route.js";
import { withListVerb } from "./spoken-lists.js";
import { isCollection } from "./read/returned-lists.js";
import { isOwnPath, type NamedOperation } from "./named-operation.js";
import { isLastVerb, isMeantBy, isPreposition, isVerb, MANY, READERS } from "./read/verbs.js";

/** An operation before it has words. */
type Unspoken = Omit<NamedOperation, "words">;

/**
 * The words of an operationId beyond its resource, as a person says them, verb first. Frameworks write them otherwise:
 * - the class or the noun first: `DealImportsController_create` of `deals` → `create import`, `books_chapters_list` of
 *   `books` → `list chapters`;
 * - an action as a noun: `books_publish_create` → `publish`;
 * - verbs of the framework that say no more than `get` and `list` do: `findContext` → `get context`.
 *
 * @param readers - those verbs ({@link readersOf})
 */
export function spokenWords(named: Unspoken, readers: ReadonlySet<string>): readonly string[] {
  const { operation, route } = named;
  const words = nameWords(named);
  const at = verbAt(words, named);
  if (at === 0) {
    const read = withPlainReader(withoutWrongList(words, named), named, readers);
    const plain = withPlainMethod(withListVerb(withoutMethod(read, named), named), named);
    return withVerb(withoutOwnNoun(belowArea(plain, named), named), named);
  }
  const before = words.slice(0, at);
  const [verb = "", ...rest] = words.slice(at).filter((word, index) => index > 0 || word !== "partial");
  const last = route.nouns.at(-1);
  const isPlain = isMeantBy(verb, operation.method) && rest.every((word) => ALONE.has(word));
  const isWhole = last !== undefined && isSameNoun(last.words, before);
  const isCounted = before.length > 1 && isPlural(before);
  if (isPlain && isWhole && !isCounted && isAction(operation, route, last)) return before;
  const noun = withoutKnown(before, named);
  // `add` of `POST /stacks/{id}/add` is what it does.
  if (!isPlain || last?.words[0] === verb)
    return [verb, ...(rest.length === 0 ? noun : oneOf(noun)), ...rest];
  const isMany = [verb, ...rest].some((word) => MANY.has(word));
  const standard = isMany ? (readsItem(named) ? "get" : "list") : plainVerb(noun, named);
  const isOne = route.isItem && standard !== "list";
  return [standard, ...(isOne ? singular(noun) : standard === "create" ? oneOf(noun) : noun)];
}

/** Words behind a verb that say nothing of what it is done to: `findOne`. */
const ALONE: ReadonlySet<string> = new Set([...MANY, "one", "single"]);

/** Where the verb is in a name whose owner or noun is first; else 0. */
function verbAt(words: readonly string[], named: Unspoken): number {
  const { id, operation, resource, route } = named;
  const start = words.length - id.name.length;
  const isForeign = start > 0 && words.slice(start).join(" ") === id.name.join(" ");
  if (isForeign)
    return isMarked(id.name, operation, route) || isVerb(id.name[0]) || id.name[0] === "partial" ? start : 0;
  const last = words.at(-1) ?? "";
  const at = words.at(-2) === "partial" ? words.length - 2 : words.length - 1;
  const [end] = route.nouns.slice(-1);
  // A word that the path or the resource ends in is a noun: `price list` of `/price-list`.
  const isNoun = [end?.words ?? [], resource.whole].some((noun) => noun.length > 1 && noun.at(-1) === last);
  // `search in index`: a noun.
  const isRelated = isPreposition(words[at - 1]) && !nounsOf(route).includes(words[at - 1] ?? "");
  if (at < 1 || isNoun || isRelated || !isLastVerb(last) || !isMeantBy(last, operation.method)) return 0;
  const isWhole = end !== undefined && isSameNoun(end.words, words.slice(0, at));
  // `describe index` of a `GET` that reads one: never `list describe`.
  if (MANY.has(last) && readsItem(named) && !isWhole) return 0;
  return isVerb(words[0]) && !isWhole ? 0 : at;
}

/** Whether a name is the one word that a colon marks in a path as what is done: `watch` of `POST /pets/{id}:watch`. */
function isMarked(name: readonly string[], { method }: RawOperation, { nouns }: Route): boolean {
  const last = nouns.at(-1);
  return method !== "GET" && name.length === 1 && last?.isAction === true && name[0] === last.words.join("");
}

/** The words of the nouns of a path. */
function nounsOf(route: Route): readonly string[] {
  return route.nouns.flatMap(({ words }) => words);
}

/** A noun without what its resource says, or the path before the resource. */
function withoutKnown(noun: readonly string[], { resource, route }: Unspoken): readonly string[] {
  const above = isOwnPath(route, resource) ? route.nouns.slice(0, -1).flatMap(({ words }) => words) : [];
  const left = noun.filter((word) => !above.includes(word));
  const known = resource.whole.flatMap((word) => [word, ...singular([word])]);
  if ([resource.whole, resource.noun].some((one) => isSameNoun(left, one))) return [];
  const start = left.findIndex((word) => !known.includes(word));
  return start === -1 ? left : left.slice(start);
}

/** The verb of the rule for one that says no more than its method. */
function plainVerb(noun: readonly string[], named: Unspoken): string {
  const { method, pathItem } = named.operation;
  if (method === "GET") {
    const isMany = isPlural(noun.length === 0 ? (named.route.nouns.at(-1)?.words ?? []) : noun);
    return isMany && isList(named) ? "list" : "get";
  }
  if (method === "POST") return "create";
  if (method === "DELETE") return "delete";
  return method === "PUT" && objectMember(pathItem, "patch") !== undefined ? "replace" : "update";
}

/** Whether an operation returns many, and no object with a version that has a list, below another thing. */
function isList(named: Unspoken): boolean {
  const isPart = named.returned === "whole" && !isOwnPath(named.route, named.resource);
  return isCollection(named) && !isPart;
}

/**
 * The verbs that mean `get` or `list` in a contract: that its operations have before the resource and nothing else
 * (`read_item`, `findAll`). Then they mean it before other nouns too (`read_item_history`, `findHistory`).
 */
export function readersOf(
  operations: readonly Pick<Unspoken, "id" | "isBrief" | "operation" | "resource" | "route">[],
): ReadonlySet<string> {
  const names = operations
    .filter(({ operation, id }) => operation.method === "GET" && id.name.length > 0)
    .map((one) => nameWords(one));
  const alone = names.filter(([, ...object]) => object.every((word) => ALONE.has(word)));
  return new Set(alone.map(([verb = ""]) => verb).filter((verb) => READERS.has(verb)));
}

/** `list submission` of `GET /submissions/{id}`, which returns one, is a slip: `get submission`. */
function withoutWrongList(words: readonly string[], named: Unspoken): readonly string[] {
  const isBytes = named.route.isItem && named.returned === "bytes";
  const isWrong = named.operation.method === "GET" && words[0] === "list" && (readsItem(named) || isBytes);
  return isWrong ? ["get", ...words.slice(1)] : words;
}

/** Nouns of a path that a `GET` is called by, with its verb: `article files` → `list files`, `chapter` of one → `get chapter`. */
function withVerb(words: readonly string[], named: Unspoken): readonly string[] {
  const { id, operation, resource, route, returned } = named;
  if ([...resource.whole, id.name[0]].some(isVerb)) return words;
  const known = new Set([...resource.whole, ...nounsOf(route)].map(singularWord));
  const isNouns = words.every((word) => known.has(singularWord(word)) && !isVerb(word));
  if (operation.method !== "GET" || !isNouns || !endsWithNoun(words, route.nouns.at(-1)?.words ?? []))
    return words;
  if (!route.isItem) return isPlural(words) && isCollection(named) ? ["list", ...words] : words;
  return returned === "list" || isPlural(words) ? words : ["get", ...words];
}

/** Words that say which one is meant: the one of the request. */
const CURRENT = new Set(["authenticated", "current"]);

/** `get current user` of `users` → `get current`; `search` of `POST /search`, which is called `create search`. */
function withoutOwnNoun(words: readonly string[], named: Unspoken): readonly string[] {
  const { isBrief, resource, route } = named;
  const [verb = "", which = "", ...noun] = words;
  const isOwn = [resource.whole, resource.noun].some((own) => isSameNoun(noun, own));
  if (isBrief && CURRENT.has(which) && isVerb(verb) && isOwn && !isPlural(noun)) return [verb, which];
  const end = route.nouns.at(-1);
  const isDone = noun.length === 0 && isMeantBy(verb, "POST") && end?.words.join("") === which;
  return isDone && searchesMany(named, end) ? [which] : words;
}

/** Whether an operation on the path of one item is described to return one thing. */
function readsItem({ returned, route }: Unspoken): boolean {
  return route.isItem && returned === "one";
}

/** Verbs of a `GET` that never say more of a noun than `get` and `list` do. */
const BRINGERS = new Set(["fetch", "retrieve"]);

/** `fetchPin` → `get pin`, `fetchAllPins` → `list pins`; no words of other verbs, nor of a list that would be called `get`. */
function broughtWords([verb = "", ...object]: readonly string[], named: Unspoken) {
  if (!named.isBrief || !BRINGERS.has(verb) || object.length === 0) return undefined;
  const plain = ALONE.has(object[0] ?? "") ? "get" : plainVerb(object, named);
  const read = withListVerb([plain, ...object], named);
  return read[0] === "get" && isList(named) ? undefined : read;
}

function withPlainReader(
  words: readonly string[],
  named: Unspoken,
  readers: ReadonlySet<string>,
): readonly string[] {
  const [verb = "", ...object] = words;
  if (named.operation.method !== "GET" || named.route.nouns.at(-1)?.words[0] === verb) return words;
  const brought = broughtWords(words, named);
  if (brought !== undefined) return brought;
  const isOther = object.length === 0 || object.includes("by") || object.some((word) => ALONE.has(word));
  if (!readers.has(verb) || isOther) return words;
  return [plainVerb(object, named), ...object];
}

/**
 * A name that begins with the HTTP method, with the verb of the rule: `patchOwner` → `update owner`, `postPhoto` of
 * `POST /pets/{id}/photos` → `create photo`, `postCreateOwner` → `create owner`.
 */
function withPlainMethod(words: readonly string[], named: Unspoken): readonly string[] {
  const [verb = "", ...object] = words;
  const { method } = named.operation;
  if (isMeantBy(verb, method) && object.length > 0 && patchesBeside(named.operation))
    return [plainVerb(object, named), ...object];
  if (verb !== method.toLowerCase() || object.length === 0 || object[0] === "by") return words;
  if (object.length > 1 && PLAIN.has(object[0] ?? "") && isMeantBy(object[0] ?? "", method)) return object;
  // `flag config` below `/flags/{id}`.
  const isThing = named.route.nouns.some((noun) => noun.isOne && isSameNoun(noun.words, object.slice(0, 1)));
  if (isVerb(object[0]) && !isThing) return words;
  if (method === "PUT" || method === "PATCH")
    return speaksOfMethods(named.operation) ? [plainVerb(object, named), ...object] : words;
  const end = named.route.nouns.at(-1)?.words ?? [];
  const isMany = (named.creates || !named.route.isItem) && isPlural(end) && !isVerb(end[0]);
  const isCreated = named.creates || (isMany && endsWithNoun(object, end));
  return method === "POST" && isCreated ? ["create", ...oneOf(object)] : words;
}

/**
 * A name that begins with the HTTP method and ends with what the path ends in and does, verb first: `postPlanFileRestore` of
 * `POST /files/{id}/restore` → `restore plan file`, `postPlanDeleteFiles` of `POST /plans/{id}/delete-files` → `delete files`. A noun
 * that neither its resource nor the path says stays: `postAdminDeleteFiles` → `delete admin files`.
 */
function withoutMethod(
  words: readonly string[],
  { operation, resource, route }: Unspoken,
): readonly string[] {
  const [end] = route.nouns.slice(-1);
  const { method } = operation;
  if (words[0] !== method.toLowerCase() || end === undefined) return words;
  const { words: action } = end;
  const known = new Set([...resource.whole, ...route.prefix.flat(), ...nounsOf(route)].map(singularWord));
  const [, done = "", ...things] = words;
  const isKnown = things.length > 0 && things.every((word) => known.has(singularWord(word)));
  if (method === "GET") {
    if (!SEARCHING.has(done) || action.at(-1) !== done || !isKnown) return words;
    return isSameNoun(things, resource.noun) ? [done] : [done, ...things];
  }
  if (method === "POST" && things.length > 0 && action.join(" ") === done && isAction(operation, route, end))
    return [done, ...things];
  if (!isAction(operation, route, end) || words.slice(-action.length).join(" ") !== action.join(" "))
    return words;
  const noun = words.slice(1, -action.length);
  const [verb = "", ...rest] = action;
  if (rest.length === 0) return [verb, ...noun];
  const left = noun.filter((word) => !known.has(singularWord(word)));
  return [verb, ...oneOf(left), ...rest];
}

/** Verbs of a `GET` that are nouns of no other: `search users`, and not `export jobs`. */
const SEARCHING = new Set(["autocomplete", "count", "find", "lookup", "search", "validate", "verify"]);

const PLAIN = new Set(["add", "create", "edit", "get", "modify", "update"]);

/** Whether an operation is one of a `PUT` and a `PATCH` of one path that are called alike: `updateOwner` beside `patchOwner`. */
function patchesBeside({ method, pathItem }: RawOperation): boolean {
  if (method !== "PUT" && method !== "PATCH") return false;
  const [put = [], patch = []] = ["put", "patch"].map((one) => {
    const id = wordsOf(textMember(objectMember(pathItem, one) ?? {}, "operationId") ?? "");
    return id.slice(Math.max(0, id.findIndex(isVerb)));
  });
  const isAlike = put.length > 1 && put.slice(1).join(" ") === patch.slice(1).join(" ");
  return isAlike && patch[0] === "patch" && isMeantBy(put[0] ?? "", "PUT");
}

/** Whether the other of `PUT` and `PATCH` is not there, or is called so. */
function speaksOfMethods({ method, pathItem }: Unspoken["operation"]): boolean {
  const other = method === "PUT" ? "patch" : "put";
  const json = objectMember(pathItem, other);
  return json === undefined || wordsOf(textMember(json, "operationId") ?? "").find(isVerb) === other;
}

/**
 * A name that ends with its resource, an area that has many things: `query project analytics` of
 * `/analytics/projects/query` → `query projects`.
 */
function belowArea(words: readonly string[], { operation, resource, route }: Unspoken): readonly string[] {
  const at = route.nouns.findIndex((one) => isSameNoun(one.words, resource.noun));
  const [area, below] = at === -1 ? [] : route.nouns.slice(at);
  if (area === undefined || below === undefined || area.isOne || isPlural(area.words)) return words;
  const [verb, ...object] = wordsBefore(words, resource.noun) ?? [];
  if (verb === undefined || !isVerb(verb) || !isPlural(below.words)) return words;
  // The path has all of it: area, things, and what is done, unless the method does.
  const isWhole = isMeantBy(verb, operation.method) || route.nouns.at(-1)?.words.join("") === verb;
  if (!isWhole || !isSameNoun(object, below.words)) return words;
  return [verb, ...(below.isOne ? singular(below.words) : below.words)];
}

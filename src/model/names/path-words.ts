import { words } from "../../text/words.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { objectMember, textMember } from "../json-members.js";
import { countLeading } from "./method-words.js";
import type { ResourceWords } from "./read/resource-words.js";
import { isPlural, isSameNoun, oneOf, singular } from "../../text/nouns.js";
import { isWrittenOtherwise, type Route, type RouteNoun } from "./read/route.js";
import { isOwnPath, type NamedOperation } from "./named-operation.js";
import { isCollection } from "./read/returned-lists.js";
import { isActionVerb, isPreposition, isVerb } from "./read/verbs.js";

/**
 * The name of an operation without one of its own: `GET /pets/{petId}/photos` of `pets` → `list photos`,
 * `POST /orders/{id}/cancel` → `cancel`, `DELETE /orders/{id}/items/{item}` → `delete item`. What is before the resource in
 * the path says nothing of it: `GET /shops/{id}/pets/{petId}/photos` → `list photos`. Text behind `#` in the path
 * distinguishes it from others: `GET /pets#format=csv` → `get format csv`.
 */
export function wordsFromPath(named: NamedOperation): readonly string[] {
  const { whole, noun } = named.resource;
  const nouns = withoutResource(belowResource(named), named.resource, false);
  return wordsFromNouns(
    named,
    nouns.map((one, index) => (index === 0 ? withoutStart(one, [whole, noun]) : one)),
  );
}

/** The same with what is before the resource in the path, for two that would be one: `list shop photos`. */
export function wordsFromWholePath(named: NamedOperation): readonly string[] {
  return wordsFromNouns(named, withoutResource(named.route.nouns, named.resource, true));
}

/** The nouns of a path from that of its resource on; all where it has none. */
function belowResource({ resource, route }: NamedOperation): readonly RouteNoun[] {
  const isResource = ({ words }: RouteNoun) =>
    [resource.whole, resource.noun].some((noun) => isSameNoun(words, noun));
  const at = route.nouns.findLastIndex((noun) => isResource(noun));
  if (at !== -1) return route.nouns.slice(at);
  return isOwnPath(route, resource) ? route.nouns.slice(-1) : route.nouns;
}

function wordsFromNouns(named: NamedOperation, nouns: readonly RouteNoun[]): readonly string[] {
  const { operation, route } = named;
  const read = withoutReader(nouns, named);
  const rest = read.filter((one, index) => index === read.length - 1 || !isActionsNoun(named, one));
  const last = rest.at(-1);
  const before = rest.slice(0, -1).flatMap((noun) => (noun.isOne ? singular(noun.words) : oneOf(noun.words)));
  if (route.fragment.length > 0 && isVerb(route.fragment[0])) return route.fragment;
  if (last?.words.length === 0) return ["list", ...before, ...route.fragment];
  if (last === undefined) return [verbOf(named, undefined), ...route.fragment];
  if (searchesMany(named, last)) return actionWords(singular(last.words), numberOf(rest.slice(0, -1)));
  if (isAction(operation, route, last)) {
    const acted =
      rest.length > 1 && OVER_MANY.has(last.words[0] ?? "") ? numberOf(rest.slice(0, -1)) : before;
    return [...actionWords(withoutJobs(last.words), acted), ...route.fragment];
  }
  if (isOfUpdates(named, last)) return ["update", ...before, ...last.words.slice(0, -1)];
  const verb = verbOf(named, last);
  // `PATCH /accounts/update_credentials`: the path says the verb.
  if (last.words.length > 1 && last.words[0] === verb) return actionWords(last.words, before);
  const isOne = route.isItem && verb !== "list";
  const noun = isOne ? singular(last.words) : verb === "create" ? oneOf(last.words) : last.words;
  return [verb, ...before, ...noun, ...route.fragment];
}

/** Whether a noun only says that an action follows: `POST /orders/{id}/actions/pause`, unless they are read. */
function isActionsNoun(named: NamedOperation, { words: own, isOne }: RouteNoun): boolean {
  const { operation, route, isBrief, hasActions } = named;
  const last = route.nouns.at(-1);
  if (!isBrief || hasActions || operation.method === "GET" || last === undefined) return false;
  return /^actions?$/u.test(own.join(" ")) && !isOne && isAction(operation, route, last);
}

/** Whether a POST changes what its path names: `/projects/source-updates`, where no update is a thing of its own, nor of one item. */
function isOfUpdates({ operation, route, hasItems }: NamedOperation, last: RouteNoun): boolean {
  const isThing = hasItems || objectMember(operation.pathItem, "get") !== undefined;
  return (
    operation.method === "POST" &&
    last.words.at(-1) === "updates" &&
    route.parameters.length === 0 &&
    !isThing
  );
}

/** Whether a `POST` searches many things: `/orders/search`, and `/orders/searches` where no search is read. */
export function searchesMany(
  { operation, route, hasItems, isNounRead }: Omit<NamedOperation, "words">,
  { words: own }: RouteNoun,
): boolean {
  const isRead = hasItems || isNounRead || objectMember(operation.pathItem, "get") !== undefined;
  const [verb = "", ...rest] = singular(own);
  return (
    operation.method === "POST" &&
    !route.isItem &&
    !isRead &&
    rest.length === 0 &&
    verb !== "count" &&
    OVER_MANY.has(verb)
  );
}

/** Verbs that mean all of a collection: `query projects`. */
const OVER_MANY = new Set(["count", "query", "search"]);

/** Nouns before an action, the last in the number that the path has: `shop`, `projects`. */
function numberOf(nouns: readonly RouteNoun[]): readonly string[] {
  return nouns.flatMap(({ words, isOne }, index) =>
    isOne || index < nouns.length - 1 ? oneOf(words) : words,
  );
}

/** What a request starts in the background, without that word: `export jobs` → `export`. */
function withoutJobs(action: readonly string[]): readonly string[] {
  const [verb = "", ...rest] = action;
  return rest.length === 1 && JOBS.has(rest[0] ?? "") ? [verb] : action;
}

const JOBS = new Set(["job", "jobs", "task", "tasks"]);

/**
 * Nouns of a path whose last is a verb for reading, without that: `GET /orders/GetByNumber/{number}` → `by number`. One that says
 * nothing else has no words: `GET /orders/list`; not the list that one thing has: `/cards/{id}/list`.
 */
function withoutReader(nouns: readonly RouteNoun[], named: NamedOperation): readonly RouteNoun[] {
  const {
    operation: { method },
    route,
  } = named;
  const last = nouns.at(-1);
  const isThing = last?.words.join(" ") === "list" && route.nouns.at(-2)?.isOne === true;
  if (isThing && !isCollection(named)) return nouns;
  const [, words] = /^(?:get (?:all$)?|(?:list|all)$)(.*)$/u.exec(last?.words.join(" ") ?? "") ?? [];
  if (method !== "GET" || last === undefined || words === undefined) return nouns;
  return [...nouns.slice(0, -1), { ...last, words: words.split(" ").filter((word) => word !== "") }];
}

/**
 * The names from their paths of operations that have no other. Where what is below the resource is alike, each says the whole
 * path, but the one that has nothing before the resource.
 */
export function namesFromPaths(
  all: readonly NamedOperation[],
): ReadonlyMap<NamedOperation, readonly (readonly string[])[]> {
  const found = all
    .filter(({ id }) => id.name.length === 0)
    .map((named) => ({ named, below: wordsFromPath(named), whole: wordsFromWholePath(named) }));
  const keyOf = ({ named, below }: (typeof found)[number]) =>
    [...named.resource.whole, ".", ...below].join(" ");
  const counts = new Map<string, number>();
  for (const one of found) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return new Map(
    found.map((one) => {
      const isShared = (counts.get(keyOf(one)) ?? 0) > 1;
      const both = isShared ? [one.whole, one.below] : [one.below, one.whole];
      // `GET /types/{type}`, a list, beside `GET /types`.
      const isListOfItem = isShared && one.named.route.isItem && one.below[0] === "list";
      const names = isListOfItem ? both.map(singular) : both;
      const long = wordsWithParameters(one.named);
      // `get list` says less than the operationId, or method and path.
      return [one.named, long.join(" ") === "get list" ? names : [...names, long]];
    }),
  );
}

/** The same with the parameters of the path, or the method, for two that would be one: `get photo by pet id`. */
export function wordsWithParameters(named: NamedOperation): readonly string[] {
  const { operation, route } = named;
  const found = wordsFromWholePath(named);
  const method = operation.method.toLowerCase();
  if (route.parameters.length === 0) return found[0] === method ? found : [method, ...found];
  return [...found, ...route.parameters.flatMap((name, index) => [index === 0 ? "by" : "and", ...name])];
}

/**
 * The nouns of a path that its resource does not say.
 *
 * @param isWhole - with those before what a call is about
 */
function withoutResource(
  nouns: readonly RouteNoun[],
  { whole, noun, written }: ResourceWords,
  isWhole: boolean,
): readonly RouteNoun[] {
  const own = new Set(oneOf(whole).concat(whole));
  const isNamed = (one: RouteNoun) =>
    [whole, noun, written].some((own) => isSameNoun(one.words, own)) ||
    [one.words, oneOf(one.words)].some((parts) => parts.every((word) => own.has(word)));
  const rest = nouns.filter((one) => !isNamed(one));
  const last = nouns.at(-1);
  const isPart = last !== undefined && !isSameNoun(last.words, whole) && !isSameNoun(last.words, noun);
  if (!isPart || !isNamed(last)) return rest;
  // What a call is about is the last noun, and none before it: `/repositories/{id}/issues` of `issue tracker`.
  return isWhole ? [...rest, last] : [last];
}

/** `project files` of `projects` → `files`; not what is done to it (`translate-file`), says how it is (`redirect-to`), or means many (`price-list`). */
function withoutStart(one: RouteNoun, resource: readonly (readonly string[])[]): RouteNoun {
  if (isVerb(one.words[0]) || isOpen(one.words.at(-1))) return one;
  const start = resource
    .flatMap((noun) => [noun, singular(noun)])
    .map((noun) => countLeading(one.words, noun))
    .find((count) => count > 0 && /^(?!lists?$)\p{L}/u.test(one.words[count] ?? ""));
  return start === undefined ? one : { ...one, words: one.words.slice(start) };
}

/** Whether a word needs others behind it. */
function isOpen(word: string | undefined): boolean {
  return isPreposition(word) || word === "is";
}

function verbOf(named: NamedOperation, last: RouteNoun | undefined): string {
  const { operation, route } = named;
  const { method } = operation;
  if (method === "GET") return isCollection(named) && !isOneThing(named, last) ? "list" : "get";
  if (method === "DELETE") return "delete";
  if (method === "PATCH") return "update";
  if (method === "PUT") return objectMember(operation.pathItem, "patch") === undefined ? "update" : "replace";
  if (method !== "POST") return words(method).join("");
  if (named.creates) return "create";
  const [action = ""] = words(textMember(operation.json, "summary") ?? "");
  // `POST /files/{id}` beside a `PUT`: what it does is said nowhere else.
  if (route.isItem && isWrittenOtherwise(operation) && isActionVerb(action, "DELETE")) return action;
  if (!isWrittenOtherwise(operation) && (route.isItem || isChange(named, last))) return "update";
  const isMany = named.hasItems || isPlural(route.nouns.at(-1)?.words ?? []);
  return last === undefined && !isMany ? "post" : "create";
}

/** Whether a list is what one thing has (`/operations/{id}/result`), or its whole with a version. */
function isOneThing({ returned, route }: NamedOperation, last: RouteNoun | undefined): boolean {
  if (last === undefined || returned === "whole") return last !== undefined;
  const isPage = returned === "page" || returned === "more";
  return isPage && route.nouns.at(-2)?.isOne === true && WHOLES.has(last.words.at(-1) ?? "");
}

/** Nouns that mean one thing, however many parts it has and in however many pages it comes. */
const WHOLES = new Set(
  "activity content feed history log metadata output report result summary timeline".split(" "),
);

/** Whether a `POST` changes what a `GET` of the same path reads: one thing, not many. */
function isChange({ operation, isListed }: NamedOperation, last: RouteNoun | undefined): boolean {
  if (last === undefined || isListed) return false;
  return !isPlural(last.words) && objectMember(operation.pathItem, "get") !== undefined;
}

/** Whether the end of a path is what the operation does: `/orders/{id}/cancel`. */
export function isAction(
  { method, pathItem }: RawOperation,
  route: Route,
  { words: last, isAction: isMarked }: RouteNoun,
): boolean {
  if (isMarked && (method !== "GET" || isVerb(last[0]))) return true;
  if (route.isItem || method === "DELETE" || !isActionVerb(last[0], method)) return false;
  // What is read and written at one path is many things: `check-items`.
  const isBoth = ["get", "post"].every((one) => objectMember(pathItem, one) !== undefined);
  if (isPlural(last) && (last.length === 1 || isBoth)) return false;
  return isActionVerb(last[0], "GET") || objectMember(pathItem, "get") === undefined;
}

/** `cancel` → `cancel item`; `create from quote` → `create item from quote`. */
function actionWords(action: readonly string[], nouns: readonly string[]): readonly string[] {
  const [verb = "", ...rest] = action;
  const isNamed = nouns.every((word) => rest.includes(word));
  return isNamed ? action : [verb, ...nouns, ...rest];
}

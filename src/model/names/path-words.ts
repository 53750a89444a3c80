import { words } from "../../text/words.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { objectMember, textMember } from "../json-members.js";
import type { ResourceWords } from "./resource-words.js";
import { isPlural, isSameNoun, oneOf, singular } from "./nouns.js";
import type { Route, RouteNoun } from "./route.js";
import { isCollection, isWrittenOtherwise, type NamedOperation } from "./standard-names.js";
import { isActionVerb, isMeantBy, isVerb } from "./verbs.js";

/**
 * The name of an operation without one of its own: `GET /pets/{petId}/photos` of `pets` → `list photos`,
 * `POST /orders/{id}/cancel` → `cancel`, `DELETE /orders/{id}/items/{item}` → `delete item`. Text behind `#` in the path
 * distinguishes it from others: `GET /pets#format=csv` → `get format csv`.
 */
export function wordsFromPath(named: NamedOperation): readonly string[] {
  const { operation, resource, route } = named;
  const rest = withoutReader(withoutResource(route, resource), operation);
  const last = rest.at(-1);
  const before = rest.slice(0, -1).flatMap((noun) => (noun.isOne ? singular(noun.words) : oneOf(noun.words)));
  if (route.fragment.length > 0 && isVerb(route.fragment[0])) return route.fragment;
  if (last?.words.length === 0) return ["list", ...before, ...route.fragment];
  if (last === undefined) return [verbOf(named, undefined), ...route.fragment];
  if (isAction(operation, route, last)) return [...actionWords(last.words, before), ...route.fragment];
  const verb = verbOf(named, last);
  const noun = route.isItem ? singular(last.words) : verb === "create" ? oneOf(last.words) : last.words;
  return [verb, ...before, ...noun, ...route.fragment];
}

/**
 * Nouns of a path whose last is a verb for reading, without that: `GET /orders/GetByNumber/{number}` → `by number`. One that says
 * nothing else has no words: `GET /orders/list`.
 */
function withoutReader(nouns: readonly RouteNoun[], { method }: RawOperation): readonly RouteNoun[] {
  const last = nouns.at(-1);
  const [, words] = /^(?:get (?:all$)?|(?:list|all)$)(.*)$/u.exec(last?.words.join(" ") ?? "") ?? [];
  if (method !== "GET" || last === undefined || words === undefined) return nouns;
  return [...nouns.slice(0, -1), { ...last, words: words.split(" ").filter((word) => word !== "") }];
}

/** The same with the parameters of the path, or the method, for two that would be one: `get photo by pet id`. */
export function wordsWithParameters(named: NamedOperation): readonly string[] {
  const { operation, route } = named;
  const found = wordsFromPath(named);
  const method = operation.method.toLowerCase();
  if (route.parameters.length === 0) return found[0] === method ? found : [method, ...found];
  return [...found, ...route.parameters.flatMap((name, index) => [index === 0 ? "by" : "and", ...name])];
}

/**
 * The names of an operation whose function has others beside it, and what its path says beside function and resource: `start`
 * of `POST /deals/export-jobs` of `deal jobs` → `start export`; `upload` of `/products/{id}/files` of `files` → `upload for
 * product`; `get name` where only the method differs. None where the path says no more than the others' paths.
 */
export function wordsWithNoun(
  { words: own, id, operation, resource, route }: NamedOperation,
  alike: readonly NamedOperation[],
): readonly (readonly string[])[] {
  if (alike.length < 2) return [];
  const paths = alike.map((one) => new Set(one.route.nouns.flatMap(({ words }) => words)));
  const shared = [...(paths[0] ?? [])].filter((word) => paths.every((path) => path.has(word)));
  const known = [...own, ...id.name, ...resource.whole, ...shared].flatMap((word) => [
    word,
    ...singular([word]),
  ]);
  const isNew = (word: string) => ![word, ...singular([word])].some((one) => known.includes(one));
  const nouns = route.nouns
    .map(({ words, isOne }) => ({ words: words.filter(isNew), isOne }))
    .filter(({ words }) => words.length > 0)
    .map(({ words, isOne }) =>
      isOne ? ["for", ...singular(words)] : own[0] === "create" ? oneOf(words) : words,
    );
  const hasVerb = ["GET", "POST", "PUT", "DELETE"].some((method) => isMeantBy(own[0] ?? "", method));
  const isSamePath = alike.filter((one) => one.operation.path === operation.path).length > 1;
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

/** The nouns of a path that its resource does not say. */
function withoutResource({ nouns }: Route, { whole, noun }: ResourceWords): readonly RouteNoun[] {
  const own = new Set(oneOf(whole).concat(whole));
  const isNamed = (one: RouteNoun) =>
    isSameNoun(one.words, whole) ||
    isSameNoun(one.words, noun) ||
    [one.words, oneOf(one.words)].some((parts) => parts.every((word) => own.has(word)));
  const rest = nouns.filter((one) => !isNamed(one));
  const last = nouns.at(-1);
  const isPart = last !== undefined && !isSameNoun(last.words, whole) && !isSameNoun(last.words, noun);
  return rest.length === 0 && isPart ? [last] : rest;
}

function verbOf(named: NamedOperation, last: RouteNoun | undefined): string {
  const { operation, route } = named;
  const { method } = operation;
  if (method === "GET") return isCollection(named) ? "list" : "get";
  if (method === "DELETE") return "delete";
  if (method === "PATCH") return "update";
  if (method === "PUT") return objectMember(operation.pathItem, "patch") === undefined ? "update" : "replace";
  if (method !== "POST") return words(method).join("");
  const [action = ""] = words(textMember(operation.json, "summary") ?? "");
  // `POST /files/{id}` beside a `PUT`: what it does is said nowhere else.
  if (route.isItem && isWrittenOtherwise(operation) && isActionVerb(action, "DELETE")) return action;
  if (!isWrittenOtherwise(operation) && (route.isItem || isChange(named, last))) return "update";
  return last === undefined && !isPlural(route.nouns.at(-1)?.words ?? []) ? "post" : "create";
}

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
  if (last.length === 1 && isPlural(last)) return false;
  return isActionVerb(last[0], "GET") || objectMember(pathItem, "get") === undefined;
}

/** `cancel` → `cancel item`; `create from quote` → `create item from quote`. */
function actionWords(action: readonly string[], nouns: readonly string[]): readonly string[] {
  const [verb = "", ...rest] = action;
  const isNamed = nouns.every((word) => rest.includes(word));
  return isNamed ? action : [verb, ...nouns, ...rest];
}

import { nameBeforeAction } from "../../../openapi/operations.js";
import { isPlural, singular } from "../../../text/nouns.js";
import { words } from "../../../text/words.js";
import type { RawOperation } from "../../operations/list-raw-operations.js";
import { isLiteral, isPathPrefix, type PathPrefix, segmentsOf, startOfNouns } from "./path-prefix.js";
import { isMeantBy } from "./verbs.js";

/**
 * What follows method and path in an operationId that has both as the contract writes them, perhaps below the server's
 * path: `patch-/pets/{id}_update` of `PATCH /pets/{id}` is `update`, as HubSpot writes it; so is
 * `patch-/shop/v1/pets/{id}_update`. Empty for method and path alone (`get-/pets`, `get/pets`), which name nothing.
 *
 * @returns undefined for an id that has not both
 */
export function afterRoute(id: string, { path, method }: RawOperation): string | undefined {
  const verb = method.toLowerCase();
  if (!id.toLowerCase().startsWith(verb)) return undefined;
  const rest = id.slice(verb.length).replace(/^[-_ :.]/u, "");
  const at = rest.startsWith("/") ? rest.lastIndexOf(path) : -1;
  if (at === -1) return undefined;
  const name = rest.slice(at + path.length);
  return /^(?:_|$)/u.test(name) ? name.slice(1) : undefined;
}

/**
 * Whether the words of an operationId are method and path of the operation, and nothing that a person called it:
 * `getCardsId` and `cards_id_get` of `GET /v1/cards/{id}`, `getAccountsAccount` of `/accounts/{account}`. Some write any
 * parameter `0` or `id` (`cards-0-get`), or a `by` before it (`list-cards-by-id-owners`, as huma does). A name from the
 * path says what such words say: `getCards` of `/cards`.
 */
export function copiesRoute(
  id: readonly string[],
  { path, method }: RawOperation,
  prefix: PathPrefix,
): boolean {
  const verb = method.toLowerCase();
  const isCopy = (words: readonly string[]) => isRoute(words, path, prefix);
  return (
    (id[0] === verb && (isCopy(id.slice(1)) || isNouns(id.slice(1), path, prefix))) ||
    ((id[0] === verb || isMeantBy(id[0] ?? "", method)) && isNounsAndKeys(id.slice(1), path, prefix)) ||
    (id.at(-1) === verb && isCopy(id.slice(0, -1))) ||
    // What a person calls a list has no parameter and no version.
    (id[0] === "list" && verb === "get" && id.some(isOfRoute) && isCopy(id.slice(1)))
  );
}

function isOfRoute(word: string): boolean {
  return word === "by" || isPathPrefix(word);
}

/** Whether an operationId is the path and what Django REST framework calls the method of any function ({@link nameBeforeAction}). */
export function copiesPath(id: string, { path, method }: RawOperation, prefix: PathPrefix): boolean {
  const name = nameBeforeAction(id, method);
  const nouns = path.replace(/\/\{[^{}]*\}/gu, "");
  const last = segmentsOf(nouns).findLast((segment) => segment !== "") ?? "";
  // One noun and its verb are what people write, too.
  return name.length > words(last).length && isRoute(name, nouns, prefix);
}

/**
 * Whether words are a path, from a segment on: at or before its first noun, also the server's path before it; or later,
 * where a parameter shows that a framework wrote them (`list-photos-by-photo-id-tags` of `/pets/{petId}/photos/{photoId}/tags`).
 */
function isRoute(id: readonly string[], path: string, prefix: PathPrefix): boolean {
  const segments = segmentsOf(path);
  const noun = startOfNouns(segments, prefix);
  const starts = segments.flatMap((segment, start) => {
    const own = segments.slice(start);
    return start <= noun || (isLiteral(segment) && crossesParameter(own)) ? [own] : [];
  });
  const below = prefix.servers.flatMap((server) =>
    server.map((_, start) => [...server.slice(start), ...segments]),
  );
  return [...starts, ...below].some((own) => spells(id, own));
}

/**
 * Whether words are the nouns of a path, also the plural of one item, where a person writes the singular: `shops pages delete images`
 * of `/shops/{shop}/pages/delete-images`.
 */
function isNouns(id: readonly string[], path: string, prefix: PathPrefix): boolean {
  const segments = segmentsOf(path);
  const own = segments.slice(startOfNouns(segments, prefix));
  const isPluralItem = own.some(
    (segment, at) => isLiteral(segment) && own[at + 1]?.startsWith("{") && isPlural(words(segment)),
  );
  return isPluralItem && crossesParameter(own) && spells(id, own.filter(isLiteral));
}

/** Whether words are the nouns of a path and then its parameters: `boards cards by board id` of `/boards/{boardId}/cards`. */
function isNounsAndKeys(id: readonly string[], path: string, prefix: PathPrefix): boolean {
  const segments = segmentsOf(path);
  const own = segments.slice(startOfNouns(segments, prefix));
  const keys = own.filter((segment) => !isLiteral(segment));
  const spelled = [...own.filter(isLiteral), ...keys.flatMap((key) => ["by", key])].flatMap((one) =>
    words(one),
  );
  const [noun = "", key = ""] = own.slice(-2);
  // `board/{field}`: no item of many.
  const isPart = !isLiteral(key) && !isPlural(words(noun));
  return !isPart && crossesParameter(own) && id.join("") === spelled.join("");
}

/** Whether a path has a parameter between two nouns. */
function crossesParameter(segments: readonly string[]): boolean {
  const at = segments.findIndex((segment) => !isLiteral(segment));
  return at > 0 && segments.slice(at).some(isLiteral);
}

/** Words of a path that such an id has: a pattern is made of them. */
const MOST_PATH_WORDS = 400;

/** Parameters of a path that an id of method and path has. */
const MOST_PARAMETERS = 8;

/**
 * Whether words are those of a path, in which a parameter is its name, `id` or a number, perhaps with `by` or `and`. An id
 * may divide fewer words than the path (`charginglocations`); one that divides more is a person's (`apiKeys` of `/apikeys`).
 */
function spells(id: readonly string[], segments: readonly string[]): boolean {
  if (!mayBeginWith(id, segments[0])) return false;
  const parts = segments.flatMap((segment) => segment.split(/(?=\{)|(?<=\})/u));
  // Each parameter may be one of several words: with many, trying them would take long.
  if (parts.filter((part) => !isLiteral(part)).length > MOST_PARAMETERS) return false;
  if (parts.flatMap((part) => words(part)).length > MOST_PATH_WORDS) return false;
  const spelled = parts.filter((part) => words(part).length > 0);
  // Some write the noun of an item in the singular (`getLandingPageId` of `/landing-pages/{page_id}`); a `by` or a number is a person's.
  return (
    id.length > 0 &&
    [patternOf(spelled, false), patternOf(spelled, true)].some((one) => one.test(id.join(" ")))
  );
}

/** Whether words can be a path that begins with a segment. A contract may have many servers, and so many paths to compare with. */
function mayBeginWith(id: readonly string[], segment = ""): boolean {
  if (!isLiteral(segment)) return true;
  const own = words(segment);
  return [own, singular(own)].some((noun) => id.join("").startsWith(noun.join("")));
}

/** What words of path segments match; `isOne`: nouns before a parameter in the singular. */
function patternOf(parts: readonly string[], isOne: boolean): RegExp {
  const patterns = parts.map((part, at) => {
    const own = words(part);
    const isItem = isOne && parts[at + 1]?.startsWith("{") === true;
    const text = (isItem ? singular(own) : own).join(" ?");
    if (isLiteral(part)) return text;
    return isOne ? `(?:${text}|id)` : `(?:(?:by|and) ?)?(?:${text}|id|\\d+(?!\\d))`;
  });
  return new RegExp(`^${patterns.join(" ?")}$`, "u");
}

/**
 * The words of an operationId that repeats how the path begins, without that: `api books get collection` of `/books` is
 * `books get collection`. Where method and path are all that is left (`getApiV4GroupsId` of grape-swagger,
 * `api_books_id_get` of API Platform) the operation has no name of its own, and there are no words.
 *
 * @returns undefined for an id that has no prefix of a path
 */
export function withoutPathPrefix(
  id: readonly string[],
  operation: RawOperation,
  prefix: PathPrefix,
): readonly string[] | undefined {
  const { path, method } = operation;
  const verb = method.toLowerCase();
  const isVerbFirst = id[0] === verb;
  const name = isVerbFirst ? id.slice(1) : id;
  const start = name.findIndex((word) => !isPathPrefix(word));
  const left = name.slice(start);
  const [noun = ""] = segmentsOf(path).filter((segment) => !isPathPrefix(segment));
  if (start <= 0 || left[0] !== words(noun)[0]) return undefined;
  if (copiesRoute(isVerbFirst ? [verb, ...left] : left, operation, prefix)) return [];
  return isVerbFirst ? undefined : left;
}

import { words } from "../../text/words.js";
import { objectMember, textMember } from "../json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import type { ResourceWords } from "./resource-words.js";
import {
  endsWithNoun,
  isPlural,
  isSameNoun,
  isWhole,
  oneOf,
  singular,
  wordsBefore,
} from "../../text/nouns.js";
import { inNameOrder, newerOperations } from "./name-order.js";
import type { OperationId } from "./operation-id.js";
import { type CollectionContext, isCollection } from "./returned-lists.js";
import { isOfItem, isWrittenOtherwise, type Route } from "./route.js";
import { isLastVerb, isMeantBy, isPreposition, isVerb, MANY, type StandardName } from "./verbs.js";

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
  /** Whether the `actions` of its path are things that are read. */
  readonly hasActions: boolean;
  /** Whether its name omits words that say no more than its verb: `new`, `all`. */
  readonly isBrief: boolean;
  /** Whether a `POST` of the same path creates though that ends in a parameter: `POST /flags/{projectKey}`. */
  readonly creates: boolean;
}

/** A standard name that an operation has where no other of its resource is closer to it. */
interface Wanted {
  readonly standard: StandardName;
  /** 0: on the path of the resource; 1: below another (`/customers/{id}/orders` of `orders`); 2: elsewhere. */
  readonly distance: 0 | 1 | 2;
  /** Whether the path has the resource letter by letter: `/users/{id}` of `users`, not `/user/{id}`. */
  readonly isExact: boolean;
  /** Whether its response shows nothing of a list, though it takes pages. */
  readonly isUnshown: boolean;
  /** What the resource is below: `customer`. None where nothing says it. */
  readonly owner: readonly string[];
}

/**
 * The standard name of an operation: its operationId, or its path where it has none, says no more than the method and
 * the resource do. `getUsers` and `UsersController_findAll` of `GET /users` are `list`; `searchUsers` and `getSettings`
 * have none.
 */
function standardNameOf(named: NamedOperation): Wanted | undefined {
  const { operation, id, resource, route } = named;
  const isOwn = isOwnPath(route, resource);
  // What is never sent tells operations of one path apart.
  if (id.name.length === 0 && route.fragment.length > 0) return undefined;
  const meaning = id.name.length === 0 ? (isOwn ? NOTHING : undefined) : readName(named.words, named);
  if (meaning === undefined || (meaning.verb === undefined && !isOwn)) return undefined;
  const standard = standardFor(operation.method, meaning, isOwn, named);
  if (standard === undefined) return undefined;
  const above = route.nouns.slice(0, -1).filter(({ isOne }) => isOne);
  return {
    standard,
    distance: !isOwn ? 2 : above.length > 0 ? 1 : 0,
    isExact: route.nouns.at(-1)?.words.join("") === resource.noun.join(""),
    isUnshown: standard === "list" && named.returned === "other",
    owner: isOwn ? oneOf(above.at(-1)?.words ?? []) : [],
  };
}

const NOTHING: NameMeaning = { verb: undefined, isMany: false };

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

/** What an operationId says of a resource beyond its noun. */
interface NameMeaning {
  readonly verb: string | undefined;
  /** Whether it speaks of many: `findAll`, `getCollection`. */
  readonly isMany: boolean;
}

function readName(words: readonly string[], named: NamedOperation): NameMeaning | undefined {
  const { verb, object } = splitVerb(words);
  const meaning = meaningOf(object, named);
  if (meaning === undefined) return undefined;
  return {
    verb,
    isMany: speaksOfMany(verb, meaning === "noise" ? object : [], named) || isManyOfItems(object, named),
  };
}

/** Whether a name speaks of many, unless its response or its noun is one thing: `all settings`. */
function speaksOfMany(
  verb: string | undefined,
  object: readonly string[],
  { returned, route, hasItems }: NamedOperation,
): boolean {
  const end = route.nouns.at(-1)?.words ?? [];
  const isUnknown = returned === undefined || returned === "other";
  const isOne = returned === "one" || returned === "bytes" || (isUnknown && isWhole(end) && !hasItems);
  if (isOne && (route.isItem || !isPlural(end))) return false;
  // `image by index`: its key.
  const by = object.indexOf("by");
  return [verb ?? "", ...(by === -1 ? object : object.slice(0, by))].some((word) => MANY.has(word));
}

/** Whether a name has a plural for a path in the singular below which one thing is read: `get schemes` of `GET /scheme` beside `GET /scheme/{id}`. */
function isManyOfItems(object: readonly string[], { returned, route, hasItems }: NamedOperation): boolean {
  return (hasItems ? returned !== "one" : returned === undefined) && !route.isItem && isPlural(object);
}

function splitVerb(words: readonly string[]): {
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
const IDENTIFIERS = new Set("and code guid id identifier key name number slug username uuid".split(" "));

type NameContext = CollectionContext & Pick<NamedOperation, "resource">;

/** Whether a path goes on behind the resource to another item, which is one way to find one: `/pets/label/{labelId}`. */
function isBelowOwn(named: NameContext): boolean {
  const { resource, route } = named;
  const isOther = !isOwnPath(route, resource) && !isCollection(named);
  return isOther && route.nouns.some(({ words }) => isSameNoun(words, resource.noun));
}

/** Whether the parameter at the end of a path is the key of what is before it: `/pets/{id}`, `/pets/{petId}`; not `/pets/{shopId}`. */
export function endsInOwnKey({ nouns, parameters }: Route): boolean {
  const key = parameters.at(-1) ?? [];
  const own = singular(nouns.at(-1)?.words ?? []);
  return key.every((word) => IDENTIFIERS.has(word)) || own.some((word) => key.includes(word));
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

function standardFor(
  method: string,
  { verb, isMany }: NameMeaning,
  isOwn: boolean,
  named: NamedOperation,
): StandardName | undefined {
  const isMeant =
    verb === undefined || isMeantBy(verb, method) || (isOwn && isOfItem(verb, method, named.route));
  switch (method) {
    case "GET":
      if (!isMeant) return undefined;
      return isMany || (isOwn ? isCollection(named) : isNamedMany(named)) ? "list" : "get";
    case "POST":
      return createdOrUpdated(verb, isOwn, named);
    case "PUT":
      if (!isMeant) return undefined;
      return isReplacement(named.operation) ? "replace" : "update";
    case "PATCH":
      return isMeant || (verb === "merge" && isReplacement(named.operation)) ? "update" : undefined;
    case "DELETE":
      return isMeant ? "delete" : undefined;
    default:
      return undefined;
  }
}

/** Whether a path has a `PATCH` and a `PUT` that says it replaces: what the `PATCH` merges is an update. */
function isReplacement({ pathItem }: RawOperation): boolean {
  const [put, patch] = ["put", "patch"].map((method) => objectMember(pathItem, method));
  const verb = words(textMember(put ?? {}, "operationId") ?? "").find(isVerb);
  return patch !== undefined && (verb === "replace" || verb === "put");
}

/** The same away from the path of a resource, which says nothing of it: `findPets` of `GET /found`. */
function isNamedMany(named: NamedOperation): boolean {
  const { id, returned } = named;
  return returned === undefined ? isPlural(id.name) : isCollection(named) || returned === "more";
}

/** A `POST` to a collection creates; one to an item changes it, where nothing says otherwise. */
function createdOrUpdated(
  verb: string | undefined,
  isOwn: boolean,
  { operation, route, isListed, hasItems, creates }: NamedOperation,
): StandardName | undefined {
  const isPlain = verb === undefined || verb === "post";
  if (isPlain && isOwn && creates) return "create";
  const isUpdate = isPlain || isMeantBy(verb, "PUT") || isOfItem(verb, "POST", route);
  if (route.isItem && isOwn && isUpdate && !isWrittenOtherwise(operation)) return "update";
  if (!isPlain) return isMeantBy(verb, "POST") ? "create" : undefined;
  const isMany = isListed || hasItems || isPlural(route.nouns.at(-1)?.words ?? []);
  return isOwn && !route.isItem && isMany ? "create" : undefined;
}

/** An operation with the standard name that it wants. */
interface Candidate extends Omit<Wanted, "standard"> {
  readonly named: NamedOperation;
  readonly standard: StandardName;
}

/**
 * The standard names of the operations of a contract, as words. Where several of a resource want one, that on the path of
 * the resource has it: the one with the shortest path. The others say what they are below: `list by customer`. Of several
 * lists below different things, none has it: `list by team`, `list by file`. Versions of one operation want the same names.
 *
 * @returns for each the names to try; none for an operation without a standard name
 */
export function chooseStandardNames(
  all: readonly NamedOperation[],
): ReadonlyMap<NamedOperation, readonly (readonly string[])[]> {
  const chosen = new Map<NamedOperation, readonly (readonly string[])[]>();
  const known = new Map(all.map((one) => [one.operation, one]));
  for (const group of groups(inNameOrder([...known.keys()]).flatMap((one) => known.get(one) ?? []))) {
    const newer = newerOperations(group.map(({ named }) => named.operation));
    const wanting = group.filter(({ named }) => !newer.has(named.operation));
    const items = wanting.filter(({ distance, named }) => distance < 2 && named.route.isItem);
    const many = items.length === 0 ? [] : wanting.filter(changesMany);
    const nearest = Math.min(...items.map(({ distance }) => distance));
    for (const one of many)
      chosen.set(one.named, namesOfMany(one, one === many[0] && one.distance <= nearest));
    const sharing = wanting.filter((one) => !many.includes(one));
    const [first, second] = sharing;
    const isShared = second !== undefined && first !== undefined && isAlike(first, second);
    const isKind = second !== undefined && first !== undefined && areKinds(first, second);
    for (const one of sharing) {
      const qualified = qualify(one);
      const isFirst = one === first && !(isShared && qualified !== undefined) && !isKind;
      const names = [...(isFirst ? [[one.standard]] : []), ...(qualified === undefined ? [] : [qualified])];
      chosen.set(one.named, names);
    }
    const newest = ({ operation }: NamedOperation) => known.get(newer.get(operation) ?? operation);
    for (const { named } of group) chosen.set(named, chosen.get(newest(named) ?? named) ?? []);
  }
  return chosen;
}

/** Whether an operation changes or deletes a whole collection: beside one for an item, it never has the name of that. */
function changesMany({ standard, distance, named: { route, isListed } }: Candidate): boolean {
  const isChange = standard === "delete" || standard === "update" || standard === "replace";
  const isMany = isListed || isPlural(route.nouns.at(-1)?.words ?? []);
  return isChange && distance < 2 && !route.isItem && isMany;
}

/**
 * What changes a collection beside one item, as its operationId says it (`delete orders`), else `delete all`.
 *
 * @param isFirst - whether no other of the resource is closer to it
 */
function namesOfMany(candidate: Candidate, isFirst: boolean): readonly (readonly string[])[] {
  const { standard, owner, named } = candidate;
  const { object, isWritten } = writtenObject(named);
  return [
    ...(isWritten ? [[standard, ...object]] : []),
    ...(isFirst ? [[standard, "all"]] : []),
    [standard, "all", ...(owner.length === 0 ? [] : ["for", ...owner])],
  ];
}

/** What an operationId says that an operation is done to; also one that copies its path: `deleteOrders` of `DELETE /orders`. */
function writtenObject({ id, operation, resource, words: spoken }: NamedOperation) {
  const isCopy = id.name.length === 0;
  const written = isCopy ? words(textMember(operation.json, "operationId") ?? "") : id.name;
  const { object } = splitVerb(isVerb(written[0]) ? written : spoken);
  const isAll = object.length === 0 || object.includes("all") || object.includes("every");
  return { object, isWritten: !isAll && (!isCopy || isSameNoun(object, resource.noun)) };
}

/** Those that want one name of one resource, closest first. */
function groups(all: readonly NamedOperation[]): readonly (readonly Candidate[])[] {
  const byName = new Map<string, Candidate[]>();
  for (const candidate of withReplacements(all)) {
    const key = `${candidate.named.resource.whole.join(" ")}.${candidate.standard}`;
    byName.set(key, [...(byName.get(key) ?? []), candidate]);
  }
  return [...byName.values()].map((sharing) => sharing.sort(compare));
}

/** Where a path has both, `PUT` replaces and `PATCH` updates. */
function withReplacements(all: readonly NamedOperation[]): readonly Candidate[] {
  const candidates = all.flatMap((named): Candidate[] => {
    const wanted = standardNameOf(named);
    return wanted === undefined ? [] : [{ ...wanted, named }];
  });
  const patched = new Set(
    candidates
      .filter(({ named }) => named.operation.method === "PATCH")
      .map(({ named }) => named.operation.path),
  );
  return candidates.map((one) =>
    one.named.operation.method === "PUT" && patched.has(one.named.operation.path)
      ? { ...one, standard: "replace" }
      : one,
  );
}

function compare(left: Candidate, right: Candidate): number {
  return (
    Number(left.isUnshown) - Number(right.isUnshown) ||
    left.distance - right.distance ||
    length(left) - length(right) ||
    Number(right.isExact) - Number(left.isExact)
  );
}

function length({ named: { route } }: Candidate): number {
  return route.nouns.length + route.parameters.length;
}

/** Whether nothing but their operationIds puts one of two operations before the other; they are never versions of one. */
function isAlike(left: Candidate, right: Candidate): boolean {
  return left.distance === 1 && right.distance === 1 && length(left) === length(right);
}

/** Whether paths have two kinds of the resource, and not the resource: `/phone-projects` and `/site-projects`. */
function areKinds(left: Candidate, right: Candidate): boolean {
  const [one, other] = [left, right].map(({ named }) => named.route.nouns.at(-1)?.words ?? []);
  const isKind = ({ named: { route, resource } }: Candidate) =>
    (route.nouns.at(-1)?.words.length ?? 0) > resource.noun.length;
  return left.distance < 2 && isKind(left) && isKind(right) && one?.join("") !== other?.join("");
}

/** `list by customer`, `get for customer`. */
function qualify({ standard, owner }: Candidate): readonly string[] | undefined {
  if (owner.length === 0) return undefined;
  return [standard, standard === "list" ? "by" : "for", ...owner];
}

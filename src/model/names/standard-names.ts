import { isPlural, isSameNoun, isSelf, oneOf } from "../../text/nouns.js";
import { words } from "../../text/words.js";
import { objectMember, textMember } from "../json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { inNameOrder, newerOperations } from "./name-order.js";
import { type NameMeaning, readName, splitVerb } from "./name-meaning.js";
import { isOwnPath, type NamedOperation } from "./named-operation.js";
import { isCollection } from "./read/returned-lists.js";
import { isOfItem, isWrittenOtherwise } from "./read/route.js";
import { isMeantBy, isVerb, type StandardName } from "./read/verbs.js";

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
  const before = route.nouns.slice(0, -1);
  const above = before.filter(({ isOne }) => isOne);
  const isListed = route.isItem && standard === "list";
  const owner = above.at(-1) ?? (isListed ? undefined : before.find(({ words }) => isSelf(words)));
  return {
    standard,
    distance: !isOwn ? 2 : above.length > 0 ? 1 : 0,
    isExact: route.nouns.at(-1)?.words.join("") === resource.noun.join(""),
    isUnshown: standard === "list" && named.returned === "other",
    owner: isOwn ? oneOf(owner?.words ?? []) : [],
  };
}

const NOTHING: NameMeaning = { verb: undefined, isMany: false };

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
    const many = wanting.filter((one) => deletesAll(one) || (items.length > 0 && changesMany(one)));
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

/** Whether an operation deletes all, as its operationId says: its name says so too, whatever else is deleted. */
function deletesAll({ standard, named: { id, route } }: Candidate): boolean {
  return standard === "delete" && !route.isItem && id.name.some((word) => word === "all" || word === "every");
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
    Number(isAlternative(left)) - Number(isAlternative(right)) ||
    Number(left.isUnshown) - Number(right.isUnshown) ||
    left.distance - right.distance ||
    length(left) - length(right) ||
    Number(right.isExact) - Number(left.isExact)
  );
}

function isAlternative({ named: { id } }: Candidate): boolean {
  return id.isAlternative === true;
}

function length({ named: { route } }: Candidate): number {
  return route.nouns.length + route.parameters.length;
}

/** Whether nothing but their operationIds puts one of two operations before the other; they are never versions of one. */
function isAlike(left: Candidate, right: Candidate): boolean {
  return (
    left.distance === 1 && right.distance === 1 && !isAlternative(right) && length(left) === length(right)
  );
}

/** Whether paths have two kinds of the resource, and not the resource: `/phone-projects` and `/site-projects`. */
function areKinds(left: Candidate, right: Candidate): boolean {
  const [one, other] = [left, right].map(({ named }) => named.route.nouns.at(-1)?.words ?? []);
  const isKind = ({ named: { route, resource } }: Candidate) =>
    (route.nouns.at(-1)?.words.length ?? 0) > resource.noun.length;
  return left.distance < 2 && isKind(left) && isKind(right) && one?.join("") !== other?.join("");
}

/** `list by customer`, `get for customer`, `list for me`. */
function qualify({ standard, owner }: Candidate): readonly string[] | undefined {
  if (owner.length === 0) return undefined;
  return [standard, standard === "list" && !isSelf(owner) ? "by" : "for", ...owner];
}

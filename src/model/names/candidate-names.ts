import type { JsonObject } from "../../load/loaded-contract.js";
import { camel, pascal, words } from "../../text/words.js";
import type { OperationName } from "../api-model.js";
import { textMember } from "../json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { locateParameters } from "../operations/locate-parameters.js";
import { creatingPaths, listedPaths, type ReadOperation, readPaths, readsActions } from "./creating-paths.js";
import { nameWords } from "./method-words.js";
import { isPlural, isSameNoun } from "../../text/nouns.js";
import { isMachineId, readOperationId } from "./operation-id.js";
import { type PathPrefix, prefixOf } from "./path-prefix.js";
import { namesFromPaths, wordsWithNoun } from "./path-words.js";
import { type ReadItem, readItem } from "./read-item.js";
import { pluralResources, resourceWords, tagsOfNouns } from "./resource-words.js";
import { isSameThing, newerOperations, versionEnd } from "./name-order.js";
import { hasListOf, isCollection, isPageParameter, returnedBy } from "./returned-lists.js";
import { readRoute } from "./route.js";
import { shortNames } from "./short-names.js";
import { readersOf, spokenWords } from "./spoken-words.js";
import { isMeantBy, isPreposition, isStandard } from "./verbs.js";
import { chooseStandardNames, endsInOwnKey, isOwnPath, type NamedOperation } from "./standard-names.js";
import { successOf } from "./success-schema.js";

/** Members that would make an object something else (`then`: a promise). */
const OF_OBJECTS = ["constructor", "then", "toJSON", "toString", "valueOf", "prototype"];

/** Members that a resource has of its own (`modify`, `resume`), and a client (`connect`), whose resources are its members. */
const RESERVED: Readonly<Record<NamePart, ReadonlySet<string>>> = {
  method: new Set([...OF_OBJECTS, "modify", "resume"]),
  resource: new Set([...OF_OBJECTS, "connect", "resolveIntent", "withScopes"]),
};

/** A part of the name of an operation. */
type NamePart = "method" | "resource";

/** A name that somebody chose for an operation. */
export interface ChosenName {
  readonly resource?: string;
  readonly method?: string;
}

/** Whether a name can be that of a method or resource beside what every one has. */
export function isFreeName(name: string, part: NamePart): boolean {
  return !RESERVED[part].has(name);
}

/** What identifies an operation between versions of a contract: its method and path. */
export function operationIdentity(operation: { readonly method: string; readonly path: string }): string {
  return `${operation.method} ${operation.path}`;
}

/**
 * What the names of operations are made from: the operations of one contract, and what it says that they return.
 *
 * @returns the names to try for each, best first; naming and its diagnostics use the same lists
 */
export function listCandidates(
  operations: readonly RawOperation[],
  document: JsonObject,
  chosen: ReadonlyMap<string, ChosenName> = new Map(),
  locked: ReadonlyMap<string, OperationName> = new Map(),
): ReadonlyMap<RawOperation, readonly OperationName[]> {
  const ids = new Set(operations.map(({ json }) => textMember(json, "operationId") ?? ""));
  const held = new Set([...locked.values()].map(({ resource }) => resource));
  const prefix = prefixOf(operations, document);
  const tags = tagsOfNouns(operations, prefix, (one) => locked.get(operationIdentity(one))?.resource);
  const located = withShortNames(operations.map((one) => locateOperation(one, ids, prefix, tags)));
  const plurals = pluralResources(located, (whole) => held.has(memberName(whole, "resource")));
  const counted = located.map((one) => ({
    ...one,
    resource: plurals.get(one.resource.whole.join("")) ?? one.resource,
  }));
  const readers = readersOf(counted);
  const items = itemsByPath(operations, document);
  const read = counted.map((one) => readOperation(one, document, items));
  const creates = creatingPaths(read, document);
  const listed = listedPaths(read);
  const areRead = readPaths(operations);
  const [brief, long] = [true, false].map((isBrief) =>
    namesOfAll(
      read.map((one): NamedOperation => {
        const { path } = one.operation;
        const hasActions = readsActions(path, areRead);
        const is = { isBrief, isListed: listed.has(path), creates: creates.has(path), hasActions };
        const unspoken = { ...one, ...is };
        return { ...unspoken, words: one.id.name.length === 0 ? [] : spokenWords(unspoken, readers) };
      }),
    ),
  );
  const names = withoutOmissions(brief ?? new Map(), long ?? new Map());
  return new Map(
    operations.map((one) => [one, withChosen(names.get(one) ?? [], chosen.get(operationIdentity(one)))]),
  );
}

/** An operation with the names to try for it. */
interface Nameable {
  readonly named: NamedOperation;
  readonly names: readonly OperationName[];
}

type Names = ReadonlyMap<RawOperation, Nameable>;

function namesOfAll(spoken: readonly NamedOperation[]): Names {
  const named = withPlurals(withWrittenWords(spoken));
  const standards = chooseStandardNames(named);
  const alike = groupAlike(named);
  const paths = namesFromPaths(named);
  const older = newerOperations(named.map(({ operation }) => operation));
  const firstOf = (one: NamedOperation) => standards.get(one)?.[0] ?? [];
  const owners = new Map(named.map((one) => [standardOf(one, firstOf(one)), one] as const));
  return new Map(
    named.map((one) => {
      const fromWords = candidatesOf(one, alike.get(functionOf(one)) ?? [], paths.get(one) ?? []);
      const own = fromWords.filter((words) => !isMisleading(one, words, owners));
      const all = [...(standards.get(one) ?? []), ...own].map((words) => nameOf(one, words));
      const [first, ...others] = all;
      const end = older.has(one.operation) ? versionEnd(one.operation) : "";
      const isVersion =
        first !== undefined && end !== "" && !first.method.toLowerCase().endsWith(end.toLowerCase());
      const names = isVersion
        ? [first, operationName(first.resource, `${first.method}${end}`), ...others]
        : all;
      return [one.operation, { named: one, names }];
    }),
  );
}

/** A standard name of a resource, as a key. */
function standardOf({ resource }: NamedOperation, words: readonly string[]): string {
  return [memberName(resource.whole, "resource"), ...words].join(" ");
}

/**
 * Whether words that are a standard name alone would say something else: `get` of a list, or a name that another operation has for
 * its path, which is that of the resource (`getUser` of `GET /lookup/{email}` beside `GET /users/{id}`).
 */
function isMisleading(
  one: NamedOperation,
  words: readonly string[],
  owners: ReadonlyMap<string, NamedOperation>,
): boolean {
  const [word = ""] = words;
  if (words.length !== 1 || !isStandard(word)) return false;
  const owner = owners.get(standardOf(one, words));
  const isOfOther = owner !== undefined && isOwnPath(owner.route, owner.resource) && !isOwnOrShort(one);
  const isItem = one.route.isItem && isOwnPath(one.route, one.resource) && endsInOwnKey(one.route);
  return isOfOther || (word === "get" && isCollection(one) && !isItem);
}

/** Whether a path ends in the noun of the resource, also in short: `/repos/{id}` of `repositories`. */
function isOwnOrShort({ resource, route }: NamedOperation): boolean {
  const { short } = resource;
  const end = route.nouns.at(-1)?.words;
  // `/{format}`: nothing is known.
  if (end === undefined || isOwnPath(route, resource)) return true;
  return short !== undefined && isSameNoun(end, [short]);
}

/**
 * Names without words that add nothing to their verb. A word stays where the contract itself gives another operation the shorter name:
 * `countAllOrders` keeps `all` beside `countOrders`. An operation on the path of the resource has its standard name before those.
 */
function withoutOmissions(brief: Names, long: Names): ReadonlyMap<RawOperation, readonly OperationName[]> {
  const written = new Map<string, Nameable[]>();
  for (const one of long.values()) {
    const key = keyOf(one);
    written.set(key, [...(written.get(key) ?? []), one]);
  }
  const whole = new Set<RawOperation>();
  for (const [operation, one] of brief) {
    const same = written.get(keyOf(one)) ?? [];
    if (same.some(({ named }) => named.operation === operation)) continue;
    const others = same.filter(({ named }) => !isNearer(one, named));
    if (others.some(({ named }) => !isSameThing(named.operation, operation)))
      for (const { named } of [one, ...others]) whole.add(named.operation);
  }
  return new Map(
    [...brief].map(([one, { names }]) => [one, (whole.has(one) ? long.get(one)?.names : names) ?? []]),
  );
}

function keyOf({ names: [first] }: Nameable): string {
  return `${first?.resource ?? ""}.${first?.method ?? ""}`;
}

/** Whether an operation has a standard name for its path, which is closer to its resource than that of another. */
function isNearer({ named, names: [first] }: Nameable, other: NamedOperation): boolean {
  const isOwn = ({ route, resource }: NamedOperation) => isOwnPath(route, resource);
  const length = ({ route }: NamedOperation) => route.nouns.length + route.parameters.length;
  if (first === undefined || !isStandard(first.method) || !isOwn(named)) return false;
  return !isOwn(other) || length(named) < length(other);
}

/** Names with the parts that somebody chose. */
function withChosen(
  names: readonly OperationName[],
  { resource, method }: ChosenName = {},
): readonly OperationName[] {
  const own = resource === undefined ? names : names.map((name) => operationName(resource, name.method));
  const [first] = own;
  return method === undefined || first === undefined ? own : [operationName(first.resource, method), ...own];
}

type Located = Pick<NamedOperation, "id" | "isBrief" | "operation" | "resource" | "route">;

/**
 * @param ids - those of the whole contract
 * @param prefix - what its paths begin with
 * @param tags - those that end with a noun ({@link tagsOfNouns})
 */
function locateOperation(
  operation: RawOperation,
  ids: ReadonlySet<string>,
  prefix: PathPrefix,
  tags: ReadonlySet<string>,
): Located {
  const id = readOperationId(operation, ids, prefix);
  const resource = resourceWords(operation, id, prefix, tags);
  return { operation, id, isBrief: true, resource, route: readRoute(operation, prefix) };
}

/** Operations with the short names of their resources; not one that would then be called like another: `repoFork` beside `fork`. */
function withShortNames(located: readonly Located[]): readonly Located[] {
  const shorts = shortNames(located);
  const keyOf = ({ operation, resource }: Located, start: number) =>
    [resource.whole, words(textMember(operation.json, "operationId") ?? "").slice(start)].join(".");
  const held = new Set(located.map((one) => keyOf(one, 0)));
  return located.map((one) => {
    const short = shorts.get(one.resource.whole.join(""));
    if (short === undefined || held.has(keyOf(one, 1))) return one;
    return { ...one, resource: { ...one.resource, short } };
  });
}

/** What each `GET` of one item returns, by the path before its parameter. */
function itemsByPath(
  operations: readonly RawOperation[],
  document: JsonObject,
): ReadonlyMap<string, ReadItem> {
  const items = new Map<JsonObject, ReadItem>();
  return new Map(
    operations.flatMap((operation): (readonly [string, ReadItem])[] => {
      const [, above] = /^(.*)\/\{[^{}/]*\}\/?$/u.exec(operation.path) ?? [];
      if (operation.method !== "GET" || above === undefined) return [];
      const { schema } = successOf(document, operation);
      if (schema === undefined) return [];
      const item = items.get(schema) ?? readItem(document, schema);
      items.set(schema, item);
      return [[above, item]];
    }),
  );
}

/** @param items - what the reads of one item return */
function readOperation(
  located: Located,
  document: JsonObject,
  items: ReadonlyMap<string, ReadItem>,
): ReadOperation {
  const { operation, resource, route } = located;
  const last = route.nouns.at(-1)?.words ?? [];
  const parameters = locateParameters(document, operation).flat();
  const isRead = operation.method === "GET";
  const item = items.get(operation.path.replace(/\/$/u, ""));
  const takesPages = isRead && parameters.some(({ name }) => isPageParameter(name));
  const isPaged =
    takesPages && parameters.some((one) => one.location === "query" && isPageParameter(one.name));
  const success = isRead ? successOf(document, operation) : undefined;
  const returned = success
    ? returnedBy(document, success, {
        nouns: [resource.whole, resource.noun, last].filter(({ length }) => length > 0),
        takesPages,
        isMany: isPlural(last),
        item,
      })
    : undefined;
  const isPage = (returned === "page" || returned === "more") && !(route.isItem && endsInOwnKey(route));
  const isOfMany = route.isItem && isPaged && isPlural(last) && namesMany(located);
  const isOfItem = item !== undefined && hasListOf(document, success?.schema, item);
  const listsItems = isPage && (isOfItem || isOfMany);
  const isSequence = success?.isSequence === true;
  return { ...located, returned, takesPages, listsItems, isSequence, hasItems: item !== undefined };
}

/** Whether an operationId names many, and its path does not end in the number of a page: `getOrders`, `listOrdersByShop`. */
function namesMany({ id: { name }, route }: Located): boolean {
  const end = name.findIndex(isPreposition);
  const [key = "", ...more] = route.parameters.at(-1) ?? [];
  const isNumber = isPageParameter(key) && more.length === 0;
  return !isNumber && isPlural(end === -1 ? name : name.slice(0, end));
}

/** Operations of which none has the words that another of its resource has as they are written: `getItems` beside `listItems`. */
function withWrittenWords(all: readonly NamedOperation[]): readonly NamedOperation[] {
  const writtenWords = (one: NamedOperation) => (one.id.name.length === 0 ? [] : nameWords(one));
  const keyOf = ({ resource }: NamedOperation, own: readonly string[]) => [resource.whole, own].join(".");
  const written = all.map((one) => ({ one, own: writtenWords(one) }));
  const isAsWritten = ({ one, own }: (typeof written)[number]) => one.words.join(" ") === own.join(" ");
  const held = new Set(written.filter(isAsWritten).map(({ one, own }) => keyOf(one, own)));
  return written.map((both) => {
    const { one, own } = both;
    const isHeld = one.words[0] === "list" && !isAsWritten(both) && held.has(keyOf(one, one.words));
    return isHeld ? { ...one, words: own } : one;
  });
}

/** Operations of which a plural stays beside the same in the singular, of which no standard name tells: `checkPets` beside `checkPet`. */
function withPlurals(all: readonly NamedOperation[]): readonly NamedOperation[] {
  const wordsIn = ({ resource, words: own }: NamedOperation) => [resource.whole, own].join(".");
  const ofOne = new Set(
    all.filter(({ id: { name } }) => name.length > 0 && !isPlural(name)).map((one) => wordsIn(one)),
  );
  return all.map((one) => {
    const isMeant = isMeantBy(one.words[0] ?? "", one.operation.method);
    const staysPlural = isPlural(one.id.name) && !isMeant && ofOne.has(wordsIn(one));
    return staysPlural ? { ...one, words: one.id.name } : one;
  });
}

/** The function that an operation is, as the framework sees it: those that share one have numbers in their ids. */
function functionOf({ id, resource, operation }: NamedOperation): string {
  const written = textMember(operation.json, "operationId") ?? operationIdentity(operation);
  return [resource.whole, id.owner, id.name.length > 0 ? id.name : [written]].map(String).join(" ");
}

function groupAlike(named: readonly NamedOperation[]): ReadonlyMap<string, readonly NamedOperation[]> {
  const alike = new Map<string, NamedOperation[]>();
  for (const one of named) {
    const key = functionOf(one);
    const group = alike.get(key);
    if (group === undefined) alike.set(key, [one]);
    else group.push(one);
  }
  return alike;
}

/**
 * @param alike - the operations that its framework calls the same and numbers, itself among them
 * @param fromPath - its names from its path, where it has no other
 */
function candidatesOf(
  named: NamedOperation,
  alike: readonly NamedOperation[],
  fromPath: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const { operation, id } = named;
  const written = textMember(operation.json, "operationId") ?? "";
  const whole = isMachineId(written) ? [] : words(written);
  const long = [operation.method.toLowerCase(), ...words(operation.path)];
  return id.name.length > 0
    ? [...wordsWithNoun(named, alike), named.words, nameWords(named), [...id.owner, ...id.name], whole, long]
    : [...fromPath, ...(whole.length > 0 ? [whole] : []), long];
}

function nameOf({ resource }: NamedOperation, method: readonly string[]): OperationName {
  return operationName(memberName(resource.whole, "resource"), memberName(method, "method"));
}

/** A name with the start of its types: `cabinets`, `list` → `CabinetsList`. */
export function operationName(resource: string, method: string): OperationName {
  const type = pascal([...words(resource), ...words(method)]);
  return { resource, method, type: /^\p{ID_Start}/u.test(type) ? type : `_${type}` };
}

function memberName(parts: readonly string[], part: NamePart): string {
  const name = camel(parts);
  const identifier = /^[\p{ID_Start}_$]/u.test(name) ? name : `_${name}`;
  return isFreeName(identifier, part) ? identifier : `${identifier}_`;
}

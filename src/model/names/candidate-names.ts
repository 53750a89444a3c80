import type { JsonObject } from "../../load/loaded-contract.js";
import { isPlural, isSameNoun, oneOf, singular } from "../../text/nouns.js";
import { words } from "../../text/words.js";
import type { OperationName } from "../api-model.js";
import { textMember } from "../json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { namesOfAlike } from "./alike-operations.js";
import { creatingPaths, listedPaths, readNouns, readPaths, readsActions } from "./creating-paths.js";
import { type ChosenName, memberName, operationIdentity, operationName } from "./member-names.js";
import { nameWords } from "./method-words.js";
import { isSameThing, newerOperations, versionEnd } from "./name-order.js";
import { endsInOwnKey, isOwnPath, type NamedOperation } from "./named-operation.js";
import { namesFromPaths } from "./path-words.js";
import { firstWords, isMachineId } from "./read/operation-id.js";
import { segmentsOf } from "./read/path-prefix.js";
import { isCollection } from "./read/returned-lists.js";
import { isMeantBy, isStandard } from "./read/verbs.js";
import { readOperations } from "./read-operations.js";
import { readersOf, spokenWords } from "./spoken-words.js";
import { chooseStandardNames } from "./standard-names.js";

/**
 * The names to try for each operation of a contract, best first; naming and its diagnostics use the same lists.
 */
export function listCandidates(
  operations: readonly RawOperation[],
  document: JsonObject,
  chosen: ReadonlyMap<string, ChosenName> = new Map(),
  locked: ReadonlyMap<string, OperationName> = new Map(),
): ReadonlyMap<RawOperation, readonly OperationName[]> {
  const read = readOperations(operations, document, locked);
  const readers = readersOf(read);
  const creates = creatingPaths(read, document);
  const listed = listedPaths(read);
  const areRead = readPaths(operations);
  const nouns = readNouns(read);
  const namesWhere = (isBrief: boolean) =>
    namesOfAll(
      read.map((one): NamedOperation => {
        const { path } = one.operation;
        const hasActions = readsActions(path, areRead);
        const isNounRead = nouns.has(singular(one.route.nouns.at(-1)?.words ?? []).join(""));
        const is = {
          isBrief,
          isListed: listed.has(path),
          creates: creates.has(path),
          hasActions,
          isNounRead,
        };
        const unspoken = { ...one, ...is };
        return { ...unspoken, words: one.id.name.length === 0 ? [] : spokenWords(unspoken, readers) };
      }),
    );
  const names = withoutOmissions(namesWhere(true), namesWhere(false));
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
  const alike = namesOfAlike(named);
  const paths = namesFromPaths(named);
  const older = newerOperations(named.map(({ operation }) => operation));
  const firstOf = (one: NamedOperation) => standards.get(one)?.[0] ?? [];
  const owners = new Map(named.map((one) => [standardOf(one, firstOf(one)), one] as const));
  return new Map(
    named.map((one) => {
      const fromWords = candidatesOf(one, alike.get(one) ?? [], paths.get(one) ?? []);
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
  const isOfOther = owner !== undefined && hasBefore(owner, one, word) && !isOwnOrShort(one);
  const isItem = one.route.isItem && isOwnPath(one.route, one.resource) && endsInOwnKey(one.route);
  return isOfOther || (word === "get" && isCollection(one) && !isItem);
}

/** Whether a standard name is that of an operation before another: its path is that of the resource, or its method alone means the verb. */
function hasBefore(
  { operation, resource, route }: NamedOperation,
  other: NamedOperation,
  verb: string,
): boolean {
  return (
    isOwnPath(route, resource) ||
    (isMeantBy(verb, operation.method) && !isMeantBy(verb, other.operation.method))
  );
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

/**
 * @param fromAlike - what tells it from those that its framework calls the same and numbers
 * @param fromPath - its names from its path, where it has no other
 */
function candidatesOf(
  named: NamedOperation,
  fromAlike: readonly (readonly string[])[],
  fromPath: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const { operation, id } = named;
  const written = textMember(operation.json, "operationId") ?? "";
  const whole = isMachineId(written) ? [] : words(written);
  const long = [operation.method.toLowerCase(), ...segmentsOf(operation.path).flatMap(firstWords)];
  return id.name.length > 0
    ? [
        ...fromAlike,
        named.words,
        ...listedBelow(named),
        nameWords(named),
        [...id.owner, ...id.name],
        whole,
        long,
      ]
    : [...fromPath, ...(whole.length > 0 ? [whole] : []), long];
}

/** A list whose noun another list of the resource has says what it is below: `list comments by project`. */
function listedBelow({ words: own, route }: NamedOperation): readonly (readonly string[])[] {
  const above = route.nouns.filter(({ isOne }) => isOne).at(-1);
  if (own[0] !== "list" || route.isItem || above === undefined || own.includes("by")) return [];
  return [[...own, "by", ...oneOf(above.words)]];
}

function nameOf({ resource }: NamedOperation, method: readonly string[]): OperationName {
  return operationName(memberName(resource.whole, "resource"), memberName(method, "method"));
}

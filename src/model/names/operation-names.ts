import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { camel, pascal, words } from "../../text/words.js";
import type { OperationModel, OperationName } from "../api-model.js";
import { textMember } from "../json-members.js";
import { operationsById, type RawOperation } from "../operations/list-raw-operations.js";
import { locateParameters } from "../operations/locate-parameters.js";
import { chooseStandardNames, isCollection, type NamedOperation } from "./standard-names.js";
import { nameWords, resourceWords } from "./method-words.js";
import { readOperationId } from "./operation-id.js";
import { wordsFromPath, wordsWithNoun, wordsWithParameters } from "./path-words.js";
import { isPageParameter, returnedBy } from "./returned-lists.js";
import { namespaceOf, readRoute } from "./route.js";
import { spokenWords } from "./spoken-words.js";
import { isStandard } from "./verbs.js";

/** Members that a client or a resource has of its own, or that would make it something else (`then`: a promise). */
const RESERVED = new Set([
  "constructor",
  "then",
  "toJSON",
  "toString",
  "valueOf",
  "modify",
  "resume",
  "connect",
  "resolveIntent",
  "withScopes",
  "prototype",
]);

/** A name that somebody chose for an operation. */
export interface ChosenName {
  readonly resource?: string;
  readonly method?: string;
}

/** Whether a name can be that of a method or resource beside what every one has. */
export function isFreeName(name: string): boolean {
  return !RESERVED.has(name);
}

/** What names are made from beside the operations themselves. */
export interface NamingOptions {
  /** The contract, for what an operation returns. */
  readonly document?: JsonObject;
  /** Names of an earlier generation by operation identity ({@link operationIdentity}); they win. */
  readonly locked?: ReadonlyMap<string, OperationName>;
  /** Names that somebody chose, or parts of them, by operation identity; they win over locked ones. */
  readonly chosen?: ReadonlyMap<string, ChosenName>;
  /** Whether a schema of an earlier generation has a type name that the operation's input would have. */
  readonly isHeld?: (name: OperationName) => boolean;
}

/**
 * Names every operation, once: `{ resource, method }`, unique over the contract.
 *
 * The resource is the first tag, else what comes before the name in an operationId ({@link readOperationId}), else the
 * path's first noun. The method is a standard name (`list`, `get`, `create`, `update`, `replace`, `delete`) where the
 * operation has one ({@link chooseStandardNames}), else the operationId, verb first, without what a framework adds to it
 * and without the words of the resource ({@link spokenWords}), else a name from verb and path. A name depends on its own operation alone, so that adding
 * another never changes it, except where two would be equal: then the one that stood there before (`locked`), that is
 * closer to its resource, or whose operationId sorts first keeps it, and the other takes its next name.
 */
export function nameOperations(
  operations: readonly RawOperation[],
  { document = {}, locked = new Map(), chosen = new Map(), isHeld = () => false }: NamingOptions = {},
): ReadonlyMap<RawOperation, OperationName> {
  const candidates = listCandidates(operations, document, chosen);
  const names = new Map<RawOperation, OperationName>();
  const taken = new Set<string>();
  const numbered = new Map<string, number>();
  const claim = (operation: RawOperation, name: OperationName): boolean => {
    // `deal.exportRun` and `dealExport.run` are two methods, but would be one type: DealExportRun.
    const keys = [`${name.resource}.${name.method}`, name.type].map((key) => key.toLowerCase());
    if (keys.some((key) => taken.has(key))) return false;
    for (const key of keys) taken.add(key);
    names.set(operation, name);
    return true;
  };
  for (const operation of operations) {
    const [first] = candidates.get(operation) ?? [];
    const isChosen = chosen.get(operationIdentity(operation))?.method !== undefined;
    if (isChosen && first !== undefined) claim(operation, first);
  }
  for (const operation of operations.filter((one) => !names.has(one))) {
    const name = locked.get(operationIdentity(operation));
    if (name !== undefined && !RESERVED.has(name.resource) && !RESERVED.has(name.method))
      claim(operation, name);
  }
  const waiting = operations
    .filter((operation) => !names.has(operation))
    .sort((left, right) => byText(sortKey(left), sortKey(right)));
  // A standard name is given before one that only reads like it.
  for (const operation of waiting) {
    const [first] = candidates.get(operation) ?? [];
    if (first !== undefined && isStandard(first.method) && !isHeld(first)) claim(operation, first);
  }
  for (const operation of waiting.filter((one) => !names.has(one))) {
    const claimFree: typeof claim = (one, name) => !isHeld(name) && claim(one, name);
    const own = candidates.get(operation) ?? [];
    if (!own.some((name) => claimFree(operation, name)))
      claimNumbered(operation, own, operations.length, claimFree, numbered);
  }
  return names;
}

/** What identifies an operation between versions of a contract: its method and path. */
export function operationIdentity(operation: { readonly method: string; readonly path: string }): string {
  return `${operation.method} ${operation.path}`;
}

/** Exact fits of a tag before singular ones, so that `getPets` and `getPet` of `Pets` never depend on their order. */
function sortKey(operation: RawOperation): string {
  return `${textMember(operation.json, "operationId") ?? "\uffff"} ${operationIdentity(operation)}`;
}

/**
 * What the names of operations are made from: the operations of one contract, and what it says that they return.
 *
 * @returns the names to try for each, best first; naming and its diagnostics use the same lists
 */
function listCandidates(
  operations: readonly RawOperation[],
  document: JsonObject,
  chosen: ReadonlyMap<string, ChosenName> = new Map(),
): ReadonlyMap<RawOperation, readonly OperationName[]> {
  const read = operations.map((operation) => readOperation(operation, document));
  const listed = new Set(
    read
      .filter((one) => one.operation.method === "GET" && isCollection(one))
      .map((one) => one.operation.path),
  );
  const named = read.map((one) => ({ ...one, isListed: listed.has(one.operation.path) }));
  const standards = chooseStandardNames(named);
  return new Map(
    named.map((one) => {
      const own = chosen.get(operationIdentity(one.operation));
      return [one.operation, withChosen(candidatesOf(one, standards.get(one) ?? []), own)];
    }),
  );
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

function readOperation(operation: RawOperation, document: JsonObject): Omit<NamedOperation, "isListed"> {
  const id = readOperationId(operation);
  const resource = resourceWords(operation, id);
  const route = readRoute(operation);
  const nouns = [resource.whole, resource.noun, ...route.nouns.slice(-1).map((one) => one.words)];
  const parameters = locateParameters(document, operation).flat();
  const read = {
    operation,
    id,
    resource,
    route,
    returned: operation.method === "GET" ? returnedBy(document, operation, nouns) : undefined,
    takesPages: operation.method === "GET" && parameters.some(({ name }) => isPageParameter(name)),
  };
  return { ...read, words: id.name.length === 0 ? [] : spokenWords(read) };
}

function candidatesOf(
  named: NamedOperation,
  standard: readonly (readonly string[])[],
): readonly OperationName[] {
  const { operation, id, resource, route } = named;
  const whole = words(textMember(operation.json, "operationId") ?? "");
  const long = [operation.method.toLowerCase(), ...words(operation.path)];
  const methods =
    id.name.length > 0
      ? [
          named.words,
          nameWords(id, resource, namespaceOf(route)),
          [...id.owner, ...id.name],
          ...(isNumbered(operation) ? wordsWithNoun(named) : []),
          whole,
          long,
        ]
      : [wordsFromPath(named), wordsWithParameters(named), ...(whole.length > 0 ? [whole] : []), long];
  return [...standard, ...methods].map((method) =>
    operationName(memberName(resource.whole), memberName(method)),
  );
}

/** Whether an operationId ends in the number by which springdoc tells functions of one name apart (`start_1`). */
function isNumbered({ json }: RawOperation): boolean {
  return /\p{L}_\d{1,2}$/u.test(textMember(json, "operationId") ?? "");
}

/**
 * Two paths may differ only in punctuation: numbers are the last resort, of the method, and of
 * the resource where its class would have the name of a schema that keeps it.
 *
 * @param numbered - method → the first number that was not tried for it; what was taken stays so.
 */
function claimNumbered(
  operation: RawOperation,
  names: readonly OperationName[],
  count: number,
  claim: (operation: RawOperation, name: OperationName) => boolean,
  numbered: Map<string, number>,
): void {
  const [last] = names.slice(-1);
  if (last === undefined) return;
  const base = `${last.resource}.${last.method}`;
  for (let number = numbered.get(base) ?? 2; number <= count + 1; number += 1) {
    numbered.set(base, number + 1);
    if (claim(operation, operationName(last.resource, `${last.method}${number}`))) return;
  }
  for (let number = 2; ; number += 1) {
    const free = names.some(({ resource, method }) =>
      claim(operation, operationName(`${resource}${number}`, method)),
    );
    if (free) return;
  }
}

/** A name with the start of its types: `cabinets`, `list` → `CabinetsList`. */
export function operationName(resource: string, method: string): OperationName {
  const type = pascal([...words(resource), ...words(method)]);
  return { resource, method, type: /^\p{ID_Start}/u.test(type) ? type : `_${type}` };
}

function memberName(parts: readonly string[]): string {
  const name = camel(parts);
  const identifier = /^[\p{ID_Start}_$]/u.test(name) ? name : `_${name}`;
  return RESERVED.has(identifier) ? `${identifier}_` : identifier;
}

/**
 * Says of each method that has not the name that its operation alone would give it, whose that is. A new client would
 * name both so. Operations of one operationId are told of by {@link diagnoseRepeatedIds}.
 */
export function diagnoseCollisions(
  raw: readonly RawOperation[],
  operations: readonly OperationModel[],
  { document = {}, chosen }: Pick<NamingOptions, "chosen" | "document">,
): readonly Diagnostic[] {
  const candidates = listCandidates(raw, document, chosen);
  const owners = new Map(operations.map((one) => [memberOf(one.name), operationIdentity(one)]));
  const named = new Map(operations.map((one) => [operationIdentity(one), one]));
  const byId = operationsById(raw);
  return raw.flatMap((one) => {
    if ((byId.get(textMember(one.json, "operationId") ?? "")?.length ?? 0) > 1) return [];
    const [best] = candidates.get(one) ?? [];
    const operation = named.get(operationIdentity(one));
    const owner = best && owners.get(memberOf(best));
    if (best === undefined || operation === undefined) return [];
    if (owner === undefined || owner === operationIdentity(one)) return [];
    const names = { name: memberOf(operation.name), preferred: memberOf(best) };
    const values = { operation: operationIdentity(one), owner, ...names };
    return [diagnostic("operation/name-taken", operation.origin.pointer, values)];
  });
}

function memberOf({ resource, method }: OperationModel["name"]): string {
  return `${resource}.${method}`;
}

import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import { byText } from "../../text/by-text.js";
import { camel, pascal, words } from "../../text/words.js";
import type { OperationModel, OperationName } from "../api-model.js";
import { textMember } from "../json-members.js";
import { operationsById, type RawOperation } from "../operations/list-raw-operations.js";
import { resourceWords, wordsFromId, wordsFromPath } from "./method-words.js";
import { readOperationId } from "./operation-id.js";

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
  "prototype",
]);

/**
 * Names every operation, once: `{ resource, method }`, unique over the contract.
 *
 * The resource is the first tag, else what comes before the name in an operationId ({@link readOperationId}), else the
 * path's first noun. The method is the operationId without what a framework adds to it and without the words of the
 * resource (`listCabinets` of `Cabinets` is `list`), else verb and path. A name depends on its own operation alone, so that adding another never
 * changes it, except where two would be equal: then the one that stood there before (`locked`) or whose operationId
 * sorts first keeps it, and the other takes its whole operationId.
 *
 * @param locked - names of an earlier generation by operation identity ({@link operationIdentity}); they win.
 * @param isHeld - whether a schema of an earlier generation has a type name that the operation's input would have.
 */
export function nameOperations(
  operations: readonly RawOperation[],
  locked: ReadonlyMap<string, OperationName> = new Map(),
  isHeld: (name: OperationName) => boolean = () => false,
): ReadonlyMap<RawOperation, OperationName> {
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
    const name = locked.get(operationIdentity(operation));
    if (name !== undefined && !RESERVED.has(name.resource) && !RESERVED.has(name.method))
      claim(operation, name);
  }
  const waiting = operations
    .filter((operation) => !names.has(operation))
    .sort((left, right) => byText(sortKey(left), sortKey(right)));
  for (const operation of waiting) {
    const claimFree: typeof claim = (one, name) => !isHeld(name) && claim(one, name);
    const claimed = candidates(operation).some((name) => claimFree(operation, name));
    if (!claimed) claimNumbered(operation, operations.length, claimFree, numbered);
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

/** The name that an operation has wherever no other has it. */
function bestName(operation: RawOperation): OperationName | undefined {
  return candidates(operation)[0];
}

/** Names to try, best first; naming and its diagnostics use the same list. */
function candidates(operation: RawOperation): readonly OperationName[] {
  const before = tried.get(operation);
  if (before !== undefined) return before;
  const names = candidatesOf(operation);
  tried.set(operation, names);
  return names;
}

/** What depends on an operation alone is the same whenever it is asked for. */
const tried = new WeakMap<RawOperation, readonly OperationName[]>();

function candidatesOf(operation: RawOperation): readonly OperationName[] {
  const id = readOperationId(operation);
  const resource = resourceWords(operation, id);
  const whole = words(textMember(operation.json, "operationId") ?? "");
  const long = [operation.method.toLowerCase(), ...words(operation.path)];
  const methods =
    id.name.length > 0
      ? [wordsFromId(id, resource), [...id.owner, ...id.name], whole, long]
      : [wordsFromPath(operation, resource), ...(whole.length > 0 ? [whole] : []), long];
  return methods.map((method) => operationName(memberName(resource.whole), memberName(method)));
}

/**
 * Two paths may differ only in punctuation: numbers are the last resort, of the method, and of
 * the resource where its class would have the name of a schema that keeps it.
 *
 * @param numbered - method → the first number that was not tried for it; what was taken stays so.
 */
function claimNumbered(
  operation: RawOperation,
  count: number,
  claim: (operation: RawOperation, name: OperationName) => boolean,
  numbered: Map<string, number>,
): void {
  const names = candidates(operation);
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
): readonly Diagnostic[] {
  const owners = new Map(operations.map((one) => [memberOf(one.name), operationIdentity(one)]));
  const named = new Map(operations.map((one) => [operationIdentity(one), one]));
  const byId = operationsById(raw);
  return raw.flatMap((one) => {
    if ((byId.get(textMember(one.json, "operationId") ?? "")?.length ?? 0) > 1) return [];
    const best = bestName(one);
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

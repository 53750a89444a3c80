import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../load/loaded-contract.js";
import type { OperationModel, OperationName } from "../api-model.js";
import { textMember } from "../json-members.js";
import { operationsById, type RawOperation } from "../operations/list-raw-operations.js";
import { listCandidates } from "./candidate-names.js";
import { type ChosenName, isFreeName, operationIdentity, operationName } from "./member-names.js";
import { inNameOrder } from "./name-order.js";
import { isStandard } from "./read/verbs.js";

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
 * path's first noun. It is in the plural where its paths have it so ({@link pluralResources}). The method is, in this order:
 * - a standard name (`list`, `get`, `create`, `update`, `replace`, `delete`), where the operation has one ({@link chooseStandardNames});
 * - the operationId, verb first, without what a framework adds and without the words of the resource ({@link spokenWords});
 * - a name from verb and path.
 *
 * Where two names would be equal, other operations decide. The first of these has the name ({@link inNameOrder}), and the other takes
 * its next one:
 * - the operation that had it before (`locked`);
 * - that which is closer to its resource;
 * - the newest version of the same operation;
 * - that whose operationId sorts first.
 *
 * Other operations have a part in what is read, too: the number of a resource, what paths begin with, and which have a `GET`
 * or a `PATCH`. So has the name of another that an omitted word would make. A lock keeps the names that a contract had before it got
 * another operation.
 */
export function nameOperations(
  operations: readonly RawOperation[],
  options: NamingOptions = {},
): ReadonlyMap<RawOperation, OperationName> {
  const { locked = NO_NAMES, chosen, isHeld = () => false } = options;
  const candidates = candidatesFor(operations, options);
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
    const isChosen = chosen?.get(operationIdentity(operation))?.method !== undefined;
    if (isChosen && first !== undefined) claim(operation, first);
  }
  for (const operation of operations.filter((one) => !names.has(one))) {
    const name = locked.get(operationIdentity(operation));
    if (name !== undefined && isFreeName(name.resource, "resource") && isFreeName(name.method, "method"))
      claim(operation, name);
  }
  const waiting = inNameOrder(operations).filter((operation) => !names.has(operation));
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

const NO_NAMES: ReadonlyMap<string, OperationName> = new Map();

type Candidates = ReadonlyMap<RawOperation, readonly OperationName[]>;

/** The candidates without a lock, which naming and its diagnostics both ask for. */
const listed = new WeakMap<
  readonly RawOperation[],
  { readonly options: NamingOptions; readonly candidates: Candidates }
>();

function candidatesFor(operations: readonly RawOperation[], options: NamingOptions): Candidates {
  const { document = {}, locked = NO_NAMES, chosen } = options;
  const known = listed.get(operations);
  const isKnown = known?.options.chosen === chosen && known?.options.document === options.document;
  if (known !== undefined && isKnown && locked.size === 0) return known.candidates;
  const candidates = listCandidates(operations, document, chosen, locked);
  if (locked.size === 0) listed.set(operations, { options, candidates });
  return candidates;
}

/**
 * Two paths may differ only in punctuation: numbers of the method are the last resort. The resource gets a number where its
 * class would have the name of a schema that keeps it.
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

/**
 * Says of each method that has not the name that its operation alone would give it, whose that is. A new client would
 * name both so. Operations of one operationId are told of by {@link diagnoseRepeatedIds}.
 */
export function diagnoseCollisions(
  raw: readonly RawOperation[],
  operations: readonly OperationModel[],
  options: Pick<NamingOptions, "chosen" | "document">,
): readonly Diagnostic[] {
  const candidates = candidatesFor(raw, options);
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

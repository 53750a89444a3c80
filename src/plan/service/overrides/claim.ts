import type { LocatedOverrides } from "../../../config/client-overrides.js";
import { type Diagnostic, diagnostic } from "../../../diagnostics/diagnostic.js";
import type { ApiModel, OperationModel, OperationName } from "../../../model/api-model.js";
import { keyFinder } from "../../../openapi/operations.js";
import { nearestWord } from "../../../text/words.js";
import { UserError } from "../../../text/user-error.js";
import { fullName, operationKey } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import type { OperationTraits, SwitchedOff } from "../traits/trait.js";
import type { Misfit } from "./find-member.js";

/** An operation with its traits. */
export interface DecidedOperation {
  readonly model: OperationModel;
  readonly traits: OperationTraits;
  /** Traits that the contract shows and a configuration file switches off. */
  readonly switchedOff: readonly SwitchedOff[];
}

/** What a configuration file claims of one operation, and what it is checked against. */
export interface Claim {
  readonly operation: OperationModel;
  /** What the contract alone shows. */
  readonly recognised: OperationTraits;
  readonly operations: OperationFinder;
  readonly reader: SchemaReader;
  /** Reports that the value at these keys, from the claim on, does not fit the contract. */
  readonly refuse: (keys: readonly string[], message: string) => void;
}

/** What a claim that fits comes to. */
export interface Decided<Facts> {
  readonly facts: Facts;
  /** What a person should know beside that the file says so: whole sentences. */
  readonly caveat?: string;
  /** See `Trait.given`. */
  readonly given?: object;
  /** Why, by the contract, where the claim only adds to what that shows: whole sentences. */
  readonly shown?: string;
}

/** What was found of a claim; undefined where it does not fit, which is reported. */
export function accept<Found extends object>(
  found: Found | Misfit,
  { refuse }: Claim,
  ...keys: readonly string[]
): Found | undefined {
  if (!("misfit" in found)) return found;
  refuse(keys, found.misfit);
  return undefined;
}

/** A claim that does not fit the contract. */
export interface UnfitClaim {
  /** Keys that lead to it, from the client on. */
  readonly path: readonly string[];
  /** A whole sentence. */
  readonly message: string;
  /** An operation of the contract that the client does not have may fit it. */
  readonly mayFitOthers?: boolean;
}

/** Claims may fit operations that the client does not have only where the command line chose a part of the contract: the file is for all of it. */
export function forgiveOthers(
  unfit: readonly UnfitClaim[],
  { unselected }: Pick<ApiModel, "unselected">,
): readonly UnfitClaim[] {
  const isPart = unselected?.some(({ byOption }) => byOption) === true;
  return unfit.map((claim) => ({ ...claim, mayFitOthers: isPart && claim.mayFitOthers === true }));
}

/**
 * The error for claims that do not fit: every one, with its position.
 *
 * @throws UserError (2) where there are some.
 */
export function refuseUnfit(all: readonly UnfitClaim[], { file, locate }: LocatedOverrides): void {
  const unfit = all.filter(({ mayFitOthers }) => mayFitOthers !== true);
  if (unfit.length === 0) return;
  const lines = inOrder(unfit, locate).map(
    ({ line, column, message }) => `${file}:${String(line)}:${String(column)} ${message}`,
  );
  throw new UserError(2, `${file} does not fit the contract.`, {
    where: [...new Set(lines)].join("\n"),
    remedy: `Correct ${file}. \`cabinetry inspect\` shows the operations and what the contract says of them.`,
  });
}

/** Claims that have no effect, because they do not fit: for a contract that the file was not written for. */
export function diagnoseUnfit(
  unfit: readonly UnfitClaim[],
  { file, locate }: LocatedOverrides,
): readonly Diagnostic[] {
  return inOrder(unfit, locate).map(({ line, column, message, mayFitOthers }) => ({
    ...diagnostic(mayFitOthers === true ? "config/skipped-entry" : "config/unfit-override", "", {
      problem: message,
    }),
    location: { file, pointer: "", line, column },
  }));
}

function inOrder(unfit: readonly UnfitClaim[], locate: LocatedOverrides["locate"]) {
  return unfit
    .map(({ path, ...claim }) => ({ ...locate(path), ...claim }))
    .sort((left, right) => left.line - right.line || left.column - right.column);
}

/** Operations by how a configuration file names them. */
export interface OperationFinder {
  /** Undefined: none, or several have this operationId. */
  readonly find: (key: string) => OperationModel | undefined;
  /** Why the operation was not found: whole sentences. */
  readonly explain: (key: string) => string;
  /** Whether the command line leaves it out. */
  readonly isOmitted: (key: string) => boolean;
  /** The one that has this name in the client. */
  readonly named: (name: OperationName) => OperationModel | undefined;
}

/**
 * Finds operations by operationId, or method and path.
 *
 * @param unselected - those that the contract has, and the client has not.
 */
export function operationFinder(
  operations: readonly OperationModel[],
  unselected: ApiModel["unselected"] = [],
): OperationFinder {
  const byKey = new Map(operations.map((operation) => [operationKey(operation), operation]));
  const byName = new Map(operations.map((operation) => [fullName(operation), operation]));
  const byId = new Map<string, readonly OperationModel[]>();
  for (const operation of operations)
    if (operation.operationId !== undefined)
      byId.set(operation.operationId, [...(byId.get(operation.operationId) ?? []), operation]);
  const unselectedByKey = new Map(unselected.map((one) => [operationKey(one), one]));
  const keyOf = keyFinder(new Set([...byKey.keys(), ...unselectedByKey.keys()]));
  const findUnselected = (key: string) =>
    unselected.find((one) => one.operationId === key) ?? unselectedByKey.get(keyOf(key) ?? "");
  return {
    isOmitted: (key) => findUnselected(key)?.byOption === true,
    named: (name) => byName.get(fullName({ name })),
    find: (key) => {
      const found = byId.get(key) ?? [];
      return found.length === 1 ? found[0] : byKey.get(keyOf(key) ?? "");
    },
    explain: (key) => {
      const several = byId.get(key) ?? [];
      const [first] = several;
      if (first !== undefined)
        return `${String(several.length)} operations have the operationId ${JSON.stringify(key)}: write method and path, ${JSON.stringify(operationKey(first))}.`;
      const left = findUnselected(key);
      if (left !== undefined)
        return `The client has no operation ${JSON.stringify(key)}: ${left.by} leaves it out.${left.byOption ? "" : " Select it, or remove this entry."}`;
      const near = nearestWord(key, [...byId.keys(), ...byKey.keys()]);
      const advice =
        near === undefined
          ? 'Write the operationId, or method and path: "GET /orders".'
          : `Did you mean ${JSON.stringify(near)}?`;
      return `The contract has no operation ${JSON.stringify(key)}. ${advice}`;
    },
  };
}

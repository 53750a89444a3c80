import { modelOf } from "./build-plan.js";
import type { LocatedOverrides } from "./config/client-overrides.js";
import type { LocatedSelection } from "./config/operation-selection.js";
import { type Diagnostic, diagnostic } from "./diagnostics/diagnostic.js";
import { digestOf } from "./load/digest.js";
import type { JsonObject, LoadedContract } from "./load/loaded-contract.js";
import { pruneDocument } from "./load/selection/prune-document.js";
import { keyOf, requireMatches, selector } from "./match-operations.js";
import { textMember } from "./model/json-members.js";
import { listRawOperations, type RawOperation } from "./model/operations/list-raw-operations.js";
import { createVisitBudget, valueAt } from "./openapi/visit.js";
import { listNeeds, type Need } from "./plan/list-needs.js";
import { pointerKeys } from "./text/json-pointer.js";

/** What a selection is made with. */
export interface SelectionOptions {
  /** What a configuration file says of traits: an operation may need another by that. */
  readonly overrides?: LocatedOverrides | undefined;
  /** Entries may match nothing: the file was written for another version of the contract. */
  readonly otherVersion?: boolean | undefined;
}

/**
 * The contract with the operations that a client is about, those that they need, and the components of both. The digest is that of
 * what is left.
 *
 * @throws UserError (2) where an entry of the selection matches nothing.
 */
export function selectOperations(
  contract: LoadedContract,
  selection: LocatedSelection,
  { overrides, otherVersion = false }: SelectionOptions,
): LoadedContract {
  const operations = listRawOperations(contract.document);
  if (!otherVersion) requireMatches(selection, operations);
  const matches = selector(selection);
  const selected = new Set(operations.filter(matches).map(keyOf));
  const budget = createVisitBudget();
  const needs = listNeeds(modelOf(contract, { budget }), { overrides, budget });
  const found: Diagnostic[] = [];
  for (;;) {
    found.push(...addNeeded(selected, needs, operations));
    const { document, missing } = pruneDocument(
      contract.document,
      selectionOf(selected, operations, matches),
    );
    if (missing.size === 0) return withDocument(contract, document, found);
    for (const key of missing) {
      selected.add(key);
      found.push(addedDiagnostic(key, "a reference leads into it", operations));
    }
  }
}

/** Adds what selected operations need, and what that needs. */
function addNeeded(
  selected: Set<string>,
  needs: readonly Need[],
  operations: readonly RawOperation[],
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  if (selected.size === 0) return found;
  for (let size = -1; size !== selected.size;) {
    size = selected.size;
    for (const { of, trait, operation } of needs) {
      if (selected.has(operation) || (of !== undefined && !selected.has(of))) continue;
      selected.add(operation);
      found.push(addedDiagnostic(operation, REASONS[trait](of ?? ""), operations));
    }
  }
  return found;
}

const REASONS: Readonly<Record<Need["trait"], (of: string) => string>> = {
  background: (of) => `${of} needs it to follow what it starts`,
  capabilities: () => "the client reads limits and features from it",
  conditionalChange: (of) => `${of} needs it to read the validator of a change`,
  tokenExchange: (of) => `${of} needs it for its access token`,
};

function addedDiagnostic(key: string, reason: string, operations: readonly RawOperation[]): Diagnostic {
  const pointer = operations.find((one) => keyOf(one) === key)?.pointer ?? "";
  return diagnostic("selection/added", pointer, { operation: key, reason });
}

function selectionOf(
  selected: ReadonlySet<string>,
  operations: readonly RawOperation[],
  matches: ReturnType<typeof selector>,
) {
  const gone = operations.filter((one) => !selected.has(keyOf(one)));
  const goneKeys = new Set(gone.map(keyOf));
  const goneIds = new Set(gone.map(({ json }) => textMember(json, "operationId")));
  return {
    hasOperation: (key: string) => selected.has(key),
    hasWebhook: (json: JsonObject) => matches({ json }),
    gone: { hasId: (id: string) => goneIds.has(id), hasKey: (key: string) => goneKeys.has(key) },
  };
}

function withDocument(
  contract: LoadedContract,
  document: JsonObject,
  found: readonly Diagnostic[],
): LoadedContract {
  const diagnostics = contract.diagnostics.filter(({ pointer }) =>
    isLeft(pointer, contract.document, document),
  );
  return { ...contract, document, digest: digestOf(document), diagnostics: [...diagnostics, ...found] };
}

/** Whether what a diagnostic is about is still there: no operation or component on the way was omitted. */
function isLeft(pointer: string, before: JsonObject, now: JsonObject): boolean {
  const keys = pointerKeys(pointer);
  return [1, 2, 3].every((length) => {
    const path = keys.slice(0, length);
    return valueAt(before, path) === undefined || valueAt(now, path) !== undefined;
  });
}

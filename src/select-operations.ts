import { modelOf } from "./build-plan.js";
import type { LocatedOverrides } from "./config/client-overrides.js";
import type { LocatedSelection, OperationMatch } from "./config/client-reading.js";
import { type Diagnostic, diagnostic } from "./diagnostics/diagnostic.js";
import {
  digestOf,
  type JsonObject,
  type LoadedContract,
  type UnselectedOperation,
} from "./load/loaded-contract.js";
import { pruneDocument } from "./load/selection/prune-document.js";
import { textMember } from "./model/json-members.js";
import {
  listRawOperations,
  locateResponses,
  type RawOperation,
} from "./model/operations/list-raw-operations.js";
import { keyFinder } from "./openapi/operations.js";
import { createVisitBudget, valueAt } from "./openapi/visit.js";
import { listNeeds, type Need } from "./plan/list-needs.js";
import { pointerKeys } from "./text/json-pointer.js";
import { UserError } from "./text/user-error.js";
import { nearestWord } from "./text/words.js";

/** What a selection is made with. */
export interface SelectionOptions {
  /** What a configuration file says of traits: an operation may need another by that. */
  readonly overrides?: LocatedOverrides | undefined;
  /** Gets what the entries match, where the caller decides whether that is enough. */
  readonly onMatch?: ((match: SelectionMatch) => void) | undefined;
}

/** What a selection matches in a contract. */
export interface SelectionMatch {
  /** Entries that match nothing: each with its place, and the nearest name. */
  readonly unmatched: readonly { readonly entry: string; readonly advice: string }[];
  /** No operation is left. */
  readonly isEmpty: boolean;
}

/**
 * The contract with the operations that a client is about, those that they need, and the components of both. The digest is that of
 * what is left.
 *
 * @throws UserError (2) where an entry of the selection matches nothing, unless `onMatch` decides.
 */
export function selectOperations(
  contract: LoadedContract,
  selection: LocatedSelection,
  { overrides, onMatch }: SelectionOptions,
): LoadedContract {
  const operations = listRawOperations(contract.document);
  const match = matchOperations(selection, operations);
  if (onMatch === undefined) requireMatches(selection, [match]);
  else onMatch(match);
  const matches = selector(selection, operations);
  const selected = new Set(operations.filter(matches).map(keyOf));
  const budget = createVisitBudget(operations.length);
  const needs = listNeeds(modelOf(contract, { budget }), { overrides, budget });
  const found: Diagnostic[] = [];
  for (;;) {
    found.push(...addNeeded(selected, needs, operations));
    const { document, missing } = pruneDocument(
      contract.document,
      selectionOf(selected, operations, matches),
    );
    if (missing.size === 0) {
      const gone = operations.filter((one) => !selected.has(keyOf(one)));
      return {
        ...withDocument(contract, document, found),
        unselected: listUnselected(gone, selection, operations, contract.document),
        whole: contract.document,
      };
    }
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

/** The operations that the client has not, and what decides that: an entry of `exclude`, or that no entry of `include` matches. */
function listUnselected(
  gone: readonly RawOperation[],
  selection: LocatedSelection,
  operations: readonly RawOperation[],
  document: JsonObject,
): readonly UnselectedOperation[] {
  const excluding = entriesOf(selection, "exclude", operations);
  return gone.map((operation) => {
    const { method, path, json } = operation;
    const operationId = textMember(json, "operationId");
    const entry = excluding.find(({ matches }) => matches(operation));
    const list = entry === undefined ? "include" : "exclude";
    const by =
      entry === undefined
        ? `\`include\` (${selection.position(["include"])})`
        : `${entry.written(entry.name)} of \`exclude\` (${entry.position})`;
    const byOption = selection.given?.includes(list) === true;
    const texts = textsOf(operation, document);
    return { method, path, ...(operationId !== undefined && { operationId }), by, byOption, texts };
  });
}

/** The scopes that an operation requires, and its summary, its description, its extensions and the descriptions of its responses. */
function textsOf(operation: RawOperation, document: JsonObject): readonly string[] {
  const { security = document["security"], summary, description, ...others } = operation.json;
  const extensions = Object.entries(others).filter(([name]) => name.startsWith("x-"));
  const ofResponses = locateResponses(document, operation).map(({ located }) => located.json["description"]);
  return [security, summary, description, ...extensions.map(([, value]) => value), ...ofResponses].flatMap(
    (value) => (value === undefined ? [] : [typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

/** The entries of a list: what each matches, where it is, and how a name is written there. */
function entriesOf(
  selection: LocatedSelection,
  list: "exclude" | "include",
  operations: readonly RawOperation[],
) {
  const keyIn = keyFinder(new Set(operations.map(keyOf)));
  return (["tags", "paths", "operations"] as const).flatMap((kind) =>
    (selection[list]?.[kind] ?? []).map((name, index) => {
      const path = [list, kind, String(index)];
      return {
        kind,
        name,
        matches: matcher({ [kind]: [name] }, keyIn),
        position: selection.position(path),
        written: (one: string) => JSON.stringify(`${selection.prefix?.(path) ?? ""}${one}`),
      };
    }),
  );
}

/** Method and path of an operation: `GET /orders`. */
function keyOf({ method, path }: Pick<RawOperation, "method" | "path">): string {
  return `${method} ${path}`;
}

/** Decides whether an operation is selected; those of webhooks have no path. */
export type Matches = (operation: {
  readonly json: JsonObject;
  readonly method?: string;
  readonly path?: string;
}) => boolean;

/** Whether an operation matches `include`, and does not match `exclude`. */
function selector({ include, exclude }: LocatedSelection, operations: readonly RawOperation[]): Matches {
  const keyIn = keyFinder(new Set(operations.map(keyOf)));
  const isIncluded = include === undefined ? () => true : matcher(include, keyIn);
  const isExcluded = exclude === undefined ? () => false : matcher(exclude, keyIn);
  return (operation) => isIncluded(operation) && !isExcluded(operation);
}

/** @param keyIn - finds the key of an operation of the contract; an operationId stays as it is. */
function matcher(
  { tags = [], paths = [], operations = [] }: OperationMatch,
  keyIn: ReturnType<typeof keyFinder>,
): Matches {
  const named = new Set(operations.map((entry) => keyIn(entry) ?? entry));
  return ({ json, method, path }) => {
    const id = textMember(json, "operationId");
    if (tagsOf(json).some((tag) => tags.includes(tag))) return true;
    if (id !== undefined && named.has(id)) return true;
    if (method === undefined || path === undefined) return false;
    return named.has(keyOf({ method, path })) || paths.some((pattern) => matchesPath(pattern, path));
  };
}

function tagsOf(json: JsonObject): readonly string[] {
  const tags = json["tags"];
  return Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === "string") : [];
}

/** Whether a path is of a pattern: `*` is one segment, `**` any number of them. The time grows with the product of their lengths. */
export function matchesPath(pattern: string, path: string): boolean {
  const segments = path.split("/");
  /** For each number of segments of the path, whether the pattern so far matches them. */
  let ends = segments.map(() => false).concat(false);
  ends[0] = true;
  for (const part of pattern.split("/")) {
    const next = ends.map(() => false);
    for (let count = 0; count < next.length; count += 1) {
      const before = count === 0 ? undefined : segments[count - 1];
      if (part === "**") next[count] = ends[count] === true || (count > 0 && next[count - 1] === true);
      else if (before !== undefined && ends[count - 1] === true)
        next[count] = part === before || (part === "*" && before !== "");
    }
    ends = next;
  }
  return ends.at(-1) === true;
}

function matchOperations(selection: LocatedSelection, operations: readonly RawOperation[]): SelectionMatch {
  const tags = [...new Set(operations.flatMap(({ json }) => tagsOf(json)))];
  const ids = operations.flatMap(({ json }) => textMember(json, "operationId") ?? []);
  const known = {
    tags,
    paths: [...new Set(operations.map(({ path }) => path))],
    operations: [...ids, ...operations.map(keyOf)],
  };
  const unmatched = (["include", "exclude"] as const).flatMap((list) =>
    entriesOf(selection, list, operations).flatMap(({ kind, name, matches, position, written }) => {
      if (operations.some(matches)) return [];
      const near = nearestWord(name, known[kind]);
      const advice = near === undefined ? "" : ` Did you mean ${written(near)}?`;
      return [{ entry: `${position} ${written(name)}`, advice }];
    }),
  );
  return { unmatched, isEmpty: !operations.some(selector(selection, operations)) };
}

/**
 * @param found - in the contract, or in each of its versions: one that has what an entry names is enough.
 * @throws UserError (2) where an entry matches nothing, or everything is excluded.
 */
export function requireMatches(selection: LocatedSelection, found: readonly SelectionMatch[]): void {
  const isEverywhere = (entry: string) =>
    found.every(({ unmatched }) => unmatched.some((one) => one.entry === entry));
  const unmatched = (found.at(-1)?.unmatched ?? []).filter(({ entry }) => isEverywhere(entry));
  const remedy = "Correct the entries of `include` and `exclude`; `cabinetry inspect` lists the operations.";
  if (unmatched.length > 0)
    throw new UserError(2, "The selection names operations that the contract does not have.", {
      where: unmatched.map(({ entry, advice }) => `${entry} matches no operation.${advice}`).join("\n"),
      remedy,
    });
  if (found.some(({ isEmpty }) => !isEmpty)) return;
  throw new UserError(2, "The selection leaves no operation.", {
    where: whyEmpty(selection),
    remedy,
  });
}

/** Why a selection leaves nothing, though each of its entries matches an operation. */
function whyEmpty(selection: LocatedSelection): string {
  const placed = (list: "exclude" | "include", text: string) => {
    const position = selection.position([list]);
    // The position of an option is its name.
    return position.startsWith("--") ? `${position} ${text}` : `${position} \`${list}\` ${text}`;
  };
  const hasEntries = (list: "exclude" | "include") => entriesOf(selection, list, []).length > 0;
  if (selection.include !== undefined && !hasEntries("include")) return placed("include", "has no entry.");
  if (!hasEntries("exclude")) return placed("exclude", "is of a contract without operations.");
  const which = selection.include === undefined ? "every operation" : "every operation that is included";
  return placed("exclude", `matches ${which}.`);
}

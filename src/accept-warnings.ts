import type { ConfiguredReading } from "./config/client-reading.js";
import type { ConfiguredClient } from "./config/read-config.js";
import { type Diagnostic, diagnostic } from "./diagnostics/diagnostic.js";
import { ruleTable } from "./diagnostics/rule-table.js";
import { clientRules } from "./diagnostics/rules/client-rules.js";
import type { JsonObject, LoadedContract, UnselectedOperation } from "./load/loaded-contract.js";
import { textMember } from "./model/json-members.js";
import { listRawOperations } from "./model/operations/list-raw-operations.js";
import { keyFinder } from "./openapi/operations.js";
import { UserError } from "./text/user-error.js";
import { nearestWord } from "./text/words.js";

/** What warnings are about, for those that a configuration file accepts. */
interface Accepting extends Pick<LoadedContract, "unselected"> {
  /** The contract as it was read. */
  readonly document: JsonObject;
  /** Whether all that the file was written for was read: then an entry without a warning has no effect. Default: true. */
  readonly isWhole?: boolean;
}

/** An operation that an entry can name. */
interface NamedOperation {
  /** `GET /orders` */
  readonly key: string;
  readonly operationId: string | undefined;
  readonly pointer: string;
}

/** What accepts warnings of a rule. */
interface AcceptEntry {
  /** That of the rule. */
  readonly id: string;
  /** The keys that lead to it, from the client on. */
  readonly at: readonly string[];
  /** Where; undefined: everywhere. */
  readonly entry: string | undefined;
}

/**
 * The diagnostics with those warnings as infos that a configuration file accepts: they are said on demand, and do not count; and a warning for
 * each entry without effect. Warnings of the client's names and settings depend on the run: an entry for them may have an effect in another.
 */
export function acceptWarnings(
  diagnostics: readonly Diagnostic[],
  { accept, position, selection, givenOverlays = false }: ConfiguredReading = {},
  { document, unselected = [], isWhole = true }: Accepting,
): readonly Diagnostic[] {
  if (accept === undefined) return diagnostics;
  const operations = listRawOperations(document).map(({ method, path, json, pointer }): NamedOperation => ({
    key: `${method} ${path}`,
    operationId: textMember(json, "operationId"),
    pointer,
  }));
  const find = namedFinder(operations, unselected);
  const entries = Object.entries(accept).flatMap(([id, where]): readonly AcceptEntry[] =>
    where === true
      ? [{ id, at: ["accept", id], entry: undefined }]
      : where.map((entry, index) => ({ id, at: ["accept", id, String(index)], entry })),
  );
  const reaches = ({ id, entry }: AcceptEntry, one: Diagnostic) =>
    one.id === id && one.level === "warning" && (entry === undefined || isAt(one, entry, find));
  const isPart = !isWhole || givenOverlays || (selection?.given?.length ?? 0) > 0;
  const unused = entries.filter(
    (entry) => !Object.hasOwn(clientRules, entry.id) && !diagnostics.some((one) => reaches(entry, one)),
  );
  const added = (isPart ? [] : unused).map(({ id, at, entry }) => ({
    ...diagnostic("config/unused-acceptance", "", {
      problem: problemOf(id, entry, { operations, unselected, find }),
    }),
    ...located(position?.(at)),
  }));
  return [...diagnostics, ...added].map((one) =>
    entries.some((entry) => reaches(entry, one)) ? { ...one, level: "info" } : one,
  );
}

/**
 * Refuses ids that are not those of rules.
 *
 * @throws UserError (2) with the position of each.
 */
export function refuseUnknownRules(clients: readonly ConfiguredClient[]): void {
  const lines = clients.flatMap(({ reading: { accept = {} } = {}, position }) =>
    Object.keys(accept)
      .filter((id) => !Object.hasOwn(ruleTable, id))
      .map((id) => `${position(["accept", id])} ${adviceFor(id)}`),
  );
  if (lines.length === 0) return;
  throw new UserError(2, "The configuration accepts warnings that Cabinetry does not have.", {
    where: lines.join("\n"),
    remedy: "Correct the ids: the ids of warnings are printed before their messages.",
  });
}

function adviceFor(id: string): string {
  const near = nearestWord(id, Object.keys(ruleTable));
  return `"${id}" is not a rule.${near === undefined ? "" : ` Did you mean "${near}"?`}`;
}

/** Whether a diagnostic is of an operation, or at or below a pointer. */
function isAt(
  { arguments: { operation }, pointer }: Diagnostic,
  entry: string,
  find: ReturnType<typeof namedFinder>,
): boolean {
  if (entry.startsWith("#")) return isBelow(pointer, entry);
  const found = find(entry);
  return found !== undefined && (operation === found.key || isBelow(pointer, found.pointer));
}

function isBelow(pointer: string, holder: string): boolean {
  return pointer === holder || pointer.startsWith(`${holder}/`);
}

/** Finds the only operation of an operationId, or that of method and path, which may lack the slash at its end. */
function namedFinder(
  operations: readonly NamedOperation[],
  unselected: NonNullable<Accepting["unselected"]>,
): (entry: string) => NamedOperation | undefined {
  const byKey = new Map(operations.map((one) => [one.key, one]));
  const keyOf = keyFinder(
    new Set([...byKey.keys(), ...unselected.map(({ method, path }) => `${method} ${path}`)]),
  );
  return (entry) => {
    const [found, another] = operations.filter(({ operationId }) => operationId === entry);
    return found !== undefined && another === undefined ? found : byKey.get(keyOf(entry) ?? "");
  };
}

/** Why an entry has no effect: a whole sentence. */
function problemOf(
  id: string,
  entry: string | undefined,
  {
    operations,
    unselected,
    find,
  }: {
    readonly operations: readonly NamedOperation[];
    readonly unselected: NonNullable<Accepting["unselected"]>;
    readonly find: ReturnType<typeof namedFinder>;
  },
): string {
  if (entry === undefined) return `nothing has the warning "${id}".`;
  if (entry.startsWith("#") || find(entry) !== undefined)
    return `${entry} does not have the warning "${id}".`;
  const sharing = operations.filter(({ operationId }) => operationId === entry);
  if (sharing.length > 1)
    return `${String(sharing.length)} operations have the operationId "${entry}": write method and path.`;
  const gone = findUnselected(entry, unselected);
  if (gone !== undefined)
    return `the client has no operation ${JSON.stringify(entry)}: ${gone.by} leaves it out. Select it, or remove this entry.`;
  const names = operations.flatMap(({ key, operationId = key }) => [operationId, key]);
  const near = nearestWord(entry, names);
  return `the contract has no operation "${entry}".${near === undefined ? "" : ` Did you mean "${near}"?`}`;
}

/** The operation of an operationId, or of method and path, that the selection takes out of the contract. */
function findUnselected(
  entry: string,
  unselected: NonNullable<Accepting["unselected"]>,
): UnselectedOperation | undefined {
  const byKey = new Map(unselected.map((one) => [`${one.method} ${one.path}`, one]));
  const keyOf = keyFinder(new Set(byKey.keys()));
  return unselected.find(({ operationId }) => operationId === entry) ?? byKey.get(keyOf(entry) ?? "");
}

/** `cabinetry.yaml:3:5` as a location. */
function located(position: string | undefined): Pick<Diagnostic, "location"> {
  const [, file, line, column] = /^(.+):(\d+):(\d+)$/su.exec(position ?? "") ?? [];
  if (file === undefined) return {};
  return { location: { file, pointer: "", line: Number(line), column: Number(column) } };
}

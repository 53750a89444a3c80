import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { sortDiagnostics } from "./diagnostics/group-diagnostics.js";
import { locationText } from "./diagnostics/render-diagnostics.js";
import type { Position } from "./diff/fact.js";
import type { Finding, LocatedPosition } from "./diff/finding.js";
import type { LoadedContract } from "./load/loaded-contract.js";
import { valueAt } from "./openapi/visit.js";
import { pointerKeys, toPointer } from "./text/json-pointer.js";
import { type ClientSetting, UserError } from "./text/user-error.js";

/** Sorted diagnostics, each once and with its location in the source; those without a pointer are of no location. */
export function locateDiagnostics(
  diagnostics: Iterable<Diagnostic>,
  { locate }: Pick<LoadedContract, "locate">,
): readonly Diagnostic[] {
  return sortDiagnostics(diagnostics).map((one) =>
    one.location !== undefined || one.pointer === "" ? one : { ...one, location: locate(one.pointer) },
  );
}

/** The same error with its pointers as locations: `at openapi.yaml:12:5 (#/paths/~1a)`. One without pointers as it is. */
export function locateError(error: UserError, { locate }: Pick<LoadedContract, "locate">): UserError {
  const { exitCode, message, pointers, remedy } = error;
  if (pointers.length === 0) return error;
  const where = pointers.map((pointer) => {
    const [text = pointer] = locationText({ pointer, location: locate(pointer) });
    return text.endsWith(pointer) ? text : `${text} (${pointer})`;
  });
  return new UserError(exitCode, message, { remedy, where: `at ${where.join("\nand ")}`, cause: error });
}

/**
 * Runs a step of the work for a client. An error that comes from a setting has its position in the configuration file.
 *
 * @param position - of a setting; undefined: the file does not decide it.
 */
export async function locateSettings<Value>(
  position: ((setting: ClientSetting) => string | undefined) | undefined,
  work: () => Promise<Value> | Value,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError) || error.setting === undefined) throw error;
    const at = position?.(error.setting);
    if (at === undefined) throw error;
    const { exitCode, message, remedy, where, setting } = error;
    const line = `${at} ${setting}`;
    const text = where === undefined ? line : `${line}\n${where}`;
    throw new UserError(exitCode, message, { remedy, where: text, cause: error });
  }
}

/** Findings with file, line and column of their positions; for what is gone, also of what is left above it. */
export function locateFindings(
  findings: readonly Finding[],
  old: LoadedContract,
  now: LoadedContract,
): readonly Finding[] {
  const inOld = locator(old);
  const inNew = locator(now);
  return findings.map((finding) => ({
    ...finding,
    ...(finding.old && { old: quoted(inOld(finding.old), old) }),
    ...(finding.new && { new: quoted(inNew(finding.new), now) }),
    ...(finding.old && !finding.new && { nearest: inNew({ pointer: nearestIn(now, finding.old.pointer) }) }),
  }));
}

/** Looks each pointer up once. */
function locator(contract: LoadedContract): (position: Position) => LocatedPosition {
  const known = new Map<string, Omit<LocatedPosition, "pointer" | "value">>();
  return (position) => {
    let location = known.get(position.pointer);
    if (location === undefined) {
      const { file, line, column } = contract.locate(position.pointer);
      location = { file, ...(line !== undefined && { line, column: column ?? 1 }) };
      known.set(position.pointer, location);
    }
    return { ...position, ...location };
  };
}

/** The position with what is there, unless its value says it. */
function quoted(position: LocatedPosition, { document }: LoadedContract): LocatedPosition {
  if (position.value !== undefined) return position;
  const value = valueAt(document, pointerKeys(position.pointer));
  return value === undefined ? position : { ...position, excerpt: excerptOf(value) };
}

/** Of an excerpt; members of one object or list are lines too. */
const LONGEST = { lines: 14, characters: 800, levels: 4 };

function excerptOf(value: unknown): string {
  const text = JSON.stringify(pruned(value, LONGEST.levels), null, 2);
  const start = text.slice(0, LONGEST.characters).split("\n").slice(0, LONGEST.lines).join("\n");
  return start === text ? text : `${start}\n…`;
}

/** The start of a value: printing all of a large one would take long. */
function pruned(value: unknown, levels: number): unknown {
  if (typeof value === "string") return value.slice(0, LONGEST.characters);
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return Array.isArray(value) ? ["…"] : "{…}";
  if (Array.isArray(value)) return value.slice(0, LONGEST.lines).map((one) => pruned(one, levels - 1));
  const members = Object.entries(value).slice(0, LONGEST.lines);
  return Object.fromEntries(members.map(([name, one]) => [name, pruned(one, levels - 1)]));
}

function nearestIn({ document }: LoadedContract, pointer: string): string {
  const keys = pointerKeys(pointer);
  while (keys.length > 0 && valueAt(document, keys) === undefined) keys.pop();
  return toPointer(keys);
}

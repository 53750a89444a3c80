import { type Diagnostic, messageOf } from "./diagnostic.js";
import { type DiagnosticGroup, groupDiagnostics } from "./group-diagnostics.js";
import type { Level } from "./rule.js";
import { ruleOf } from "./rule-table.js";

/** How diagnostics are printed. */
export interface RenderOptions {
  /** Only errors and those that change what the client does, or fail the run. */
  readonly quiet?: boolean;
  /** Warnings fail the run. */
  readonly strict?: boolean;
  /** Every location, and infos in full. */
  readonly verbose?: boolean;
  /** Paints the word of a level. */
  readonly paint?: (level: Level) => string;
}

/** Places of one rule that are printed without `verbose`. */
const LOCATIONS_SHOWN = 3;

/**
 * Diagnostics for a person, one group for each rule: level and id, each message with its locations, then the remedy once.
 * Infos are one line of counts unless `verbose`.
 *
 * @param sorted - in the order of `sortDiagnostics`.
 * @returns lines, without line ends.
 */
export function renderDiagnostics(
  sorted: readonly Diagnostic[],
  options: RenderOptions = {},
): readonly string[] {
  const { quiet = false, strict = false, verbose = false } = options;
  const groups = groupDiagnostics(sorted);
  if (quiet) {
    const printed = groups.filter((group) => isNeverQuiet(group) || (strict && group.level === "warning"));
    return [...printed.flatMap((group) => groupLines(group, options)), ...acceptingLines(groups, strict)];
  }
  const full = groups.filter(({ level }) => verbose || level !== "info");
  const infos = groups.filter((group) => !full.includes(group));
  return [
    ...full.flatMap((group) => groupLines(group, options)),
    ...infoLines(infos, options),
    ...acceptingLines(groups, strict),
  ];
}

/** What accepts the warnings that `--strict` fails on. Those of traits have lines of their own, which say what the service does. */
function acceptingLines(groups: readonly DiagnosticGroup[], strict: boolean): readonly string[] {
  const ids = groups.flatMap(({ id, level }) =>
    level === "warning" && !id.startsWith("trait/") ? [id] : [],
  );
  if (!strict || ids.length === 0) return [];
  return [
    "--strict fails on warnings. To accept them as they are, in cabinetry.yaml, below the client:",
    "  accept:",
    ...ids.map((id) => `    ${id}: true`),
  ];
}

function isNeverQuiet({ level, changesClient }: DiagnosticGroup): boolean {
  return level === "error" || (changesClient && level === "warning");
}

function groupLines(group: DiagnosticGroup, options: RenderOptions): readonly string[] {
  const { id, remedy, diagnostics } = group;
  const shown = options.verbose === true ? diagnostics : firstOf(diagnostics);
  const more = diagnostics.length - shown.length;
  const locations = new Map<string, string[]>();
  for (const one of shown) {
    const message = messageOf(one);
    locations.set(message, [...(locations.get(message) ?? []), ...locationText(one)]);
  }
  return [
    `${painted(group, options)} ${id}`,
    ...[...locations].flatMap(([message, texts]) => [
      `  ${message}`,
      ...(texts.length === 0 ? [] : [`    at ${texts.join(", ")}`]),
    ]),
    ...(more === 0 ? [] : [`    and ${String(more)} more`]),
    `  Remedy: ${remedy}`,
  ];
}

/** A few diagnostics of a rule: one for each message, as long as there is room, then the first ones. */
function firstOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const byMessage = new Map<string, Diagnostic>();
  for (const one of diagnostics) {
    const message = messageOf(one);
    if (!byMessage.has(message)) byMessage.set(message, one);
  }
  const preferred = new Set([...byMessage.values(), ...diagnostics]);
  const chosen = new Set([...preferred].slice(0, LOCATIONS_SHOWN));
  return diagnostics.filter((one) => chosen.has(one));
}

function infoLines(groups: readonly DiagnosticGroup[], options: RenderOptions): readonly string[] {
  const [first] = groups;
  if (first === undefined) return [];
  const counts = groups.map(({ id, diagnostics }) => `${id} (${String(diagnostics.length)})`);
  return [`${painted(first, options)} ${counts.join(", ")}; --verbose prints the locations`];
}

function painted({ level }: DiagnosticGroup, { paint }: RenderOptions): string {
  return paint === undefined ? level : paint(level);
}

/** `openapi.yaml:12:5`, or file and pointer where the line is not known; none for what has no location. */
export function locationText({
  pointer,
  location,
}: Pick<Diagnostic, "pointer" | "location">): readonly string[] {
  if (location?.line !== undefined)
    return [`${location.file}:${String(location.line)}:${String(location.column ?? 1)}`];
  const text = location === undefined ? pointer : `${location.file} ${location.pointer}`.trimEnd();
  return text === "" ? [] : [text];
}

/** A diagnostic in the JSON of every command. New members may come. */
export interface DiagnosticReport {
  /** Stable: `schema/empty-enum`; docs/diagnostics.md lists them. */
  readonly id: string;
  readonly level: Level;
  readonly message: string;
  readonly remedy: string;
  /** JSON pointer; empty where it is of no location of the contract. */
  readonly pointer: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** The client does something else than the contract says. */
  readonly changesClient: boolean;
  /** Values in the message, as the contract has them. */
  readonly arguments: Diagnostic["arguments"];
}

/** A diagnostic as `--json` prints it. */
export function reportDiagnostic(one: Diagnostic): DiagnosticReport {
  const { id, level, pointer, location, arguments: values } = one;
  const { remedy, changesClient } = ruleOf(id);
  return {
    id,
    level,
    message: messageOf(one),
    remedy,
    pointer,
    ...(location === undefined ? {} : { file: location.file }),
    ...(location?.line === undefined ? {} : { line: location.line, column: location.column ?? 1 }),
    changesClient: changesClient === true,
    arguments: values,
  };
}

import { relative, sep } from "node:path";
import { type DiagnosticReport, reportDiagnostic } from "../diagnostics/render-diagnostics.js";
import type { GenerateOutcome } from "../generate.js";
import { contractLabel } from "../text/contract-label.js";
import { onOneLine } from "../text/printable.js";
import { colorsFor, type Terminal } from "./terminal.js";

/**
 * `cabinetry generate --json` on standard output. Paths are relative to `out`, sorted. Under `--check` the lists say what
 * would happen; otherwise what did. `schemaVersion` counts up when a member changes its meaning; new members may come.
 */
export interface GenerateReport {
  readonly schemaVersion: 3;
  readonly command: "generate";
  readonly check: boolean;
  readonly upToDate: boolean;
  /** `--strict` found warnings: nothing was written. */
  readonly stopped: boolean;
  /** A process died while it wrote to the folder; only under `--check`. */
  readonly interrupted: boolean;
  readonly name: string;
  readonly out: string;
  readonly contract: { readonly title: string; readonly version: string; readonly digest: string };
  readonly operations: number;
  readonly models: number;
  readonly files: {
    readonly created: readonly string[];
    readonly changed: readonly string[];
    readonly stale: readonly string[];
    /** Not as Cabinetry left them: changed by hand, or never its own. Without `--check` there are some only under `--force`: they were overwritten. */
    readonly edited: readonly string[];
    /** Those of `edited` that differ in formatting alone; only under `--check`. */
    readonly reformatted: readonly string[];
    readonly unchanged: readonly string[];
  };
  /**
   * What changes on the wire and for code that calls the client, in the form of `cabinetry diff --json`; null: there was no client, or
   * its contract snapshot cannot be read.
   */
  readonly contractChanges: GenerateOutcome["contractChanges"] | null;
  /** `cabinetry.yaml` to save: the settings of a client of 0.1.0, which were in its manifest. */
  readonly suggestedConfig?: string;
  /** The most important first. */
  readonly diagnostics: readonly DiagnosticReport[];
}

/** The outcome as `--json` prints it. */
export function generateReport(outcome: GenerateOutcome, check: boolean): GenerateReport {
  const { upToDate, stopped, interrupted, name, out, contract, operations, models } = outcome;
  const { created, changed, stale, edited, reformatted, unchanged } = outcome;
  const files = { created, changed, stale, edited, reformatted, unchanged };
  return {
    schemaVersion: 3,
    command: "generate",
    check,
    upToDate,
    stopped,
    interrupted,
    name,
    out,
    contract,
    operations,
    models,
    files,
    contractChanges: outcome.contractChanges ?? null,
    ...(outcome.suggestedConfig !== undefined && { suggestedConfig: outcome.suggestedConfig }),
    diagnostics: outcome.diagnostics.map(reportDiagnostic),
  };
}

/** What was written, as one line for a person. */
export function describeGenerated(outcome: GenerateOutcome): string {
  const { contract, name, out, operations, models } = outcome;
  if (outcome.stopped) return `Nothing was written to ${out}: --strict fails on warnings.\n`;
  const counts = [
    [outcome.created.length, "created"],
    [outcome.changed.length, "changed"],
    [outcome.edited.length, "not as left, and overwritten"],
    [outcome.stale.length, "removed"],
    [outcome.unchanged.length, "unchanged"],
  ] as const;
  const counted = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const from = `from ${onOneLine(contractLabel(contract))}`;
  return `${name} in ${out}, ${from}: ${count(operations, "operation")}, ${count(models, "model")}; files: ${counted.join(", ")}.\n`;
}

/**
 * What `--check` found, for a person: one block for each kind of difference, every file named.
 *
 * @param changes - of the contract, as text; empty: none are known.
 */
export function describeCheck(outcome: GenerateOutcome, changes: string, terminal: Terminal): string {
  const { contract, out } = outcome;
  const from = onOneLine(contractLabel(contract));
  if (outcome.upToDate) return `${out} is up to date with ${from}.\n`;
  if (outcome.interrupted) {
    return `A write to ${out} was interrupted. It may hold half a client.\n\nRun cabinetry generate without --check: it finishes or undoes that write first.\n`;
  }
  const reformatted = new Set(outcome.reformatted);
  const edited = outcome.edited.filter((path) => !reformatted.has(path));
  const advice = [
    ...(reformatted.size > 0 ? [ignoreAdvice(out)] : []),
    outcome.edited.length === 0
      ? "Run cabinetry generate without --check to bring it up to date, and commit the result."
      : `${edited.length === 0 ? "Then" : "Move changes that were made by hand elsewhere, then"} run cabinetry generate with --force, and commit the result.`,
  ].join("\n\n");
  if (outcome.created.includes("manifest.json") && outcome.edited.length === 0) {
    return `${out} holds no client generated from ${from}.\n\n${advice}\n`;
  }
  const paint = colorsFor(terminal.out, terminal.environment);
  const blocks = [
    [outcome.created, paint.green, "new: the contract gives these, the folder lacks them"],
    [outcome.changed, paint.yellow, "changed: contract, options or generator give other contents"],
    [outcome.stale, paint.red, "stale: the contract no longer gives these"],
    [
      outcome.reformatted,
      paint.magenta,
      "reformatted: same contents, other formatting; overwritten only with --force",
    ],
    [edited, paint.magenta, "not as Cabinetry left them: overwritten only with --force"],
  ] as const;
  const sections = blocks
    .filter(([paths]) => paths.length > 0)
    .map(([paths, color, title]) => [color(title), ...paths.map((path) => `  ${path}`)].join("\n"));
  return `${out} is not what ${from} gives now.\n\n${sections.join("\n\n")}\n\n${changes === "" ? "" : `${changes}\n`}${advice}\n`;
}

/** The lines that keep formatters and linters out of the folder of a client. */
function ignoreAdvice(out: string): string {
  const path = relative("", out).replaceAll(sep, "/");
  return [
    "A formatter changed files of the client. Exclude its folder, in the file of your tool:",
    `  .prettierignore    ${path}/`,
    `  eslint.config.js   { ignores: [${JSON.stringify(`${path}/`)}] }`,
    `  biome.json         "files": { "includes": ["**", ${JSON.stringify(`!${path}`)}] }`,
  ].join("\n");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

// Types only: the generator is slow to load, so it is imported where it starts.

import { relative, sep } from "node:path";
import { Command, Option } from "commander";
import { type DiagnosticReport, reportDiagnostic } from "../diagnostics/render-diagnostics.js";
import type { GenerateOptions } from "../client-settings.js";
import type { GenerateOutcome } from "../generate.js";
import type { ClientSelection, SelectedClient } from "../select-clients.js";
import { contractLabel } from "../text/contract-label.js";
import { type SettingsSource, settingsLabel } from "../text/settings-label.js";
import { onOneLine } from "../text/printable.js";
import { optimiseLess } from "./short-lived.js";
import { failureReport, printFailure } from "./print-failure.js";
import { addReadingOptions, type ReadingFlags, readingOf } from "./reading-options.js";
import { appendValue, colorsFor, type Loudness, Narrator, type Terminal } from "./terminal.js";

interface GenerateFlags extends Loudness, ReadingFlags {
  readonly out?: string;
  readonly name?: string;
  readonly vendor?: string;
  readonly check?: true;
  readonly strict?: true;
  readonly force?: true;
  readonly rename?: true;
  readonly openapiTypes?: boolean;
  readonly importExtension?: "js" | "ts" | "none";
  readonly config?: string;
  readonly client?: readonly string[];
  readonly json?: true;
}

const examples = `
Examples:
  $ cabinetry generate https://platform.example/v1/external -o src/external-api
  $ cabinetry generate openapi.yaml -o src/external-api --vendor acme
  $ cabinetry generate openapi.yaml -o src/external-api --check
  $ cabinetry generate github.yaml -o src/github --include tag:gists --include "/users/*"
  $ cabinetry generate                        every client of cabinetry.yaml
  $ cabinetry generate --client billing       one of them`;

/**
 * `cabinetry generate`: writes a client, or under `--check` compares it with what is there.
 *
 * @param finish - receives the exit code: 1 when `--check` found a difference, or `--strict` a warning; of several clients, the worst one's.
 */
export function generateCommand(terminal: Terminal, finish: (exitCode: 0 | 1 | 2 | 3 | 4) => void): Command {
  const command = new Command("generate")
    .summary("write a client for a contract")
    .description(
      "Reads a contract and writes a TypeScript client for it. Writes only what differs. Options that are " +
        "not given come from cabinetry.yaml. Without it, the client in the folder keeps its class, vendor word, " +
        "import extension and openapi-types.ts; give the others again. Names stay. Without CONTRACT, generates " +
        "every client of cabinetry.yaml.",
    )
    .argument(
      "[contract]",
      "URL of an API or a document, a file, git:REV:PATH, a generated client's folder, or -",
    )
    .option("-o, --out <dir>", "folder of the client")
    .option("--name <Name>", "class of the client; default: as it is, or after the contract's title")
    .option("--vendor <word>", "vendor word of the token exchange, where the contract leaves it open")
    .option("--check", "write nothing; exit 1 when the folder is not what would be generated")
    .option("--strict", "write nothing and exit 1 when there is a warning")
    .addOption(
      new Option(
        "--force",
        "overwrite files edited by hand and the client of another contract; write to a folder that is not empty",
      ).conflicts("check"),
    )
    .option("--rename", "recompute all names, ignoring names.lock.json")
    .option("--openapi-types", "also write openapi-types.ts, the types that openapi-fetch needs")
    .option("--no-openapi-types", "no longer write it")
    .addOption(
      new Option("--import-extension <ext>", "how relative imports end; default: as they do, or js").choices([
        "js",
        "ts",
        "none",
      ]),
    );
  return addReadingOptions(command)
    .option("--config <file>", "configuration file; default: cabinetry.yaml in the current folder")
    .option("--client <name>", "client of the configuration file (repeatable); default: all", appendValue)
    .option("--json", "print the result as JSON")
    .option("-q, --quiet", "print only the result, errors, and warnings that change the client")
    .addOption(
      new Option("-v, --verbose", "print every location of every warning, and infos").conflicts("quiet"),
    )
    .addHelpText("after", examples)
    .action(async (contract: string | undefined, flags: GenerateFlags) => {
      optimiseLess();
      const narrator = new Narrator(terminal, flags);
      const { selectClients } = await import("../select-clients.js");
      const selected = await selectClients(readSelection(contract, flags, narrator.color));
      const run = { terminal, narrator, flags };
      if (contract === undefined) {
        finish(await generateAll(selected, run));
        return;
      }
      const [client] = selected;
      if (client === undefined) return;
      const { options, settings } = client;
      if (settings !== undefined) narrator.step("config", settingsLabel(settings));
      const { outcome, exitCode } = await generateOne(options, run);
      if (flags.json) printJson(terminal, { ...generateReport(outcome, flags.check === true), settings });
      finish(exitCode);
    });
}

/** What one run of the command has. */
interface Run {
  readonly terminal: Terminal;
  readonly narrator: Narrator;
  readonly flags: GenerateFlags;
}

/** Generates, and tells a person what came of it. */
async function generateOne(
  options: GenerateOptions,
  { terminal, narrator, flags }: Run,
): Promise<{ readonly outcome: GenerateOutcome; readonly exitCode: 0 | 1 }> {
  const { generate } = await import("../generate.js");
  const outcome = await generate(options, ({ name, text, milliseconds }) => {
    narrator.step(name, text, milliseconds);
  });
  narrator.diagnostics(outcome.diagnostics, flags.strict === true);
  narrator.suggestConfig(outcome.suggestedConfig);
  const check = flags.check === true;
  if (!flags.json) {
    const changes = await describeChanges(outcome, terminal);
    terminal.out.write(
      check
        ? describeCheck(outcome, changes, terminal)
        : [describeGenerated(outcome), changes].filter((text) => text !== "").join("\n"),
    );
  }
  return { outcome, exitCode: outcome.stopped || (check && !outcome.upToDate) ? 1 : 0 };
}

/** The changes of the contract as text; nothing is loaded for it where there are none. */
async function describeChanges(
  { contractChanges, stopped }: GenerateOutcome,
  terminal: Terminal,
): Promise<string> {
  if (contractChanges === undefined || contractChanges.findings.length === 0 || stopped) return "";
  const { contractChangesText } = await import("../report/text.js");
  return contractChangesText(contractChanges, colorsFor(terminal.out, terminal.environment));
}

/** Generates the clients of a configuration file, one after another; one that fails does not keep the others from it. */
async function generateAll(selected: readonly SelectedClient[], run: Run): Promise<0 | 1 | 2 | 3 | 4> {
  const { terminal, narrator, flags } = run;
  const reports: object[] = [];
  let worst: 0 | 1 | 2 | 3 | 4 = 0;
  for (const { id = "", options } of selected) {
    narrator.client(id);
    let code: 0 | 1 | 2 | 3 | 4;
    try {
      const { outcome, exitCode } = await generateOne(options, run);
      reports.push({ client: id, ...generateReport(outcome, flags.check === true) });
      code = exitCode;
    } catch (error) {
      reports.push({ client: id, ...failureReport(error) });
      code = printFailure(error, terminal, false);
    }
    if (code > worst) worst = code;
  }
  if (flags.json) printJson(terminal, { schemaVersion: 3, command: "generate", clients: reports });
  return worst;
}

function printJson(terminal: Terminal, value: object): void {
  terminal.out.write(`${JSON.stringify(value, null, 2)}\n`);
}

function readSelection(contract: string | undefined, flags: GenerateFlags, color: boolean): ClientSelection {
  const { out, name, vendor, check, strict, force, rename, openapiTypes, importExtension } = flags;
  const { config, client } = flags;
  const given = { contract, out, config, clients: client, name, vendor, openapiTypes, importExtension };
  return { ...given, check, strict, force, rename, ...readingOf(flags), color };
}

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
  /** Whose settings were used for CONTRACT; absent: no configuration file has settings for it. */
  readonly settings?: SettingsSource;
  /** The most important first. */
  readonly diagnostics: readonly DiagnosticReport[];
}

/** The outcome as `--json` prints it. */
function generateReport(outcome: GenerateOutcome, check: boolean): GenerateReport {
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
function describeGenerated(outcome: GenerateOutcome): string {
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
function describeCheck(outcome: GenerateOutcome, changes: string, terminal: Terminal): string {
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

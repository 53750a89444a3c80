// Types only: the comparison is slow to load, so it is imported where it starts.

import { writeFile } from "node:fs/promises";
import { Command, Option } from "commander";
import type { DiffOptions, DiffOutcome } from "../diff-contracts.js";
import type { ReportFormat } from "../report/render-report.js";
import type { Show } from "../report/report-options.js";
import { UserError } from "../text/user-error.js";
import { nearestWord } from "../text/words.js";
import { optimiseLess } from "./short-lived.js";
import { addReadingOptions, type ReadingFlags, readingOf } from "./reading-options.js";
import { colorsFor, type Loudness, Narrator, type Terminal } from "./terminal.js";

/** The formats of reports, and the endings of file names that mean them. */
const FORMATS: Readonly<Record<ReportFormat, RegExp>> = {
  text: /\.(?:txt|log)$/iu,
  json: /\.json$/iu,
  markdown: /\.(?:md|markdown)$/iu,
  changelog: /(?:^|[/\\])CHANGELOG[^/\\]*$/iu,
  html: /\.html?$/iu,
  github: /(?!)/u,
  sarif: /\.sarif(?:\.json)?$/iu,
  junit: /\.xml$/iu,
};

/** Names of all formats, for help. */
const formatNames = Object.keys(FORMATS) as readonly ReportFormat[];

/** One report to print. */
interface ReportTarget {
  readonly format: ReportFormat;
  /** Absent: standard output. */
  readonly file?: string;
}

/**
 * Collects `--format` and `--output` in the order of the command line: a file belongs to the format before it, else to the one after it,
 * else its name decides.
 */
class ReportTargets {
  readonly #given: { format?: ReportFormat; file?: string }[] = [];

  /** @throws UserError (2) for a word that is not a format. */
  addFormat(word: string): void {
    const format = formatNames.find((name) => name === word);
    if (format === undefined) throw unknownFormat(word);
    const last = this.#given.at(-1);
    if (last !== undefined && last.format === undefined) last.format = format;
    else this.#given.push({ format });
  }

  addFile(file: string): void {
    const last = this.#given.at(-1);
    if (last?.format !== undefined && last.file === undefined) last.file = file;
    else this.#given.push({ file });
  }

  /**
   * The reports of this run; text on standard output where none is given.
   *
   * @throws UserError (2) when two are for standard output or for the same file, or the name of a file tells no format.
   */
  list(): readonly ReportTarget[] {
    if (this.#given.length === 0) return [{ format: "text" }];
    const targets = this.#given.map(({ format, file }): ReportTarget => ({
      format: format ?? formatOf(file ?? ""),
      ...(file !== undefined && { file }),
    }));
    const files = targets.map(({ file }) => file);
    const twice = files.find((file, index) => files.indexOf(file) !== index);
    if (files.length !== new Set(files).size) {
      throw new UserError(
        2,
        twice === undefined
          ? "Only one report can go to standard output."
          : `Two reports have the same file: ${twice}.`,
        { remedy: "Write --output FILE after each --format." },
      );
    }
    return targets;
  }
}

function formatOf(file: string): ReportFormat {
  const endings = Object.entries(FORMATS) as readonly (readonly [ReportFormat, RegExp])[];
  const found = endings.toReversed().find(([, ending]) => ending.test(file))?.[0];
  if (found !== undefined) return found;
  throw new UserError(
    2,
    `The end of the name does not tell the format of the report: ${JSON.stringify(file)}.`,
    {
      remedy: `Write --format before --output. Formats: ${formatNames.join(", ")}.`,
    },
  );
}

function unknownFormat(word: string): UserError {
  const near = nearestWord(word, formatNames);
  return new UserError(2, `--format must be a known format (got ${JSON.stringify(word)}).`, {
    remedy:
      near === undefined
        ? `Formats: ${formatNames.join(", ")}.`
        : `Did you mean ${near}? Formats: ${formatNames.join(", ")}.`,
  });
}

interface DiffFlags extends Loudness, ReadingFlags {
  readonly failOn?: NonNullable<DiffOptions["failOn"]>;
  readonly show: Show;
  readonly usedBy?: string;
  readonly client?: string;
  readonly accept?: string;
  readonly writeAccept?: string;
  readonly explain?: string;
  readonly config?: string;
}

const examples = `
Formats: ${formatNames.join(", ")}.
An --output belongs to the --format before it, else to the one after it. Without one, the end of the file's name decides.

Examples:
  $ cabinetry diff git:main:openapi.yaml openapi.yaml
  $ cabinetry diff src/external-api https://platform.example/v1/external
  $ cabinetry diff old.yaml new.yaml --format text --format html --output diff.html
  $ cabinetry diff old.yaml new.yaml --format github --fail-on wire
  $ cabinetry diff old.yaml new.yaml --write-accept accepted.yaml
  $ cabinetry diff old.yaml new.yaml --include tag:orders --overlay shop.overlay.yaml
  $ cabinetry diff old.yaml new.yaml --used-by ../shop
  $ cabinetry diff --explain request.property.removed`;

/**
 * `cabinetry diff`: compares two contracts, on the wire and for code that is compiled against the client.
 *
 * @param finish - receives the exit code: 1 when the gate is reached.
 */
export function diffCommand(terminal: Terminal, finish: (exitCode: 0 | 1) => void): Command {
  const targets = new ReportTargets();
  const command = new Command("diff")
    .summary("compare two contracts: what breaks on the wire, and for TypeScript callers")
    .description(
      "Compares two versions of a contract. Wire: whether released clients go on working against the new API. " +
        "SDK: whether code that is compiled against the generated client still compiles. Exits with 1 when a " +
        "change reaches the gate.",
    )
    .argument("[old]", "URL of an API or a document, a file, git:REV:PATH, a generated client's folder, or -")
    .argument("[new]", "the same, for the version to compare it with")
    .option("--format <format>", "format of a report (repeatable); default: text", (word: string) => {
      targets.addFormat(word);
      return word;
    })
    .option("--output <file>", "file of a report (repeatable); default: standard output", (file: string) => {
      targets.addFile(file);
      return file;
    })
    .option("--json", "the same as --format json")
    .addOption(
      new Option(
        "--fail-on <level>",
        "changes that make the exit code 1; default: breaking, on the wire or for callers of the client",
      ).choices(["wire", "sdk", "breaking", "risky", "any", "none"]),
    )
    .addOption(
      new Option("--show <level>", "changes to list beside those that break or are risky")
        .choices(["none", "compatible", "docs", "all"])
        .default("none"),
    )
    .option(
      "--used-by <folder>",
      "project whose code counts (TypeScript, JavaScript): only changes that reach it do",
    )
    .option(
      "--client <client>",
      "client of the configuration file whose settings count, by name or folder; with --used-by, the folder of the client that this project uses",
    )
    .option("--accept <file>", "YAML file of changes that were reviewed: they do not reach the gate")
    .option("--write-accept <file>", "add the changes that reach the gate to this file, to fill in reasons")
    .option("--explain <rule>", "print how the level of a rule follows; list prints all rules")
    .option("--config <file>", "configuration file; default: cabinetry.yaml in the current folder");
  return addReadingOptions(command, "the contracts'")
    .option("-q, --quiet", "print only the result and errors")
    .addOption(new Option("-v, --verbose", "print warnings of both contracts").conflicts("quiet"))
    .addHelpText("after", examples)
    .on("option:json", () => {
      targets.addFormat("json");
    })
    .action(async (old: string | undefined, now: string | undefined, flags: DiffFlags) => {
      if (flags.explain !== undefined) {
        terminal.out.write(await explain(flags.explain));
        return;
      }
      const listed = targets.list();
      const options = readOptions(old, now, flags, terminal);
      optimiseLess();
      const narrator = new Narrator(terminal, flags);
      const { diffContracts } = await import("../diff-contracts.js");
      const outcome = await diffContracts(options, ({ name, text, milliseconds }) => {
        narrator.step(name, text, milliseconds);
      });
      // What the configuration has no effect on changes the comparison.
      const ofSettings = outcome.diagnostics.filter(({ id }) => id === "config/unfit-override");
      narrator.diagnostics(flags.verbose ? outcome.diagnostics : ofSettings, false);
      await printReports(listed, outcome, { terminal, flags });
      finish(outcome.report.gate.reached ? 1 : 0);
    });
}

async function explain(rule: string): Promise<string> {
  const { explainRule, listExplained } = await import("../diff-contracts.js");
  return `${(rule === "list" ? listExplained() : explainRule(rule)).join("\n")}\n`;
}

function readOptions(
  old: string | undefined,
  now: string | undefined,
  flags: DiffFlags,
  terminal: Terminal,
): DiffOptions {
  if (old === undefined || now === undefined) {
    throw new UserError(2, `diff needs two contracts${old === undefined ? "" : ": the second is missing"}.`, {
      remedy:
        "Name both: cabinetry diff OLD NEW, for example cabinetry diff git:main:openapi.yaml openapi.yaml.",
    });
  }
  const { failOn, usedBy, client, accept, writeAccept, config } = flags;
  const { color } = new Narrator(terminal, flags);
  const given = { failOn, usedBy, client, accept, writeAccept, config };
  return { old, new: now, ...given, ...readingOf(flags), color };
}

/** Prints every report: files first, so that a file that cannot be written leaves standard output empty. */
async function printReports(
  targets: readonly ReportTarget[],
  { report, drafted }: DiffOutcome,
  { terminal, flags }: { readonly terminal: Terminal; readonly flags: DiffFlags },
): Promise<void> {
  const { renderReport } = await import("../report/render-report.js");
  const { describeRule } = await import("../diff-contracts.js");
  const lines: string[] = [];
  for (const { format, file } of targets) {
    if (file === undefined) continue;
    await writeReport(file, renderReport(format, report, { show: flags.show, describeRule }));
    lines.push(`Wrote the ${format} report to ${file}.`);
  }
  if (flags.writeAccept !== undefined) {
    const entries = `${String(drafted)} ${drafted === 1 ? "entry" : "entries"}`;
    lines.push(
      drafted === 0
        ? `No entry was added to ${flags.writeAccept}.`
        : `Added ${entries} to ${flags.writeAccept}. Fill in each reason, then pass the file with --accept.`,
    );
  }
  const { wire, sdk } = report.verdict;
  const onStdout = targets.find(({ file }) => file === undefined);
  if (onStdout === undefined) lines.push(`Wire: ${wire}. SDK: ${sdk}.`);
  if (!flags.quiet) for (const line of lines) terminal.err.write(`${line}\n`);
  if (onStdout === undefined) return;
  const paint = colorsFor(terminal.out, terminal.environment);
  const { format } = onStdout;
  const options = { show: flags.show, describeRule, ...(format === "text" && { paint }) };
  terminal.out.write(renderReport(format, report, options));
}

async function writeReport(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new UserError(2, `${file} cannot be written.`, {
      where: error instanceof Error ? error.message : String(error),
      remedy: "Name a file in a folder that exists with --output.",
      cause: error,
    });
  }
}

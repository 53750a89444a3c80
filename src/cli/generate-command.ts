// Types only: the generator is slow to load, so it is imported where it starts.
import { Command, Option } from "commander";
import type { GenerateOptions } from "../generate-options.js";
import type { GenerateOutcome } from "../generate.js";
import { type DiagnosticReport, reportDiagnostic } from "../diagnostics/render-diagnostics.js";
import { contractLabel } from "../text/contract-label.js";
import { UserError } from "../text/user-error.js";
import { appendValue, colorsFor, type Loudness, Narrator, onOneLine, type Terminal } from "./terminal.js";

interface GenerateFlags extends Loudness {
  readonly out?: string;
  readonly name?: string;
  readonly vendor?: string;
  readonly check?: true;
  readonly strict?: true;
  readonly force?: true;
  readonly rename?: true;
  readonly openapiTypes?: boolean;
  readonly importExtension?: "js" | "ts" | "none";
  readonly allowHost?: readonly string[];
  readonly json?: true;
}

const examples = `
Examples:
  $ cabinetry generate https://platform.example/v1/external -o src/external-api
  $ cabinetry generate openapi.yaml -o src/external-api --vendor acme
  $ cabinetry generate openapi.yaml -o src/external-api --check`;

/**
 * `cabinetry generate`: writes a client, or under `--check` compares it with what is there.
 *
 * @param finish - receives the exit code: 1 when `--check` found a difference, or `--strict` a warning.
 */
export function generateCommand(terminal: Terminal, finish: (exitCode: 0 | 1) => void): Command {
  return new Command("generate")
    .summary("write a client for a contract")
    .description(
      "Reads a contract and writes a TypeScript client for it. Writes only what differs. Options that are " +
        "not given, and names, are as the client in the folder has them.",
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
    .option(
      "--rename",
      "name class, methods and models as a new client would, instead of keeping their names",
    )
    .option("--openapi-types", "also write openapi-types.ts, the types that openapi-fetch needs")
    .option("--no-openapi-types", "no longer write it")
    .addOption(
      new Option("--import-extension <ext>", "how relative imports end; default: as they do, or js").choices([
        "js",
        "ts",
        "none",
      ]),
    )
    .option(
      "--allow-host <host>",
      "host that the contract's references may reach too (repeatable)",
      appendValue,
    )
    .option("--json", "print the result as JSON")
    .option("-q, --quiet", "print only the result, errors, and warnings that change the client")
    .addOption(
      new Option("-v, --verbose", "print every location of every warning, and infos").conflicts("quiet"),
    )
    .addHelpText("after", examples)
    .action(async (contract: string | undefined, flags: GenerateFlags) => {
      const narrator = new Narrator(terminal, flags);
      const options = readOptions(contract, flags, narrator.color);
      const { generate } = await import("../generate.js");
      const outcome = await generate(options, ({ name, text, milliseconds }) => {
        narrator.step(name, text, milliseconds);
      });
      narrator.diagnostics(outcome.diagnostics, flags.strict === true);
      const check = flags.check === true;
      const text = check
        ? describeCheck(outcome, terminal)
        : outcome.stopped
          ? `Nothing was written to ${outcome.out}: --strict fails on warnings.\n`
          : describeGenerated(outcome);
      terminal.out.write(flags.json ? `${JSON.stringify(generateReport(outcome, check), null, 2)}\n` : text);
      finish(outcome.stopped || (check && !outcome.upToDate) ? 1 : 0);
    });
}

function readOptions(contract: string | undefined, flags: GenerateFlags, color: boolean): GenerateOptions {
  const { out, name, vendor, check, strict, force, rename, openapiTypes, importExtension, allowHost } = flags;
  if (contract === undefined) {
    throw new UserError(2, "generate needs to know the contract.", {
      remedy:
        "Name it after the command: cabinetry generate https://host/v1/external -o DIR, or a file's path.",
    });
  }
  if (out === undefined || out === "") {
    throw new UserError(2, "generate needs to know the folder of the client.", {
      remedy: "Name it with -o: cabinetry generate CONTRACT -o src/external-api.",
    });
  }
  return {
    contract,
    out,
    name,
    vendor,
    check,
    strict,
    force,
    rename,
    openapiTypes,
    importExtension,
    allowHosts: allowHost,
    color,
  };
}

/**
 * `cabinetry generate --json` on standard output. Paths are relative to `out`, sorted. Under `--check` the lists say what
 * would happen; otherwise what did. `schemaVersion` counts up when a member changes its meaning; new members may come.
 */
interface GenerateReport {
  readonly schemaVersion: 2;
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
    readonly unchanged: readonly string[];
  };
  /** The most important first. */
  readonly diagnostics: readonly DiagnosticReport[];
}

/** The outcome as `--json` prints it. */
function generateReport(outcome: GenerateOutcome, check: boolean): GenerateReport {
  const { upToDate, stopped, interrupted, name, out, contract, operations, models } = outcome;
  const { created, changed, stale, edited, unchanged } = outcome;
  const files = { created, changed, stale, edited, unchanged };
  return {
    schemaVersion: 2,
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
    diagnostics: outcome.diagnostics.map(reportDiagnostic),
  };
}

/** What was written, as one line for a person. */
function describeGenerated(outcome: GenerateOutcome): string {
  const { contract, name, out, operations, models } = outcome;
  const counts = [
    [outcome.created.length, "created"],
    [outcome.changed.length, "changed"],
    [outcome.edited.length, "not as left, and overwritten"],
    [outcome.stale.length, "removed"],
    [outcome.unchanged.length, "unchanged"],
  ] as const;
  const told = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const from = `from ${onOneLine(contractLabel(contract))}`;
  return `${name} in ${out}, ${from}: ${count(operations, "operation")}, ${count(models, "model")}; files: ${told.join(", ")}.\n`;
}

/** What `--check` found, for a person: one block for each kind of difference, every file named. */
function describeCheck(outcome: GenerateOutcome, terminal: Terminal): string {
  const { contract, out } = outcome;
  const from = onOneLine(contractLabel(contract));
  if (outcome.upToDate) return `${out} is up to date with ${from}.\n`;
  if (outcome.interrupted) {
    return `A write to ${out} was interrupted. It may hold half a client.\n\nRun cabinetry generate without --check: it finishes or undoes that write first.\n`;
  }
  const advice =
    outcome.edited.length === 0
      ? "Run cabinetry generate without --check to bring it up to date, and commit the result."
      : "Move changes that were made by hand elsewhere, then run cabinetry generate with --force, and commit the result.";
  if (outcome.created.includes("manifest.json") && outcome.edited.length === 0) {
    return `${out} holds no client generated from ${from}.\n\n${advice}\n`;
  }
  const paint = colorsFor(terminal.out, terminal.environment);
  const blocks = [
    [outcome.created, paint.green, "new: the contract gives these, the folder lacks them"],
    [outcome.changed, paint.yellow, "changed: contract, options or generator give other contents"],
    [outcome.stale, paint.red, "stale: the contract no longer gives these"],
    [outcome.edited, paint.magenta, "not as Cabinetry left them: overwritten only with --force"],
  ] as const;
  const told = blocks
    .filter(([paths]) => paths.length > 0)
    .map(([paths, color, title]) => [color(title), ...paths.map((path) => `  ${path}`)].join("\n"));
  return `${out} is not what ${from} gives now.\n\n${told.join("\n\n")}\n\n${advice}\n`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

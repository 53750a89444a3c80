// Types only: the generator is slow to load, so it is imported where it starts.
import { Command, Option } from "commander";
import { failsStrict } from "../diagnostics/group-diagnostics.js";
import { reportDiagnostic } from "../diagnostics/render-diagnostics.js";
import type { InspectedOperation, InspectedTrait, Inspection, InspectOptions } from "../inspect.js";
import { contractLabel } from "../text/contract-label.js";
import { settingsLabel } from "../text/settings-label.js";
import { onOneLine } from "../text/printable.js";
import { addReadingOptions, type ReadingFlags, readingOf } from "./reading-options.js";
import { sentOnceLines } from "./sent-once-lines.js";
import { textTable, wrappedLines } from "./text-columns.js";
import { unrecognisedLines } from "./unrecognised-lines.js";
import { colorsFor, type Loudness, Narrator, type Terminal } from "./terminal.js";

interface InspectFlags extends Loudness, ReadingFlags {
  readonly config?: string;
  readonly client?: string;
  readonly name?: string;
  readonly vendor?: string;
  readonly strict?: true;
  readonly json?: true;
}

const examples = `
Examples:
  $ cabinetry inspect https://platform.example/v1/external
  $ cabinetry inspect openapi.yaml --json | jq .operations`;

/**
 * `cabinetry inspect`: shows what Cabinetry recognised in a contract, and why. `--json` prints the inspection.
 *
 * @param finish - told the exit code: 1 when `--strict` found something missing.
 */
export function inspectCommand(terminal: Terminal, finish: (exitCode: 0 | 1) => void): Command {
  const command = new Command("inspect")
    .summary("show what Cabinetry recognised in a contract")
    .description("Reads a contract and tells what a client of it would be, and why. Writes nothing.")
    .argument(
      "[contract]",
      "URL of an API or a document, a file, git:REV:PATH, a generated client's folder, or -",
    )
    .option("--config <file>", "configuration file; default: cabinetry.yaml, if there is one")
    .option("--client <name>", "client in it whose settings count; default: the one with this contract")
    .option("--name <Name>", "class of the client; default: from the contract's title")
    .option("--vendor <word>", "vendor word of the token exchange, where the contract leaves it open");
  return addReadingOptions(command)
    .option("--strict", "exit 1 when something is missing that configuration must say, or there is a warning")
    .option("--json", "print the result as JSON")
    .option("-q, --quiet", "print only the result, errors, and warnings that change the client")
    .addOption(
      new Option("-v, --verbose", "print reasons, every location of every warning, and infos").conflicts(
        "quiet",
      ),
    )
    .addHelpText("after", examples)
    .action(async (contract: string | undefined, flags: InspectFlags) => {
      const narrator = new Narrator(terminal, flags);
      const options = readOptions(contract, flags, narrator.color);
      const { inspect } = await import("../inspect.js");
      const inspection = await inspect(options);
      narrator.diagnostics(inspection.diagnostics, flags.strict === true);
      const text = describeInspection(inspection, terminal, flags.verbose === true);
      terminal.out.write(flags.json ? `${JSON.stringify(inspectReport(inspection), null, 2)}\n` : text);
      const isComplete = inspection.missing.length === 0 && !failsStrict(inspection.diagnostics);
      finish(flags.strict && !isComplete ? 1 : 0);
    });
}

/** The inspection as `--json` prints it. */
function inspectReport(inspection: Inspection) {
  return { ...inspection, diagnostics: inspection.diagnostics.map(reportDiagnostic) };
}

function readOptions(contract: string | undefined, flags: InspectFlags, color: boolean): InspectOptions {
  const { config, client, name, vendor } = flags;
  return { contract, config, client, name, vendor, ...readingOf(flags), color };
}

/**
 * What Cabinetry recognised, for a person: one line an operation, then why each trait was recognised; with `verbose` also what
 * goes without saying (a GET is safe) and the place of each operation in the contract.
 */
function describeInspection(inspection: Inspection, terminal: Terminal, verbose: boolean): string {
  const paint = colorsFor(terminal.out, terminal.environment);
  const blocks = [
    summary(inspection),
    section(`Operations (${inspection.operations.length})`, operationLines(inspection.operations, verbose)),
    ...(verbose ? [] : [section("Why", whyLines(inspection.operations))]),
    section(
      "Recognised in the contract",
      textTable([...inspection.traits.map(traitRow), ...inspection.switchedOff.map(offRow)]),
    ),
    section("Scopes", textTable(inspection.scopes.map(scopeRow))),
    section(
      "Credentials",
      textTable(inspection.credentials.map(({ scheme, suppliedBy }) => [scheme, suppliedBy])),
    ),
    section("Problem codes", wrappedLines(inspection.problemCodes)),
    section("Meanings of problem codes", textTable(Object.entries(inspection.problemMeanings))),
    section("Masked wherever shown", wrappedLines(inspection.sensitive)),
    section("Sent once", sentOnceLines(inspection, verbose)),
    section("Not recognised", unrecognisedLines(inspection.unrecognised, verbose)),
    section("Missing", listLines(inspection.missing)),
  ];
  return `${blocks.filter((block) => block !== undefined).join("\n\n")}\n`;

  function section(title: string, lines: readonly string[]): string | undefined {
    return lines.length === 0 ? undefined : [paint.bold(title), ...lines].join("\n");
  }
}

function summary({ settings, contract, client, server, models }: Inspection): string {
  const { title, version, openapi, digest } = contract;
  return textTable(
    [
      ["Contract", contractLabel({ title, version })],
      ["Written in", `OpenAPI ${openapi}`],
      ["Digest", digest],
      ["Client", `${client}, ${models.length} models`],
      ...(settings === undefined ? [] : [["Settings", settingsLabel(settings)]]),
      ["Server", server.absolute ? server.url : `${server.url} (relative: the client takes baseUrl)`],
    ],
    0,
  ).join("\n");
}

function operationLines(operations: readonly InspectedOperation[], verbose: boolean): string[] {
  const lines = textTable(operations.map(operationRow));
  if (!verbose) return lines;
  return operations.flatMap(({ traits, switchedOff, pointer }, index) => [
    lines[index] ?? "",
    ...textTable([["at", pointer], ...traits.map(traitRow), ...switchedOff.map(offRow)], 6),
  ]);
}

/** One line for each reason, with the operations that it holds for. */
function whyLines(operations: readonly InspectedOperation[]): string[] {
  const rows = operations.flatMap(({ name, method, traits, switchedOff }) => [
    ...traits
      .filter(({ trait, decidedBy }) => trait !== "safe" || method === "POST" || decidedBy !== "contract")
      .map((trait) => [name, ...traitRow(trait)]),
    ...switchedOff.map((one) => [name, ...offRow(one)]),
  ]);
  return textTable(rows);
}

function operationRow({ name, method, path, scopes, traits, omitted }: InspectedOperation): string[] {
  // Several sets: any one of them is enough.
  const needed = scopes.map((set) => set.join(" + ")).join(" | ");
  const what = omitted === undefined ? traits.map(({ trait }) => trait).join(", ") : `no method: ${omitted}`;
  return [name, method.toUpperCase(), path, needed === "" ? "-" : needed, what];
}

function traitRow({ trait, reason }: InspectedTrait): string[] {
  return [trait, reason];
}

function offRow({ trait, reason }: Inspection["switchedOff"][number]): string[] {
  return [`no ${trait}`, reason];
}

function scopeRow({ name, description, operations }: Inspection["scopes"][number]): string[] {
  // A description may have several lines.
  const line = description.replaceAll(/\s+/gu, " ").trim();
  return [name, `${operations} operation${operations === 1 ? "" : "s"}`, line];
}

function listLines(items: readonly string[]): string[] {
  return items.map((item) => `  ${onOneLine(item)}`);
}

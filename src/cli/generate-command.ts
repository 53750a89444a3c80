// Types only: the generator is slow to load, so it is imported where it starts.
import { Command, Option } from "commander";
import type { GenerateOptions } from "../generate-options.js";
import type { GenerateOutcome } from "../generate.js";
import type { ClientSelection, SelectedClient } from "../select-clients.js";
import { describeCheck, describeGenerated, generateReport } from "./generate-report.js";
import { optimiseLess } from "./short-lived.js";
import { failureReport, printFailure } from "./print-failure.js";
import { appendValue, colorsFor, type Loudness, Narrator, type Terminal } from "./terminal.js";

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
  readonly lenient?: true;
  readonly config?: string;
  readonly client?: readonly string[];
  readonly json?: true;
}

const examples = `
Examples:
  $ cabinetry generate https://platform.example/v1/external -o src/external-api
  $ cabinetry generate openapi.yaml -o src/external-api --vendor acme
  $ cabinetry generate openapi.yaml -o src/external-api --check
  $ cabinetry generate                        every client of cabinetry.yaml
  $ cabinetry generate --client billing       one of them`;

/**
 * `cabinetry generate`: writes a client, or under `--check` compares it with what is there.
 *
 * @param finish - receives the exit code: 1 when `--check` found a difference, or `--strict` a warning; of several clients, the worst one's.
 */
export function generateCommand(terminal: Terminal, finish: (exitCode: 0 | 1 | 2 | 3 | 4) => void): Command {
  return new Command("generate")
    .summary("write a client for a contract")
    .description(
      "Reads a contract and writes a TypeScript client for it. Writes only what differs. Options that are " +
        "not given come from cabinetry.yaml, or are as the client in the folder has them. Names stay. Without " +
        "CONTRACT, generates every client of cabinetry.yaml.",
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
    )
    .option(
      "--allow-host <host>",
      "host that the contract's references may reach too (repeatable)",
      appendValue,
    )
    .option("--lenient", "type what a $ref without a target stands for as unknown, instead of refusing it")
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
      const [{ options } = { options: undefined }] = selected;
      if (options === undefined) return;
      const { outcome, exitCode } = await generateOne(options, run);
      if (flags.json) printJson(terminal, generateReport(outcome, flags.check === true));
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
  const { out, name, vendor, check, strict, force, rename, openapiTypes, importExtension, allowHost } = flags;
  const { config, client, lenient } = flags;
  const given = { contract, out, config, clients: client, name, vendor, openapiTypes, importExtension };
  return { ...given, check, strict, force, rename, allowHosts: allowHost, lenient, color };
}

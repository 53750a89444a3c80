import { Command, Option } from "commander";
// Types only: the generator is slow to load, so it is imported where it starts.
import type { InspectOptions } from "../inspect.js";
import { UserError } from "../text/user-error.js";
import { appendValue } from "./append-value.js";
import { describeInspection } from "./inspect-report.js";
import { Narrator, type Loudness, type Terminal } from "./terminal.js";

interface InspectFlags extends Loudness {
  readonly name?: string;
  readonly vendor?: string;
  readonly allowHost?: readonly string[];
  readonly strict?: true;
  readonly json?: true;
}

const examples = `
Examples:
  $ cabinetry inspect https://platform.example/v1/external
  $ cabinetry inspect openapi.yaml --json | jq .operations`;

/**
 * `cabinetry inspect`: tells what was understood of a contract, and why. `--json` prints an `Inspection`.
 *
 * @param finish - told the exit code: 1 when `--strict` found something missing.
 */
export function inspectCommand(terminal: Terminal, finish: (exitCode: 0 | 1) => void): Command {
  return new Command("inspect")
    .summary("tell what was understood of a contract")
    .description("Reads a contract and tells what a client of it would be, and why. Writes nothing.")
    .argument(
      "[contract]",
      "URL of an API or a document, a file, git:REV:PATH, a generated client's folder, or -",
    )
    .option("--name <Name>", "class of the client; default: from the contract's title")
    .option("--vendor <word>", "vendor word of the token exchange, where the contract leaves it open")
    .option(
      "--allow-host <host>",
      "host that the contract's references may reach too (repeatable)",
      appendValue,
    )
    .option("--strict", "exit 1 when something is missing that configuration must say, or there are warnings")
    .option("--json", "print the result as JSON")
    .option("-q, --quiet", "print nothing but the result and errors")
    .addOption(new Option("-v, --verbose", "print reasons, places and every warning").conflicts("quiet"))
    .addHelpText("after", examples)
    .action(async (contract: string | undefined, flags: InspectFlags) => {
      const narrator = new Narrator(terminal, flags);
      const options = readOptions(contract, flags, narrator.color);
      const { inspect } = await import("../inspect.js");
      const inspection = await inspect(options);
      narrator.warnings(inspection.warnings);
      const text = describeInspection(inspection, terminal, flags.verbose === true);
      terminal.out.write(flags.json ? `${JSON.stringify(inspection, null, 2)}\n` : text);
      const isComplete = inspection.missing.length === 0 && inspection.warnings.length === 0;
      finish(flags.strict && !isComplete ? 1 : 0);
    });
}

function readOptions(contract: string | undefined, flags: InspectFlags, color: boolean): InspectOptions {
  if (contract === undefined) {
    throw new UserError(2, "inspect needs to know the contract.", {
      remedy: "Name it after the command: cabinetry inspect https://host/v1/external, or a file's path.",
    });
  }
  const { name, vendor, allowHost } = flags;
  return { contract, name, vendor, allowHosts: allowHost, color };
}

import { Command, Option } from "commander";
// Types only: the generator is slow to load, so it is imported where it starts.
import type { GenerateOptions } from "../generate-options.js";
import { UserError } from "../text/user-error.js";
import { appendValue } from "./append-value.js";
import { describeCheck, describeGenerated, generateReport } from "./generate-report.js";
import { Narrator, type Loudness, type Terminal } from "./terminal.js";

interface GenerateFlags extends Loudness {
  readonly out?: string;
  readonly name?: string;
  readonly vendor?: string;
  readonly check?: true;
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
 * @param finish - told the exit code: 1 when `--check` found a difference.
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
    .option("-q, --quiet", "print nothing but the result and errors")
    .addOption(new Option("-v, --verbose", "print every warning").conflicts("quiet"))
    .addHelpText("after", examples)
    .action(async (contract: string | undefined, flags: GenerateFlags) => {
      const narrator = new Narrator(terminal, flags);
      const options = readOptions(contract, flags, narrator.color);
      const { generate } = await import("../generate.js");
      const outcome = await generate(options, ({ name, text, milliseconds }) => {
        narrator.step(name, text, milliseconds);
      });
      narrator.warnings(outcome.warnings);
      const check = flags.check === true;
      const text = check ? describeCheck(outcome, terminal) : describeGenerated(outcome);
      terminal.out.write(flags.json ? `${JSON.stringify(generateReport(outcome, check), null, 2)}\n` : text);
      finish(check && !outcome.upToDate ? 1 : 0);
    });
}

function readOptions(contract: string | undefined, flags: GenerateFlags, color: boolean): GenerateOptions {
  const { out, name, vendor, check, force, rename, openapiTypes, importExtension, allowHost } = flags;
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
    force,
    rename,
    openapiTypes,
    importExtension,
    allowHosts: allowHost,
    color,
  };
}

import { Command, CommanderError, InvalidArgumentError } from "commander";
import { product } from "../text/product.js";
import { diffCommand } from "./diff-command.js";
import { generateCommand } from "./generate-command.js";
import { inspectCommand } from "./inspect-command.js";
import { printFailure, printUsageReport } from "./print-failure.js";
import { sandboxCommand } from "./sandbox-command.js";
import { guardTerminal, type Terminal } from "./terminal.js";

/**
 * 0: done, nothing to report. 1: a check found something. 2: wrong usage or config. 3: a contract cannot be read,
 * parsed, resolved or generated from. 4: an internal error.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

const exitCodes = `
Exit codes:
  0  done, nothing to report
  1  a check found something
  2  wrong usage or config
  3  a contract cannot be read or generated from
  4  internal error: a bug in Cabinetry

Results go to standard output, everything else to standard error.`;

/**
 * Runs one command line, from its arguments (without `node` and the script) to its exit code. Never throws.
 */
export async function runCommandLine(words: readonly string[], streams: Terminal): Promise<ExitCode> {
  const terminal = guardTerminal(streams);
  const json = wantsJson(words);
  let exitCode: ExitCode = 0;
  try {
    const program = buildProgram(terminal, (code) => {
      exitCode = code;
    });
    if (words.length === 0) {
      terminal.err.write(program.helpInformation());
      return 2;
    }
    await program.parseAsync(helpOfUnknown(words, program) ?? words, { from: "user" });
    return exitCode;
  } catch (error) {
    // Commander has printed its own message, with the nearest valid word; help and version are not errors.
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      if (json) printUsageReport(withRemedy(error.message), terminal);
      return 2;
    }
    return printFailure(error, terminal, json);
  }
}

/** What follows `help` where no command is called so: Commander would print the general help, and not that the command is unknown. */
function helpOfUnknown(words: readonly string[], { commands }: Command): readonly string[] | undefined {
  const [first, name = "-", ...others] = words;
  const names = ["help", ...commands.map((command) => command.name())];
  return first !== "help" || name.startsWith("-") || names.includes(name) ? undefined : [name, ...others];
}

/** Whether standard output is to hold JSON: then a failure is JSON as well. */
function wantsJson(words: readonly string[]): boolean {
  if (words.includes("--json")) return true;
  const formats = words.flatMap((word, index) =>
    word.startsWith("--format=") ? [word.slice(9)] : word === "--format" ? [words[index + 1]] : [],
  );
  return words[0] === "diff" && formats.includes("json") && !words.some((word) => /^--output/u.test(word));
}

function buildProgram(terminal: Terminal, finish: (exitCode: ExitCode) => void): Command {
  const program = new Command("cabinetry")
    .description(
      "Turns a published OpenAPI contract into a TypeScript client that is safe to run unattended.",
    )
    .version(product().version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .showSuggestionAfterError()
    .addHelpText("after", exitCodes)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.out.write(text),
      writeErr: (text) => void terminal.err.write(text),
      outputError: (text, write) => {
        write(withRemedy(text).replace(/^error: /u, "error "));
      },
    });
  for (const command of [
    generateCommand(terminal, finish),
    diffCommand(terminal, finish),
    inspectCommand(terminal, finish),
    sandboxCommand(),
  ]) {
    refuseOptionsAsValues(command);
    program.addCommand(command.copyInheritedSettings(program));
  }
  return program;
}

/** Commander's message; where an option lacks its value, with how to write it. */
function withRemedy(text: string): string {
  const flags = /option '([^']*)' argument missing/u.exec(text)?.[1];
  const written = flags?.split(", ").at(-1);
  if (written === undefined) return text;
  return text.replace(/\n*$/u, (end) => `\n(Write the value after the option: ${written})${end}`);
}

/**
 * Refuses `-o -q`, where the value was forgotten: Commander takes the next word, whatever it is. A negative number is a
 * value.
 */
function refuseOptionsAsValues(command: Command): void {
  for (const option of command.options) {
    if (!option.required) continue;
    const parse = option.parseArg;
    option.argParser((value: string, previous: unknown) => {
      if (/^-(?!\d)/u.test(value)) {
        throw new InvalidArgumentError(
          `A value must follow the option. If the value begins with a dash, write a path as ./${value}.`,
        );
      }
      return parse === undefined ? value : parse(value, previous);
    });
  }
}

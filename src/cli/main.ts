import { printFailure } from "./print-failure.js";
import { runCommandLine } from "./run-command-line.js";
import { guardTerminal } from "./terminal.js";

const words = process.argv.slice(2);
const terminal = { out: process.stdout, err: process.stderr, environment: process.env };

// A reader that stops early (`cabinetry … | head`) must not stop the work: the exit code says how the work ended.
// Any other failure of a stream (a full disk) means that the result is lost.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    process.exitCode = 2;
    if (stream === process.stdout) {
      process.stderr.write(`error The result cannot be written to standard output (${error.message}).\n`);
    }
  });
}

// What escapes every handler is a bug as well, and no finding of a check (exit 1, as Node.js has it).
for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => {
    // A run that has failed says why; what its abandoned work still throws adds nothing.
    if (Number(process.exitCode ?? 0) >= 2) return;
    process.exit(printFailure(error, guardTerminal(terminal), words.includes("--json")));
  });
}

const exitCode = await runCommandLine(words, terminal);
process.exitCode ??= exitCode;

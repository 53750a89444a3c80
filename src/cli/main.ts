import { runCommandLine } from "./run-command-line.js";

// A reader that stops early (`cabinetry … | head`) is no failure of the command.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  environment: process.env,
});

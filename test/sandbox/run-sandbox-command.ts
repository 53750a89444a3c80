import { sandboxCommand } from "../../src/cli/sandbox-command.js";
import { UserError } from "../../src/text/user-error.js";

// Runs the command in a process of its own, as the tests of its signals need it.
try {
  await sandboxCommand().parseAsync(process.argv.slice(2), { from: "user" });
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`${error.message}\n${error.remedy}\n`);
  process.exitCode = error.exitCode;
}

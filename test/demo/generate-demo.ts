import { join } from "node:path";
import type { Sandbox } from "../../src/sandbox/index.js";
import { buildIfStale } from "../support/build-if-stale.js";
import { repository } from "../support/repository.js";
import { runProgram } from "../support/run-program.js";
import type { Workshop } from "./workshop.js";

/** Runs the real command on the sandbox's address. @throws Error when it cannot be built, or fails */
export async function generateDemo({ apiUrl, vendor }: Sandbox, { client }: Workshop): Promise<void> {
  if (await buildIfStale()) console.log("  (built `dist` first: a source was newer)");
  const words = ["generate", apiUrl, "-o", client, "--vendor", vendor];
  console.log(`  $ cabinetry ${words.join(" ")}`);
  const command = join(repository, "bin/cabinetry.js");
  const { exitCode } = await runProgram(process.execPath, [command, ...words], { live: true });
  if (exitCode !== 0) throw new Error(`\`cabinetry generate\` ended with exit code ${String(exitCode)}.`);
}

import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { runProgram } from "../support/run-program.js";
import type { TestRun } from "./verdict.js";

const program = "node_modules/vitest/vitest.mjs";
const report = "mutation-report.json";

/**
 * Runs test files with vitest in a process of its own, up to the first failure.
 *
 * @param folder the project whose tests they are
 * @param timeout milliseconds that the run may take before it is ended
 * @throws Error when vitest ended by itself and left no report
 */
export async function runTests(folder: string, tests: readonly string[], timeout: number): Promise<TestRun> {
  const path = join(folder, report);
  await rm(path, { force: true });
  const words = ["run", "--config", ".config/vitest.config.ts", "--bail=1", "--reporter=json"];
  const { exitCode, stderr } = await runProgram(
    process.execPath,
    [program, ...words, `--outputFile=${report}`, ...tests],
    { cwd: folder, timeout },
  );
  if (exitCode === undefined) return { kind: "hung", after: timeout };
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) throw new Error(`vitest left no report.\n${stderr}`);
  return { kind: "finished", report: JSON.parse(text) as unknown };
}

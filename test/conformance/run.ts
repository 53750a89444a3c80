import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { repository } from "../support/repository.js";
import { runProgram } from "../support/run-program.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { printMatrix } from "./print-matrix.js";
import { proveRules, type TestOutcome } from "./prove-rules.js";
import { readResults } from "./read-results.js";
import { rules } from "./rules.js";

/*
 * Runs the tests of this folder, or takes the report of a run of all (`--results`, vitest's JSON), writes
 * docs/conformance.md, and ends with 1 when a rule is not proven or a title carries an id that there is not.
 */

const folder = "test/conformance/";
/** Milliseconds. */
const longestRun = 1_200_000;

const { values } = parseArgs({ options: { results: { type: "string" } } });
const tests = values.results === undefined ? await runTests() : await read(resolve(values.results));
const conformance = proveRules(rules, tests);
await writeFile(join(repository, "docs/conformance.md"), printMatrix(conformance));

const complaints = [
  ...conformance.rules
    .filter(({ result }) => result === "failed" || result === "unproven")
    .map(
      ({ rule, result }) => `${rule.id}: ${result === "failed" ? "a test of it fails" : "no test proves it"}`,
    ),
  ...conformance.unknown.map(
    ({ id, test }) => `${id}: no such rule, in ${test.file}: ${test.titles.join(" › ")}`,
  ),
  ...tests
    .filter(({ passed }) => !passed)
    .map(({ file, titles }) => `${file}: ${titles.join(" › ")} did not pass`),
];
for (const complaint of complaints) console.error(complaint);
const proven = conformance.rules.filter(({ result }) => result === "proven").length;
const waived = conformance.rules.filter(({ result }) => result === "waived").length;
console.log(
  `${proven} of ${rules.length - waived} rules are proven; ${waived} waived. See docs/conformance.md.`,
);
process.exitCode = complaints.length === 0 ? 0 : 1;

function read(report: string): Promise<readonly TestOutcome[]> {
  return readResults(report, repository, folder);
}

async function runTests(): Promise<readonly TestOutcome[]> {
  const temporary = await makeTemporaryFolder("conformance");
  try {
    const report = join(temporary.path, "results.json");
    const words = [
      "run",
      "--config",
      ".config/vitest.config.ts",
      folder,
      "--reporter=default",
      "--reporter=json",
    ];
    const program = join(repository, "node_modules/vitest/vitest.mjs");
    await runProgram(process.execPath, [program, ...words, `--outputFile.json=${report}`], {
      cwd: repository,
      live: true,
      timeout: longestRun,
    });
    return await read(report);
  } finally {
    await temporary.remove();
  }
}

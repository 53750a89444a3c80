import { readFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import type { TestOutcome } from "./prove-rules.js";

/** The part of vitest's JSON report that is read. */
interface Report {
  readonly testResults: readonly {
    /** Absolute path. */
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/**
 * Reads the tests of a folder from a JSON report of vitest, by file and in the order in which a file has them. One that
 * was skipped is left out: it proves nothing.
 *
 * @param folder relative to `root`, with `/` between names and at its end
 * @throws Error when the report has no test of the folder: then it is not a report of all tests
 */
export async function readResults(
  report: string,
  root: string,
  folder: string,
): Promise<readonly TestOutcome[]> {
  const { testResults } = JSON.parse(await readFile(report, "utf8")) as Report;
  const files = testResults
    .map(({ name, assertionResults }) => ({
      file: relative(root, name).split(sep).join("/"),
      assertionResults,
    }))
    .filter(({ file }) => file.startsWith(folder))
    .sort((left, right) => (left.file < right.file ? -1 : 1));
  const outcomes = files.flatMap(({ file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ ancestorTitles, title, status }) => ({
        file,
        titles: [...ancestorTitles, title],
        passed: status === "passed",
      })),
  );
  if (outcomes.length === 0) throw new Error(`${report} has no test of ${folder}`);
  return outcomes;
}

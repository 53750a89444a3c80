/*
 * npm run diff:corpus [-- PART…] [-- --seed N] [-- --write]
 *
 * Compares each document of the corpus with itself, with itself in other words, and with changes to it: one of each kind of change, at a
 * place that the seed chooses. PART limits the run to documents whose path contains one of the words; --write also writes
 * docs/diff-corpus.md. Exit 1 where anything is reported that must not be, or the reverse.
 */
import { statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { repository } from "../../support/repository.js";
import { absenceNotice, corpusDocuments, corpusPath, hasCorpus } from "../../corpus/corpus.js";
import { expectedRefusals } from "../../corpus/expected-rejections.js";
import { CHANGES_OF_LARGE, checkCorpusDocument, describeCheck, type DocumentCheck } from "./run-corpus.js";

const PAGE = "docs/diff-corpus.md";

const { values, positionals } = parseArgs({
  options: { write: { type: "boolean", default: false }, seed: { type: "string", default: "1" } },
  allowPositionals: true,
});

process.exitCode = hasCorpus() ? await run(Number(values.seed)) : complain(absenceNotice, 0);

async function run(seed: number): Promise<number> {
  if (values.write && positionals.length > 0) return complain("--write needs every document: name none.", 2);
  const refused = new Set(expectedRefusals.map(({ document }) => document));
  const documents = corpusDocuments()
    .filter((document) => !refused.has(document))
    .filter((document) => positionals.length === 0 || positionals.some((part) => document.includes(part)))
    // Small ones first, so that the peak of memory is that of the document.
    .toSorted((left, right) => sizeOf(left) - sizeOf(right));
  if (documents.length === 0) return complain("No document of the corpus has such a path.", 2);
  const checks: DocumentCheck[] = [];
  for (const document of documents) {
    const check = await checkCorpusDocument(document, seed);
    checks.push(check);
    console.log(describeCheck(check));
  }
  console.log(summaryOf(checks));
  if (values.write) await writePage(checks, seed);
  return checks.every(({ unexpected }) => unexpected.length === 0) ? 0 : 1;
}

function sizeOf(document: string): number {
  return statSync(corpusPath(document)).size;
}

function summaryOf(checks: readonly DocumentCheck[]): string {
  const sum = (count: (check: DocumentCheck) => number) =>
    checks.reduce((total, check) => total + count(check), 0).toLocaleString("en");
  return [
    `${String(checks.length)} documents: ${sum(({ rewrites }) => rewrites)} rewrites,`,
    `${sum(({ mutants }) => mutants)} changes, ${sum(({ unexpected }) => unexpected.length)} unexpected.`,
  ].join(" ");
}

async function writePage(checks: readonly DocumentCheck[], seed: number): Promise<void> {
  const path = join(repository, PAGE);
  const options = await resolveConfig(path);
  await writeFile(path, await format(pageOf(checks, seed), { ...options, parser: "markdown" }));
}

function pageOf(checks: readonly DocumentCheck[], seed: number): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    "# `cabinetry diff` on published contracts",
    "",
    "`npm run diff:corpus -- --write` writes this page. Do not edit it.",
    "",
    "Each document of the corpus is compared with three kinds of copies. What `diff` reports of them is known:",
    "",
    "- **itself**: no change, on the wire and for callers.",
    "- **rewrites**: the same contract in other words, compared in both directions: no change on the wire. References are put inline and " +
      "inline parts made components, `allOf` is added and removed, parameters, security and servers are written at other levels, OpenAPI 3.0 " +
      "becomes 3.1, `null` gets other spellings, lists and keys another order, defaults are written out.",
    `- **changes**: one of each kind that the document has something for, at a place that seed ${String(seed)} chooses; at most ` +
      `${String(CHANGES_OF_LARGE)} of a large document. The change is reported where it was made, with the rule and the level that the ` +
      "catalogue of changes gives it.",
    "",
    "Unexpected are reports with too much or too little. What is right for each kind of change, and why some may give nothing, is in " +
      "`test/diff/corpus/expected.yaml`. Seconds are those of the processor for all comparisons of a document, and memory is the peak of " +
      "the process so far.",
    "",
    summaryOf(checks),
    "",
    line(["document", "rewrites", "changes", "unexpected", "seconds", "memory (MB)"]),
    line(["---", "--:", "--:", "--:", "--:", "--:"]),
    ...checks.map(({ document, rewrites, mutants, unexpected, seconds, megabytes }) =>
      line([
        document,
        ...[rewrites, mutants, unexpected.length].map(String),
        seconds.toFixed(1),
        megabytes.toFixed(0),
      ]),
    ),
    "",
  ].join("\n");
}

function complain(text: string, exitCode: number): number {
  console.log(text);
  return exitCode;
}

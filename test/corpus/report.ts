import { byText } from "../../src/text/by-text.js";
import { diagnosticsOf } from "./drive/describe-drive.js";
import type { DriveFinding } from "./drive/drive-document.js";
import type { Examination, Refusal } from "./examine-document.js";
import { countUnknowns } from "./count-loose-types.js";
import type { Verdict } from "./judge.js";
import { describeVariants, type VariantComparison } from "./variants/compare-variants.js";

/** A document with what was found and what that is worth. */
export interface Row {
  readonly finding: Examination | Refusal;
  readonly verdict: Verdict;
}

const headings = [
  "document",
  "operations",
  "models",
  "seconds",
  "compile errors",
  "differences",
  "unknown",
  "prettier",
  "",
];

/** One line about a document, and one below it for each thing that failed. */
export function describeRow(row: Row): string {
  const [document = "", ...cells] = cellsOf(row);
  const line = [document.padEnd(58), ...cells.map((cell) => cell.padStart(7))].join(" ");
  if (row.verdict.word === "ok") return line;
  return [line, ...row.verdict.reasons.map((reason) => `  ${reason}`)].join("\n");
}

/** The line that explains the columns of `describeRow`. */
export function describeColumns(): string {
  const columns = ["ops", "models", "seconds", "errors", "differ", "unknown", "pretty", "verdict"];
  return ["document".padEnd(58), ...columns.map((cell) => cell.padStart(7))].join(" ");
}

/** What all documents together come to. */
export function summarise(rows: readonly Row[]): string {
  const count = (word: Verdict["word"]): number => rows.filter(({ verdict }) => verdict.word === word).length;
  const clients = rows.flatMap(({ finding }) => (finding.kind === "generated" ? [finding] : []));
  const sum = (value: (client: Examination) => number): string =>
    clients.reduce((total, client) => total + value(client), 0).toLocaleString("en");
  return [
    `${String(rows.length)} documents: ${String(count("ok"))} clients are right,`,
    `${String(count("refused"))} documents are refused as they must be, ${String(count("FAILED"))} failed.`,
    `${sum(({ operations }) => operations)} operations, ${sum(({ models }) => models)} models,`,
    `${sum(({ compileErrors }) => compileErrors.length)} compile errors,`,
    `${sum(({ differences }) => differences.length)} differences from openapi-typescript's types,`,
    `${sum(({ anys }) => anys.length)} \`any\`, ${sum(({ unknowns }) => countUnknowns(unknowns))} \`unknown\`,`,
    `${sum(({ unformatted }) => unformatted.length)} files that prettier would change.`,
  ].join(" ");
}

/** `docs/corpus.md`: the same bytes on every machine but for the seconds. */
export function writePage(
  rows: readonly Row[],
  driven: readonly DriveFinding[],
  compared: VariantComparison,
): string {
  const table = rows.filter(({ verdict }) => verdict.word !== "refused").map((row) => line(cellsOf(row)));
  const refused = rows
    .filter(({ verdict }) => verdict.word === "refused")
    .map(({ finding, verdict }) => line([finding.document, verdict.reasons.join("; ")]));
  return [
    "# Contracts that nobody here wrote",
    "",
    "`npm run test:corpus -- --write` wrote this page. For every document of the corpus it generates a client, compiles it",
    "with TypeScript 7 under the strictest settings, compares the type of every component with what openapi-typescript",
    "derives (each must be able to stand for the other), counts `any` (none is allowed) and `unknown` in what it emitted,",
    "has prettier lay out every file with its default options (no file may change), and generates a second time (no file",
    "may change). Seconds are those of `generate` from reading to writing, in a process that has run before, on two cores.",
    "",
    summarise(rows),
    "",
    line(headings),
    line(headings.map((_, column) => (column === 0 || column === headings.length - 1 ? "---" : "--:"))),
    ...table,
    "",
    "## The same contract, the same bytes",
    "",
    "Every document that gives a client was generated again from other spellings of it, from another path, in a process of",
    "another locale and time zone: with the members of every object in another order, as JSON instead of YAML or YAML",
    "instead of JSON, and split into a file for each component. A document of several files is shuffled where it stands; one",
    "that names places by `$id` or `$anchor`, or has a component as no file can be named, is not split.",
    "",
    describeVariants(compared),
    "",
    "## Every operation called",
    "",
    "The clients of these documents were loaded, and every operation was called over HTTP with generated arguments: the",
    "required ones alone, all of them, and all of them in each further media type. The server knows nothing but the",
    "document: it finds the operation by the document's paths, validates path, query, headers, cookies and body with ajv",
    "against the document's schemas, and answers with a generated valid answer, which the client has to give back as it",
    "was sent. What was given has to be what arrived.",
    "",
    line(["document", "operations", "calls", "rejections", "uncalled", "not sent"]),
    line(["---", "--:", "--:", "--:", "--:", "---"]),
    ...driven.map((finding) =>
      line([
        finding.document,
        String(finding.operations),
        String(finding.calls),
        String(finding.rejections.length),
        String(finding.uncalled.length),
        diagnosticsOf(finding).join("; "),
      ]),
    ),
    "",
    "## Documented differences",
    "",
    "Where our types and openapi-typescript's differ on purpose (docs/reference/types.md), a rule of its own takes the",
    "difference out of the comparison; this is how often each was met:",
    "",
    line(["difference", "met"]),
    line(["---", "--:"]),
    ...totals(rows, ({ documented }) => documented),
    "",
    "## What is unknown",
    "",
    "An `unknown` is a schema of which the contract says nothing: `{}`, `true`, `type: object` alone, a list without items, a",
    "name that is only required. Where a component said more, openapi-typescript would have a type there, and nothing but",
    "`unknown` can stand for `unknown`: it would be among the differences.",
    "",
    line(["unknown", "count"]),
    line(["---", "--:"]),
    ...totals(rows, ({ unknowns }) => unknowns),
    "",
    "## Refused",
    "",
    "These documents are at fault themselves, and `generate` says so with exit code 3:",
    "",
    line(["document", "why"]),
    line(["---", "---"]),
    ...refused,
    "",
  ].join("\n");
}

/** Counts of all documents together, as rows of a table sorted by name. */
function totals(
  rows: readonly Row[],
  countsOf: (client: Examination) => ReadonlyMap<string, number>,
): readonly string[] {
  const met = new Map<string, number>();
  for (const { finding } of rows) {
    if (finding.kind === "refused") continue;
    for (const [name, count] of countsOf(finding)) met.set(name, (met.get(name) ?? 0) + count);
  }
  const sorted = [...met].sort(([left], [right]) => byText(left, right));
  return sorted.map(([name, count]) => line([name, count.toLocaleString("en")]));
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function cellsOf({ finding, verdict }: Row): readonly string[] {
  if (finding.kind === "refused") return [finding.document, "", "", "", "", "", "", "", verdict.word];
  const { document, operations, models, milliseconds, compileErrors, differences, unknowns, unformatted } =
    finding;
  return [
    document,
    String(operations),
    String(models),
    (milliseconds / 1000).toFixed(1),
    String(compileErrors.length),
    String(differences.length),
    String(countUnknowns(unknowns)),
    String(unformatted.length),
    verdict.word,
  ];
}

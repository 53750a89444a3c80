/*
 * npm run test:corpus [-- PART…] [-- --write]
 *
 * Generates a client of every document of the corpus and looks for what could be said against it, then calls every
 * operation of some; PART limits the run to documents whose path contains one of the words; --write also writes
 * docs/corpus.md. Exit 1 on any failure.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Json } from "../determinism/json-tree.js";
import { repository } from "../support/repository.js";
import { absenceNotice, corpusDocuments, corpusPath, hasCorpus } from "./corpus.js";
import { describeDrive, isDriven } from "./drive/describe-drive.js";
import { driveDocument, type DriveFinding } from "./drive/drive-document.js";
import { drivenDocuments } from "./drive/driven-documents.js";
import { compareVariants, describeVariants } from "./variants/compare-variants.js";
import { generateVariants } from "./variants/generate-variants.js";
import { examineDocument } from "./examine-document.js";
import { judge } from "./judge.js";
import { describeColumns, describeRow, type Row, summarise, writePage } from "./report.js";

const { values, positionals } = parseArgs({
  options: { write: { type: "boolean", default: false }, steps: { type: "boolean", default: false } },
  allowPositionals: true,
});

process.exitCode = hasCorpus() ? await run() : tell(absenceNotice, 0);

async function run(): Promise<number> {
  if (values.write && positionals.length > 0) return tell("--write needs every document: name none.", 2);
  const documents = corpusDocuments().filter(hasMember);
  if (documents.length === 0) return tell("No document of the corpus has such a path.", 2);
  console.log(describeColumns());
  const variants = generateVariants(documents);
  const rows: Row[] = [];
  for (const document of documents) {
    const finding = await examineDocument(document);
    const row = { finding, verdict: judge(finding) };
    rows.push(row);
    console.log(describeRow(row));
    if (values.steps && finding.kind === "generated") console.log(describeSteps(finding.steps));
  }
  console.log(`\n${summarise(rows)}\n`);
  const driven = await drive(documents);
  const compared = compareVariants(manifestsOf(rows), await variants);
  console.log(`\n${describeVariants(compared)}`);
  if (values.write) await writeFile(join(repository, "docs/corpus.md"), writePage(rows, driven, compared));
  const isRight =
    rows.every(({ verdict }) => verdict.word !== "FAILED") &&
    driven.every(isDriven) &&
    compared.differences.length === 0;
  return isRight ? 0 : 1;
}

/** Document → manifest of its client. */
function manifestsOf(rows: readonly Row[]): ReadonlyMap<string, Json> {
  const clients = rows.flatMap(({ finding }) =>
    finding.kind === "generated" ? [[finding.document, finding.manifest] as const] : [],
  );
  return new Map(clients);
}

async function drive(documents: readonly string[]): Promise<readonly DriveFinding[]> {
  const findings: DriveFinding[] = [];
  for (const document of drivenDocuments().filter((one) => documents.includes(one))) {
    const finding = await driveDocument(document, corpusPath(document));
    findings.push(finding);
    console.log(describeDrive(finding));
  }
  return findings;
}

function hasMember(document: string): boolean {
  return positionals.length === 0 || positionals.some((part) => document.includes(part));
}

/** Where the time of a generation went. */
function describeSteps(steps: readonly { readonly name: string; readonly milliseconds: number }[]): string {
  return `  ${steps.map(({ name, milliseconds }) => `${name} ${(milliseconds / 1000).toFixed(2)} s`).join(", ")}`;
}

function tell(text: string, exitCode: number): number {
  console.log(text);
  return exitCode;
}

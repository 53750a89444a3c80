/*
 * npm run test:paging [-- PART…] [-- --verbose]
 *
 * Compares the pages that are recognised in documents of the corpus with labels that people made, and prints precision and recall per
 * document; PART limits the run to documents whose path contains one of the words, --verbose prints what was missed, and whether
 * `inspect` names it. Exit 1 below the goals: precision 99 %, recall 95 %.
 */
import { parseArgs } from "node:util";
import { modelOf } from "../../../src/build-plan.js";
import { loadContract } from "../../../src/load/load-contract.js";
import type { ApiModel } from "../../../src/model/api-model.js";
import { createSchemaReader } from "../../../src/plan/service/schema-reader.js";
import { paginationSign } from "../../../src/plan/service/signs/pages/pagination-sign.js";
import { recognisePagination } from "../../../src/plan/service/traits/pagination/recognise-pagination.js";
import { UserError } from "../../../src/text/user-error.js";
import { absenceNotice, corpusPath, hasCorpus } from "../corpus.js";
import { compareWithLabel } from "./compare-labels.js";
import { type PagingLabel, readLabels } from "./labels.js";

const PRECISION = 0.99;
const RECALL = 0.95;

/** How the operations of a document were judged. */
interface Counts {
  readonly right: number;
  /** Recognised, but not as it is labelled, or where nothing is paged. */
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

const { values, positionals } = parseArgs({
  options: { verbose: { type: "boolean", default: false } },
  allowPositionals: true,
});

process.exitCode = hasCorpus() ? await run() : tell(absenceNotice, 0);

async function run(): Promise<number> {
  const all: Counts[] = [];
  for (const [document, labels] of readLabels()) {
    if (positionals.length > 0 && !positionals.some((part) => document.includes(part))) continue;
    const counts = await judgeDocument(document, labels);
    all.push(counts);
    if (counts.right + counts.wrong.length + counts.missed.length > 0) report(document, counts);
  }
  const total: Counts = {
    right: all.reduce((sum, { right }) => sum + right, 0),
    wrong: all.flatMap(({ wrong }) => wrong),
    missed: all.flatMap(({ missed }) => missed),
  };
  report("all", total);
  const { precision, recall } = ratesOf(total);
  return precision >= PRECISION && recall >= RECALL ? 0 : 1;
}

async function judgeDocument(
  document: string,
  labels: Readonly<Record<string, PagingLabel>>,
): Promise<Counts> {
  const model = await readModel(document);
  if (model === undefined) {
    const missed = Object.keys(labels).filter((key) => labels[key]?.paged === true);
    return { right: 0, wrong: [], missed };
  }
  const reader = createSchemaReader(model.schemas);
  let right = 0;
  const [wrong, missed]: [string[], string[]] = [[], []];
  for (const operation of model.operations) {
    const key = `${operation.method} ${operation.path}`;
    const label = labels[key];
    if (label?.paged === "unclear") continue;
    const facts = recognisePagination(operation, reader)?.facts;
    if (facts === undefined) {
      if (label?.paged !== true) continue;
      const sign = paginationSign({ operation, traits: {}, switchedOff: [], reader });
      missed.push(sign === undefined ? `${key}: nothing names it` : `${key}: ${sign.shown}, ${sign.missing}`);
      continue;
    }
    const problems = label?.paged === true ? compareWithLabel(facts, label) : ["it is not paged"];
    if (problems.length === 0) right += 1;
    else wrong.push(`${key}: ${problems.join(", ")}`);
  }
  return { right, wrong, missed };
}

/** Undefined: the document is refused. */
async function readModel(document: string): Promise<ApiModel | undefined> {
  try {
    return modelOf(await loadContract(corpusPath(document), {}), {});
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function ratesOf({ right, wrong, missed }: Counts) {
  const found = right + wrong.length;
  // What is recognised in another way than it is labelled is missed as well.
  const mislabelled = wrong.filter((text) => !text.endsWith("it is not paged")).length;
  const paged = right + mislabelled + missed.length;
  return { precision: found === 0 ? 1 : right / found, recall: paged === 0 ? 1 : right / paged };
}

function report(name: string, counts: Counts): void {
  const { precision, recall } = ratesOf(counts);
  const { right, wrong, missed } = counts;
  console.log(
    `${name}: precision ${percent(precision)}, recall ${percent(recall)} (${String(right)} right, ${String(wrong.length)} wrong, ${String(missed.length)} missed)`,
  );
  if (name === "all") return;
  for (const text of wrong) console.log(`  wrong   ${text}`);
  if (values.verbose) for (const text of missed) console.log(`  missed  ${text}`);
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}

function tell(text: string, exitCode: number): number {
  console.log(text);
  return exitCode;
}

import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { compareSurfaces } from "../../../src/diff/surface/compare-surfaces.js";
import { corpusPath } from "../../corpus/corpus.js";
import { planContract } from "../oracle/plan-pair.js";
import { checkMutants, checkRewrites, type Expected } from "./check-document.js";
import { wireFindings } from "./compare-wire.js";

const expected = parse(readFileSync(new URL("expected.yaml", import.meta.url), "utf8")) as Readonly<
  Record<string, Expected>
>;

/** Characters of a document as JSON from which on it is large. */
const LARGE = 3_000_000;
/** Changes of a large document, each of which is a copy of the whole. */
export const CHANGES_OF_LARGE = 60;

/** What `diff` reports of a document of the corpus, of the same document in other words, and of changes to it. */
export interface DocumentCheck {
  readonly document: string;
  readonly rewrites: number;
  readonly mutants: number;
  readonly unexpected: readonly string[];
  /** Of the processor. */
  readonly seconds: number;
  /** Peak of the process so far. */
  readonly megabytes: number;
}

/**
 * Compares a document of the corpus with itself, with itself in other words, and with changes to it.
 *
 * @param seed - of the changes: they are the same for the same seed.
 */
export async function checkCorpusDocument(document: string, seed: number): Promise<DocumentCheck> {
  const start = process.cpuUsage();
  const { contract, plan } = await planContract(corpusPath(document));
  const root = contract.document;
  const own = [...wireFindings(root, root), ...compareSurfaces(plan, plan)].map(
    ({ rule }) => `itself: ${rule}`,
  );
  const rewritten = checkRewrites(root);
  const isLarge = JSON.stringify(root).length > LARGE;
  const mutated = checkMutants(root, { seed, most: isLarge ? CHANGES_OF_LARGE : Infinity }, expected);
  return {
    document,
    rewrites: rewritten.count,
    mutants: mutated.count,
    unexpected: [...own, ...rewritten.unexpected, ...mutated.unexpected],
    seconds: secondsSince(start),
    megabytes: process.resourceUsage().maxRSS / 1024,
  };
}

function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** One line, and one below it for each thing that is wrong. */
export function describeCheck(check: DocumentCheck): string {
  const { document, rewrites, mutants, unexpected, seconds, megabytes } = check;
  const counts = `${String(rewrites)} rewrites, ${String(mutants)} changes, ${String(unexpected.length)} unexpected`;
  const line = `${document}: ${counts}, ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`;
  return [line, ...unexpected].join("\n  ");
}

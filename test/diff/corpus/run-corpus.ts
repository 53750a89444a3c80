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

/** Larger documents are not changed: each change is a copy of the whole. */
const MOST_CHARACTERS = 3_000_000;

/** What `diff` says of a document and of changes to it. */
export interface DocumentCheck {
  readonly document: string;
  readonly rewrites: number;
  readonly mutants: number;
  readonly faults: readonly string[];
}

/** Compares a document of the corpus with itself, with itself in other words, and with changes to it. */
export async function checkCorpusDocument(document: string, rounds: number): Promise<DocumentCheck> {
  const { contract, plan } = await planContract(corpusPath(document));
  const root = contract.document;
  const own = [...wireFindings(root, root), ...compareSurfaces(plan, plan)].map(
    ({ rule }) => `itself: ${rule}`,
  );
  const rewritten = checkRewrites(root);
  const isLarge = JSON.stringify(root).length > MOST_CHARACTERS;
  const mutated = checkMutants(root, isLarge ? 0 : rounds, expected);
  return {
    document,
    rewrites: rewritten.count,
    mutants: mutated.count,
    faults: [...own, ...rewritten.faults, ...mutated.faults],
  };
}

/** One line, and one below it for each fault. */
export function describeCheck({ document, rewrites, mutants, faults }: DocumentCheck): string {
  const line = `${document}: ${String(rewrites)} rewrites, ${String(mutants)} changes, ${String(faults.length)} wrong`;
  return [line, ...faults].join("\n  ");
}

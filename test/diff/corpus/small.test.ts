import { describe, expect, test } from "vitest";
import { absenceNotice, hasCorpus } from "../../corpus/corpus.js";
import { checkCorpusDocument } from "./run-corpus.js";

const small = [
  "oai-petstore.yaml",
  "petstore-swagger.yaml",
  "museum.yaml",
  "oai31-tictactoe.yaml",
  "cafe.yaml",
];

describe.skipIf(!hasCorpus())(
  hasCorpus()
    ? "diff of small published contracts"
    : `diff of small published contracts (skipped: ${absenceNotice})`,
  () => {
    test.each(small)(
      "%s is silent with itself in other words, and reports each change at its place",
      async (document) => {
        const { unexpected, mutants } = await checkCorpusDocument(document, 1);
        expect(unexpected).toEqual([]);
        expect(mutants).toBeGreaterThan(30);
      },
      60_000,
    );
  },
);

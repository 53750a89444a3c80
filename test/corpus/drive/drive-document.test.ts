import { describe, expect, test } from "vitest";
import { absenceNotice, corpusPath, hasCorpus } from "../corpus.js";
import { driveDocument } from "./drive-document.js";
import { drivenDocuments } from "./driven-documents.js";

/** The small ones; `npm run test:corpus` drives the others, too. */
const small = [
  { document: "museum.yaml", operations: 8, calls: 16 },
  { document: "figma.yaml", operations: 47, calls: 94 },
].filter(({ document }) => drivenDocuments().includes(document));

describe.skipIf(small.length === 0)(
  hasCorpus() ? "every operation of a published contract" : `published contracts (skipped: ${absenceNotice})`,
  () => {
    test.each(small)(
      "[GEN-4] of $document sends what the document says, and reads what it answers",
      async ({ document, operations, calls }) => {
        const finding = await driveDocument(document, corpusPath(document));
        expect(finding).toEqual({
          document,
          operations,
          calls,
          uncalled: [],
          rejections: [],
          omitted: [],
          unoffered: 0,
        });
      },
      120_000,
    );
  },
);

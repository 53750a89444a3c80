import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generate } from "../../src/generate.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { type ClientFile, readClientFiles } from "./client-files.js";
import { absenceNotice, corpusPath, hasCorpus } from "./corpus.js";
import { examineDocument } from "./examine-document.js";
import { judge } from "./judge.js";

const split = "cafe-split/resources/cafe-split/cafe.yaml";
const small = [
  { document: "oai-petstore.yaml", operations: 3 },
  { document: "petstore-swagger.yaml", operations: 19 },
  { document: "museum.yaml", operations: 8 },
  { document: "oai31-tictactoe.yaml", operations: 3 },
  { document: "cafe.yaml", operations: 12 },
  { document: split, operations: 12 },
];

describe.skipIf(!hasCorpus())(
  hasCorpus() ? "small published contracts" : `small published contracts (skipped: ${absenceNotice})`,
  () => {
    test.each(small)(
      "$document gives a client that compiles, that prettier leaves alone, and that a second run leaves alone",
      async ({ document, operations }) => {
        const finding = await examineDocument(document);
        expect(judge(finding)).toEqual({ word: "ok", reasons: [] });
        expect(finding).toMatchObject({ operations, anys: [] });
      },
      60_000,
    );

    test("cafe.yaml and the forty files of cafe-split are one contract, and give the same bytes", async () => {
      const temporary = await makeTemporaryFolder("cafe");
      try {
        const clientOf = async (document: string, name: string): Promise<readonly ClientFile[]> => {
          const out = join(temporary.path, name);
          await generate({ contract: corpusPath(document), out });
          return readClientFiles(out);
        };
        const whole = await clientOf("cafe.yaml", "whole");
        expect(whole.length).toBeGreaterThan(20);
        expect(await clientOf(split, "split")).toEqual(whole);
      } finally {
        await temporary.remove();
      }
    });
  },
);

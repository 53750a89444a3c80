import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generate } from "../../src/generate.js";
import { corpusPath, hasCorpus } from "../corpus/corpus.js";
import { repository } from "../support/repository.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

/** How many files a folder has, at any depth. */
function countFiles(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;
}

test("the client of the External API has at most 150 files, 25 of them of the runtime", () => {
  const client = join(repository, "generated/external-api");
  expect(countFiles(client)).toBeLessThanOrEqual(150);
  expect(countFiles(join(client, "runtime"))).toBeLessThanOrEqual(25);
});

test.runIf(hasCorpus())("the client of the museum has at most 40 files", async () => {
  const folder = await makeTemporaryFolder("file-count");
  try {
    const out = join(folder.path, "museum");
    await generate({ contract: corpusPath("museum.yaml"), out });
    expect(countFiles(out)).toBeLessThanOrEqual(40);
  } finally {
    await folder.remove();
  }
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../src/load/load-contract.js";
import { UserError } from "../../src/text/user-error.js";

/** Published contracts that nobody here wrote; without them this file says so and proves nothing. */
const corpus = process.env["CORPUS_DIR"] ?? join(process.cwd(), "..", "shared", "corpus");

describe.skipIf(!existsSync(corpus))("published contracts", () => {
  const documents = existsSync(corpus) ? contractsBelow(corpus) : [];

  test("there are some", () => {
    expect(documents.length).toBeGreaterThan(10);
  });

  test.each(documents)("%s loads, or is refused for a reason that is its own", async (path) => {
    const outcome = await loadContract(join(corpus, path)).then(
      ({ digest }) => digest,
      (error: unknown) => {
        if (error instanceof UserError) return `${error.message}\n${error.where ?? ""}`;
        throw error;
      },
    );
    expect(outcome).toMatch(/^[0-9a-f]{64}$|file .*external-shared\.json does not exist|nothing to generate/);
  });
});

/** Every root document below a folder: what says in its first lines that it is OpenAPI. */
function contractsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ya?ml|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /^\s*\{?\s*["']?openapi["']?\s*:/m.test(readFileSync(path, "utf8").slice(0, 2000)))
    .map((path) => relative(folder, path))
    .sort();
}

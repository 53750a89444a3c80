import { afterAll, describe, expect, it } from "vitest";
import { hasCorpus } from "../corpus/corpus.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { bundleSize } from "./bundle.js";
import { measureProgram, sizedPrograms } from "./programs.js";

/**
 * The most bytes of each program, minified and compressed. A ceiling may only go down, but for what a decision names: ids with all that leads
 * to a state (0066), starts that share one (0067), pages that are alike (0072), and names that
 * lead to ids (0077).
 */
const ceilings: Readonly<Record<string, number>> = {
  "pets, one GET": 28_892,
  "museum, one GET": 31_864,
  "museum, whole": 32_727,
  "external-api, whole": 50_749,
};

const folder = await makeTemporaryFolder("size");
afterAll(() => folder.remove());

describe("the size of a bundle", () => {
  for (const program of sizedPrograms) {
    const ceiling = ceilings[program.name] ?? 0;
    const isHere = program.client !== "museum" || hasCorpus();
    it.runIf(isHere)(`stays below ${String(ceiling)} bytes: ${program.name}`, async () => {
      const { gzip } = await measureProgram(program, folder.path);
      expect(gzip).toBeLessThanOrEqual(ceiling);
      // A ceiling that is far above what is reached holds nothing.
      expect(gzip).toBeGreaterThan(ceiling * 0.9);
    });
  }

  it("counts what a program reaches, and nothing else", async () => {
    const [program] = sizedPrograms;
    if (program === undefined) throw new Error("There is no program.");
    const { parts } = await measureProgram(program, folder.path);
    expect(parts.map(([part]) => part)).toContain("runtime/call");
    const nothing = await bundleSize(`${folder.path}/pets`, `console.log("7");`);
    expect(nothing).toMatchObject({ minified: 18, parts: [["client", 17]] });
  });
});

import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Files that replace a module of the source by `vi.mock`: the others must not see the replacement. */
const mocking = [
  "test/diff/met-rules.test.ts",
  "test/emit/template-share.test.ts",
  "test/emit/templates.test.ts",
];

/** Files that take long and find little that others do not: the nightly run has them (`EVERY_CASE=1`). */
const nightly =
  process.env["EVERY_CASE"] === "1"
    ? []
    : [
        "test/determinism/regeneration/regeneration.test.ts",
        "test/diff/corpus/small.test.ts",
        "test/diff/oracle/accuracy.test.ts",
        "test/diff/oracle/told-once.test.ts",
        "test/diff/schema/verdict.property.test.ts",
        "test/emit/long-texts.test.ts",
        "test/graphs/random-graphs.test.ts",
      ];

/** Files whose tests `met-rules` runs too: where all run (`EACH_ONCE=1`), they need not run by themselves. */
const imported =
  process.env["EACH_ONCE"] === "1" ? listImports("test/diff/met-rules.test.ts", "test/diff/") : [];

function listImports(file: string, folder: string): readonly string[] {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
  return [...text.matchAll(/^import "\.\/(.*\.test)\.js";$/gmu)].map(
    ([, name = ""]) => `${folder}${name}.ts`,
  );
}

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    typecheck: { enabled: false },
    // By default vitest leaves one core to itself: of two it would use one.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: "tests",
          include: ["test/**/*.test.ts"],
          exclude: [...mocking, ...nightly, ...imported],
          // Loading the source, the compiler and prettier for each file took half of the time.
          isolate: false,
        },
      },
      { extends: true, test: { name: "mocking", include: mocking } },
    ],
  },
});

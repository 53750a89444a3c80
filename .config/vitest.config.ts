import { defineConfig } from "vitest/config";

/** Files that replace a module of the source by `vi.mock`: the others must not see the replacement. */
const mocking = [
  "test/diff/met-rules.test.ts",
  "test/emit/template-share.test.ts",
  "test/emit/templates.test.ts",
];

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
          exclude: mocking,
          // Loading the source, the compiler and prettier for each file took half of the time.
          isolate: false,
        },
      },
      { extends: true, test: { name: "mocking", include: mocking } },
    ],
  },
});

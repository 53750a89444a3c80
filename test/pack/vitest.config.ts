import { defineConfig } from "vitest/config";

/** The packed package has a run of its own: it builds, packs and installs, which takes a minute on two cores. */
export default defineConfig({
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/pack/**/*.check.ts"],
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});

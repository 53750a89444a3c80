import { defineConfig } from "vitest/config";

/** `npm run test:soak`: ten thousand creates instead of the few of `npm test`. */
export default defineConfig({
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/soak/*.test.ts"],
    env: { SOAK_INTENTS: "10000" },
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
  },
});

import { expect, test } from "vitest";
import { compareGenerators } from "../../src/diff/conclude.js";

test.each([
  { given: [undefined, "0.1.0"], want: "none" },
  { given: ["0.1.0", "0.1.0"], want: "none" },
  { given: ["1.2.3", "1.2.4"], want: "patch" },
  { given: ["1.2.3", "1.3.0"], want: "minor" },
  { given: ["1.2.3", "2.0.0"], want: "major" },
  { given: ["0.1.0", "0.1.1"], want: "patch" },
  { given: ["0.1.0", "0.2.0"], want: "major" },
  { given: ["0.0.1", "0.0.2"], want: "major" },
  { given: ["0.9.0", "1.0.0"], want: "major" },
  { given: ["1.0.0-rc.1", "1.0.0"], want: "patch" },
  { given: ["1.3.0", "1.2.0"], want: "minor" },
  { given: ["yesterday's", "1.2.0"], want: "none" },
] as const)("from $given.0 to $given.1: $want", ({ given: [old, now], want }) => {
  const { bump, diagnostics } = compareGenerators(old, now);
  expect([bump, diagnostics.length]).toEqual([want, want === "none" ? 0 : 1]);
});

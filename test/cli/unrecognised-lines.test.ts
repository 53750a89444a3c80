import { expect, test } from "vitest";
import { unrecognisedLines } from "../../src/cli/unrecognised-lines.js";

const printed = (...configuration: readonly string[]) =>
  unrecognisedLines(
    [
      {
        operation: "GET /a",
        trait: "pagination",
        shown: "a",
        missing: "b",
        configuration: configuration.join("\n"),
        meant: 'operations:\n  "GET /a":\n    pagination: false',
      },
    ],
    false,
  ).filter((line) => line.includes("fill in") || line.includes("To accept"));

test.each<readonly [string, readonly string[]]>([
  ['"GET /a":\n    pagination: { next: "?" }', ["fill in", "instead of those lines: `pagination: false`"]],
  ['"GET /a?b=1":\n    pagination: { next: c }', ["instead of those lines: `pagination: false`"]],
])("what lines ask a person to fill in is said where they have a gap: %s", (lines, said) => {
  const all = printed("operations:", `  ${lines}`);
  expect(all).toHaveLength(said.length);
  said.forEach((one, index) => {
    expect(all[index]).toContain(one);
  });
});

import { expect, test } from "vitest";
import { parse } from "yaml";
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

const shown = { trait: "safe", shown: "a", missing: "b" } as const;

test("what accepts operations as they are is a comment below the keys of the lines that say what is missing", () => {
  const lines = unrecognisedLines(
    [
      {
        ...shown,
        operation: "GET /a",
        configuration: 'operations:\n  "GET /a":\n    pagination: { next: c }',
      },
      {
        ...shown,
        operation: "GET /a",
        missing: "c",
        configuration: "",
        meant: 'operations:\n  "GET /a":\n    features: false',
      },
      ...["POST /b", "POST /c"].map((operation) => ({
        ...shown,
        operation,
        configuration: "",
        meant: `operations:\n  "${operation}":\n    safe: false`,
      })),
      { ...shown, operation: "the contract", missing: "d", configuration: "problems: { retryable: true }" },
      {
        ...shown,
        operation: "the contract",
        missing: "e",
        configuration: "",
        meant: "capabilities:\n  operation: GET /a\n  limits: false\nproblems: false",
      },
    ],
    false,
  );
  const block = lines.filter((line) => line.startsWith("    ")).map((line) => line.slice(4));
  expect(block.slice(block.indexOf("operations:"))).toEqual([
    "operations:",
    '  "GET /a":',
    "    pagination: { next: c }",
    "    # features: false",
    '  # "POST /b":',
    "  #   safe: false",
    "    # 1 more operation can have the same; --verbose prints all lines.",
    "problems: { retryable: true }",
    "# capabilities:",
    "#   operation: GET /a",
    "#   limits: false",
    "# problems: false",
  ]);
  expect(parse(block.slice(block.indexOf("operations:")).join("\n"))).toEqual({
    operations: { "GET /a": { pagination: { next: "c" } } },
    problems: { retryable: true },
  });
});

import { expect, test } from "vitest";
import { parse } from "yaml";
import { unrecognisedLines } from "../../src/cli/unrecognised-lines.js";

const printed = (key: string, setting: string) =>
  unrecognisedLines(
    [
      {
        operation: "GET /a",
        trait: "pagination",
        shown: "a",
        missing: "b",
        configuration: `operations:\n  ${key}:\n    ${setting}`,
        meant: `operations:\n  ${key}:\n    pagination: false`,
      },
    ],
    false,
  ).filter((line) => line.includes("fill in") || line.includes("To accept"));

const ACCEPTED = "instead of those lines, below the same operation: `pagination: false`";

test.each<readonly [string, string, readonly string[]]>([
  ['"GET /a"', 'pagination: { next: "?" }', ["fill in", ACCEPTED]],
  ['"GET /a?b=1"', "pagination: { next: c }", [ACCEPTED]],
])("what lines ask a person to fill in is said where they have a gap: %s", (key, setting, said) => {
  const all = printed(key, setting);
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

test("what accepts an operation, beside lines for the client, is a comment below the key of the operation", () => {
  const lines = unrecognisedLines(
    [
      {
        ...shown,
        operation: "POST /a",
        configuration: "capabilities:\n  features: [a]",
        meant: 'operations:\n  "POST /a":\n    features: false',
      },
      {
        ...shown,
        operation: "the contract",
        missing: "c",
        configuration: 'overlays: ["a.yaml"]',
        meant: "security: false",
      },
    ],
    false,
  );
  const [head = "", ...rest] = lines.slice(2);
  expect(head).toBe("  In cabinetry.yaml, below the client:");
  expect(rest).toEqual([
    "    capabilities:",
    "      features: [a]",
    '    overlays: ["a.yaml"]',
    "    # operations:",
    '    #   "POST /a":',
    "    #     features: false",
    "  To accept one as it is: remove `# ` before its lines, and delete its own lines above them, if it has some.",
    "  To accept it as it is, instead of those lines, below the client: `security: false`.",
  ]);
  const pasted = rest.filter((line) => line.includes("#   ") || line.includes("# op")).join("\n");
  expect(parse(pasted.replaceAll("# ", ""))).toEqual({ operations: { "POST /a": { features: false } } });
});

test("what accepts the contract is printed once where the lines have it", () => {
  const lines = unrecognisedLines(
    [
      {
        ...shown,
        operation: "the contract",
        configuration: "overlays: [a.yaml]\ntokenExchange: false # pass a function",
        meant: "tokenExchange: false",
      },
    ],
    false,
  );
  expect(lines).toEqual([
    "  safe  the contract: a, but b.",
    "  In cabinetry.yaml, below the client:",
    "    overlays: [a.yaml]",
    "    tokenExchange: false # pass a function",
  ]);
});

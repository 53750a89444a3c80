import { expect, test } from "vitest";
import { parse } from "yaml";
import { mergeBlocks } from "../../src/cli/merge-blocks.js";

const entry = (line: string) => ["operations:", '  "POST /a":', `    ${line}`];

test.each<readonly [string, readonly string[], string]>([
  [
    "lists are joined, and what is open is last",
    ['features: ["?"]', 'features: ["a"]'],
    'features: ["a", "?"]',
  ],
  ["a list and `false`: the first", ['features: ["a"]', "features: false"], 'features: ["a"]'],
  ["other lists: the first", ['scopes: ["a"]', 'scopes: ["b"]'], 'scopes: ["a"]'],
  ["a value and a map: the first", ["background: false", 'background: { status: "?" }'], "background: false"],
])("lines of one operation never meet under one key twice: %s", (_, lines, merged) => {
  const block = mergeBlocks(lines.map(entry));
  expect(block).toEqual(entry(merged));
  expect(() => parse(block.join("\n")) as unknown).not.toThrow();
});

const SERVER = ["capabilities:", '  operation: "GET /c"'];

test("what several signs say of one response is one block", () => {
  const block = mergeBlocks([
    [
      ...SERVER,
      '  limits: { readsPerMinute: r, retentionDays: "?" }',
      "  also:",
      '    operation: "GET /d"',
      "    features: f",
    ],
    [...SERVER, "  contractVersion: v", "  limits: { readsPerMinute: other, maxBodyBytes: m }"],
    [...SERVER, "  also:", '    operation: "GET /d"', "    limits: { maxBodyBytes: false }"],
  ]);
  expect(parse(block.join("\n"))).toEqual({
    capabilities: {
      operation: "GET /c",
      limits: { readsPerMinute: "r", retentionDays: "?", maxBodyBytes: "m" },
      also: { operation: "GET /d", features: "f", limits: { maxBodyBytes: false } },
      contractVersion: "v",
    },
  });
});

test("what is said of another response is left to the next run", () => {
  const other = ["capabilities:", '  operation: "GET /other"', "  features: f"];
  expect(mergeBlocks([SERVER, other])).toEqual(SERVER);
  expect(mergeBlocks([["capabilities: false"], SERVER])).toEqual(["capabilities: false"]);
});

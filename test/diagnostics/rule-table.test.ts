import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import type { Rule } from "../../src/diagnostics/rule.js";
import { ruleTable } from "../../src/diagnostics/rule-table.js";
import { repository } from "../support/repository.js";
import { printRules } from "./print-rules.js";

const folder = join(repository, "src/diagnostics/rules");
const rows: readonly (readonly [string, Rule])[] = Object.entries(ruleTable);

/** What is wrong with the wording of a row; placeholders count as one word. */
function flawsOf({ message, remedy }: Pick<Rule, "message" | "remedy">): readonly string[] {
  const sentences = `${message} ${remedy}`.replaceAll(/\{\w+:?\w*\}/gu, "X").split(/(?<=[.!?]) /u);
  const long = sentences.filter((sentence) => sentence.split(/\s+/u).length > 25);
  return [
    ...long.map((sentence) => `more than 25 words: ${sentence}`),
    ...(/(?:\.|\{problem:text\})$/u.test(message) && remedy.endsWith(".") ? [] : ["no full stop at the end"]),
    ...(/^[A-Z]/u.test(remedy) ? [] : ["a remedy begins with an imperative"]),
    ...(/\{\w+(?::\w+)?\}/u.test(remedy)
      ? ["a remedy has no arguments: it is printed once for all places"]
      : []),
    ...(/\b(?:must|should|can|the client|it)\b/iu.test(remedy.split(" ")[0] ?? "") ? ["no imperative"] : []),
    ...(/\b(?:left out|is no|none|stands?|told?|notes?|understood|answers?)\b/u.test(`${message} ${remedy}`)
      ? ["a word that docs must not use"]
      : []),
  ];
}

test("every row has a message and a remedy in plain words", () => {
  expect(rows.flatMap(([id, rule]) => flawsOf(rule).map((flaw) => `${id}: ${flaw}`))).toEqual([]);
});

test("this test finds bad wording", () => {
  expect(flawsOf({ message: "It is left out", remedy: "" })).toEqual([
    "no full stop at the end",
    "a remedy begins with an imperative",
    "a word that docs must not use",
  ]);
  expect(flawsOf({ message: `${"word ".repeat(26)}.`, remedy: "Correct {name}." })).toHaveLength(2);
});

test.each(rows.map(([id]) => id))("%s is an id, and src reports it", (id) => {
  expect(id).toMatch(/^[a-z]+\/[a-z]+(?:-[a-z]+)*$/u);
  expect(sources.some((text) => text.includes(`"${id}"`))).toBe(true);
});

test("no id is in two tables", () => {
  const ids = readdirSync(folder).flatMap((file) => [
    ...readFileSync(join(folder, file), "utf8").matchAll(/^ {2}"([^"]+)": \{$/gmu),
  ]);
  expect(ids.length).toBe(rows.length);
});

describe("docs/diagnostics.md", () => {
  test("is what `npm run diagnostics` writes", async () => {
    const want = await format(printRules(ruleTable), { parser: "markdown", printWidth: 110 });
    expect(readFileSync(join(repository, "docs/diagnostics.md"), "utf8")).toBe(want);
  });
});

/** Everything in src but the table itself. */
const sources = readdirSync(join(repository, "src"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => !path.startsWith(folder))
  .map((path) => readFileSync(path, "utf8"));

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "../support/repository.js";
import { printMatrix } from "./print-matrix.js";
import { proveRules, type TestOutcome } from "./prove-rules.js";
import { groups, rules, type Rule } from "./rules.js";

/** The rules as their authors number them; beside the repository, and not in every clone of it. */
const published = join(repository, "../shared/contract/rules.md");

const letters = { client: "C", generator: "G", server: "S" } as const;

describe("the rules", () => {
  test.skipIf(!existsSync(published))("are those that were published, kept by whom that says", () => {
    const rows = [...readFileSync(published, "utf8").matchAll(/^\| ([A-Z]+-\d+) \| ([CGS ]+) \|/gm)];
    const want = rows.map(([, id = "", who = ""]) => [id, who.split(" ").sort().join("")]);
    expect(
      rules.map(({ id, keepers }) => [
        id,
        keepers
          .map((one) => letters[one])
          .sort()
          .join(""),
      ]),
    ).toEqual(want);
  });

  test("are 62, each in a group, and not one is waived", () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(62);
    const headings = new Set(groups.map(([letters]) => letters));
    expect(rules.filter(({ id }) => !headings.has(id.replace(/-.*/, "")))).toEqual([]);
    expect(rules.filter(({ waived }) => waived !== undefined).map(({ id }) => id)).toEqual([]);
  });
});

describe("the matrix", () => {
  const rule = (id: string, more: Partial<Rule> = {}): Rule => ({
    id,
    keepers: ["client"],
    wording: "It holds.",
    ...more,
  });
  const outcome = (title: string, passed = true): TestOutcome => ({
    file: "test/conformance/x.test.ts",
    titles: ["a call", title],
    passed,
  });

  const carrying = (id: string, title: string) => `[${id}] ${title}`;

  test("has a rule proven by a test that carries its id, and not by one that does not, or failed", () => {
    const given = [rule("GEN-1"), rule("GEN-2"), rule("GEN-3"), rule("GEN-4", { waived: "Later." })];
    const tests = [
      outcome("[GEN-1] [GEN-3] once"),
      outcome("[GEN-3] twice", false),
      outcome("GEN-2 without brackets"),
    ];
    const results = proveRules(given, tests).rules.map((one) => [one.rule.id, one.result, one.tests.length]);
    expect(results).toEqual([
      ["GEN-1", "proven", 1],
      ["GEN-2", "unproven", 0],
      ["GEN-3", "failed", 2],
      ["GEN-4", "waived", 0],
    ]);
  });

  test("names an id that no rule has", () => {
    const stray = outcome(carrying("GEN-9", "a rule of nobody"));
    expect(proveRules([rule("GEN-1")], [stray]).unknown).toEqual([{ id: "GEN-9", test: stray }]);
  });

  test("is printed with the titles as they are, and no id in them", () => {
    const printed = printMatrix(proveRules([rule("GEN-1")], [outcome(carrying("GEN-1", "of `x_y` <b>"))]));
    expect(printed).toContain("**1 of 1 rules are proven**.");
    expect(printed).toContain(
      "### GEN-1: proven\n\nIt holds. Kept by the client.\n\n" +
        "- a call › of \\`x\\_y\\` \\<b\\> ([x.test.ts](../test/conformance/x.test.ts))\n",
    );
  });
});

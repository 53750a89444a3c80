import { describe, expect, test } from "vitest";
import { bodyRules } from "../../../src/diff/rules/body-rules.js";
import type { DiffRules } from "../../../src/diff/rules/diff-rule.js";
import { documentRules } from "../../../src/diff/rules/document-rules.js";
import { operationRules } from "../../../src/diff/rules/operation-rules.js";
import { parameterRules } from "../../../src/diff/rules/parameter-rules.js";
import { responseRules } from "../../../src/diff/rules/response-rules.js";
import { securityRules } from "../../../src/diff/rules/security-rules.js";

const rules: DiffRules = {
  ...documentRules,
  ...operationRules,
  ...securityRules,
  ...parameterRules,
  ...bodyRules,
  ...responseRules,
};

/** Rows that need no rule: nothing changes, or the rules of schemas have it. */
const WITHOUT_RULE = new Set(["A3", "B8", "B16", "D9", "F4", ...numbered("D", 10, 21)]);

function numbered(section: string, from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${section}${index + from}`);
}

const rows = Object.entries({ A: 7, B: 20, C: 9, D: 21, E: 9, F: 9 }).flatMap(([section, count]) =>
  numbered(section, 1, count),
);

describe("the rules of the wire", () => {
  const claimed = new Set(Object.values(rules).flatMap(({ catalogue }) => catalogue.split(" ")));

  test.each(rows.filter((row) => !WITHOUT_RULE.has(row)))("claim row %s", (row) => {
    expect(claimed).toContain(row);
  });

  test("claim no row that the catalogue lacks, or that needs no rule", () => {
    expect([...claimed].filter((row) => !rows.includes(row) || WITHOUT_RULE.has(row))).toEqual([]);
  });

  test("have mirrors that are rules", () => {
    const mirrors = Object.values(rules).flatMap(({ mirror }) =>
      typeof mirror === "string" ? [mirror] : [],
    );
    expect(mirrors.filter((mirror) => !Object.hasOwn(rules, mirror))).toEqual([]);
  });

  test.each(Object.entries(rules))(
    "have whole sentences of at most 25 words: %s",
    (_, { title, why, runtime, convention }) => {
      const whys = typeof why === "string" ? [why] : Object.values(why);
      const conventions =
        convention === undefined ? [] : "level" in convention ? [convention] : Object.values(convention);
      const texts = [
        title,
        ...whys,
        ...(typeof runtime === "object" ? Object.values(runtime) : runtime === undefined ? [] : [runtime]),
        ...conventions.map(({ reason }) => reason),
      ];
      for (const sentence of texts.flatMap((text) => text.split(/(?<=[.:]) /u))) {
        expect(sentence.split(" ").length).toBeLessThanOrEqual(25);
      }
      for (const text of texts) expect(text).toMatch(/^[A-Z`{].*\.$/u);
    },
  );
});

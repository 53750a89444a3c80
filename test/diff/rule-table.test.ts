import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { diffRules } from "../../src/diff/rules/rule-table.js";
import { repository } from "../support/repository.js";
import { schemaFacts } from "./schema/compare-schemas.js";
import { rows } from "./schema/rows.js";
import { judgeFacts } from "../../src/diff/judge-facts.js";
import { faultyTexts } from "./faulty-texts.js";

const rules = Object.entries(diffRules);
const folder = join(repository, "test/diff");

/** How many rows each section of the catalogue has. */
const SECTIONS = { A: 7, B: 20, C: 9, D: 21, E: 9, F: 9, G: 14, H: 9, I: 10, J: 12, K: 29 };

const catalogue = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}${index + 1}`),
);

/** Rows without a rule of their own. */
const WITHOUT_RULE: Readonly<Record<string, string>> = {
  A3: "The same meaning in another version gives nothing.",
  B16: "The order of members gives nothing.",
  D9: "Parameters of path items and of operations are the same.",
  F4: "Ranges and statuses with the same schema are the same.",
  G14: "References and what they lead to are the same.",
  H6: "All spellings of null are the same.",
  K6: "Parts are merged, and the rules of what they say hold.",
  K7: "Parts are merged, and the rules of what they say hold.",
  K8: "Parts are merged; A2 has documentation.",
  K20: "Items are compared as any other schema.",
};

/** Rules that share their mirror with another one: what comes in several ways goes in one. */
const SHARED_MIRRORS: ReadonlySet<string> = new Set([
  ...["body.required-added", "operation.removed-before-sunset", "parameter.header-removed"],
  ...["parameter.removed-before-sunset", "parameter.required-added", "property.required-added"],
  ...["sdk.member-required-added", "sdk.method-result-extended", "sdk.parameter-added-optional"],
  ...["status.success-alternative-removed", "type.same-text"],
]);

/** No contract is known that gives them: all methods have the same arguments, and results of the runtime change as a whole. */
const WITHOUT_PAIR: ReadonlySet<string> = new Set([
  ...["sdk.method-result-extended", "sdk.parameter-added", "sdk.parameter-added-optional"],
  "sdk.parameter-removed",
]);

describe("the table of rules", () => {
  test("has a mirror of every rule, whose mirror is the rule, or a reason", () => {
    const oneWay = rules.filter(([key, { mirror }]) =>
      typeof mirror === "string" ? diffRules[mirror]?.mirror !== key : mirror.none.length === 0,
    );
    expect(oneWay.map(([key]) => key).sort()).toEqual([...SHARED_MIRRORS].sort());
    for (const [, { mirror }] of oneWay)
      expect(typeof mirror === "string" && diffRules[mirror]).toBeTypeOf("object");
  });

  test("claims every row of the catalogue, but those with a reason, and no other", () => {
    const claimed = new Set(rules.flatMap(([, rule]) => rule.catalogue.split(" ")));
    expect([...claimed].filter((row) => !catalogue.includes(row))).toEqual([]);
    expect(catalogue.filter((row) => !claimed.has(row))).toEqual(Object.keys(WITHOUT_RULE));
  });

  test("has no rule that no test meets", () => {
    const ofRows = rows.flatMap(([, , , request, response]) => [...request, ...response]);
    const met = new Set(
      [...testTexts(), ofRows.join(",")].flatMap(
        (text) => text.match(/[\w-]+(?:\.[\w-]+)+(?=[ "`\],])/gu) ?? [],
      ),
    );
    const unmet = rules.filter(([key, { directed }]) =>
      (directed ? [`request.${key}`, `response.${key}`] : [key]).every((id) => !met.has(id)),
    );
    expect(unmet.map(([key]) => key).sort()).toEqual([...WITHOUT_PAIR].sort());
  });
});

/** All that tests of `diff` say, this one aside. */
function testTexts(): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(?:ts|yaml)$/u.test(entry.name) && entry.name !== "rule-table.test.ts",
    )
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

describe("the texts of findings", () => {
  test("have a value for each placeholder, in the rows of schemas", () => {
    const texts = rows.flatMap(([, old, now]) =>
      [
        [old, now],
        [now, old],
      ].flatMap(([before = "", after = ""]) =>
        judgeFacts(schemaFacts(before, after)).flatMap(({ title, why }) => [title, why]),
      ),
    );
    expect(faultyTexts(texts)).toEqual([]);
  }, 30_000);
});

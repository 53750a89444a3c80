import { describe, expect, test } from "vitest";
import { diffRules } from "../../src/diff/rules/rule-table.js";
import { schemaFacts } from "./schema/compare-schemas.js";
import { rows } from "./schema/rows.js";
import { judgeFacts } from "../../src/diff/judge-facts.js";
import { faultyTexts } from "./faulty-texts.js";

const rules = Object.entries(diffRules);

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
  ...["sdk.member-required-added", "sdk.method-result-extended"],
  ...["status.success-alternative-removed", "type.same-text"],
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
});

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

  test("do not promise what cannot be computed: a format that is not known", () => {
    const [old, now] = ["{type: string, minLength: 2}", "{type: string, format: plate}"];
    const found = judgeFacts(schemaFacts(old, now, "response")).find(({ rule }) => rule.includes("format"));
    expect([found?.wire, found?.why]).toEqual([
      "risky",
      "What the format allows is not known here. Check whether values look as before.",
    ]);
  });

  test.each([
    ["{type: integer, multipleOf: 2}", "{type: integer, multipleOf: 4}"],
    ["{type: integer, format: int64}", "{type: integer, format: int32}"],
  ])("fit the level: of %s that became %s", (old, now) => {
    const findings = [
      ...judgeFacts(schemaFacts(old, now, "response")),
      ...judgeFacts(schemaFacts(now, old, "request")),
    ];
    const compatible = [
      "All values that can come could come before.",
      "All values that were valid stay valid.",
    ];
    expect(findings.map(({ wire, why }) => [wire, why])).toEqual(
      compatible.map((why) => ["compatible", why]),
    );
    const others = [
      ...judgeFacts(schemaFacts(old, now, "request")),
      ...judgeFacts(schemaFacts(now, old, "response")),
    ];
    expect(others.map(({ wire, why }) => wire !== "compatible" && !compatible.includes(why))).toEqual([
      true,
      true,
    ]);
  });
});

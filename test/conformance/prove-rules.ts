import type { Rule } from "./rules.js";

/** One test that ran. */
export interface TestOutcome {
  /** Relative to the repository. */
  readonly file: string;
  /** With the titles that it stands under, outermost first. */
  readonly titles: readonly string[];
  readonly passed: boolean;
}

/** A rule and the tests that carry its id. */
export interface ProvenRule {
  readonly rule: Rule;
  readonly tests: readonly TestOutcome[];
  /** `proven`: at least one test carries its id, and all of those passed. */
  readonly result: "proven" | "failed" | "unproven" | "waived";
}

/** What the tests say of the rules. */
export interface Conformance {
  readonly rules: readonly ProvenRule[];
  /** Ids in titles that no rule has. */
  readonly unknown: readonly { readonly id: string; readonly test: TestOutcome }[];
}

const idPattern = /\[([A-Z]{2,}-\d+)\]/g;

/** The ids that a test's own title carries: `[TOK-3]`. */
export function idsOf({ titles }: TestOutcome): readonly string[] {
  return [...(titles.at(-1) ?? "").matchAll(idPattern)].map(([, id = ""]) => id);
}

/** A title without the ids in it. */
export function withoutIds(title: string): string {
  return title.replace(idPattern, "").replace(/\s+/g, " ").trim();
}

/** Holds the tests that ran against the rules. */
export function proveRules(rules: readonly Rule[], tests: readonly TestOutcome[]): Conformance {
  const known = new Set(rules.map(({ id }) => id));
  return {
    rules: rules.map((rule) => {
      const own = tests.filter((test) => idsOf(test).includes(rule.id));
      return { rule, tests: own, result: resultOf(rule, own) };
    }),
    unknown: tests.flatMap((test) =>
      idsOf(test)
        .filter((id) => !known.has(id))
        .map((id) => ({ id, test })),
    ),
  };
}

function resultOf({ waived }: Rule, tests: readonly TestOutcome[]): ProvenRule["result"] {
  if (tests.some(({ passed }) => !passed)) return "failed";
  if (tests.length > 0) return "proven";
  return waived === undefined ? "unproven" : "waived";
}

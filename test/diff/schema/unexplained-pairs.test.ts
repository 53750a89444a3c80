import { describe, expect, test } from "vitest";
import type { Direction, Effect } from "../../../src/diff/fact.js";
import { judgeFacts } from "../../../src/diff/judge-facts.js";
import type { ComparedPair } from "../../../src/diff/schema/compare/compared-pair.js";
import { createInclusion } from "../../../src/diff/schema/inclusion/inclusion.js";
import { createSameSchemas } from "../../../src/diff/schema/schema-comparison.js";
import type { Verdict } from "../../../src/diff/schema/inclusion/verdict.js";
import { type JudgedPair, unexplainedPairs } from "../../../src/diff/schema/unexplained-pairs.js";
import { createSchemaReader } from "../../../src/diff/schema/form/schema-reader.js";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { createWorkBudget } from "../../../src/diff/schema/work-budget.js";

interface Pair extends JudgedPair<Pair> {
  readonly name: string;
}

/** A pair whose values have a verdict in requests, with edits of some effects, and the pairs that it leads to. */
function pairOf(
  name: string,
  request: Verdict,
  effects: readonly Effect[] = [],
  below: readonly (readonly [pair: Pair, ...voids: Direction[]])[] = [],
  { isCut = false, beside = "yes" }: { readonly isCut?: boolean; readonly beside?: Verdict } = {},
): Pair {
  // Of a pair, only who it is and whether its questions were cut off is read here; a real one needs two documents.
  const reader = { openFor: () => ({ id: `${name} beside` }) };
  const side = { reader, node: { id: name }, at: `#/${name}` };
  const inclusion = { isCut: () => isCut, included: () => beside };
  // The cast stands for what a pair has beside: documents and caches that the function under test does not read.
  const pair = { old: side, now: side, inclusion } as unknown as ComparedPair;
  return {
    name,
    pair,
    verdicts: { request, response: "yes" },
    edits: effects.map((effect) => ({ change: "type.changed", effect })),
    directions: new Set(["request"]),
    targets: below.map(([visit, ...voids]) => ({ visit, voids, property: visit.name })),
  };
}

/** What is made of pairs that lead to each other in their order, each as `name change effect`. */
function found(...pairs: readonly Pair[]): readonly string[] {
  return unexplainedPairs(pairs).map(({ visit, edit }) => `${visit.name} ${edit.change} ${edit.effect}`);
}

describe("pairs whose difference no edit explains", () => {
  test("are told at the lowest pair", () => {
    const inner = pairOf("inner", "no");
    expect(found(pairOf("outer", "no", [], [[inner]]), inner)).toEqual(["inner values.narrowed narrower"]);
  });

  test("are not told where an edit below explains them, and where it does not count, they are", () => {
    for (const [effect, given] of [
      ["narrower", []],
      ["unknown", []],
      ["wider", ["inner values.narrowed narrower"]],
    ] as const) {
      const inner = pairOf("inner", "no", [effect]);
      expect(found(pairOf("outer", "no", [], [[inner]]), inner)).toEqual(given);
    }
  });

  test("are told where an edit below is of a pair that loses nothing", () => {
    const inner = pairOf("inner", "yes", ["other"]);
    expect(found(pairOf("outer", "no", [], [[inner]]), inner)).toEqual(["outer values.narrowed narrower"]);
  });

  test("are not told where a guard voids what differs", () => {
    const inner = pairOf("inner", "no");
    const outer = pairOf("outer", "no", [], [[inner, "request"]]);
    expect(found(outer)).toEqual([]);
  });

  test("are reported where a guard voids only a part of what differs", () => {
    const inner = pairOf("inner", "no");
    const outer = pairOf("outer", "no", [], [[inner, "request"]], { beside: "no" });
    expect(found(outer)).toEqual(["outer values.narrowed narrower"]);
  });

  test("are undecided where their inclusion is, which explains no loss above", () => {
    const inner = pairOf("inner", "unknown");
    expect(found(inner)).toEqual(["inner values.undecided unknown"]);
    expect(found(pairOf("outer", "no", [], [[inner]]), inner)).toEqual([
      "outer values.narrowed narrower",
      "inner values.undecided unknown",
    ]);
  });

  test("are told once, where a comparison was cut off, whatever edits there are", () => {
    const inner = pairOf("inner", "unknown", ["unknown"], [], { isCut: true });
    const outer = pairOf("outer", "unknown", [], [[inner]], { isCut: true });
    expect(found(outer, inner)).toEqual(["inner values.cut-off unknown"]);
  });

  test("are a risk where they are not decided", () => {
    const use = { operation: "GET /pets", part: "response 200", direction: "response" } as const;
    const facts = ["values.cut-off", "values.undecided"].map((change) => ({
      ...{ change, effect: "unknown" as const, element: "`Pet`", uses: [use] },
    }));
    expect(judgeFacts(facts).map(({ rule, wire, title }) => [rule, wire, title])).toEqual([
      [
        "response.values.cut-off",
        "risky",
        "The comparison of `Pet` was cut off: its schemas lead to too many others.",
      ],
      ["response.values.undecided", "risky", "`Pet`: the allowed values changed, and cannot be compared."],
    ]);
  });
});

describe("an inclusion that takes too many steps", () => {
  test("is unknown, and says so, without harm to the next one", () => {
    const documentOf = (length: number): JsonObject => ({
      components: {
        schemas: {
          Deep: { properties: { a: { properties: { b: { properties: { c: { maxLength: length } } } } } } },
          Flat: { maxLength: length },
        },
      },
    });
    const budget = createWorkBudget(1_000_000);
    const [old, now] = [createSchemaReader(documentOf(3), budget), createSchemaReader(documentOf(4), budget)];
    const isSame = createSameSchemas(old, now);
    const inclusion = createInclusion({ old, now, isSame, budget, mostSteps: 3 });
    const question = (name: string) => {
      const slot = [`#/components/schemas/${name}`];
      return ["forward", old.node(slot), now.node(slot)] as const;
    };
    const verdicts = ["Deep", "Flat"].map((name) => [
      inclusion.included(...question(name)),
      inclusion.isCut(...question(name)),
    ]);
    expect(verdicts).toEqual([
      ["unknown", true],
      ["yes", false],
    ]);
  });
});

import { describe, expect, test } from "vitest";
import type { ComparedDocument } from "../../../src/diff/fact.js";
import { compareProperties } from "../../../src/diff/schema/compare/compare-properties.js";
import { createInclusion } from "../../../src/diff/schema/inclusion/inclusion.js";
import { createSameSchemas, createSchemaComparison } from "../../../src/diff/schema/schema-comparison.js";
import { createSchemaReader } from "../../../src/diff/schema/form/schema-reader.js";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { createWorkBudget } from "../../../src/diff/schema/work-budget.js";

const ref = (index: number) => ({ $ref: `#/components/schemas/S${String(index)}` });

/** Schemas `S0`, `S1` … */
function documentOf(count: number, schema: (index: number) => JsonObject): JsonObject {
  const names = Array.from({ length: count }, (_, index) => index);
  const schemas = Object.fromEntries(names.map((index) => [`S${String(index)}`, schema(index)]));
  return { components: { schemas } };
}

const member = (index: number) => ({
  type: "object",
  properties: { [`m${String(index)}`]: { type: "string" } },
});

/** Documents of a size, with a number that is the only difference between two of them. */
const documents: Readonly<Record<string, (count: number, limit: number) => JsonObject>> = {
  "a chain of unions": (count, limit) =>
    documentOf(count + 1, (index) =>
      index === count ? { type: "string", maxLength: limit } : { anyOf: [ref(index + 1), member(index)] },
    ),
  "unions of each other": (count, limit) =>
    documentOf(count, (index) => ({
      anyOf: [
        ...Array.from({ length: count }, (_, other) => ref(other)),
        { type: "string", minLength: index, maxLength: index + limit },
      ],
    })),
  "a union of many": (count, limit) =>
    documentOf(1, () => ({
      oneOf: Array.from({ length: count }, (_, index) => ({
        ...member(index),
        required: [`m${String(index)}`],
        maxProperties: limit,
      })),
    })),
};

/** Whether each of two documents has all values of the other, and the steps that it takes. */
function decide(old: JsonObject, now: JsonObject) {
  const budget = createWorkBudget(1_000_000);
  const [one, other] = [createSchemaReader(old, budget), createSchemaReader(now, budget)];
  const inclusion = createInclusion({ old: one, now: other, isSame: createSameSchemas(one, other), budget });
  const slot = ["#/components/schemas/S0"];
  const [left, right] = [one.node(slot), other.node(slot)];
  const verdicts = [
    inclusion.included("forward", left, right),
    inclusion.included("backward", right, left),
  ] as const;
  return { verdicts, hasArrays: one.typesOf(left).has("array"), steps: budget.visits };
}

/** Steps that it takes to decide both ways, and to list the types of the old schemas. */
function stepsOf(old: JsonObject, now: JsonObject): number {
  const { steps, ...decided } = decide(old, now);
  expect(decided).toEqual({ verdicts: ["yes", "no"], hasArrays: false });
  return steps;
}

describe("the steps of a comparison", () => {
  test.each(Object.entries(documents))("of %s are at most quadratic", (_name, make) => {
    const few = stepsOf(make(20, 5), make(20, 6));
    expect(stepsOf(make(40, 5), make(40, 6)) / few).toBeLessThan(4.2);
  });

  test("of many unions that hold together are bounded where one alternative of them changed", () => {
    const make = (limit: number) =>
      documentOf(1, () => ({
        allOf: Array.from({ length: 20 }, (_, index) => ({
          anyOf: [
            member(index),
            { required: ["a"], properties: { a: { type: "string", maxLength: limit } } },
          ],
        })),
      }));
    const { verdicts, steps } = decide(make(5), make(6));
    expect({ verdicts, isBounded: steps < 2_000 }).toEqual({ verdicts: ["yes", "unknown"], isBounded: true });
  });

  test("of schemas that became the only part of another are few: they are the same", () => {
    const make = (wrap: (schema: JsonObject) => JsonObject) =>
      documentOf(1, () => {
        const names = Array.from({ length: 50 }, (_, index) => `p${String(index)}`);
        const inner = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
        const schema = wrap({ type: "object", properties: inner });
        return { type: "object", properties: Object.fromEntries(names.map((name) => [name, schema])) };
      });
    const { verdicts, steps } = decide(
      make((schema) => schema),
      make((schema) => ({ description: "Words.", allOf: [schema] })),
    );
    expect({ verdicts, areFew: steps < 1_000 }).toEqual({ verdicts: ["yes", "yes"], areFew: true });
  });

  test("of many alternatives that were renamed are linear", () => {
    const renamed = (count: number, prefix: string): JsonObject => {
      const names = Array.from({ length: count }, (_, index) => `${prefix}${String(index)}`);
      const schemas = names.map((name, index): [string, JsonObject] => [
        name,
        { ...member(index), required: [`m${String(index)}`] },
      ]);
      const S0 = { oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) };
      return { components: { schemas: { S0, ...Object.fromEntries(schemas) } } };
    };
    const [few, many] = [20, 40].map((count) => decide(renamed(count, "A"), renamed(count, "B")));
    expect(few?.verdicts).toEqual(["yes", "yes"]);
    expect((many?.steps ?? 0) / (few?.steps ?? 1)).toBeLessThan(2.2);
  });

  test("of alternatives that add members to each other in a chain end, and are reported once", () => {
    const make = (type: string): ComparedDocument => ({
      dialect: "3.1",
      document: documentOf(101, (index) =>
        index === 100
          ? { type: "object", required: ["z"], properties: { z: { type } } }
          : {
              ...member(index),
              oneOf: [ref(index + 1), { ...member(1_000 + index), required: [`m${String(1_000 + index)}`] }],
            },
      ),
    });
    const comparison = createSchemaComparison(make("string"), make("integer"));
    const pointer = "#/components/schemas/S0";
    comparison.compare(pointer, pointer, { operation: "GET /", part: "response 200", direction: "response" });
    expect(comparison.facts().map(({ change, effect }) => [change, effect])).toEqual([
      ["values.cut-off", "unknown"],
    ]);
  });
});

describe("the place of parts that one side lacks", () => {
  /** Schemas that are read for it, where the last reference of a chain of parts goes. */
  function readFor(count: number): number {
    const chain = (isWhole: boolean) =>
      documentOf(count, (index) => ({
        allOf: [
          ...(index + 1 < count && (isWhole || index > 0) ? [ref(index + 1)] : []),
          { type: "object", properties: { [`m${String(index)}`]: { type: "string" } } },
        ],
      }));
    const budget = createWorkBudget(1_000_000);
    let parts = 0;
    const [old, now] = [true, false].map((isWhole) => {
      const reader = createSchemaReader(chain(isWhole), budget);
      const node = reader.node(["#/components/schemas/S0"]);
      const counting: typeof reader = {
        ...reader,
        partsOf(pointer) {
          parts += 1;
          return reader.partsOf(pointer);
        },
      };
      return { reader: counting, node, at: "#/components/schemas/S0" };
    });
    if (old === undefined || now === undefined) throw new Error("There are two sides.");
    const isSame = createSameSchemas(old.reader, now.reader);
    const inclusion = createInclusion({ old: old.reader, now: now.reader, isSame, budget });
    const { edits } = compareProperties({ old, now, inclusion, today: "9999-12-31", sunsetDays: 0, budget });
    expect(edits).toHaveLength(count - 1);
    expect(edits.every((edit) => edit.new?.pointer === "#/components/schemas/S0")).toBe(true);
    return parts;
  }

  test("is found once for all of them", () => {
    const few = readFor(20);
    expect(few).toBeGreaterThan(0);
    expect(readFor(40) / few).toBeLessThan(2.2);
  });
});

describe("a budget", () => {
  test("ends the question that takes too many steps, and gives later ones fewer, at last none", () => {
    const budget = createWorkBudget(3_000);
    const spend = (steps: number) => () => {
      budget.visit(steps);
      return "done";
    };
    const take = (steps: number) => budget.within(2_500, spend(steps))?.result;
    const inner = budget.within(100, () => [budget.within(10, spend(20)), "goes on"]);
    expect(inner?.result).toEqual([undefined, "goes on"]);
    expect([take(2_501), take(2_400), take(2_400), take(1)]).toEqual([
      undefined,
      "done",
      undefined,
      undefined,
    ]);
    expect(budget.isSpent).toBe(true);
  });
});

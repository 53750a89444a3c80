import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSchemaReader } from "../../../src/diff/schema/form/schema-reader.js";
import { createInclusion } from "../../../src/diff/schema/inclusion/inclusion.js";
import { createSameSchemas } from "../../../src/diff/schema/schema-comparison.js";
import type { Verdict } from "../../../src/diff/schema/inclusion/verdict.js";
import type { Json, JsonObject } from "../../../src/load/loaded-contract.js";
import { createWorkBudget } from "../../../src/diff/schema/work-budget.js";
import { namedMembers } from "./named-members.js";
import { anyPairs, contractPairs, values } from "./random-schemas.js";

/** Whether every value of one schema is a value of the other. */
function isIncluded(left: Json, right: Json, isStrict: boolean): Verdict {
  const budget = createWorkBudget(1_000_000);
  const documentOf = (schema: Json): JsonObject => ({ components: { schemas: { Pet: schema } } });
  const old = createSchemaReader(documentOf(left), budget);
  const now = createSchemaReader(documentOf(right), budget);
  const isSame = createSameSchemas(old, now);
  const slot = ["#/components/schemas/Pet"];
  const inclusion = createInclusion({ old, now, isSame, budget, isStrict });
  return inclusion.included("forward", old.node(slot), now.node(slot));
}

describe("inclusion", () => {
  test.each([
    ["by JSON Schema alone", true, anyPairs],
    ["by what contracts mean, of values without members that they do not name", false, contractPairs],
  ] as const)("%s, is never claimed where a value shows the contrary", (_name, isStrict, pairs) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    const counts = { yes: 0, no: 0, unknown: 0 };
    fc.assert(
      fc.property(
        pairs,
        fc.array(values, { minLength: 20, maxLength: 20 }),
        ([left, right], samples): void => {
          const verdict = isIncluded(left, right, isStrict);
          counts[verdict] += 1;
          if (verdict !== "yes") return;
          const sent = isStrict ? true : namedMembers(left);
          const [isLeft, isSent, isRight] = [left, sent, right].map((schema) =>
            ajv.compile(schema as object),
          );
          const isValid = (validate: ValidateFunction | undefined, value: Json): boolean | undefined => {
            try {
              return validate?.(value);
            } catch {
              // The code that ajv 8.20 makes of `unevaluatedProperties` in some branches fails.
              return undefined;
            }
          };
          const counterexample = samples.find(
            (value) =>
              isValid(isLeft, value) === true &&
              isValid(isSent, value) === true &&
              isValid(isRight, value) === false,
          );
          expect({ left, right, counterexample }).toEqual({ left, right, counterexample: undefined });
        },
      ),
      { numRuns: Number(process.env["INCLUSION_RUNS"] ?? 400), seed: 17 },
    );
    // Without claims the test would hold of anything.
    expect(counts.yes).toBeGreaterThan(60);
  });
});

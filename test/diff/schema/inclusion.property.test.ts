import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSchemaReader } from "../../../src/diff/schema/form/schema-reader.js";
import { createInclusion } from "../../../src/diff/schema/inclusion/inclusion.js";
import { createSameSchemas } from "../../../src/diff/schema/inclusion/same-schemas.js";
import type { Verdict } from "../../../src/diff/schema/inclusion/verdict.js";
import type { Json, JsonObject } from "../../../src/load/loaded-contract.js";
import { createVisitBudget } from "../../../src/openapi/visit-budget.js";
import { anyPairs, values } from "./random-schemas.js";

/** Whether every value of one schema is a value of the other, by JSON Schema alone. */
function strictlyIncluded(left: Json, right: Json): Verdict {
  const budget = createVisitBudget();
  const documentOf = (schema: Json): JsonObject => ({ components: { schemas: { Pet: schema } } });
  const old = createSchemaReader(documentOf(left), budget);
  const now = createSchemaReader(documentOf(right), budget);
  const isSame = createSameSchemas(old, now);
  const slot = ["#/components/schemas/Pet"];
  const inclusion = createInclusion({ old, now, isSame, budget, isStrict: true });
  return inclusion.included("forward", old.node(slot), now.node(slot));
}

describe("inclusion", () => {
  test("is never claimed where a value shows the contrary", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    const counts = { yes: 0, no: 0, unknown: 0 };
    fc.assert(
      fc.property(
        anyPairs,
        fc.array(values, { minLength: 20, maxLength: 20 }),
        ([left, right], samples): void => {
          const verdict = strictlyIncluded(left, right);
          counts[verdict] += 1;
          if (verdict !== "yes") return;
          const [isLeft, isRight] = [ajv.compile(left as object), ajv.compile(right as object)];
          const holds = samples.map((value): boolean => !isLeft(value) || isRight(value));
          const counterexample = samples[holds.indexOf(false)];
          expect({ left, right, counterexample }).toEqual({ left, right, counterexample: undefined });
        },
      ),
      { numRuns: Number(process.env["INCLUSION_RUNS"] ?? 400), seed: 17 },
    );
    // Without claims the test would hold of anything.
    expect(counts.yes).toBeGreaterThan(60);
  });
});

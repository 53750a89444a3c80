import { describe, expect, test } from "vitest";
import { createBudgetOf, createVisitBudget } from "../../src/openapi/visit.js";
import { buildPlan } from "../../src/build-plan.js";
import { contractOf, thrownBy } from "../model/model-of.js";
import { tangledContracts } from "./tangled-contracts.js";

/** Steps that model and plan of a contract take. */
function stepsOf(document: object): number {
  const budget = createVisitBudget();
  buildPlan(contractOf(JSON.stringify(document)), { budget });
  return budget.visits;
}

describe("the steps of one contract", () => {
  test("end with exit 3 and a sentence, whichever walk takes them", () => {
    const work = () => {
      const budget = createBudgetOf(100);
      buildPlan(contractOf(JSON.stringify(tangledContracts["objects in objects"]?.(12))), { budget });
    };
    expect(thrownBy(work)).toMatchObject({
      exitCode: 3,
      message:
        "The schemas of the contract refer to each other in too many ways: reading them takes more than 100 steps.",
    });
  });

  test("are more where there are more operations", () => {
    expect(() => {
      createVisitBudget(3).visit(1_006_001);
    }).toThrow(/more than 1,006,000 steps/u);
  });

  test("of operations that refer to the same schema are those of one", () => {
    const schema = { $ref: "#/components/schemas/Job" };
    const of = (count: number) => ({
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `/jobs${String(index)}/{id}`,
          { get: { responses: { 200: { description: "", content: { "application/json": { schema } } } } } },
        ]),
      ),
      components: {
        schemas: {
          Job: {
            properties: Object.fromEntries(
              Array.from({ length: 200 }, (_, index) => [`p${String(index)}`, { type: "string" }]),
            ),
          },
        },
      },
    });
    expect((stepsOf(of(21)) - stepsOf(of(1))) / 20).toBeLessThan(200);
  });

  test("are counted for the model and the plan together", () => {
    const budget = createVisitBudget();
    const contract = contractOf(JSON.stringify(tangledContracts["parts of parts"]?.(6)));
    buildPlan(contract, { budget });
    const once = budget.visits;
    buildPlan(contract, { budget });
    expect(budget.visits).toBe(2 * once);
  });

  // Twice the schemas have four times the references, each of which may lead to as many results: 16 times at most. What
  // goes every way through the schemas takes 2^n times as many steps, or n^6.
  test.each(Object.entries(tangledContracts))(
    "grow with the contract, not with the ways through it: %s",
    (_, of) => {
      const [few, many] = [stepsOf(of(8)), stepsOf(of(16))];
      expect(many / few).toBeLessThan(20);
    },
  );
});

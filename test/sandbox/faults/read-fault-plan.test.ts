import { beforeAll, describe, expect, test } from "vitest";
import { loadContract } from "../../../src/sandbox/contract/checked-contract.js";
import { FaultPlanError } from "../../../src/sandbox/faults/fault-plan-error.js";
import { listTargets, type FaultTarget } from "../../../src/sandbox/faults/fault-target.js";
import { readFaultPlan } from "../../../src/sandbox/faults/read-fault-plan.js";
import { startSandbox } from "../../../src/sandbox/index.js";
import { rule, wrongPlans } from "./wrong-plans.js";

let targets: FaultTarget[] = [];
beforeAll(async () => {
  targets = listTargets((await loadContract()).contract);
});

/** What is wrong in a plan: place and message. */
function problemsOf(plan: unknown): string[] {
  try {
    readFaultPlan(plan, targets);
  } catch (error) {
    if (error instanceof FaultPlanError) return error.message.split("\n").slice(1);
    throw error;
  }
  return [];
}

describe("a plan of faults", () => {
  test("keeps a header whose name an object would take for its prototype", () => {
    const headers: unknown = JSON.parse('{ "__proto__": "x" }');
    const plan = { faults: [{ on: "listCabinets", fault: { kind: "response", status: 200, headers } }] };
    expect(JSON.stringify(readFaultPlan(plan, targets))).toContain('"headers":{"__proto__":"x"}');
  });

  test("is read with everything filled in", () => {
    const plan = rule({ name: "lost", headers: { "X-Run": "1" }, nth: [1, 2], count: 3, probability: 0.5 });
    expect(readFaultPlan({ seed: 4, ...plan }, targets)).toEqual({
      seed: 4,
      rules: [
        {
          name: "lost",
          operationIds: new Set(["importDeals"]),
          headers: new Map([["x-run", "1"]]),
          nth: new Set([1, 2]),
          count: 3,
          probability: 0.5,
          fault: { kind: "disconnect" },
        },
      ],
    });
    const [bare] = readFaultPlan(rule({ fault: { kind: "html", status: 503 } }), targets).rules;
    expect(bare).toMatchObject({
      name: "faults[0]",
      nth: undefined,
      count: Infinity,
      probability: 1,
      fault: { kind: "html", status: 503 },
    });
  });

  test("for everything strikes where its fault makes sense", () => {
    const struck = (kind: string) =>
      [
        ...(readFaultPlan({ faults: [{ on: "*", fault: kind }] }, targets).rules[0]?.operationIds ?? []),
      ].sort();
    expect(struck("disconnect")).toHaveLength(21);
    expect(struck("refuseToken")).toHaveLength(19);
    expect(struck("ambiguousOutcome")).toEqual([
      "createProject",
      "exportDeals",
      "importDeals",
      "updateAnalyticsConfig",
      "updateProject",
      "updateProjectSources",
      "updateProjectState",
      "updateSettings",
    ]);
    expect(struck("operationState")).toEqual(["createProject", "exportDeals", "getOperation", "importDeals"]);
  });

  test.each(wrongPlans)("%j is refused, and it says why", (given, want) => {
    expect(problemsOf(given)).toEqual(want);
  });

  test("is refused before anything listens", async () => {
    const plan = { faults: [{ on: "nothing", fault: "html" as const }] };
    await expect(startSandbox({ port: 1, faults: plan })).rejects.toThrow(FaultPlanError);
  });
});

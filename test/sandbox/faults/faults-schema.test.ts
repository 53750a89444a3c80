import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { loadContract } from "../../../src/sandbox/contract/checked-contract.js";
import { faultMembers, type MemberReader } from "../../../src/sandbox/faults/fault-members.js";
import { FaultPlanError } from "../../../src/sandbox/faults/fault-plan-error.js";
import { listTargets, type FaultTarget } from "../../../src/sandbox/faults/fault-target.js";
import { readFaultPlan } from "../../../src/sandbox/faults/read-fault-plan.js";
import { problemCatalog } from "../../../src/sandbox/problems/problem-catalog.js";
import { repository } from "../../support/repository.js";
import { everyStep } from "../../e2e/every-step.js";
import { wrongPlans } from "./wrong-plans.js";

const schema = JSON.parse(readFileSync(join(repository, "docs/faults.schema.json"), "utf8")) as object;
const follows = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(schema);

let targets: FaultTarget[] = [];
beforeAll(async () => {
  targets = listTargets((await loadContract()).contract);
});

function isRead(plan: unknown): boolean {
  try {
    readFaultPlan(plan, targets);
    return true;
  } catch (error) {
    if (error instanceof FaultPlanError) return false;
    throw error;
  }
}

/** What the sandbox alone can tell: a schema does not compare two members of a list. */
const namesTwice = ([, want]: (typeof wrongPlans)[number]) =>
  want.some((line) => /is the name of faults\[\d+\] already/.test(line));

/** The plans that the page shows. */
const shown = [
  ...readFileSync(join(repository, "docs/sandbox.md"), "utf8").matchAll(/^```yaml\n(seed:[\s\S]*?)^```$/gm),
].map(([, text = ""]) => parse(text) as unknown);

describe("the schema of a faults file", () => {
  test("takes the plans that the page shows, and one with every kind of trouble", () => {
    const plans = [...shown, { faults: everyStep }, { $schema: "./faults.schema.json", faults: [] }];
    expect(plans.map((plan) => [isRead(plan), follows(plan)])).toEqual(plans.map(() => [true, true]));
    expect(shown.length).toBeGreaterThan(0);
  });

  test.each(wrongPlans.filter((plan) => !namesTwice(plan)))("refuses %j, as the sandbox does", (given) => {
    expect([isRead(given), follows(given)]).toEqual([false, false]);
  });

  test("knows, as the sandbox does, what each fault can strike", () => {
    const names = new Set(["*", ...targets.flatMap(({ operationId, request }) => [operationId, request])]);
    const needed = { milliseconds: 1, code: "internal_error", error: "slow_down", status: 400 };
    const plans = Object.entries<Readonly<Record<string, MemberReader>>>(faultMembers).flatMap(
      ([kind, members]) => {
        const required = Object.entries(needed).filter(([name]) => members[name]?.required === true);
        const fault = { kind, ...Object.fromEntries(required) };
        return [...names].flatMap((on) => [
          { on, fault },
          { on: ["contract", on], fault },
        ]);
      },
    );
    const judged = plans.map((rule) => ({ rule, read: isRead({ faults: [rule] }) }));
    expect(judged.filter(({ rule, read }) => follows({ faults: [rule] }) !== read)).toEqual([]);
    expect(new Set(judged.map(({ read }) => read)).size).toBe(2);
  });

  test("judges as the sandbox does, whatever stands in a plan", () => {
    const verdicts = new Map<boolean, number>();
    fc.assert(
      fc.property(plans(), (plan) => {
        const verdict = isRead(plan);
        verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
        expect(follows(plan)).toBe(verdict);
      }),
      { numRuns: 2000, seed: 7 },
    );
    // Neither is an exception.
    expect(Math.min(verdicts.get(true) ?? 0, verdicts.get(false) ?? 0)).toBeGreaterThan(200);
  });
});

/** Right values, and now and then a wrong one. */
function mostly(right: readonly unknown[], wrong: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong, null) },
  );
}

/** Plans of one rule, each member right or nearly so. */
function plans(): fc.Arbitrary<unknown> {
  const kinds = Object.keys(faultMembers);
  const requests = targets.map(({ request }) => request);
  const operation = mostly(
    ["*", "*", "importDeals", "exchangeToken", "contract", ...requests],
    ["importDeal", 7],
  );
  const header = fc.dictionary(
    fc.constantFrom("x-run", "x-other", "x", "AuthoriZation", "a b"),
    mostly(["1", "", true, false], ["line\nbreak", 1]),
    { maxKeys: 1 },
  );
  const code = mostly([...Object.keys(problemCatalog), "a_code"], ["A", "", 1]);
  const seconds = mostly([0, 1, -1, 3_155_760_000], [0.5, "1", -3_155_760_001, 3_155_760_001]);
  const word = mostly(["a", " b "], ["", " ", 1]);
  const valueOf: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    as: mostly(["expired", "revoked"], ["x"]),
    code,
    connection: mostly(["kept", "cut"], ["x"]),
    effect: mostly(["none", "done"], ["x"]),
    error: code,
    headers: header,
    message: word,
    milliseconds: mostly([0, 5, 86_400_000], [-1, 86_400_001, 3_155_760_000_001, 0.5, "5"]),
    retryAfter: seconds,
    retryAfterDate: seconds,
    retryable: mostly([true, false, "absent"], ["no"]),
    status: fc.oneof(mostly([200, 400, 502, 503, 599], [199, 399, 600, "200"]), word),
    text: mostly(["", "a\nb"], [1]),
    when: mostly(["before", "after"], ["x"]),
  };
  const fault = fc.constantFrom(...kinds).chain((kind) => {
    const members = Object.entries<MemberReader>(faultMembers[kind as keyof typeof faultMembers]);
    const record: Record<string, fc.Arbitrary<unknown>> = { kind: fc.constant(kind) };
    for (const [name] of members) record[name] = valueOf[name]!;
    const needed = members.filter(([, { required }]) => required).map(([name]) => name);
    const object = fc.record(record, { requiredKeys: ["kind", ...needed] });
    return fc.oneof<fc.MaybeWeightedArbitrary<unknown>[]>(
      { weight: 12, arbitrary: object },
      { weight: 1, arbitrary: fc.constant(kind) },
      { weight: 1, arbitrary: fc.constantFrom({ kind: "x" }, {}, null, "x", { kind, more: 1 }) },
    );
  });
  const rule = fc.record(
    {
      on: fc.oneof(operation, fc.array(operation, { maxLength: 3 })),
      fault,
      name: mostly(["n", "m", "n".repeat(80), "𝒏".repeat(80)], ["", "a\u0007", "n".repeat(81), 1]),
      headers: header,
      nth: mostly([1, 3, [1, 2]], [0, [], [0], "1"]),
      count: mostly([1, 9], [0, "1"]),
      probability: mostly([0, 0.5, 1], [2, "1"]),
    },
    { requiredKeys: ["on", "fault"] },
  );
  return rule.map((one) => ({ faults: [one] }));
}

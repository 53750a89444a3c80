import { headerOf, type Incoming } from "../server/incoming.js";
import { draw } from "./draw.js";
import { Encounter, type FaultContext, type Strike } from "./encounter.js";
import type { FaultControls } from "./fault-controls.js";
import { FaultPlanError } from "./fault-plan-error.js";
import type { FaultTarget } from "./fault-target.js";
import type { InjectedFault } from "./injected-fault.js";
import { readFaultPlan, type ReadFaultPlan, type ReadFaultRule } from "./read-fault-plan.js";

/** Decides which faults a request meets, and remembers which it did. */
export interface FaultEngine {
  readonly controls: FaultControls;
  /** Asks every rule. @param operationId the operation, or `contract` */
  meet(operationId: string, incoming: Incoming): Encounter;
}

/** A rule with what it has seen and done so far. */
interface CountedRule {
  readonly rule: ReadFaultRule;
  matched: number;
  struck: number;
}

/** A sandbox may run for days: only the last injected faults are remembered. */
const capacity = 10_000;

/**
 * Creates the engine of one sandbox.
 * @param targets what can be struck
 * @param plan what goes wrong at first
 */
export function createFaultEngine(
  targets: readonly FaultTarget[],
  plan: ReadFaultPlan,
  context: FaultContext,
): FaultEngine {
  const toCounted = (rule: ReadFaultRule): CountedRule => ({ rule, matched: 0, struck: 0 });
  let { seed } = plan;
  let rules = plan.rules.map(toCounted);
  const injected: InjectedFault[] = [];

  function record(fault: InjectedFault): void {
    injected.push(fault);
    if (injected.length > capacity) injected.shift();
  }

  const controls: FaultControls = {
    injected,
    set: (next) => {
      const read = readFaultPlan(next, targets);
      seed = read.seed;
      rules = read.rules.map(toCounted);
    },
    add: (rule) => {
      const name = rule.name ?? `faults[${rules.length}]`;
      const read = readFaultPlan({ faults: [{ ...rule, name }] }, targets);
      if (rules.some((other) => other.rule.name === name))
        throw new FaultPlanError([
          { path: ["name"], message: `${name} is the name of another rule already.` },
        ]);
      rules.push(...read.rules.map(toCounted));
    },
    clear: () => {
      rules = [];
    },
  };
  return {
    controls,
    meet: (operationId, incoming) => {
      const strikes = rules
        .filter(({ rule }) => matches(rule, operationId, incoming))
        .flatMap((counted) => strikeOf(counted, seed));
      return new Encounter(operationId, incoming, strikes, context, record);
    },
  };
}

function matches({ operationIds, headers }: ReadFaultRule, operationId: string, incoming: Incoming): boolean {
  if (!operationIds.has(operationId)) return false;
  return [...headers].every(([name, wanted]) => {
    const value = headerOf(incoming, name);
    return typeof wanted === "boolean" ? (value !== undefined) === wanted : value === wanted;
  });
}

/** Counts a request that matches. @returns one strike, or none */
function strikeOf(counted: CountedRule, seed: number): Strike[] {
  const { rule } = counted;
  counted.matched += 1;
  const occurrence = counted.matched;
  const chosen = rule.nth?.has(occurrence) ?? true;
  if (!chosen || counted.struck >= rule.count || draw(seed, rule.name, occurrence) >= rule.probability)
    return [];
  counted.struck += 1;
  // What turns out to have nothing to strike does not use up the rule.
  const { name, fault } = rule;
  return [{ rule: name, fault, occurrence, release: () => void (counted.struck -= 1) }];
}

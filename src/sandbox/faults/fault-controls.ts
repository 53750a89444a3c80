import type { FaultPlan, FaultRule } from "./fault-plan.js";
import type { InjectedFault } from "./injected-fault.js";

/** The faults that a running sandbox injects. A new plan counts its requests from 1. */
export interface FaultControls {
  /** Replaces every rule. @throws FaultPlanError when the plan is invalid; then the old rules stay */
  set(plan: FaultPlan): void;
  /** Adds a rule after the others. @throws FaultPlanError when it is invalid */
  add(rule: FaultRule): void;
  /** Removes every rule: from now on nothing goes wrong. What was injected stays on record. */
  clear(): void;
  /** What was injected, oldest first, the last 10,000 at most. */
  readonly injected: readonly InjectedFault[];
}

import type { Fault } from "./fault.js";

/** When something goes wrong, and what. */
export interface FaultRule {
  /** Names the rule in the record of injected faults; its place in the plan, such as `faults[0]`, by default. */
  readonly name?: string;
  /** Operations: their ids, a method with a path template such as `GET /cabinets`, or `*` for all. */
  readonly on: string | readonly string[];
  /** Headers that the request must have: with this very value, with any (`true`), or not at all (`false`). */
  readonly headers?: Readonly<Record<string, string | boolean>>;
  /** Which of the requests that match, counted from 1; all by default. */
  readonly nth?: number | readonly number[];
  /** How often the rule strikes at most; without an end by default. */
  readonly count?: number;
  /** With which probability it strikes, from 0 to 1; 1 by default. */
  readonly probability?: number;
  /** The fault; its bare name where that says everything. */
  readonly fault: Fault | Fault["kind"];
}

/** A script of faults. */
export interface FaultPlan {
  /** Where an editor finds the schema of such a plan (`docs/faults.schema.json`); the sandbox does not look at it. */
  readonly $schema?: string;
  /** The same seed and the same requests give the same faults; any integer, 0 by default. */
  readonly seed?: number;
  /** In the order in which they are asked. */
  readonly faults: readonly FaultRule[];
}

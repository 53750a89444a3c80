import type { FaultPlanProblem } from "./fault-plan-error.js";
import { nearestWord } from "./nearest-word.js";

/** The path of a value in the plan. */
export type PlanPath = readonly (string | number)[];

/** Reads a value whose form is not known; what is wrong is noted, and `undefined` stands for it. */
export type ReadValue<Value> = (reader: PlanReader, value: unknown, path: PlanPath) => Value | undefined;

/** Collects everything that is wrong in a plan, so that one edit fixes it. */
export class PlanReader {
  readonly problems: FaultPlanProblem[] = [];

  /** Notes what is wrong. */
  refuse(path: PlanPath, message: string): void {
    this.problems.push({ path, message });
  }

  /** An object with no other members than those named. @param what what the object is, for messages */
  members(value: unknown, path: PlanPath, known: readonly string[], what: string) {
    if (!isRecord(value)) {
      this.refuse(path, `${what} is an object, not ${describeValue(value)}.`);
      return undefined;
    }
    for (const name of Object.keys(value).filter((each) => !known.includes(each)))
      this.refuse([...path, name], `${what} has no member ${name}.${this.#advise(name, known)}`);
    return value;
  }

  /** One of some words. @param what what the word stands for, for messages */
  word<Word extends string>(
    value: unknown,
    path: PlanPath,
    words: readonly Word[],
    what: string,
  ): Word | undefined {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    const given = typeof value === "string" ? value : describeValue(value);
    this.refuse(path, `${given} is not ${what}.${this.#advise(given, words)}`);
    return undefined;
  }

  #advise(given: string, words: readonly string[]): string {
    const near = nearestWord(given, words);
    if (near !== undefined) return ` Did you mean ${near}?`;
    return words.length === 0 ? " It has none." : ` It is one of: ${words.join(", ")}.`;
  }
}

/** A value that passes a test. @param expected what it should be, for the message */
export function valueThat<Value>(
  passes: (value: unknown) => value is Value,
  expected: string,
): ReadValue<Value> {
  return (reader, value, path) => {
    if (passes(value)) return value;
    reader.refuse(path, `expected ${expected}, not ${describeValue(value)}.`);
    return undefined;
  };
}

/** An integer within bounds. */
export function integer(least: number, most: number): ReadValue<number> {
  const passes = (value: unknown): value is number =>
    typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
  return valueThat(passes, `an integer from ${least} to ${most}`);
}

/** A text with something in it. */
export const text = valueThat(
  (value): value is string => typeof value === "string" && value.trim() !== "",
  "a text",
);

/** Whether a value is an object with members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value in a message: short, and nothing of what is inside it. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  return typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : `a value of type ${typeof value}`;
}

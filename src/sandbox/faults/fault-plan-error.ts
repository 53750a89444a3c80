/** One thing that is wrong in a plan of faults. */
export interface FaultPlanProblem {
  /** Where: names of members and positions in lists, from the root. */
  readonly path: readonly (string | number)[];
  /** What is wrong, and what would be right; a whole sentence. */
  readonly message: string;
}

/** An invalid plan of faults; the error lists everything that is wrong in it. */
export class FaultPlanError extends RangeError {
  readonly problems: readonly FaultPlanProblem[];

  /** @param problems one at least */
  constructor(problems: readonly FaultPlanProblem[]) {
    const lines = problems.map(({ path, message }) => `${describePath(path)}: ${message}`);
    super(`The faults cannot be injected as planned.\n${lines.join("\n")}`);
    this.name = "FaultPlanError";
    this.problems = problems;
  }
}

/** A place as a program would write it, such as `faults[2].fault.kind`. */
export function describePath(path: readonly (string | number)[]): string {
  if (path.length === 0) return "the plan";
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join("");
}

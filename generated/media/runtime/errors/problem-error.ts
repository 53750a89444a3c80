import { ApiError, isApiError } from "./api-error.js";
import type { AnswerFacts, ErrorFacts } from "./error-facts.js";
import type { ProblemDetails } from "./problem.js";
import { shownText } from "./shown-text.js";

/**
 * The server answered with Problem Details that ask for no more specific step.
 *
 * @typeParam Code - machine codes of the contract; any other code is carried through (ERR-8).
 */
export class ProblemError<Code extends string = string> extends ApiError {
  override readonly kind = "problem";
  declare readonly code?: Code;
  declare readonly status: number;
  readonly #problem: ProblemDetails<Code>;

  constructor(
    facts: ErrorFacts & {
      readonly answer: AnswerFacts & { readonly problem: ProblemDetails<Code> };
    },
  ) {
    const { problem } = facts.answer;
    super(
      {
        name: "ProblemError",
        happened:
          problem.title === undefined
            ? "The server answered with a problem."
            : `${shownText(problem.title).replace(/\.$/, "")}.`,
        remedy:
          problem.retryable === true
            ? "The same request may be repeated later."
            : "Correct the request; repeating it unchanged will not help.",
      },
      facts,
    );
    this.#problem = problem;
  }

  override get problem(): ProblemDetails<Code> {
    return this.#problem;
  }
}

/**
 * Whether something caught came from an answer with Problem Details, whatever its class, and with that code when one
 * is given.
 *
 * @param code - narrows to errors with this machine code.
 */
export function isProblem(error: unknown): error is ApiError & {
  readonly problem: ProblemDetails;
  readonly status: number;
};
export function isProblem<Code extends string>(
  error: unknown,
  code: Code,
): error is ApiError & {
  readonly code: Code;
  readonly problem: ProblemDetails<Code>;
  readonly status: number;
};
export function isProblem(error: unknown, code?: string): boolean {
  if (!isApiError(error) || error.problem === undefined) return false;
  return code === undefined || error.code === code;
}

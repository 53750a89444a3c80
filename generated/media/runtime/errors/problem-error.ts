import { ApiError, isApiError } from "./api-error.js";
import type { AnswerFacts, ErrorFacts } from "./error-facts.js";
import type { ProblemDetails } from "./problem.js";

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
        happened: failed(facts)
          ? "The server failed."
          : "The server refused the request.",
        remedy: remedyOf(facts),
      },
      facts,
    );
    this.#problem = problem;
  }

  override get problem(): ProblemDetails<Code> {
    return this.#problem;
  }
}

/** Statuses of the class 5xx: the request may be right (RFC 9110 section 15.6). */
function failed({ answer }: ErrorFacts): boolean {
  return answer !== undefined && answer.status >= 500;
}

/** The server's own words are not among it: they can hold values of the call. */
function remedyOf(facts: ErrorFacts): string {
  if (facts.answer?.problem?.retryable === true)
    return "The same request may be repeated later.";
  return failed(facts)
    ? "Try again later; if it fails again, report it to the people who run the server."
    : "Correct the request; repeating it unchanged will not help. `problem` has the server's words.";
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

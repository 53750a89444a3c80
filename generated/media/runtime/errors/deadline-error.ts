import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** The deadline of the call passed. */
export class DeadlineError extends ApiError {
  override readonly kind = "deadline";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "DeadlineError",
        happened: "The deadline of the call passed.",
        remedy: "Give a longer `deadline`, or try again later.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link DeadlineError}, without `instanceof`. */
export function isDeadlineError(error: unknown): error is DeadlineError {
  return isApiError(error) && error.kind === "deadline";
}

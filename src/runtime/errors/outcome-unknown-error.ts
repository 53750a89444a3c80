import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";
import { repeatAdvice } from "./repeat-advice.js";

/**
 * The request was sent and its answer was lost, whole or from some byte on, or the server failed each time: the change may
 * have been made or not (IDM-3). With a key the very same call can be made again, now or after a restart, without doing it
 * twice. `status` is that of the last answer, where one came.
 */
export class OutcomeUnknownError extends ApiError {
  override readonly kind = "outcome-unknown";
  /** When the server will take the call again, where it said so. */
  declare readonly retryAt?: Date;

  constructor(facts: ErrorFacts & { readonly retryAt?: Date } = {}) {
    super(
      {
        name: "OutcomeUnknownError",
        happened:
          "The request was sent and its answer was lost: the change may have been made or not.",
        remedy: repeatAdvice(facts, facts.retryAt),
      },
      facts,
    );
    if (facts.retryAt !== undefined) this.retryAt = facts.retryAt;
  }
}

/** Narrows something caught to {@link OutcomeUnknownError}, without `instanceof`. */
export function isOutcomeUnknownError(
  error: unknown,
): error is OutcomeUnknownError {
  return isApiError(error) && error.kind === "outcome-unknown";
}

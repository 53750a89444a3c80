import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** The server itself does not know what became of the request (IDM-5). */
export class AmbiguousOutcomeError extends ApiError {
  override readonly kind = "ambiguous-outcome";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "AmbiguousOutcomeError",
        happened: "The server does not know whether the change was made.",
        remedy:
          "Check the actual state in the upstream system first; never repeat with a new key before that.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link AmbiguousOutcomeError}, without `instanceof`. */
export function isAmbiguousOutcomeError(
  error: unknown,
): error is AmbiguousOutcomeError {
  return isApiError(error) && error.kind === "ambiguous-outcome";
}

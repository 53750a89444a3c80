import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** The idempotency key was used before with other data (IDM-2). */
export class IdempotencyConflictError extends ApiError {
  override readonly kind = "idempotency-conflict";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "IdempotencyConflictError",
        happened: "The idempotency key was used before with other data.",
        remedy:
          "Repeat the first request unchanged, or start a new intent with a new key for the new data.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link IdempotencyConflictError}, without `instanceof`. */
export function isIdempotencyConflictError(
  error: unknown,
): error is IdempotencyConflictError {
  return isApiError(error) && error.kind === "idempotency-conflict";
}

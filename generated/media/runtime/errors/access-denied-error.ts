import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** The credential is good and the access is not (ERR-4). */
export class AccessDeniedError extends ApiError {
  override readonly kind = "access-denied";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "AccessDeniedError",
        happened: "Access was denied.",
        remedy:
          "Check the scope, the allowlist of the key and the current rights of its user.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link AccessDeniedError}, without `instanceof`. */
export function isAccessDeniedError(
  error: unknown,
): error is AccessDeniedError {
  return isApiError(error) && error.kind === "access-denied";
}

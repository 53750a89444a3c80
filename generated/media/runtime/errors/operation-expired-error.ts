import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** The background operation or its result is past its retention (OPS-6). */
export class OperationExpiredError extends ApiError {
  override readonly kind = "operation-expired";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "OperationExpiredError",
        happened: "The operation is no longer kept by the server.",
        remedy:
          "Check its effect, then start it again when it is still wanted.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link OperationExpiredError}, without `instanceof`. */
export function isOperationExpiredError(
  error: unknown,
): error is OperationExpiredError {
  return isApiError(error) && error.kind === "operation-expired";
}

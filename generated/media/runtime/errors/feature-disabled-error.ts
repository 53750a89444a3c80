import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** This group of operations is switched off on the server (CAP-3). */
export class FeatureDisabledError extends ApiError {
  override readonly kind = "feature-disabled";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "FeatureDisabledError",
        happened: "This group of operations is switched off on the server.",
        remedy:
          "Read the features of the service and wait until it is switched on.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link FeatureDisabledError}, without `instanceof`. */
export function isFeatureDisabledError(
  error: unknown,
): error is FeatureDisabledError {
  return isApiError(error) && error.kind === "feature-disabled";
}

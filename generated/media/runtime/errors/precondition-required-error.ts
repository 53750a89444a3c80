import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** 428, or a change without its validator, stopped before it was sent (ETG-2). */
export class PreconditionRequiredError extends ApiError {
  override readonly kind = "precondition-required";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "PreconditionRequiredError",
        happened: "The change needs the validator of the resource.",
        remedy: "Read the resource and pass its `etag` as `ifMatch`.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link PreconditionRequiredError}, without `instanceof`. */
export function isPreconditionRequiredError(
  error: unknown,
): error is PreconditionRequiredError {
  return isApiError(error) && error.kind === "precondition-required";
}

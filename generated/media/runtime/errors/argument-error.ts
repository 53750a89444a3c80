import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** A caller's mistake, found before anything was sent. */
export class ArgumentError extends ApiError {
  override readonly kind = "argument";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "ArgumentError",
        happened: "An argument cannot be sent.",
        remedy: "Correct the argument.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link ArgumentError}, without `instanceof`. */
export function isArgumentError(error: unknown): error is ArgumentError {
  return isApiError(error) && error.kind === "argument";
}

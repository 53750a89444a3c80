import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/**
 * The caller's `signal` ended the call; its reason is the `cause`. Its `name` is `AbortError`, as that of the platform's own,
 * so that code that looks for an abort recognises it.
 */
export class AbortedError extends ApiError {
  override readonly kind = "aborted";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "AbortError",
        happened: "The caller's signal ended the call.",
        remedy: "Nothing is left to do: the caller asked for it.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link AbortedError}, without `instanceof`. */
export function isAbortedError(error: unknown): error is AbortedError {
  return isApiError(error) && error.kind === "aborted";
}

import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** An answer that the contract does not describe or that cannot be read (ERR-7). JSON or plain text of an error is on `body` all the same. */
export class UnexpectedResponseError extends ApiError {
  override readonly kind = "unexpected-response";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "UnexpectedResponseError",
        happened: "The server gave an answer that cannot be read.",
        remedy:
          "Look at `status` and `headers`: a proxy may have answered in the server's place.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link UnexpectedResponseError}, without `instanceof`. */
export function isUnexpectedResponseError(
  error: unknown,
): error is UnexpectedResponseError {
  return isApiError(error) && error.kind === "unexpected-response";
}

import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/**
 * An error answer whose body the contract describes, other than Problem Details; it is on `body`. Or one that it describes
 * without content: what came is on `body` where it is JSON or plain text.
 */
export class ResponseError extends ApiError {
  override readonly kind = "response";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "ResponseError",
        happened: "The server answered with an error.",
        remedy:
          (facts.answer?.status ?? 0) >= 500
            ? "Read `body` for what the server said; try again later."
            : "Read `body` for what the server said; correct the request.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link ResponseError}, without `instanceof`. */
export function isResponseError(error: unknown): error is ResponseError {
  return isApiError(error) && error.kind === "response";
}

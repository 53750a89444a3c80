import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** The server asked for a pause that the call had no time left for, or asked once too often (CAP-6). */
export class RateLimitedError extends ApiError {
  override readonly kind = "rate-limited";
  /** When the server will take the request, by its `Retry-After`; absent when it gave none. */
  declare readonly retryAt?: Date;

  constructor(facts: ErrorFacts & { readonly retryAt?: Date } = {}) {
    super(
      {
        name: "RateLimitedError",
        happened: "The server asked for a pause.",
        remedy:
          facts.retryAt === undefined
            ? "Send less, and try again later."
            : `Try again at ${facts.retryAt.toISOString()}, or give a longer deadline.`,
      },
      facts,
    );
    if (facts.retryAt !== undefined) this.retryAt = facts.retryAt;
  }
}

/** Narrows something caught to {@link RateLimitedError}, without `instanceof`. */
export function isRateLimitedError(error: unknown): error is RateLimitedError {
  return isApiError(error) && error.kind === "rate-limited";
}

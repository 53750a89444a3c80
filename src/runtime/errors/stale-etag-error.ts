import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** 412: the resource has changed since it was read (ETG-3). */
export class StaleETagError extends ApiError {
  override readonly kind = "stale-etag";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "StaleETagError",
        happened: "The resource has changed since it was read.",
        remedy:
          "Reread it and build the change again; a `modify` method does both, where the client has one for it.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link StaleETagError}, without `instanceof`. */
export function isStaleETagError(error: unknown): error is StaleETagError {
  return isApiError(error) && error.kind === "stale-etag";
}

import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/**
 * The change was answered with success, and reading what came of it failed: the `cause` says how. Whatever that was (a
 * deadline, a fault of the server), the change must not be made again because of it. That it was made is as certain as
 * an answer without content can make it: an intermediary's success looks the same.
 */
export class UnreadChangeError extends ApiError {
  override readonly kind = "unread-change";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "UnreadChangeError",
        happened:
          "The change was answered with success; what came of it could not be read.",
        remedy:
          "Do not make it again: read the resource to see its state and validator.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link UnreadChangeError}, without `instanceof`. */
export function isUnreadChangeError(
  error: unknown,
): error is UnreadChangeError {
  return isApiError(error) && error.kind === "unread-change";
}

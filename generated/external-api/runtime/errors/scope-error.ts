import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** The call needs a scope that was not requested or not granted; nothing was sent (ACC-2). */
export class ScopeError extends ApiError {
  override readonly kind = "scope";

  /** The scopes that are missing. */
  readonly missing: readonly string[];

  constructor(
    facts: ErrorFacts & { readonly missing?: readonly string[] } = {},
  ) {
    const missing = facts.missing ?? [];
    super(
      {
        name: "ScopeError",
        happened:
          missing.length === 0
            ? "A scope that the call needs is missing."
            : `The call needs the scope ${missing.join(", ")}, which was not requested or not granted.`,
        remedy: "Add it to the `scopes` of the client, and to the key.",
      },
      facts,
    );
    this.missing = missing;
  }
}

/** Narrows something caught to {@link ScopeError}, without `instanceof`. */
export function isScopeError(error: unknown): error is ScopeError {
  return isApiError(error) && error.kind === "scope";
}

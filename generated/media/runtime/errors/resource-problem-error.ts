import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** The server does not know the resource, or not in this context (ERR-5). */
export class ResourceProblemError extends ApiError {
  override readonly kind = "resource-problem";
  /** Names of the parameters that said which resource was meant; never their values. */
  readonly identifiers: readonly string[];

  constructor(
    facts: ErrorFacts & { readonly identifiers?: readonly string[] } = {},
  ) {
    const identifiers = facts.identifiers ?? [];
    super(
      {
        name: "ResourceProblemError",
        happened:
          "The server does not know the resource, or not in this context.",
        remedy:
          identifiers.length === 0
            ? "Check the identifiers of the resource and of its context: none was sent."
            : `Check the identifiers that were sent: ${identifiers.join(", ")}.`,
      },
      facts,
    );
    this.identifiers = identifiers;
  }
}

/** Narrows something caught to {@link ResourceProblemError}, without `instanceof`. */
export function isResourceProblemError(
  error: unknown,
): error is ResourceProblemError {
  return isApiError(error) && error.kind === "resource-problem";
}

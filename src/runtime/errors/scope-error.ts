import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** The call needs a scope that was not requested or not granted; nothing was sent (ACC-2). */
export class ScopeError extends ApiError {
  override readonly kind = "scope";

  /** The sets of scopes that are missing; any one set is enough. */
  readonly alternatives: readonly (readonly string[])[];

  constructor(
    facts: ErrorFacts & {
      readonly alternatives?: readonly (readonly string[])[];
    } = {},
  ) {
    const alternatives = facts.alternatives ?? [];
    super(
      {
        name: "ScopeError",
        happened: wordHappened(alternatives),
        remedy:
          "Add it to the `scopes` of the client, and have it granted to the key or token.",
      },
      facts,
    );
    this.alternatives = alternatives;
  }
}

function wordHappened(alternatives: readonly (readonly string[])[]): string {
  if (alternatives.length === 0)
    return "A scope that the call needs is missing.";
  const sets = alternatives.map((scopes) => scopes.join(" and ")).join(" or ");
  return `The call needs the scope ${sets}, which was not requested or not granted.`;
}

/** Narrows something caught to {@link ScopeError}, without `instanceof`. */
export function isScopeError(error: unknown): error is ScopeError {
  return isApiError(error) && error.kind === "scope";
}

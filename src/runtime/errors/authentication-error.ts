import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** The server refused the credential, or there was none to send (TOK-6). */
export class AuthenticationError extends ApiError {
  override readonly kind = "authentication";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "AuthenticationError",
        happened: "The server refused the credential.",
        remedy: "Obtain a new credential and check what it grants.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link AuthenticationError}, without `instanceof`. */
export function isAuthenticationError(
  error: unknown,
): error is AuthenticationError {
  return isApiError(error) && error.kind === "authentication";
}

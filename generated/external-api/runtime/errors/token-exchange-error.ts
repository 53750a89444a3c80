import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** The token endpoint gave no usable token (TOK-8). */
export class TokenExchangeError extends ApiError {
  override readonly kind = "token-exchange";

  /** `error` of the token endpoint (RFC 6749 section 5.2): `invalid_grant`, when it gave one. */
  declare readonly oauthError?: string;

  constructor(facts: ErrorFacts & { readonly oauthError?: string } = {}) {
    super(
      {
        name: "TokenExchangeError",
        happened: "The access key could not be exchanged for a token.",
        remedy:
          "Check the access key, the requested scopes and the token endpoint.",
      },
      facts,
    );
    if (facts.oauthError !== undefined) this.oauthError = facts.oauthError;
  }
}

/** Narrows something caught to {@link TokenExchangeError}, without `instanceof`. */
export function isTokenExchangeError(
  error: unknown,
): error is TokenExchangeError {
  return isApiError(error) && error.kind === "token-exchange";
}

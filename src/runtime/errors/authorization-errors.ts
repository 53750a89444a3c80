import { ApiError, type ErrorFacts, isApiError } from "./api-error.js";

/** The server refused the credential, or there was none to send. */
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

/** The call needs a scope that was not requested or not granted; nothing was sent. */
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
        remedy: "Add it to the `scopes` of the client, and have it granted.",
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

/** The credential is good and the access is not. */
export class AccessDeniedError extends ApiError {
  override readonly kind = "access-denied";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "AccessDeniedError",
        happened: "Access was denied.",
        remedy:
          "Check the scope, the allowlist of the key and the current rights of its user.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link AccessDeniedError}, without `instanceof`. */
export function isAccessDeniedError(
  error: unknown,
): error is AccessDeniedError {
  return isApiError(error) && error.kind === "access-denied";
}

/** The token endpoint gave no usable token. */
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
          "Check the access key, the requested scopes, the token endpoint, and the `resource` below `baseUrl`.",
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

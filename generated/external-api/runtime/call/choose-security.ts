import type { CredentialProvider } from "../credentials/credential-provider.js";
import { AuthenticationError } from "../errors/authentication-error.js";
import { ScopeError } from "../errors/scope-error.js";
import type { SecurityRequirement } from "./operation-descriptor.js";

/** A provider and the scopes that the operation needs of it. */
export interface NeededCredential {
  readonly provider: CredentialProvider;
  readonly scopes: readonly string[];
}

/**
 * Picks the first of the contract's alternatives that the client can satisfy: every scheme has a provider, and every
 * scope was declared by the caller and granted, as far as that is known.
 *
 * @param declared - what the caller said the client needs; undefined: nothing was said
 * @returns what to apply; nothing for an operation without security, or one that may be called without
 * @throws ScopeError when only scopes are missing (ACC-2)
 * @throws AuthenticationError when no alternative has all its credentials
 */
export function chooseSecurity(
  alternatives: readonly SecurityRequirement[] | undefined,
  credentials: Readonly<Record<string, CredentialProvider>>,
  declared?: ReadonlySet<string>,
): readonly NeededCredential[] {
  if (alternatives === undefined || alternatives.length === 0) return [];
  const needing = alternatives.filter(
    (requirement) => Object.keys(requirement).length > 0,
  );
  const configured = needing.filter((requirement) =>
    Object.keys(requirement).every((name) => Object.hasOwn(credentials, name)),
  );
  const missing = configured.map((requirement) =>
    missingScopes(requirement, credentials, declared),
  );
  const index = missing.findIndex((scopes) => scopes.length === 0);
  const chosen = configured[index];
  if (chosen !== undefined) return neededBy(chosen, credentials);
  if (needing.length < alternatives.length) return [];
  if (missing.length > 0) throw new ScopeError({ alternatives: missing });
  const names = [
    ...new Set(needing.flatMap((requirement) => Object.keys(requirement))),
  ].join(", ");
  throw new AuthenticationError({
    happened: `The operation needs a credential that the client was not given (${names}).`,
    remedy: "Give it to the client when it is made.",
  });
}

function neededBy(
  requirement: SecurityRequirement,
  credentials: Readonly<Record<string, CredentialProvider>>,
): readonly NeededCredential[] {
  return Object.entries(requirement).flatMap(([name, scopes]) => {
    const provider = credentials[name];
    return provider === undefined ? [] : [{ provider, scopes }];
  });
}

function missingScopes(
  requirement: SecurityRequirement,
  credentials: Readonly<Record<string, CredentialProvider>>,
  declared: ReadonlySet<string> | undefined,
): readonly string[] {
  return Object.entries(requirement).flatMap(([name, scopes]) => {
    const granted = credentials[name]?.scopes?.(scopes);
    return scopes.filter(
      (scope) =>
        declared?.has(scope) === false || granted?.has(scope) === false,
    );
  });
}

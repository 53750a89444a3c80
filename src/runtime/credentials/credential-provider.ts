import type { Report } from "../tracing/events.js";
import type { Clock } from "../waiting/clock.js";

/**
 * A secret, or a function that obtains it when it is needed. One call of the function serves however many calls wait; what
 * it gives is kept until its lifetime is over (for a JWT: its `exp`) or the server refuses it. Never kept in a readable
 * property.
 */
export type SecretSource =
  | string
  | ((
      request: SecretRequest,
    ) => string | SuppliedSecret | Promise<string | SuppliedSecret>);

/** What a secret is asked for. */
export interface SecretRequest {
  /** True when the server refused the last one: a copy of it will not do. */
  readonly refused: boolean;
}

/** A secret that a function obtained. */
export interface SuppliedSecret {
  /** The secret itself: token, key or password. */
  readonly token: string;
  /** Lifetime in seconds from now. Default: up to `exp` of a JWT (RFC 7519 section 4.1.4), else until it is refused. */
  readonly expiresIn?: number;
}

/** What a credential is added to: one attempt, before it is sent. */
export interface CredentialTarget {
  /** Of the request, as it is sent: `GET`. */
  readonly method: string;
  /** Absolute; a query credential is added to its search parameters. Nothing for a log: keys may be in it. */
  readonly url: URL;
  readonly headers: Headers;
}

/** What a provider may use of the call it serves: the same abort and the same deadline span it. */
export interface CredentialContext {
  readonly clock: Clock;
  /** The client's `fetch`; requests must say `redirect: "manual"` themselves. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly report: Report;
  readonly signal: AbortSignal;
  /** Milliseconds on the clock of the client after which the call has no time left. */
  readonly deadlineAt: number;
}

/** One applied credential: what to do when the server refuses it. */
export interface AppliedCredential {
  /**
   * Called on a 401. True: something newer can be had, replay once. Absent or false: raise.
   * A provider invalidates only what this very credential carried, never something newer.
   *
   * @param challenge - `WWW-Authenticate` of the response (RFC 9110 section 11.6.1)
   */
  refused?(challenge?: string): boolean;
  /** What of it must never be shown, should the server repeat it: token, key, password. */
  secrets?(): readonly string[];
}

/** Supplies one security scheme of the contract. */
export interface CredentialProvider {
  /** Adds the credential. Raises `AuthenticationError` (or a subclass) when there is none to be had. */
  apply(
    target: CredentialTarget,
    scopes: readonly string[],
    context: CredentialContext,
  ): Promise<AppliedCredential>;
  /**
   * Scopes that calls may use: what was granted when that is known, else what was requested; undefined when the
   * scheme knows no scopes, or cannot say of those. A call beyond them fails before it is sent.
   *
   * @param needed - scopes that a call needs
   */
  scopes?(needed?: readonly string[]): ReadonlySet<string> | undefined;
  /** Its credential is worked out from the request, with what all others add to it: it is applied after them. */
  readonly last?: true;
}

import type { Clock } from "../call/clock.js";
import type { Report } from "../call/events.js";

/** A secret, or where to get it when it is needed. Never kept in a readable property. */
export type SecretSource = string | (() => string | Promise<string>);

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
  /** The client's `fetch`; requests must say `redirect: "manual"` themselves (TOK-4). */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly report: Report;
  readonly signal: AbortSignal;
  /** Milliseconds on the clock of the client after which the call has no time left. */
  readonly deadlineAt: number;
}

/** One applied credential: what to do when the server refuses it. */
export interface AppliedCredential {
  /**
   * Called on a 401. True: something newer can be had, replay once (TOK-6). Absent or false: raise.
   * A provider invalidates only what this very credential carried, never something newer.
   *
   * @param challenge - `WWW-Authenticate` of the answer (RFC 9110 section 11.6.1)
   */
  refused?(challenge?: string): boolean;
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
   * scheme knows no scopes, or cannot say of those. A call beyond them fails before it is sent (ACC-2).
   *
   * @param needed - scopes that a call needs
   */
  scopes?(needed?: readonly string[]): ReadonlySet<string> | undefined;
  /** Its credential is worked out from the request, with what all others add to it: it is applied after them. */
  readonly last?: true;
}

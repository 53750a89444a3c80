import { AuthenticationError } from "../errors/authentication-error.js";
import type {
  CredentialContext,
  CredentialProvider,
} from "./credential-provider.js";

/** A token of an OAuth 2.0 or OpenID Connect scheme, obtained by the caller's own means. */
export interface SuppliedToken {
  readonly token: string;
  /** Lifetime in seconds from now; absent: until the server refuses it. */
  readonly expiresIn?: number;
  /** Scopes that were granted, when they are known. */
  readonly scopes?: readonly string[];
}

/** Obtains a token. `refused` is true when the server did not take the last one. */
export type TokenCallback = (context: {
  readonly refused: boolean;
}) => string | SuppliedToken | Promise<string | SuppliedToken>;

/** Milliseconds before its end at which a token is replaced: what a request needs to arrive. */
const margin = 10_000;

interface HeldToken {
  readonly token: string;
  /** Milliseconds on the monotonic clock. */
  readonly expiresAt: number;
  readonly scopes: ReadonlySet<string> | undefined;
}

/**
 * Supplies bearer tokens from a callback: kept until they run out, obtained by one call of it however many requests
 * wait, thrown away only by a refusal of that very token. The callback's work is shared, so no waiter's abort stops it.
 */
export function tokenFrom(callback: TokenCallback): CredentialProvider {
  let held: HeldToken | undefined;
  let pending: Promise<HeldToken> | undefined;
  let refused = false;

  async function obtain(context: CredentialContext): Promise<HeldToken> {
    const startedAt = context.clock.monotonic();
    const given = await callback({ refused });
    const supplied: SuppliedToken =
      typeof given === "string" ? { token: given } : readSupplied(given);
    const { token, expiresIn, scopes } = supplied;
    if (typeof token !== "string" || !/^[\x21-\x7E]+$/.test(token))
      throw new AuthenticationError(noToken);
    held = {
      token,
      expiresAt: startedAt + (expiresIn ?? Number.POSITIVE_INFINITY) * 1000,
      scopes: scopes === undefined ? undefined : new Set(scopes),
    };
    refused = false;
    return held;
  }

  return {
    async apply({ headers }, _scopes, context) {
      const fresh =
        held !== undefined &&
        context.clock.monotonic() < held.expiresAt - margin;
      pending ??= fresh
        ? undefined
        : obtain(context).finally(() => {
            pending = undefined;
          });
      const used = fresh && held !== undefined ? held : await pending;
      if (used === undefined) throw new AuthenticationError(noToken);
      headers.set("authorization", `Bearer ${used.token}`);
      return {
        refused: () => {
          if (held === used) {
            held = undefined;
            refused = true;
          }
          return true;
        },
      };
    },
    scopes: () => held?.scopes,
  };
}

function readSupplied(given: SuppliedToken): SuppliedToken {
  const { expiresIn } = given;
  if (expiresIn === undefined || (Number.isFinite(expiresIn) && expiresIn > 0))
    return given;
  throw new AuthenticationError({
    happened:
      "The token callback gave an `expiresIn` that is no positive number of seconds.",
    remedy: "Give seconds from now, or leave it out.",
  });
}

const noToken = {
  happened: "The token callback gave no token that can be sent.",
  remedy: "Check the function that was given to the client.",
};

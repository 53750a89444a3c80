import type { Clock } from "../call/clock.js";
import { AuthenticationError } from "../errors/authentication-error.js";
import { ScopeError } from "../errors/scope-error.js";
import type {
  CredentialContext,
  CredentialProvider,
} from "./credential-provider.js";

/** A token of an OAuth 2.0 or OpenID Connect scheme, obtained by the caller's own means. */
export interface SuppliedToken {
  readonly token: string;
  /** Lifetime in seconds from now; absent: until the server refuses it. */
  readonly expiresIn?: number;
  /**
   * Scopes that were granted, when they are known: a call that needs another is refused before it is sent, until the token
   * ends, or for five minutes where nothing says when.
   */
  readonly scopes?: readonly string[];
}

/** What a token is asked for. */
export interface TokenRequest {
  /** True when the server did not take the last one. */
  readonly refused: boolean;
  /** Name of the security scheme in the contract. */
  readonly scheme: string;
  /**
   * Scopes that the contract lists for the calls that the token is for, sorted: those of the call that needs it, and of all
   * that got a token before it.
   */
  readonly scopes: readonly string[];
}

/** Obtains a token. It is asked again when a call needs a scope that none has asked for before. */
export type TokenCallback = (
  request: TokenRequest,
) => string | SuppliedToken | Promise<string | SuppliedToken>;

/** Milliseconds before its end at which a token is replaced: what a request needs to arrive. */
const margin = 10_000;

/** Seconds after which a scope that was not granted is asked for again, where nothing says when the token ends. */
const reconsidered = 300;

interface HeldToken {
  readonly token: string;
  /** Milliseconds on the monotonic clock. */
  readonly expiresAt: number;
  /** What it was asked for. */
  readonly asked: ReadonlySet<string>;
  readonly granted: ReadonlySet<string> | undefined;
  /** Until when what was not granted counts as refused; milliseconds on the monotonic clock. */
  readonly refusesUntil: number;
  readonly clock: Clock;
}

/**
 * Supplies bearer tokens from a callback: kept until they run out, obtained by one call of it however many requests
 * wait, thrown away only by a refusal of that very token. The callback's work is shared, so no waiter's abort stops it.
 *
 * One token serves all calls: each is asked for with the scopes of all before it, so that it never fits fewer.
 *
 * @param scheme - name of the security scheme, for the callback
 */
export function tokenFrom(
  callback: TokenCallback,
  scheme: string,
): CredentialProvider {
  let held: HeldToken | undefined;
  let pending: Promise<HeldToken> | undefined;
  let refused = false;
  let before: ReadonlySet<string> = new Set();

  async function obtain(
    context: CredentialContext,
    needed: readonly string[],
  ): Promise<HeldToken> {
    const startedAt = context.clock.monotonic();
    const asked = new Set([...before, ...needed].sort());
    const given = await callback({ refused, scheme, scopes: [...asked] });
    const supplied: SuppliedToken =
      typeof given === "string" ? { token: given } : readSupplied(given);
    const { token, expiresIn, scopes } = supplied;
    if (typeof token !== "string" || !/^[\x21-\x7E]+$/.test(token))
      throw new AuthenticationError(noToken);
    before = asked;
    held = {
      token,
      expiresAt: startedAt + (expiresIn ?? Number.POSITIVE_INFINITY) * 1000,
      asked,
      granted: scopes === undefined ? undefined : new Set(scopes),
      refusesUntil: startedAt + (expiresIn ?? reconsidered) * 1000,
      clock: context.clock,
    };
    refused = false;
    return held;
  }

  async function tokenWith(
    needed: readonly string[],
    context: CredentialContext,
  ): Promise<HeldToken> {
    const now = context.clock.monotonic();
    if (
      held !== undefined &&
      now < held.expiresAt - margin &&
      covers(held, needed) &&
      (now < held.refusesUntil || grants(held, needed))
    )
      return held;
    pending ??= obtain(context, needed).finally(() => {
      pending = undefined;
    });
    const obtained = await pending;
    // What was asked for by another call may be too little for this one.
    return covers(obtained, needed) ? obtained : tokenWith(needed, context);
  }

  return {
    async apply({ headers }, scopes, context) {
      const used = await tokenWith(scopes, context);
      // Only the token's answer says what was granted: the call that it was obtained for has not been checked yet.
      const { granted } = used;
      const missing = scopes.filter((scope) => granted?.has(scope) === false);
      if (missing.length > 0) throw new ScopeError({ alternatives: [missing] });
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
    // Of a scope that no token was asked for, nobody knows whether it would be granted; nor whether the next token will
    // have what one that has run out had not: a token without an end must not refuse for the life of the client. Until its
    // very end, not the margin before it: a token that lives shorter than the margin would never tell a call to take
    // another alternative.
    scopes: (needed = []) =>
      held !== undefined &&
      held.clock.monotonic() < held.refusesUntil &&
      covers(held, needed)
        ? held.granted
        : undefined,
  };
}

/** Whether a token was asked for with these scopes, or has them all the same. */
function covers(
  { asked, granted }: HeldToken,
  needed: readonly string[],
): boolean {
  return needed.every((scope) => asked.has(scope) || granted?.has(scope));
}

/** Whether a token has these scopes, as far as that is known. */
function grants({ granted }: HeldToken, needed: readonly string[]): boolean {
  return needed.every((scope) => granted?.has(scope) !== false);
}

function readSupplied(given: SuppliedToken): SuppliedToken {
  const { expiresIn, scopes } = given;
  // A text would pass for a list of its letters.
  if (scopes !== undefined && !Array.isArray(scopes))
    throw new AuthenticationError({
      happened: "The token callback gave `scopes` that are no list.",
      remedy:
        'Split the text of a token answer: `scope.split(" ")`; or leave them out.',
    });
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

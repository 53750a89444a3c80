import {
  AuthenticationError,
  ScopeError,
} from "../errors/authorization-errors.js";
import type { Clock } from "../waiting/clock.js";
import { bearer } from "./bearer.js";
import type {
  CredentialContext,
  CredentialProvider,
  SuppliedSecret,
} from "./credential-provider.js";
import {
  CredentialSource,
  type HeldCredential,
  type ObtainedCredential,
} from "./credential-source.js";
import { checkSecret, timedSecret } from "./keep-secret.js";

/** A token of an OAuth 2.0 or OpenID Connect scheme, obtained by the caller's own means. */
export interface SuppliedToken extends SuppliedSecret {
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

/** Seconds after which a scope that was not granted is asked for again, where nothing says when the token ends. */
const reconsidered = 300;

interface ObtainedToken extends ObtainedCredential {
  readonly given: SuppliedToken;
  /** What it was asked for. */
  readonly requested: ReadonlySet<string>;
  readonly granted: ReadonlySet<string> | undefined;
  /** Until when what was not granted counts as refused; milliseconds on the monotonic clock. */
  readonly refusesUntil: number;
}

/**
 * Supplies bearer tokens from a callback, kept as {@link CredentialSource} keeps them. The callback's work is shared, so no
 * waiter's abort stops it. A text is the token itself.
 *
 * One token serves all calls: each is asked for with the scopes of all before it, so that it never fits fewer.
 *
 * @param scheme - name of the security scheme, for the callback
 */
export function tokenFrom(
  from: string | TokenCallback,
  scheme: string,
): CredentialProvider {
  if (typeof from !== "function") return bearer(from);
  const callback = from;
  let before: ReadonlySet<string> = new Set();
  let next: readonly string[] = [];
  let made:
    { source: CredentialSource<ObtainedToken>; clock: Clock } | undefined;

  async function obtain(
    clock: Clock,
    refused: boolean,
  ): Promise<ObtainedToken> {
    const requested = new Set([...before, ...next].sort());
    const given = await callback({ refused, scheme, scopes: [...requested] });
    const supplied: SuppliedToken =
      typeof given === "object" ? readSupplied(given) : { token: given };
    checkSecret(supplied.token, "token that the callback gave");
    if (!/^[\x21-\x7E]+$/.test(supplied.token))
      throw new AuthenticationError(noToken);
    const timed = timedSecret(supplied, "token that the callback gave", clock);
    const { scopes } = supplied;
    before = requested;
    return {
      ...timed,
      requested,
      granted: scopes === undefined ? undefined : new Set(scopes),
      refusesUntil:
        timed.requestedAt + Math.min(timed.lifetime, givenUp(supplied) * 1000),
    };
  }

  function sourceOn(clock: Clock): CredentialSource<ObtainedToken> {
    made ??= {
      clock,
      source: new CredentialSource(clock, (reason) =>
        obtain(clock, reason === "refused"),
      ),
    };
    return made.source;
  }

  async function tokenWith(
    needed: readonly string[],
    context: CredentialContext,
  ): Promise<HeldCredential<ObtainedToken>> {
    const source = sourceOn(context.clock);
    if (!source.underWay) next = needed;
    const held = await source.take(
      context,
      (token) =>
        covers(token, needed) &&
        (context.clock.monotonic() < token.refusesUntil ||
          grants(token, needed)),
    );
    // What was asked for by another call may be too little for this one.
    return covers(held.obtained, needed) ? held : tokenWith(needed, context);
  }

  return {
    async apply({ headers }, scopes, context) {
      const used = await tokenWith(scopes, context);
      // Only the token's response says what was granted: the call that it was obtained for has not been checked yet.
      const { granted, given } = used.obtained;
      const missing = scopes.filter((scope) => granted?.has(scope) === false);
      if (missing.length > 0) throw new ScopeError({ alternatives: [missing] });
      headers.set("authorization", `Bearer ${given.token}`);
      return {
        refused: () => {
          made?.source.refuse(used);
          return true;
        },
        secrets: () => [given.token],
      };
    },
    scopes: (needed = []) =>
      made === undefined
        ? undefined
        : grantedBy(made.source.latest, needed, made.clock),
  };
}

/**
 * What a token was granted, as far as it tells of some scopes. Of a scope that no token was asked for, it is unknown whether
 * it would be granted; nor whether the next token will have what one that has run out had not: a token without an end must
 * not refuse for the life of the client. Until its very end, not the reserve before it: a token with a short life would
 * never tell a call to take another alternative.
 */
function grantedBy(
  held: ObtainedToken | undefined,
  needed: readonly string[],
  clock: Clock,
): ReadonlySet<string> | undefined {
  return held !== undefined &&
    clock.monotonic() < held.refusesUntil &&
    covers(held, needed)
    ? held.granted
    : undefined;
}

/** Seconds for which scopes that were not granted count as refused, at most. */
function givenUp({ expiresIn }: SuppliedToken): number {
  return expiresIn ?? reconsidered;
}

/** Whether a token was requested with these scopes, or has them anyway. */
function covers(
  { requested, granted }: ObtainedToken,
  needed: readonly string[],
): boolean {
  return needed.every((scope) => requested.has(scope) || granted?.has(scope));
}

/** Whether a token has these scopes, as far as that is known. */
function grants(
  { granted }: ObtainedToken,
  needed: readonly string[],
): boolean {
  return needed.every((scope) => granted?.has(scope) !== false);
}

/** A text would pass for a list of its letters. */
function readSupplied(given: SuppliedToken): SuppliedToken {
  if (given.scopes === undefined || Array.isArray(given.scopes)) return given;
  throw new AuthenticationError({
    happened: "The token callback must give `scopes` as a list.",
    remedy:
      'Split the text of a token response: `scope.split(" ")`; or omit them.',
  });
}

const noToken = {
  happened: "The token callback gave no token that can be sent.",
  remedy: "Check the function that was given to the client.",
};

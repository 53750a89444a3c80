import { createReport } from "../call/create-report.js";
import type { Report, TokenEvent } from "../call/events.js";
import { readRetry } from "../call/read-retry.js";
import { readScopes } from "../call/read-scopes.js";
import { systemClock } from "../call/system-clock.js";
import type {
  AppliedCredential,
  CredentialContext,
  CredentialProvider,
  CredentialTarget,
} from "../credentials/credential-provider.js";
import {
  CredentialSource,
  type ObtainReason,
} from "../credentials/credential-source.js";
import { checkGiven } from "../credentials/keep-secret.js";
import { isApiError } from "../errors/api-error.js";
import { ArgumentError } from "../errors/argument-error.js";
import { shownCode } from "../errors/shown-code.js";
import { ScopeError } from "../errors/scope-error.js";
import {
  isTokenExchangeError,
  TokenExchangeError,
} from "../errors/token-exchange-error.js";
import { createStriker } from "../secrets/striker.js";
import { followWork } from "../tracing/follow-work.js";
import type { Tracing } from "../tracing/tracing.js";
import type { SharedContext } from "../waiting/shared-work.js";
import type { DatedGrant, TokenRequest } from "./request-token.js";
import { requestToken } from "./request-token.js";
import { subjectTokenType } from "./subject-token-type.js";
import type {
  TokenExchangeConfig,
  TokenExchangeOptions,
} from "./token-exchange-config.js";
import { readTokenUrl } from "./token-url.js";

/** Characters of a scope (RFC 6749 section 3.3). */
const scopeToken = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/**
 * Supplies bearer tokens that an access key is exchanged for (RFC 8693, TOK-1 to TOK-8). The key goes to the token
 * endpoint alone; key and token are visible nowhere.
 *
 * @param options - the client's own options will do: what the exchange does not know it leaves alone
 * @throws ArgumentError when the access key is a text that cannot be sent, or the vendor word, the scopes or the token endpoint's address cannot be used
 */
export function tokenExchange(
  config: TokenExchangeConfig,
  options: TokenExchangeOptions,
): CredentialProvider {
  const { accessKey } = options;
  if (typeof accessKey !== "function")
    checkGiven(accessKey, "access key (`accessKey`)");
  const scopes = [...readScopes(options.scopes)];
  for (const scope of scopes) {
    if (!scopeToken.test(scope)) {
      throw new ArgumentError({
        happened: "`scopes` holds something that is no scope.",
        remedy: "Correct `scopes`.",
      });
    }
  }
  if (scopes.length === 0) {
    throw new ArgumentError({
      happened: "`scopes` is empty.",
      remedy: "Name the scopes that the client needs.",
    });
  }
  return new TokenExchange(
    {
      url: readTokenUrl(config.tokenUrl),
      config: {
        ...config,
        subjectTokenType: subjectTokenType(
          config.subjectTokenType,
          options.vendor ?? config.vendor,
        ),
      },
      key: accessKey,
      scopes,
      send: options.fetch ?? ((request) => fetch(request)),
      clock: options.clock ?? systemClock,
      retry: readRetry(options),
    },
    options,
  );
}

class TokenExchange implements CredentialProvider {
  readonly #request: TokenRequest;
  readonly #report: Report;
  readonly #tracing: Tracing | undefined;
  readonly #tokens: CredentialSource<DatedGrant>;
  /** The token endpoint did not take the last access key. */
  #keyRefused = false;

  constructor(
    request: TokenRequest,
    {
      hooks,
      logger,
      tracing,
    }: Pick<TokenExchangeOptions, "hooks" | "logger" | "tracing">,
  ) {
    this.#request = request;
    this.#tracing = tracing;
    this.#report = createReport(request.clock, hooks, logger);
    this.#tokens = new CredentialSource(
      request.clock,
      (reason, context) => this.#exchange(reason, context),
      true,
    );
  }

  async apply(
    target: CredentialTarget,
    scopes: readonly string[],
    context: CredentialContext,
  ): Promise<AppliedCredential> {
    const held = await this.#tokens.take(context);
    const { token, key, scopes: granted } = held.obtained;
    this.#checkAlive(held.obtained);
    const missing = scopes.filter((scope) => !granted.has(scope));
    if (missing.length > 0) throw new ScopeError({ alternatives: [missing] });
    target.headers.set("authorization", `Bearer ${token}`);
    return {
      refused: () => {
        this.#tokens.refuse(held);
        return true;
      },
      secrets: () => [token, key],
    };
  }

  scopes(): ReadonlySet<string> {
    return this.#tokens.current?.scopes ?? new Set(this.#request.scopes);
  }

  /** A token that lives for seconds can end before its answer arrives. */
  #checkAlive({ askedAt, lifetime }: DatedGrant): void {
    if (this.#request.clock.monotonic() - askedAt < lifetime) return;
    throw new TokenExchangeError({
      happened: `The token had ended when it arrived: it is valid for ${String(lifetime / 1000)} s.`,
      remedy:
        "Ask the people who run the service for tokens that are valid for longer.",
    });
  }

  async #exchange(
    reason: ObtainReason,
    context: SharedContext,
  ): Promise<DatedGrant> {
    try {
      const grant = await followWork(
        this.#tracing,
        "token.exchange",
        (followAttempt) =>
          requestToken(
            { ...this.#request, keyRefused: this.#keyRefused },
            context,
            followAttempt,
          ),
      );
      this.#keyRefused = false;
      this.#tell(reason, grant);
      return grant;
    } catch (error) {
      this.#keyRefused =
        isTokenExchangeError(error) &&
        (error.status === 400 || error.status === 401);
      if (!context.signal.aborted) this.#tell(reason, undefined, error);
      throw error;
    }
  }

  #tell(
    reason: TokenEvent["reason"],
    held: DatedGrant | undefined,
    error?: unknown,
  ): void {
    this.#report("token", () => ({
      reason,
      granted: this.#shownScopes(held),
      missing:
        held === undefined
          ? []
          : this.#request.scopes.filter((scope) => !held.scopes.has(scope)),
      ...(held !== undefined &&
        Number.isFinite(held.lifetime) && { expiresIn: held.lifetime / 1000 }),
      ...(isApiError(error) && { error: error.toJSON() }),
    }));
  }

  /** What was granted, without the key and the token: a server can put them in a scope's place. */
  #shownScopes(held: DatedGrant | undefined): readonly string[] {
    if (held === undefined) return [];
    const striker = createStriker();
    striker.add([held.key, held.token]);
    return [...held.scopes].map((one) =>
      this.#request.scopes.includes(one) ? one : shownCode(one, striker),
    );
  }
}

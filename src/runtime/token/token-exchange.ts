import type { Clock } from "../call/clock.js";
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
import { isApiError } from "../errors/api-error.js";
import { ArgumentError } from "../errors/argument-error.js";
import { ScopeError } from "../errors/scope-error.js";
import { followWork } from "../tracing/follow-work.js";
import type { Tracing } from "../tracing/tracing.js";
import { SharedWork } from "../waiting/shared-work.js";
import type { SharedContext } from "../waiting/shared-work.js";
import type { DatedGrant, TokenRequest } from "./request-token.js";
import { requestToken } from "./request-token.js";
import { subjectTokenType } from "./subject-token-type.js";
import type {
  TokenExchangeConfig,
  TokenExchangeOptions,
} from "./token-exchange-config.js";
import { readTokenUrl } from "./token-url.js";
import { tokenWindows, windowAt } from "./token-windows.js";
import type { TokenWindow, TokenWindows } from "./token-windows.js";

/** Milliseconds that an exchange in the background may take, and that pass before one that failed is tried again. */
const background = { deadline: 60_000, pause: 10_000 } as const;

/** Characters of a scope (RFC 6749 section 3.3). */
const scopeToken = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/**
 * Supplies bearer tokens that an access key is exchanged for (RFC 8693, TOK-1 to TOK-8). The key goes to the token
 * endpoint alone; key and token are visible nowhere.
 *
 * @param options - the client's own options will do: what the exchange does not know it leaves alone
 * @throws ArgumentError when the vendor word, the scopes or the token endpoint's address cannot be used
 */
export function tokenExchange(
  config: TokenExchangeConfig,
  options: TokenExchangeOptions,
): CredentialProvider {
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
      key: options.accessKey,
      scopes,
      send: options.fetch ?? ((request) => fetch(request)),
      clock: options.clock ?? systemClock,
      retry: readRetry(options.retry ?? {}),
    },
    options,
  );
}

/** One token; a new object per exchange, so that its identity is its generation. */
interface HeldToken extends DatedGrant {
  readonly windows: TokenWindows;
}

class TokenExchange implements CredentialProvider {
  readonly #request: TokenRequest;
  readonly #report: Report;
  readonly #tracing: Tracing | undefined;
  readonly #clock: Clock;
  readonly #exchange: SharedWork<HeldToken>;
  #current: HeldToken | undefined;
  #reason: TokenEvent["reason"] = "first";
  #quietUntil = Number.NEGATIVE_INFINITY;

  constructor(
    request: TokenRequest,
    {
      hooks,
      logger,
      tracing,
    }: Pick<TokenExchangeOptions, "hooks" | "logger" | "tracing">,
  ) {
    this.#request = request;
    this.#clock = request.clock;
    this.#tracing = tracing;
    this.#report = createReport(request.clock, hooks, logger);
    this.#exchange = new SharedWork(request.clock, (context) =>
      this.#renew(context),
    );
  }

  async apply(
    target: CredentialTarget,
    scopes: readonly string[],
    context: CredentialContext,
  ): Promise<AppliedCredential> {
    const held = this.#usable() ?? (await this.#exchange.join(context));
    const missing = scopes.filter((scope) => !held.scopes.has(scope));
    if (missing.length > 0) throw new ScopeError({ alternatives: [missing] });
    target.headers.set("authorization", `Bearer ${held.token}`);
    return {
      refused: () => {
        this.#invalidate(held);
        return true;
      },
    };
  }

  scopes(): ReadonlySet<string> {
    const current = this.#current;
    return current === undefined || this.#windowOf(current) === "over"
      ? new Set(this.#request.scopes)
      : current.scopes;
  }

  /** The token at hand, if a call may begin with it; sees to its renewal when it is due (TOK-5). */
  #usable(): HeldToken | undefined {
    const current = this.#current;
    if (current === undefined) return undefined;
    const window = this.#windowOf(current);
    if (window === "over") {
      this.#reason = "refresh";
      return undefined;
    }
    if (window === "renew") this.#renewBehind();
    return current;
  }

  #windowOf(held: HeldToken): TokenWindow {
    return windowAt(held.windows, this.#clock.monotonic() - held.askedAt);
  }

  #renewBehind(): void {
    if (this.#exchange.underWay || this.#clock.monotonic() < this.#quietUntil)
      return;
    this.#reason = "refresh";
    const context = {
      signal: new AbortController().signal,
      deadlineAt: this.#clock.monotonic() + background.deadline,
    };
    this.#exchange.join(context).catch(() => {
      // Reported by the exchange itself; the token at hand is still good, so no call fails for this.
      this.#quietUntil =
        this.#clock.monotonic() + background.pause * (1 + this.#clock.random());
    });
  }

  /** Only what was refused is thrown away: an old 401 must not cost a token that is newer (TOK-6). */
  #invalidate(refused: HeldToken): void {
    if (this.#current !== refused) return;
    this.#current = undefined;
    this.#reason = "refused";
  }

  async #renew(context: SharedContext): Promise<HeldToken> {
    const reason = this.#reason;
    try {
      const grant = await followWork(
        this.#tracing,
        "token.exchange",
        (followAttempt) => requestToken(this.#request, context, followAttempt),
      );
      const held: HeldToken = {
        ...grant,
        windows: tokenWindows(grant.lifetime, this.#clock.random()),
      };
      this.#current = held;
      this.#tell(reason, held);
      return held;
    } catch (error) {
      if (!context.signal.aborted) this.#tell(reason, undefined, error);
      throw error;
    }
  }

  #tell(
    reason: TokenEvent["reason"],
    held: HeldToken | undefined,
    error?: unknown,
  ): void {
    const granted = held === undefined ? [] : [...held.scopes];
    this.#report("token", {
      reason,
      granted,
      missing:
        held === undefined
          ? []
          : this.#request.scopes.filter((scope) => !held.scopes.has(scope)),
      ...(held !== undefined &&
        Number.isFinite(held.lifetime) && { expiresIn: held.lifetime / 1000 }),
      ...(isApiError(error) && { error: error.toJSON() }),
    });
  }
}

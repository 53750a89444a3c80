import {
  createReport,
  type Report,
  type TokenEvent,
} from "../tracing/events.js";
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
import { checkUserInfo, webAddress } from "../servers/resolve-server.js";
import { ArgumentError } from "../errors/argument-error.js";
import {
  isTokenExchangeError,
  ScopeError,
  TokenExchangeError,
} from "../errors/authorization-errors.js";
import { maySendCredentials } from "../call/apply-credentials.js";
import { readRetry } from "../retry/read-retry.js";
import { shownCode } from "../secrets/shown-values.js";
import { createStriker } from "../secrets/striker.js";
import { readScopes } from "./scopes.js";
import { followWork, type Tracing } from "../tracing/tracing.js";
import { systemClock } from "../waiting/clock.js";
import type { SharedContext } from "../waiting/shared-work.js";
import {
  type DatedGrant,
  requestToken,
  type TokenRequest,
} from "./request-token.js";
import type {
  TokenExchangeConfig,
  TokenExchangeOptions,
} from "./token-exchange-config.js";

/** Characters of a scope (RFC 6749 section 3.3). */
const scopeToken = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/**
 * Supplies bearer tokens that an access key is exchanged for (RFC 8693). The key goes to the token
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
        happened: "`scopes` has an element that is not a scope.",
        remedy: "Name the scopes that the client needs.",
      });
    }
  }
  if (scopes.length === 0 && !config.unscoped) {
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

  /** A token that lives for seconds can end before its response arrives. */
  #checkAlive({ requestedAt, lifetime }: DatedGrant): void {
    if (this.#request.clock.monotonic() - requestedAt < lifetime) return;
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
      this.#reportExchange(reason, grant);
      return grant;
    } catch (error) {
      this.#keyRefused =
        isTokenExchangeError(error) &&
        (error.status === 400 || error.status === 401);
      if (!context.signal.aborted)
        this.#reportExchange(reason, undefined, error);
      throw error;
    }
  }

  #reportExchange(
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

const placeholder = "<vendor>";
/** Namespace identifier of a URN (RFC 8141 section 2): 2 to 32 letters, digits and inner hyphens. */
const namespaceIdentifier = /^[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]$/;

/**
 * The `subject_token_type` to send: the contract's, with the service's own word in place of `<vendor>`.
 *
 * @throws ArgumentError that says how to set the word, when it is missing or no namespace identifier
 */
export function subjectTokenType(
  template: string,
  vendor: string | undefined,
): string {
  if (!template.includes(placeholder)) {
    if (vendor === undefined) return template;
    throw new ArgumentError({
      happened:
        "`vendor` was given, but the contract fixes the type of the access key.",
      remedy: "Leave `vendor` out.",
    });
  }
  if (vendor === undefined || vendor === "") {
    throw new ArgumentError({
      happened: `The type of the access key, "${template}", has a word that the contract leaves open.`,
      remedy:
        "Pass `vendor`, or generate the client with `--vendor`; the operator of the service knows the word.",
    });
  }
  if (typeof vendor !== "string" || !namespaceIdentifier.test(vendor)) {
    throw new ArgumentError({
      happened: "`vendor` must be a namespace identifier of a URN.",
      remedy:
        "Give 2 to 32 letters, digits and inner hyphens (RFC 8141 section 2).",
    });
  }
  return template.replaceAll(placeholder, vendor);
}

const tokenEndpoint = "The address of the token endpoint";

/**
 * The token endpoint's address, when the access key may be sent there: https, or a loopback address.
 *
 * @throws ArgumentError otherwise; its text holds nothing of the address, which can carry a secret of its own
 */
function readTokenUrl(text: string): URL {
  const url = webAddress(text, tokenEndpoint);
  checkUserInfo(url, tokenEndpoint);
  if (!maySendCredentials(url)) {
    throw new ArgumentError({
      happened:
        "The access key would travel unprotected: the token endpoint is neither https nor on this machine.",
      remedy:
        "Give `baseUrl` as `https://…`. The exchange is never sent over plain http to another machine, not even to a host in `allowInsecureHosts`.",
    });
  }
  return url;
}

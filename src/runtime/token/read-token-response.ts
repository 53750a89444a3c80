import type { ErrorFacts, ResponseFacts } from "../errors/api-error.js";
import { TokenExchangeError } from "../errors/authorization-errors.js";
import { looksLikeProblem, readProblem } from "../errors/problem.js";
import { readRetryAfter } from "../http/header-fields.js";
import { safeHeaders } from "../secrets/safe-headers.js";
import { looksLikeCode } from "../secrets/shown-values.js";
import { memberAt, textAt } from "../values/member-at.js";
import type { TokenExchangeConfig } from "./token-exchange-config.js";
import { isObject } from "../values/is-object.js";

/** The grant in a response of the token endpoint. */
export interface TokenGrant {
  readonly token: string;
  /** Milliseconds; infinite when the response does not say (RFC 8693 section 2.2.1: recommended, not required). */
  readonly lifetime: number;
  readonly scopes: ReadonlySet<string>;
}

type Expected = Pick<
  TokenExchangeConfig,
  "requestedTokenType" | "resource" | "responseFields"
>;

/** Characters of a bearer token (RFC 6750 section 2.1). */
const bearerToken = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * Checks the response of the token endpoint (RFC 8693 section 2.2.1).
 *
 * @param requested - requested scopes, which are granted when the response does not name scopes
 * @returns the grant, or what is wrong with the response; it names fields, never their values
 */
function readTokenResponse(
  body: unknown,
  expected: Expected,
  requested: readonly string[],
): TokenGrant | string {
  if (!isObject(body)) return "is not a JSON object";
  const fields: Readonly<Record<string, unknown>> = { ...body };
  for (const name of expected.responseFields) {
    if (fields[name] === undefined || fields[name] === null)
      return `has no "${name}"`;
  }
  const {
    access_token: token,
    issued_token_type: issued = expected.requestedTokenType,
    token_type: kind = "bearer",
    expires_in: seconds,
    scope = requested.join(" "),
  } = fields;
  if (typeof token !== "string" || !bearerToken.test(token)) {
    return 'has an "access_token" that is not a bearer token';
  }
  if (issued !== (expected.requestedTokenType ?? issued)) {
    return 'has an "issued_token_type" other than the one that was requested';
  }
  if (typeof kind !== "string" || kind.toLowerCase() !== "bearer") {
    return 'has a "token_type" other than Bearer';
  }
  if (seconds !== undefined && !isPositive(seconds))
    return 'has an "expires_in" that is not a number of seconds';
  if (typeof scope !== "string") return 'has a "scope" that is not a text';
  if (!isSameResource(fields["resource"], expected.resource)) {
    return 'has a "resource" other than the one that was requested';
  }
  const lifetime = isPositive(seconds) ? seconds * 1000 : Infinity;
  return { token, lifetime, scopes: new Set(scope.split(" ").filter(Boolean)) };
}

function isPositive(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

/** The same URI but for how it is written (RFC 3986 section 6.2.3): case of the host, default port, last slash. */
function isSameResource(
  given: unknown,
  requested: string | undefined,
): boolean {
  if (given === undefined || requested === undefined) return true;
  return (
    typeof given === "string" &&
    normalisedUri(given) === normalisedUri(requested)
  );
}

function normalisedUri(uri: string): string {
  return (URL.canParse(uri) ? new URL(uri).href : uri).replace(/\/$/, "");
}

/** What became of one request to the token endpoint. */
export type TokenOutcome =
  | { readonly kind: "granted"; readonly grant: TokenGrant }
  /** Not worth repeating. */
  | { readonly kind: "refused"; readonly error: TokenExchangeError }
  /** May be repeated. `after`: milliseconds that the server asks for. */
  | { readonly kind: "again"; readonly error: Error; readonly after?: number };

/** The facts of the request that a response is judged by. */
interface TokenQuestion {
  readonly config: Pick<
    TokenExchangeConfig,
    "requestedTokenType" | "resource" | "responseAt" | "responseFields"
  >;
  readonly scopes: readonly string[];
  /** Where it was asked. */
  readonly url: URL;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** A response of the token endpoint, without an access key that it echoed. */
interface TokenResponseParts {
  readonly status: number;
  /** Without the access key. */
  readonly headers: Headers;
  /** Parsed JSON, undefined for anything else; that of an error is without the access key. */
  readonly body: unknown;
  /** Why the body is absent: what of it is too large, in bytes. */
  readonly largerThan?: number;
}

/** Error code of an authorization server (RFC 6749 section 5.2): printable, without quote and backslash. */
const oauthCode = /^[\x20-\x21\x23-\x5B\x5D-\x7E]{1,64}$/;
const passing = new Set<string | undefined>([
  "temporarily_unavailable",
  "slow_down",
  "server_error",
]);

/** Judges a response of the token endpoint, whatever its body. */
export function classifyTokenResponse(
  response: TokenResponseParts,
  question: TokenQuestion,
): TokenOutcome {
  const { status, body, largerThan } = response;
  const refuse = (given: unknown, words: ErrorFacts): TokenOutcome => ({
    kind: "refused",
    error: exchangeError(response, given, words),
  });
  if (status >= 200 && status < 300) {
    const read =
      largerThan === undefined
        ? readTokenResponse(
            memberAt(body, question.config.responseAt ?? ""),
            question.config,
            question.scopes,
          )
        : `is larger than ${String(largerThan)} bytes`;
    if (typeof read !== "string") return { kind: "granted", grant: read };
    return refuse(undefined, {
      happened: `The response of the token endpoint ${read}.`,
      remedy: "Report it to the people who run the server.",
    });
  }
  if (status < 400) {
    return refuse(body, {
      happened:
        "The token endpoint sent a redirect, which is not followed: the access key would go along.",
    });
  }
  const error = exchangeError(
    response,
    body,
    status === 404 ? notFound(question.url) : {},
  );
  if (!mayPass(status, error)) return { kind: "refused", error };
  const after = readRetryAfter(response.headers, question.now);
  return { kind: "again", error, ...(after !== undefined && { after }) };
}

/** Where nothing was found. A base URL that repeats what the contract's path begins with is the likeliest reason. */
function notFound({ origin, pathname }: URL): ErrorFacts {
  const [, twice] = /((?:\/[^/]+)+)\1(?=\/|$)/.exec(pathname) ?? [];
  return {
    happened: `The token endpoint is not at ${origin}${pathname}.`,
    remedy:
      twice === undefined
        ? "Check `baseUrl`: scheme and host of the API."
        : `The path has \`${twice}\` twice: leave it out of \`baseUrl\`.`,
  };
}

function mayPass(status: number, error: TokenExchangeError): boolean {
  if (error.retryable === false) return false;
  return status === 429 || status >= 500 || passing.has(error.oauthError);
}

/** Names no operation: the core adds the one that needed the token, and whether its outcome is open. */
function exchangeError(
  response: TokenResponseParts,
  body: unknown,
  words: ErrorFacts = {},
): TokenExchangeError {
  const problem = looksLikeProblem(body) ? readProblem(body) : undefined;
  const given = textAt(body, "error");
  const oauthError =
    given !== undefined && oauthCode.test(given) && looksLikeCode(given)
      ? given
      : undefined;
  const facts: ResponseFacts = {
    status: response.status,
    headers: safeHeaders(response.headers),
    ...(problem !== undefined && { problem }),
    ...(memberAt(body, "error") !== undefined && { body }),
  };
  return new TokenExchangeError({
    response: facts,
    ...(oauthError === undefined
      ? words
      : {
          oauthError,
          happened: `The token endpoint refused the exchange (${oauthError}).`,
        }),
  });
}

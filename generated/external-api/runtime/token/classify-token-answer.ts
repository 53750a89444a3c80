import type { AnswerFacts } from "../errors/error-facts.js";
import { looksLikeProblem, readProblem } from "../errors/problem.js";
import { looksLikeCode } from "../errors/shown-code.js";
import { TokenExchangeError } from "../errors/token-exchange-error.js";
import { safeHeaders } from "../secrets/safe-headers.js";
import { memberAt, textAt } from "../values/member-at.js";
import { readRetryAfter } from "../http/retry-after.js";
import { readTokenAnswer } from "./read-token-answer.js";
import type { TokenGrant } from "./read-token-answer.js";
import type { TokenExchangeConfig } from "./token-exchange-config.js";

/** What became of one request to the token endpoint. */
export type TokenOutcome =
  | { readonly kind: "granted"; readonly grant: TokenGrant }
  /** Not worth repeating. */
  | { readonly kind: "refused"; readonly error: TokenExchangeError }
  /** May be repeated. `after`: milliseconds that the server asks for. */
  | { readonly kind: "again"; readonly error: Error; readonly after?: number };

/** What an answer is judged by. */
export interface TokenQuestion {
  readonly config: Pick<
    TokenExchangeConfig,
    "requestedTokenType" | "resource" | "answerFields"
  >;
  readonly scopes: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** An answer of the token endpoint; from here on nothing can pass on an access key that it echoed (TOK-7). */
export interface TokenAnswerParts {
  readonly status: number;
  /** Without the access key. */
  readonly headers: Headers;
  /** Parsed JSON, undefined for anything else; that of an error is without the access key. */
  readonly body: unknown;
}

/** Error code of an authorization server (RFC 6749 section 5.2): printable, without quote and backslash. */
const oauthCode = /^[\x20-\x21\x23-\x5B\x5D-\x7E]{1,64}$/;
const passing = new Set([
  "temporarily_unavailable",
  "slow_down",
  "server_error",
]);

/** Judges an answer of the token endpoint, whatever its body (TOK-3, TOK-8). */
export function classifyTokenAnswer(
  answer: TokenAnswerParts,
  question: TokenQuestion,
): TokenOutcome {
  const { status, body } = answer;
  if (status >= 200 && status < 300) {
    const read = readTokenAnswer(body, question.config, question.scopes);
    if (read.ok) return { kind: "granted", grant: read.grant };
    return {
      kind: "refused",
      error: exchangeError(answer, undefined, read.reason),
    };
  }
  if (status < 200 || (status >= 300 && status < 400)) {
    const reason =
      "The token endpoint answered with a redirect, which is not followed: it would carry the access key away.";
    return { kind: "refused", error: exchangeError(answer, body, reason) };
  }
  const error = exchangeError(answer, body);
  if (!mayPass(status, error)) return { kind: "refused", error };
  const after = readRetryAfter(answer.headers, question.now);
  return { kind: "again", error, ...(after !== undefined && { after }) };
}

function mayPass(status: number, error: TokenExchangeError): boolean {
  if (error.retryable === false) return false;
  return (
    status === 429 ||
    status >= 500 ||
    (error.oauthError !== undefined && passing.has(error.oauthError))
  );
}

/** Names no operation: the core adds the one that needed the token, and whether its outcome is open. */
function exchangeError(
  answer: TokenAnswerParts,
  body: unknown,
  happened?: string,
): TokenExchangeError {
  const problem = looksLikeProblem(body) ? readProblem(body) : undefined;
  const given = textAt(body, "error");
  const oauthError =
    given !== undefined && oauthCode.test(given) && looksLikeCode(given)
      ? given
      : undefined;
  const facts: AnswerFacts = {
    status: answer.status,
    headers: safeHeaders(answer.headers),
    ...(problem !== undefined && { problem }),
    ...(memberAt(body, "error") !== undefined && { body }),
  };
  const reason = happened ?? reasonOf(oauthError);
  return new TokenExchangeError({
    answer: facts,
    ...(oauthError !== undefined && { oauthError }),
    ...(reason !== undefined && { happened: reason }),
  });
}

function reasonOf(oauthError: string | undefined): string | undefined {
  return oauthError === undefined
    ? undefined
    : `The token endpoint refused the exchange (${oauthError}).`;
}

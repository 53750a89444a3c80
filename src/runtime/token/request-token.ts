import type { SecretSource } from "../credentials/credential-provider.js";
import { checkSecret } from "../credentials/keep-secret.js";
import { AuthenticationError } from "../errors/authorization-errors.js";
import { TransportError } from "../errors/call-errors.js";
import { RateLimitedError } from "../errors/limit-errors.js";
import { mostOfPart, readBytes } from "../response/read-body.js";
import { type RetryBounds, backoff } from "../retry/read-retry.js";
import { createStriker } from "../secrets/striker.js";
import {
  addTrace,
  type AttemptTrace,
  type FollowAttempt,
} from "../tracing/tracing.js";
import { untilAborted } from "../waiting/call-timer.js";
import type { Clock } from "../waiting/clock.js";
import type { SharedContext } from "../waiting/shared-work.js";
import {
  classifyTokenResponse,
  type TokenGrant,
  type TokenOutcome,
} from "./read-token-response.js";
import type { TokenExchangeConfig } from "./token-exchange-config.js";
import { isObject } from "../values/is-object.js";

/** Milliseconds of one attempt where the client's options say nothing: calls without end must not wait for a lost one. */
const longestAttempt = 90_000;

/** Everything that one exchange needs, checked. */
export interface TokenRequest {
  readonly url: URL;
  /** With `subjectTokenType` filled in. */
  readonly config: TokenExchangeConfig;
  readonly key: SecretSource;
  /** The token endpoint did not take the last key: what supplies it is told. */
  readonly keyRefused?: boolean;
  readonly scopes: readonly string[];
  readonly send: (request: Request) => Promise<Response>;
  readonly clock: Clock;
  readonly retry: RetryBounds;
}

/** A grant, and when it was asked for: its lifetime counts from then, so never too long. */
export interface DatedGrant extends TokenGrant {
  /** Milliseconds on the monotonic clock. */
  readonly requestedAt: number;
  /** The access key that it was given for, so that nothing shows it. */
  readonly key: string;
}

/**
 * Exchanges the access key for a token (RFC 8693): repeats what may pass, within the latest deadline of who waits.
 *
 * @throws TokenExchangeError for every response without a token; TransportError without a response; RateLimitedError
 * when the server asks for a longer pause than the time left; AuthenticationError without an access key
 */
export async function requestToken(
  request: TokenRequest,
  context: SharedContext,
  followAttempt: FollowAttempt,
): Promise<DatedGrant> {
  for (let attempt = 1; ; attempt += 1) {
    const key = await readKey(request);
    const requestedAt = request.clock.monotonic();
    const trace = followAttempt({
      method: "POST",
      server: request.url.origin,
      path: request.url.pathname,
      resends: attempt - 1,
    });
    const outcome = await sendOnce(request, key, context.signal, trace);
    if (outcome.kind === "granted")
      return { ...outcome.grant, requestedAt, key };
    if (outcome.kind === "refused" || attempt >= request.retry.attempts)
      throw outcome.error;
    const wait = Math.max(
      outcome.after ?? 0,
      backoff(attempt, request.retry, request.clock.random()),
    );
    if (request.clock.monotonic() + wait > context.latestDeadline())
      throw tooLate(outcome, request);
    await request.clock.sleep(wait, context.signal);
  }
}

async function sendOnce(
  request: TokenRequest,
  key: string,
  signal: AbortSignal,
  trace: AttemptTrace,
): Promise<TokenOutcome> {
  const attempt = startAttempt(request, signal);
  const { mediaType } = request.config;
  const fields = fieldsOf(request, key);
  const message = new Request(request.url, {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": mediaType ?? "application/x-www-form-urlencoded",
    },
    body: mediaType
      ? JSON.stringify(fields)
      : new URLSearchParams(fields).toString(),
    redirect: "manual",
    signal: attempt.signal,
  });
  addTrace(message.headers, () => trace.context);
  try {
    const received = await untilAborted(request.send(message), attempt.signal);
    trace.responded(received.status);
    const bytes = await untilAborted(
      readBytes(received, mostOfPart),
      attempt.signal,
    );
    trace.done();
    // A grant is read as it is: a token may well hold a short key's characters, and nothing of a success is shown.
    const striker = createStriker();
    striker.add([key]);
    const headers = striker.headers(received.headers);
    const parsed = parse(new TextDecoder().decode(bytes));
    const { config, scopes, clock, url } = request;
    return classifyTokenResponse(
      {
        status: received.status,
        headers,
        body: received.ok ? parsed : striker.value(parsed),
        ...(bytes === undefined && { largerThan: mostOfPart }),
      },
      { config, scopes, url, now: clock.now() },
    );
  } catch (cause) {
    trace.failed(cause);
    signal.throwIfAborted();
    const happened =
      "The token endpoint was not reached, or its response was lost.";
    return { kind: "again", error: new TransportError({ cause, happened }) };
  } finally {
    attempt.end();
  }
}

/** Undefined for invalid JSON: nothing of such a body is kept. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The signal of one attempt: aborted with the exchange, or when the attempt takes too long. */
function startAttempt(
  { clock, retry }: TokenRequest,
  exchange: AbortSignal,
): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const stop = (): void => {
    controller.abort(exchange.reason);
  };
  if (exchange.aborted) stop();
  exchange.addEventListener("abort", stop, { once: true });
  clock
    .sleep(retry.timeout ?? longestAttempt, controller.signal)
    .then(stop, () => undefined);
  return {
    signal: controller.signal,
    end: () => {
      exchange.removeEventListener("abort", stop);
      controller.abort();
    },
  };
}

/** The fields of the exchange (RFC 8693 section 2.1), without those that have no value. */
function fieldsOf(
  { config, scopes }: TokenRequest,
  key: string,
): Record<string, string> {
  return {
    grant_type: config.grantType,
    subject_token_type: config.subjectTokenType,
    subject_token: key,
    ...(config.requestedTokenType !== undefined && {
      requested_token_type: config.requestedTokenType,
    }),
    ...(config.resource !== undefined && { resource: config.resource }),
    ...config.more,
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
  };
}

async function readKey({
  key: source,
  keyRefused: refused = false,
}: TokenRequest): Promise<string> {
  let given: unknown = source;
  try {
    if (typeof source === "function") given = await source({ refused });
  } catch (cause) {
    throw new AuthenticationError({
      cause,
      happened: "`accessKey` could not be read.",
      remedy: "See `rawCause`; it is not for logs.",
    });
  }
  const key = isObject(given) && "token" in given ? given.token : given;
  return checkSecret(key, "access key (`accessKey`)");
}

function tooLate(
  outcome: TokenOutcome & { kind: "again" },
  request: TokenRequest,
): Error {
  if (outcome.after === undefined) return outcome.error;
  return new RateLimitedError({
    cause: outcome.error,
    happened: "The token endpoint asked for a pause.",
    retryAt: new Date(request.clock.now() + outcome.after),
    limit: "deadline",
  });
}

import {
  type ResponseFacts,
  type ErrorFacts,
  isApiError,
  type SentKey,
  traceOf,
} from "../errors/api-error.js";
import {
  AbortedError,
  DeadlineError,
  isDeadlineError,
  ResponseTooLargeError,
  TransportError,
  UnexpectedResponseError,
} from "../errors/call-errors.js";
import {
  OutcomeUnknownError,
  retryAdvice,
} from "../errors/idempotency-errors.js";
import { type CallLimit, isRateLimitedError } from "../errors/limit-errors.js";
import type { RetryPolicy } from "../retry/read-retry.js";
import type { CallTimer } from "../waiting/call-timer.js";
import { responseError } from "./response-error.js";
import { type CallRecord, sentKey } from "./call-record.js";
import type { AttemptResult } from "./send-attempt.js";

/** See {@link failureError}. */
type FailedAttempt = Extract<AttemptResult, { readonly kind: "failed" }>;

/**
 * The error of a call that ends with a failed attempt.
 *
 * @param unknown - the outcome is open: the error carries key and intent, and the failure as its cause
 */
export function failureError(
  failed: FailedAttempt,
  record: CallRecord,
  unknown: boolean,
  service: ServiceFacts,
): Error {
  const error = plainError(failed, record, service);
  if (!unknown) return error;
  const response = failed.broken ?? failed.failure?.response;
  return unknownOutcome(
    record,
    error,
    response === undefined
      ? {}
      : openResponse(response, failed.broken !== undefined),
  );
}

/**
 * What an error of an open outcome says of the response that there was. Its problem and body are those of `cause`: they are
 * about one attempt, and who looks for problems would take an open outcome for a refusal.
 */
function openResponse(
  response: ResponseFacts,
  isBroken: boolean,
): Pick<ErrorFacts, "response" | "happened"> {
  const { status, headers, allHeaders, serverText } = response;
  return {
    response: {
      status,
      headers,
      traceId: traceOf(response),
      ...(allHeaders !== undefined && { allHeaders }),
      serverText,
    },
    happened: isBroken
      ? `${brokenOff}: the change may have been made or not.`
      : status >= 500
        ? "The request was sent and the server failed: the change may have been made or not."
        : "An earlier attempt may have been carried out, and the server did not take the last one: the change may have been made or not.",
  };
}

/** What the error of a response says by the client that got it. */
interface ServiceFacts {
  /** Milliseconds since the epoch, from which `retryAt` is counted. */
  readonly now: number;
  readonly readsCapabilities: boolean;
  readonly policy: RetryPolicy;
  /** See `limitOf`. */
  readonly limit?: CallLimit | undefined;
}

/** A response whose headers came, and not all of its body. */
const brokenOff =
  "The server responded, and the body of its response broke off";

function plainError(
  { reason, failure, cause, broken }: FailedAttempt,
  record: CallRecord,
  { now, readsCapabilities, policy, limit }: ServiceFacts,
): Error {
  const facts = recordFacts(record);
  if (failure === undefined) {
    return new TransportError({
      ...facts,
      ...(broken
        ? { response: broken, happened: `${brokenOff}.` }
        : reason.kind === "unsent"
          ? notReached
          : isBrowser() && inBrowser),
      cause,
    });
  }
  const wait =
    reason.kind === "answered" || reason.kind === "lost"
      ? reason.retryAfter
      : undefined;
  return responseError(failure, {
    ...facts,
    identifiers: record.identifiers,
    reads: record.retryClass === "read",
    credential: record.credential,
    readsCapabilities,
    policy,
    limit,
    ...(wait !== undefined && { retryAt: new Date(now + wait) }),
    ...(record.bytes !== undefined && { bytes: record.bytes }),
  });
}

/** See {@link invalidResponseError}. */
type InvalidResponse = Extract<AttemptResult, { readonly kind: "unreadable" }>;

/** The error of a success that cannot be read. */
export function invalidResponseError(
  invalid: InvalidResponse,
  record: CallRecord,
): Error {
  const facts = recordFacts(record);
  const { maxBytes } = invalid;
  const described = {
    ...facts,
    response: invalid.response,
    happened: `The server responded with success, but ${invalid.why}.`,
    ...(record.retryClass !== "read" && {
      remedy: invalidResponseRemedy(invalid, facts),
    }),
  };
  return maxBytes === undefined
    ? new UnexpectedResponseError(described)
    : new ResponseTooLargeError({ ...described, maxBytes });
}

/** Any intermediary can say 200: only status and content type of the contract show that the server itself responded. */
function invalidResponseRemedy(
  { described }: InvalidResponse,
  sent: SentKey,
): string {
  if (!described)
    return `It is unknown whether the change was made: a proxy may have responded in place of the server. ${retryAdvice(sent)}`;
  return sent.idempotencyKey === undefined
    ? "Its status and content type are the contract's, so the change was made: do not make it again; read the resource to see its state."
    : "Its status and content type are the contract's, so the change was made: the same call with the same `idempotencyKey` (or intent) returns its response again, and cannot happen twice.";
}

/**
 * What a call raises for something that was thrown on its way: the end of its time, the caller's abort, an error that
 * does not know the call yet, or one of a store or a callback that the caller gave. Whatever it is, a change that may
 * have been made is told with its key, and the error is its cause.
 */
export function callError(
  thrown: unknown,
  record: CallRecord,
  timer: CallTimer | undefined,
): unknown {
  if (isApiError(thrown) && thrown.operation === record.facts.operation)
    return thrown;
  const error = locatedError(thrown, record, timer);
  return isOpen(record) ? unknownOutcome(record, error) : error;
}

function locatedError(
  thrown: unknown,
  record: CallRecord,
  timer: CallTimer | undefined,
): unknown {
  const facts = recordFacts(record);
  const ended = timer?.endedBy;
  if (ended === "deadline")
    return new DeadlineError({
      ...facts,
      // What was waited for may have words of its own.
      ...(isDeadlineError(thrown) && {
        happened: thrown.happened,
        remedy: thrown.remedy,
      }),
    });
  if (ended === "caller")
    return new AbortedError({ ...facts, cause: timer?.reason });
  return isApiError(thrown)
    ? thrown.during(
        record.facts,
        record.attempts,
        record.waited,
        sentKey(record),
      )
    : thrown;
}

/** Whether something other than a response, coming now, leaves open what became of a change. */
function isOpen(record: CallRecord): boolean {
  return record.retryClass !== "read" && (record.inFlight || record.uncertain);
}

/** The error of a change that may have been made or not. */
export function unknownOutcome(
  record: CallRecord,
  cause: unknown,
  words: Pick<ErrorFacts, "response" | "happened"> = {},
): OutcomeUnknownError {
  return new OutcomeUnknownError({
    ...recordFacts(record),
    ...words,
    ...(isRateLimitedError(cause) &&
      cause.retryAt !== undefined && { retryAt: cause.retryAt }),
    cause,
  });
}

/** What every error of a call says of it. */
export function recordFacts(record: CallRecord): ErrorFacts {
  return {
    call: record.facts,
    attempts: record.attempts,
    waited: record.waited,
    striker: record.striker,
    ...(record.isBodySpent && { isBodySpent: true }),
    ...sentKey(record),
  };
}

/** A page or a worker of one; other platforms say why a request failed. */
function isBrowser(): boolean {
  return "document" in globalThis || "importScripts" in globalThis;
}

/** A browser hides from a program why a request to another origin failed (Fetch standard, CORS protocol). */
const inBrowser = {
  happened: "No response came from the server, or the browser hides it.",
  remedy:
    "Check the address and the network; another origin must allow this one (CORS).",
};

const notReached = {
  happened: "The server was not reached; nothing was sent.",
  remedy: "Check the address and the network, then try again.",
};

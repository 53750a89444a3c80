import { ApiError, type ErrorFacts, isApiError } from "./api-error.js";

/** What kept a call from being repeated: its attempts, its deadline, or a body that can be sent only once. */
export type CallLimit = "attempts" | "deadline" | "body";

const remedies: Readonly<Record<CallLimit, string>> = {
  attempts: ", or allow more `attempts`",
  body: ", with a new body: a stream can be sent only once",
  deadline: ", or give a longer `deadline`",
};

/** The server asked for a pause that the call had no time left for, or asked once too often. */
export class RateLimitedError extends ApiError {
  override readonly kind = "rate-limited";
  /** When the server will take the request, by its `Retry-After`; absent when it gave none. */
  declare readonly retryAt?: Date;

  /** @param facts - `limit`: what to change besides waiting; absent: nothing would help */
  constructor(
    facts: ErrorFacts & {
      readonly retryAt?: Date;
      readonly limit?: CallLimit | undefined;
    } = {},
  ) {
    const more = facts.limit === undefined ? "" : remedies[facts.limit];
    super(
      {
        name: "RateLimitedError",
        happened: "The server asked for a pause.",
        remedy:
          facts.retryAt === undefined
            ? `Send less, and try again later${more}.`
            : `Try again at ${facts.retryAt.toISOString()}${more}.`,
      },
      facts,
    );
    if (facts.retryAt !== undefined) this.retryAt = facts.retryAt;
  }
}

/** Narrows something caught to {@link RateLimitedError}, without `instanceof`. */
export function isRateLimitedError(error: unknown): error is RateLimitedError {
  return isApiError(error) && error.kind === "rate-limited";
}

/** The body is larger than the server takes: refused before sending, or by the server with 413. */
export class RequestTooLargeError extends ApiError {
  override readonly kind = "request-too-large";
  /** Size of the body in bytes, when it is known. */
  declare readonly bytes?: number;
  /** The most the server takes, in bytes, when it is known. */
  declare readonly maxBytes?: number;

  constructor(
    facts: ErrorFacts & {
      readonly bytes?: number;
      readonly maxBytes?: number;
    } = {},
  ) {
    super(
      {
        name: "RequestTooLargeError",
        happened:
          facts.bytes === undefined || facts.maxBytes === undefined
            ? "The request body is larger than the server takes."
            : `The request body has ${String(facts.bytes)} bytes; the server takes ${String(facts.maxBytes)}.`,
        remedy: "Split the request.",
      },
      facts,
    );
    if (facts.bytes !== undefined) this.bytes = facts.bytes;
    if (facts.maxBytes !== undefined) this.maxBytes = facts.maxBytes;
  }
}

/** Narrows something caught to {@link RequestTooLargeError}, without `instanceof`. */
export function isRequestTooLargeError(
  error: unknown,
): error is RequestTooLargeError {
  return isApiError(error) && error.kind === "request-too-large";
}

/** This group of operations is switched off on the server. */
export class FeatureDisabledError extends ApiError {
  override readonly kind = "feature-disabled";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "FeatureDisabledError",
        happened: "This group of operations is switched off on the server.",
        remedy: "Wait until it is switched on.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link FeatureDisabledError}, without `instanceof`. */
export function isFeatureDisabledError(
  error: unknown,
): error is FeatureDisabledError {
  return isApiError(error) && error.kind === "feature-disabled";
}

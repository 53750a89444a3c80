import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** What kept a call from being repeated: its attempts, its deadline, or a body that can be sent only once. */
export type CallLimit = "attempts" | "deadline" | "body";

const remedies: Readonly<Record<CallLimit, string>> = {
  attempts: ", or allow more `attempts`",
  body: ", with a new body: a stream can be sent only once",
  deadline: ", or give a longer `deadline`",
};

/** The server asked for a pause that the call had no time left for, or asked once too often (CAP-6). */
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

import { ArgumentError } from "../errors/argument-error.js";
import type { RetryBounds } from "./connection.js";
import type { RetryOptions } from "./core.js";
import { readDuration } from "./duration.js";

/**
 * The bounds of repeats with every default settled; a member that is undefined counts as absent.
 *
 * @throws ArgumentError for a bound that is none
 */
export function readRetry(options: RetryOptions): RetryBounds {
  const {
    attempts = 4,
    baseDelay = 500,
    maxDelay = 20_000,
    attemptTimeout,
  } = options;
  if (!Number.isInteger(attempts) || attempts < 1) {
    throw new ArgumentError({
      happened: "`retry.attempts` is no whole number of at least 1.",
    });
  }
  if (!(baseDelay >= 0 && maxDelay >= 0)) {
    throw new ArgumentError({
      happened: "`retry.baseDelay` and `retry.maxDelay` are no milliseconds.",
    });
  }
  return {
    attempts,
    baseDelay,
    maxDelay,
    ...(attemptTimeout !== undefined && {
      attemptTimeout: readDuration(attemptTimeout),
    }),
  };
}

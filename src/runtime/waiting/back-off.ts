import type { RetryOptions } from "../call/core.js";

/** The bounds of repeats where the caller gave none. */
export const defaultRetry = { attempts: 4, baseDelay: 500, maxDelay: 20_000 } as const;

/**
 * Milliseconds to wait before the next attempt: exponential, full jitter, bounded.
 *
 * @param failed - how many attempts have failed so far, at least 1
 * @param random - in [0, 1)
 */
export function backOff(failed: number, random: number, retry: RetryOptions = {}): number {
  const base = retry.baseDelay ?? defaultRetry.baseDelay;
  const most = retry.maxDelay ?? defaultRetry.maxDelay;
  return random * Math.min(most, base * 2 ** (failed - 1));
}

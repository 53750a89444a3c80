/**
 * Milliseconds to wait before a repeat: exponential with full jitter, bounded, so that clients which failed together do
 * not come back together.
 *
 * @param attempt - the attempt that failed, 1 for the first
 * @param random - in [0, 1)
 */
export function backoff(
  attempt: number,
  bounds: { readonly baseDelay: number; readonly maxDelay: number },
  random: number,
): number {
  return (
    random * Math.min(bounds.maxDelay, bounds.baseDelay * 2 ** (attempt - 1))
  );
}

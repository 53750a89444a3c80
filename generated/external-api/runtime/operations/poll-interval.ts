/** Milliseconds: the least time between two polls of one operation (OPS-4), and the most that failed polls raise it to. */
const bounds = { floor: 2000, mostAfterFailures: 30_000 } as const;

/** What the time until the next poll depends on. Milliseconds. */
export interface PollTiming {
  /** The contract's floor, when it has another than two seconds; it never goes below them. */
  readonly floor?: number;
  /** What the server asked for last. */
  readonly retryAfter?: number;
  /** How many polls in a row have failed. */
  readonly failures: number;
}

/**
 * Milliseconds from one poll of an operation to the next (OPS-4): the floor, raised by `Retry-After` and by polls that
 * failed. Jitter, up to a fifth, only ever adds.
 *
 * @param random - in [0, 1)
 */
export function pollInterval(
  { floor, retryAfter, failures }: PollTiming,
  random: number,
): number {
  const least = Math.max(bounds.floor, floor ?? 0);
  const raised =
    failures === 0
      ? least
      : Math.max(
          least,
          Math.min(bounds.mostAfterFailures, least * 2 ** failures),
        );
  return Math.max(raised, retryAfter ?? 0) * (1 + random / 5);
}

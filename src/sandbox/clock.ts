/** Where the sandbox reads the time. Everything that takes time in it is computed from this, never from a timer. */
export interface Clock {
  /** The time now, in epoch milliseconds. */
  now(): number;
}

/** A clock that moves only when it is told to. */
export interface ManualClock extends Clock {
  /** Moves the time forward. @param milliseconds how far; never negative */
  advance(milliseconds: number): void;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };

/**
 * A clock for tests: hours and days pass in no time.
 * @param start its first time, in epoch milliseconds; the day of the contract version by default
 */
export function createManualClock(start = Date.UTC(2026, 7, 9, 9)): ManualClock {
  let time = start;
  return {
    now: () => time,
    advance: (milliseconds) => {
      if (!(milliseconds >= 0)) throw new RangeError("time only moves forward");
      time += milliseconds;
    },
  };
}

/** A point in time as the contract writes it (RFC 3339, UTC). @param time epoch milliseconds */
export function toTimestamp(time: number): string {
  return new Date(time).toISOString();
}

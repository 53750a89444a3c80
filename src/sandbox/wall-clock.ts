import type { Clock } from "./clock.js";

/**
 * What the service takes for the time of day. `Date`, timestamps, HTTP dates and the life of JWTs follow it; the progress
 * of operations, retention and rates are durations, follow the sandbox's clock, and do not notice when it jumps.
 */
export interface WallClock extends Clock {
  /** Sets the clock. @param milliseconds how far forward; backward when negative */
  jump(milliseconds: number): void;
}

/** @param clock the time that only moves forward */
export function createWallClock(clock: Clock): WallClock {
  let offset = 0;
  return {
    now: () => clock.now() + offset,
    jump: (milliseconds) => {
      offset += milliseconds;
    },
  };
}

/** A point in time as HTTP writes it (RFC 9110 section 5.6.7). @param time epoch milliseconds */
export function toHttpDate(time: number): string {
  return new Date(time).toUTCString();
}

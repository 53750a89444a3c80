import type { Clock } from "../call/clock.js";
import type { PacingLane, PacingStore } from "./pacing-store.js";

const minute = 60_000;

/** Pacing of this process alone: exact, no minute ever holds more turns than the limit allows. */
export function memoryPacingStore(
  clock: Pick<Clock, "monotonic">,
): PacingStore {
  const taken: Record<PacingLane, number[]> = { reads: [], writes: [] };
  const places = new Set<string>();
  return {
    takeTurn: (lane, perMinute) => {
      const now = clock.monotonic();
      const recent = taken[lane].filter((at) => at > now - minute);
      taken[lane] = recent;
      // The turn that must be a minute old before there is room for another.
      const limiting = recent[recent.length - perMinute];
      if (limiting === undefined) recent.push(now);
      return Promise.resolve(
        limiting === undefined ? 0 : limiting + minute - now,
      );
    },
    takePlace: (holder, most) => {
      const free = places.size < most;
      if (free) places.add(holder);
      return Promise.resolve(free);
    },
    keepPlace: () => Promise.resolve(),
    leavePlace: (holder) => {
      places.delete(holder);
      return Promise.resolve();
    },
  };
}

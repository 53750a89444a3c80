import { RateLimitedError } from "../errors/limit-errors.js";
import type { Clock, WaitContext } from "../waiting/clock.js";
import { Turns } from "../waiting/turns.js";
import { pause, waitFor } from "../waiting/wait-for.js";

/** Holds requests back until the rate allows them, each lane in the order of asking. */
export class Pacer {
  readonly #clock: Clock;
  readonly #store: PacingStore;
  readonly #turns: Readonly<Record<PacingLane, Turns>> = {
    reads: new Turns(),
    writes: new Turns(),
  };
  /** Milliseconds on the monotonic clock until which the server asked for a pause. */
  readonly #heldUntil: Record<PacingLane, number> = { reads: 0, writes: 0 };

  constructor(clock: Clock, store: PacingStore) {
    this.#clock = clock;
    this.#store = store;
  }

  /** The server asked everyone in the lane to wait that many milliseconds. */
  hold(lane: PacingLane, milliseconds: number): void {
    this.#heldUntil[lane] = Math.max(
      this.#heldUntil[lane],
      this.#clock.monotonic() + milliseconds,
    );
  }

  /**
   * Waits for a turn.
   *
   * @param perMinute - undefined: the server states no rate, only its pauses count
   * @throws RateLimitedError at once when the turn would come after the deadline; AbortedError; DeadlineError
   */
  async take(
    lane: PacingLane,
    perMinute: number | undefined,
    context: WaitContext,
  ): Promise<void> {
    // Calls ahead wait the same pause out: a call must not queue for a turn that cannot come in time.
    this.#checkTime(this.#held(lane), context);
    await this.#turns[lane].inTurn(context, this.#clock, async () => {
      for (;;) {
        const held = this.#held(lane);
        const wait =
          held > 0 || perMinute === undefined
            ? held
            : await waitFor(
                this.#store.takeTurn(lane, perMinute),
                context,
                this.#clock,
              );
        if (wait <= 0) return;
        this.#checkTime(wait, context);
        await pause(wait, context, this.#clock);
      }
    });
  }

  /** Counts a request that was sent before its rate was known. */
  async count(
    lane: PacingLane,
    perMinute: number,
    context: WaitContext,
  ): Promise<void> {
    await waitFor(this.#store.takeTurn(lane, perMinute), context, this.#clock);
  }

  /** Milliseconds for which the server's pause still holds the lane; none when not above 0. */
  #held(lane: PacingLane): number {
    return this.#heldUntil[lane] - this.#clock.monotonic();
  }

  #checkTime(wait: number, context: WaitContext): void {
    const left = context.deadlineAt - this.#clock.monotonic() - wait;
    if (wait <= 0 || left >= shortestRequest) return;
    throw new RateLimitedError({
      happened:
        "The rate that the server allows leaves no turn before the deadline.",
      retryAt: new Date(this.#clock.now() + wait),
      limit: "deadline",
    });
  }
}

const minute = 60_000;

/** Milliseconds that a turn must leave for its request before the deadline. */
const shortestRequest = 100;

/** Pacing of this process alone: exact, no minute ever holds more turns than the limit allows. */
export function memoryPacingStore(
  clock: Pick<Clock, "monotonic">,
): PacingStore {
  const taken: Record<PacingLane, number[]> = { reads: [], writes: [] };
  const slots = new Set<string>();
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
    takeSlot: (holder, most) => {
      const free = slots.size < most;
      if (free) slots.add(holder);
      return Promise.resolve(free);
    },
    keepSlot: () => Promise.resolve(),
    leaveSlot: (holder) => {
      slots.delete(holder);
      return Promise.resolve();
    },
  };
}

/** Reads and everything else are counted apart, as the limits are. */
export type PacingLane = "reads" | "writes";

/**
 * Where pacing is counted: in memory, or in one place for all processes that share an access key. One store serves one
 * service and one key.
 */
export interface PacingStore {
  /**
   * Takes a turn in a lane.
   *
   * @param perMinute - the most turns in any minute, at least 1
   * @returns 0 when it was taken; otherwise milliseconds after which to ask again
   */
  takeTurn(lane: PacingLane, perMinute: number): Promise<number>;
  /**
   * Takes one of the places for background operations.
   *
   * @param holder - names who holds it, for the other two
   * @param most - how many places there are, at least 1
   * @returns false when all are taken
   */
  takeSlot(holder: string, most: number): Promise<boolean>;
  /** The holder's operation is still running: a place that is leased for a while goes on. */
  keepSlot(holder: string): Promise<void>;
  /** Gives the place back; does nothing when the holder has none. */
  leaveSlot(holder: string): Promise<void>;
}

/** Milliseconds that a place is held for without a sign of life: so long a crashed process keeps it from the others. */
export const slotLease = 600_000;

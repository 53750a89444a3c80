import type { Clock } from "../call/clock.js";
import type { WaitContext } from "../call/limits.js";
import { RateLimitedError } from "../errors/rate-limited-error.js";
import { Turns } from "../waiting/turns.js";
import { pause, waitFor } from "../waiting/wait-for.js";
import type { PacingLane, PacingStore } from "./pacing-store.js";

/** Holds requests back until the rate allows them, each lane in the order of asking (CAP-2, CAP-6). */
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
    // Whoever is before us waits the same pause out: there is no use in queueing for what cannot come in time.
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
    if (wait <= 0 || this.#clock.monotonic() + wait <= context.deadlineAt)
      return;
    throw new RateLimitedError({
      happened:
        "The rate that the server allows leaves no turn before the deadline.",
      retryAt: new Date(this.#clock.now() + wait),
      limit: "deadline",
    });
  }
}

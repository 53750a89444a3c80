import type { Clock } from "../call/clock.js";
import type { WaitContext } from "../call/limits.js";
import { waitFor } from "../waiting/wait-for.js";

/** Milliseconds after which a full store is asked again: another process may have left a place. */
const recheck = 2000;

/** Wakes those who wait for a place when one may be free. */
export class PlaceChanges {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A place was left, or is known by another name. */
  tell(): void {
    for (const wake of this.#waiting) wake();
  }

  /**
   * Until it was told; or for a while, because other processes tell nobody.
   *
   * @throws AbortedError, DeadlineError
   */
  async next(context: WaitContext): Promise<void> {
    let wake = (): void => undefined;
    const told = new Promise<void>((resolve) => {
      wake = resolve;
    });
    this.#waiting.add(wake);
    const over = new AbortController();
    const again = this.#clock
      .sleep(recheck * (1 + this.#clock.random()), over.signal)
      .catch(() => undefined);
    try {
      await waitFor(Promise.race([told, again]), context, this.#clock, {
        happened:
          "Every background operation that may run at once is running, or may be.",
        remedy:
          "Wait for one of them, repeat the calls whose outcome is unknown, or give a longer deadline.",
      });
    } finally {
      this.#waiting.delete(wake);
      over.abort();
    }
  }
}

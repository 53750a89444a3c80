import type { Clock, WaitContext } from "./clock.js";
import { waitFor } from "./wait-for.js";

/** One at a time, in the order of asking. */
export class Turns {
  #last: Promise<void> = Promise.resolve();
  #queued = 0;

  /** No work runs and none waits. */
  get idle(): boolean {
    return this.#queued === 0;
  }

  /**
   * Does the work when everyone who asked before is through or has left.
   *
   * @throws AbortedError, DeadlineError while waiting for its turn; what the work throws
   */
  async inTurn<Value>(
    context: WaitContext,
    clock: Clock,
    work: () => Promise<Value>,
  ): Promise<Value> {
    const before = this.#queued > 0 ? this.#last : undefined;
    let finish = (): void => undefined;
    const mine = new Promise<void>((resolve) => {
      finish = resolve;
    });
    this.#last = this.#last.then(() => mine);
    this.#queued += 1;
    try {
      if (before !== undefined) await waitFor(before, context, clock);
      return await work();
    } finally {
      this.#queued -= 1;
      finish();
    }
  }
}

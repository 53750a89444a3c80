import type { ErrorFacts } from "../errors/api-error.js";
import type { Clock, WaitContext } from "./clock.js";
import { waitFor } from "./wait-for.js";

/** What shared work may use: it ends when the last of its waiters has left. */
export interface SharedContext {
  readonly signal: AbortSignal;
  /** Milliseconds on the monotonic clock: the latest deadline among those who wait now; infinity while none waits. */
  latestDeadline(): number;
}

interface Run<Value> {
  readonly result: Promise<Value>;
  readonly waiters: Set<WaitContext>;
  readonly controller: AbortController;
  /** Milliseconds on the monotonic clock from which no call joins it any more. */
  readonly joinedUntil: number;
}

/**
 * Work that is done once however many callers wait for it (single flight). Each waits by its own signal and deadline;
 * one that leaves does not end the work for the others, the last one does.
 */
export class SharedWork<Value> {
  readonly #clock: Clock;
  readonly #work: (context: SharedContext) => Promise<Value>;
  readonly #abandons: boolean;
  readonly #longest: number;
  #run: Run<Value> | undefined;

  /**
   * @param abandons - false: the work goes on when no call waits for it any more, and the next call joins it
   * @param longest - milliseconds after which the next call begins again, for work that may never end
   */
  constructor(
    clock: Clock,
    work: (context: SharedContext) => Promise<Value>,
    abandons = true,
    longest = Infinity,
  ) {
    this.#clock = clock;
    this.#work = work;
    this.#abandons = abandons;
    this.#longest = longest;
  }

  /** Whether the work is going on now, and can be joined. */
  get underWay(): boolean {
    return this.#joinable() !== undefined;
  }

  /**
   * Joins the work that is under way, or begins it.
   *
   * @param facts - what the error says when this waiter's time or patience is over
   */
  async join(context: WaitContext, facts?: ErrorFacts): Promise<Value> {
    const run = this.#joinable() ?? this.#begin();
    const waiter: WaitContext = { ...context };
    run.waiters.add(waiter);
    try {
      return await waitFor(run.result, context, this.#clock, facts);
    } finally {
      run.waiters.delete(waiter);
      const leave = (): void => {
        if (run.waiters.size > 0 || this.#run !== run || !this.#abandons)
          return;
        this.#run = undefined;
        run.controller.abort();
      };
      // Of a call whose part had no more time, what comes next may join again.
      if (context.signal.aborted) leave();
      else setTimeout(leave);
    }
  }

  #joinable(): Run<Value> | undefined {
    const run = this.#run;
    return run !== undefined && this.#clock.monotonic() < run.joinedUntil
      ? run
      : undefined;
  }

  #begin(): Run<Value> {
    const controller = new AbortController();
    const waiters = new Set<WaitContext>();
    // The last may have left and the next not yet come: where none comes, the signal ends the work.
    const latestDeadline = (): number =>
      waiters.size === 0
        ? Infinity
        : Math.max(...[...waiters].map(({ deadlineAt }) => deadlineAt));
    // Starts in a later turn, when the first waiter is there to say how long there is.
    const result = Promise.resolve().then(() =>
      this.#work({ signal: controller.signal, latestDeadline }),
    );
    const joinedUntil = this.#clock.monotonic() + this.#longest;
    const run: Run<Value> = { result, waiters, controller, joinedUntil };
    const finish = (): void => {
      if (this.#run === run) this.#run = undefined;
    };
    result.then(finish, finish);
    this.#run = run;
    return run;
  }
}

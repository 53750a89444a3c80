import type { Clock } from "../../src/runtime/waiting/clock.js";

interface Sleeper {
  readonly dueAt: number;
  readonly wake: () => void;
}

/** Turns of the event loop without any request under way, after which everybody is taken to be waiting for time. */
const quietTurns = 6;

/**
 * A clock that stands still while requests are under way and otherwise jumps to the next moment that somebody waits
 * for: hours of pacing, polling and backing off pass as fast as the requests themselves.
 */
export class IdleClock implements Clock {
  readonly #startsAt = Date.UTC(2026, 10, 20);
  readonly #sleepers = new Set<Sleeper>();
  readonly #random: () => number;
  #elapsed = 0;
  #underWay = 0;
  #stopped = false;

  /** @param random - what `random()` gives; seeded, so that a run can be repeated. */
  constructor(random: () => number) {
    this.#random = random;
    void this.#run();
  }

  now(): number {
    return this.#startsAt + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  random(): number {
    return this.#random();
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener("abort", abort);
      };
      const abort = (): void => {
        leave();
        reject(signal?.reason as Error);
      };
      const wake = (): void => {
        leave();
        resolve();
      };
      const sleeper: Sleeper = { dueAt: this.#elapsed + milliseconds, wake };
      if (signal?.aborted === true) {
        abort();
        return;
      }
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", abort, { once: true });
    });
  }

  /** Holds time still until the work is done. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.#underWay += 1;
    try {
      return await work;
    } finally {
      this.#underWay -= 1;
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #run(): Promise<void> {
    for (let quiet = 0; !this.#stopped;) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      quiet = this.#underWay === 0 ? quiet + 1 : 0;
      if (quiet < quietTurns) continue;
      quiet = 0;
      this.#wakeNext();
    }
  }

  #wakeNext(): void {
    let next: Sleeper | undefined;
    for (const sleeper of this.#sleepers)
      if (next === undefined || sleeper.dueAt < next.dueAt) next = sleeper;
    if (next === undefined) return;
    this.#elapsed = Math.max(this.#elapsed, next.dueAt);
    next.wake();
  }
}

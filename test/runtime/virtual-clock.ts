import type { Clock } from "../../src/runtime/waiting/clock.js";

/** How a virtual clock starts and what it does by itself. */
export interface VirtualClockOptions {
  /** Milliseconds since the epoch that `now()` starts at. Default 2026-11-20T00:00:00Z. */
  readonly startsAt?: number;
  /**
   * Sleeps up to this many milliseconds end by themselves at once and move time on by as much; longer ones wait for
   * `advance`. Lets a test with real HTTP run through its waits while deadlines stay where they are. Default 0: none.
   */
  readonly skip?: number;
  /** What `random()` returns. Default 0.5. */
  readonly random?: () => number;
}

interface Sleeper {
  readonly dueAt: number;
  readonly wake: () => void;
}

/** A clock whose time passes only when a test says so. */
export class VirtualClock implements Clock {
  /** Every sleep that was asked for, in milliseconds, in order; those of deadlines included. */
  readonly sleeps: number[] = [];
  readonly #startsAt: number;
  readonly #skip: number;
  readonly #random: () => number;
  readonly #sleepers = new Set<Sleeper>();
  readonly #watchers = new Set<() => void>();
  #elapsed = 0;

  constructor(options: VirtualClockOptions = {}) {
    this.#startsAt = options.startsAt ?? Date.UTC(2026, 10, 20);
    this.#skip = options.skip ?? 0;
    this.#random = options.random ?? (() => 0.5);
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

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.sleeps.push(milliseconds);
    const dueAt = this.#elapsed + milliseconds;
    const asleep = this.#enter(milliseconds, signal);
    for (const look of [...this.#watchers]) look();
    if (milliseconds <= this.#skip) {
      // A bound on work that is done by then is no wait: it is called off before time moves.
      await Promise.race([asleep, settled()]);
      if (this.#elapsed <= dueAt) await this.advance(dueAt - this.#elapsed);
    }
    await asleep;
  }

  /** Lets time pass and wakes whoever is due, in order, each before time goes on. */
  async advance(milliseconds: number): Promise<void> {
    const until = this.#elapsed + milliseconds;
    for (;;) {
      const due = [...this.#sleepers].filter(({ dueAt }) => dueAt <= until);
      const next = due.sort((one, other) => one.dueAt - other.dueAt)[0];
      if (next === undefined) break;
      this.#elapsed = Math.max(this.#elapsed, next.dueAt);
      next.wake();
      await settled();
    }
    this.#elapsed = Math.max(this.#elapsed, until);
    await settled();
  }

  /** Resolves once `count` sleeps are under way that are at most `atMost` milliseconds long. */
  async asleep(count = 1, atMost = Number.POSITIVE_INFINITY): Promise<void> {
    const underWay = (): number =>
      [...this.#sleepers].filter((one) => one.dueAt - this.#elapsed <= atMost).length;
    if (underWay() >= count) return;
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (underWay() < count) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
    });
  }

  /** How many sleeps are under way; 0 when nothing was left behind. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  #enter(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener("abort", abort);
      };
      const wake = (): void => {
        leave();
        resolve();
      };
      const abort = (): void => {
        leave();
        // An abort reason is whatever the caller gave; nothing here looks into it.
        reject(signal?.reason as Error);
      };
      const sleeper: Sleeper = { dueAt: this.#elapsed + milliseconds, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", abort, { once: true });
    });
  }
}

/** Lets every promise reaction that is ready run. */
async function settled(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
}

import type { Clock } from "../call/clock.js";
import type { OperationSlot, WaitContext } from "../call/limits.js";
import { Turns } from "../waiting/turns.js";
import { waitFor } from "../waiting/wait-for.js";
import type { PacingStore } from "./pacing-store.js";
import { UnsettledPlaces } from "./unsettled-places.js";
import type { UnsettledPlace } from "./unsettled-places.js";

/** Milliseconds after which a full store is asked again: another process may have left a place. */
const recheck = 2000;

interface Held {
  readonly holder: string;
  readonly untilEnded: (context: WaitContext) => Promise<void>;
}

/** The places for background operations that may run at once (CAP-2). */
export class OperationPlaces {
  readonly #clock: Clock;
  readonly #store: PacingStore;
  readonly #turns = new Turns();
  readonly #held = new Map<string, Held>();
  readonly #unsettled: UnsettledPlaces;
  readonly #watchers = new Set<() => void>();

  constructor(clock: Clock, store: PacingStore) {
    this.#clock = clock;
    this.#store = store;
    this.#unsettled = new UnsettledPlaces(clock);
  }

  /**
   * Waits for a place, in the order of asking. Meanwhile it polls the operations that hold one: a caller who starts six
   * and waits for none must not wait for ever. The repeat of a create whose outcome is unknown has its place already.
   *
   * @param names - what this create may have been sent by before
   * @throws AbortedError, DeadlineError
   */
  async claim(
    most: number,
    context: WaitContext,
    names: readonly string[] = [],
  ): Promise<OperationSlot> {
    const before = this.#unsettled.take(names);
    if (before !== undefined) return this.#slot(before.holder, before);
    const holder = crypto.randomUUID();
    const over = new AbortController();
    const watching = { signal: over.signal, deadlineAt: context.deadlineAt };
    const watched = new Set<Held>();
    try {
      await this.#turns.inTurn(context, this.#clock, async () => {
        while (!(await this.#take(holder, most, context))) {
          for (const [operationId, held] of this.#held) {
            if (!watched.has(held)) this.#watch(operationId, held, watching);
            watched.add(held);
          }
          await this.#untilChanged(context);
        }
      });
    } finally {
      over.abort();
    }
    return this.#slot(holder);
  }

  /** A poll saw the operation. */
  seen(operationId: string, ended: boolean): void {
    const held = this.#held.get(operationId);
    if (held === undefined) return;
    if (ended) this.#leave(operationId, held);
    else quietly(this.#store.keepPlace(held.holder));
  }

  /** A caller who leaves while the store is asked gives back what the store may still hand out. */
  async #take(
    holder: string,
    most: number,
    context: WaitContext,
  ): Promise<boolean> {
    for (const { holder: lapsed } of this.#unsettled.takeLapsed())
      await waitFor(
        this.#store.leavePlace(lapsed).catch(() => undefined),
        context,
        this.#clock,
      );
    const taking = this.#store.takePlace(holder, most);
    try {
      return await waitFor(taking, context, this.#clock);
    } catch (error) {
      quietly(
        taking.then((taken) => {
          if (taken) this.#giveBack(holder);
        }),
      );
      throw error;
    }
  }

  /** @param before - where the create was sent before, and nobody knows what became of it */
  #slot(holder: string, before?: UnsettledPlace): OperationSlot {
    let holds = true;
    return {
      holdFor: (operationId, untilEnded) => {
        // A repeated create gives the operation that is there already, which has its place.
        if (!holds || this.#held.has(operationId)) return;
        holds = false;
        this.#held.set(operationId, { holder, untilEnded });
        this.#changed();
      },
      keepFor: (names) => {
        if (!holds) return;
        holds = false;
        this.#unsettled.add(holder, [...names, ...(before?.names ?? [])]);
        quietly(this.#store.keepPlace(holder));
      },
      release: () => {
        if (!holds) return;
        holds = false;
        if (before === undefined) this.#giveBack(holder);
        // That nothing came of the repeat says nothing of what was sent before.
        else this.#unsettled.add(holder, before.names, before.until);
      },
    };
  }

  #leave(operationId: string, held: Held): void {
    if (this.#held.get(operationId) !== held) return;
    this.#held.delete(operationId);
    this.#giveBack(held.holder);
  }

  #giveBack(holder: string): void {
    quietly(
      this.#store.leavePlace(holder).then(() => {
        this.#changed();
      }),
    );
  }

  #changed(): void {
    for (const look of this.#watchers) look();
  }

  /** Until a place was left here or given to an operation; or for a while, because other processes tell nobody. */
  async #untilChanged(context: WaitContext): Promise<void> {
    let look = (): void => undefined;
    const changed = new Promise<void>((resolve) => {
      look = resolve;
    });
    this.#watchers.add(look);
    const over = new AbortController();
    const again = this.#clock
      .sleep(recheck * (1 + this.#clock.random()), over.signal)
      .catch(() => undefined);
    try {
      await waitFor(Promise.race([changed, again]), context, this.#clock, {
        happened:
          "Every background operation that may run at once is running, or may be.",
        remedy:
          "Wait for one of them, repeat the calls whose outcome is unknown, or give a longer deadline.",
      });
    } finally {
      this.#watchers.delete(look);
      over.abort();
    }
  }

  #watch(operationId: string, held: Held, watching: WaitContext): void {
    held.untilEnded(watching).catch(() => {
      // Cannot be asked for any more (expired, no longer allowed): it must not keep its place for ever.
      if (
        !watching.signal.aborted &&
        this.#clock.monotonic() < watching.deadlineAt
      )
        this.#leave(operationId, held);
    });
  }
}

/** A store that fails to take a place back lets its lease run out, or holds fewer than are allowed: the safe side. */
function quietly(told: Promise<void>): void {
  told.catch(() => undefined);
}

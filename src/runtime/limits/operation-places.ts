import type { Clock } from "../call/clock.js";
import type { OperationSlot, WaitContext } from "../call/limits.js";
import { Turns } from "../waiting/turns.js";
import { waitFor } from "../waiting/wait-for.js";
import { type HeldPlace, HeldPlaces } from "./held-places.js";
import type { PacingStore } from "./pacing-store.js";
import { PlaceChanges } from "./place-changes.js";
import { type UnsettledPlace, UnsettledPlaces } from "./unsettled-places.js";

/** A place that is claimed: a fresh one, or that of the same create from before. */
interface Claimed {
  readonly holder: string;
  /** What the create may be known by. */
  readonly names: readonly string[];
  /** Where it was sent before, and nobody knows what became of it. */
  readonly before?: UnsettledPlace;
}

/** The places for background operations that may run at once (CAP-2). */
export class OperationPlaces {
  readonly #clock: Clock;
  readonly #store: PacingStore;
  readonly #turns = new Turns();
  readonly #held = new HeldPlaces();
  readonly #unsettled: UnsettledPlaces;
  readonly #changes: PlaceChanges;

  constructor(clock: Clock, store: PacingStore) {
    this.#clock = clock;
    this.#store = store;
    this.#unsettled = new UnsettledPlaces(clock);
    this.#changes = new PlaceChanges(clock);
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
    const claimed =
      this.#again(names) ??
      (await this.#turns.inTurn(context, this.#clock, () =>
        this.#next(most, context, names),
      ));
    return this.#slot(claimed);
  }

  /** A poll saw the operation. */
  seen(operationId: string, ended: boolean): void {
    const place = this.#held.get(operationId);
    if (place === undefined) return;
    if (ended) this.#over(operationId, place, "ended");
    else quietly(this.#store.keepPlace(place.holder));
  }

  #again(names: readonly string[]): Claimed | undefined {
    const before = this.#unsettled.take(names);
    return before && { holder: before.holder, names, before };
  }

  async #next(
    most: number,
    context: WaitContext,
    names: readonly string[],
  ): Promise<Claimed> {
    const holder = crypto.randomUUID();
    const over = new AbortController();
    const watching = { signal: over.signal, deadlineAt: context.deadlineAt };
    const watched = new Set<HeldPlace>();
    try {
      for (;;) {
        // Another call of the same create may have lost its answer meanwhile.
        const again = this.#again(names);
        if (again !== undefined) return again;
        if (await this.#take(holder, most, context)) return { holder, names };
        this.#held.watch(watched, watching, (...seen) => {
          this.#over(...seen);
        });
        await this.#changes.next(context);
      }
    } finally {
      over.abort();
    }
  }

  /** A caller who leaves while the store is asked gives back what the store may still hand out. */
  async #take(
    holder: string,
    most: number,
    context: WaitContext,
  ): Promise<boolean> {
    // All that lapsed at once: a caller who leaves meanwhile must not leave one of them taken.
    const lapsed = this.#unsettled
      .takeLapsed()
      .map((place) =>
        this.#store.leavePlace(place.holder).catch(() => undefined),
      );
    if (lapsed.length > 0)
      await waitFor(Promise.all(lapsed), context, this.#clock);
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

  #slot({ holder, names, before }: Claimed): OperationSlot {
    const known = [...names, ...(before?.names ?? [])];
    let holds = true;
    const once = (act: () => void): void => {
      if (holds) act();
      holds = false;
    };
    return {
      holdFor: (operationId, untilEnded) => {
        const twin = this.#unsettled.take(known);
        if (twin !== undefined) this.#giveBack(twin.holder);
        once(() => {
          // A repeated create gives the operation that is there already, which has its place.
          if (this.#held.has(operationId)) this.#giveBack(holder);
          else this.#held.add(operationId, { holder, untilEnded });
          this.#changes.tell();
        });
      },
      keepFor: (more) => {
        once(() => {
          this.#keep(holder, [...more, ...known]);
        });
      },
      release: () => {
        once(() => {
          if (before === undefined) this.#giveBack(holder);
          // That nothing came of the repeat says nothing of what was sent before.
          else this.#keep(holder, before.names, before.until);
        });
      },
    };
  }

  /** A lost one may be running: it must neither be taken for ended nor keep its place for ever. */
  #over(operationId: string, place: HeldPlace, how: "ended" | "lost"): void {
    if (!this.#held.remove(operationId, place)) return;
    if (how === "ended") this.#giveBack(place.holder);
    else this.#keep(place.holder, []);
  }

  #keep(holder: string, names: readonly string[], until?: number): void {
    if (!this.#unsettled.add(holder, names, until)) {
      this.#giveBack(holder);
      return;
    }
    quietly(this.#store.keepPlace(holder));
    this.#changes.tell();
  }

  #giveBack(holder: string): void {
    quietly(
      this.#store.leavePlace(holder).then(() => {
        this.#changes.tell();
      }),
    );
  }
}

/** A store that fails to take a place back lets its lease run out, or holds fewer than are allowed: the safe side. */
function quietly(told: Promise<void>): void {
  told.catch(() => undefined);
}

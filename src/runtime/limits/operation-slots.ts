import type { OperationSlot } from "../call/limits.js";
import type { Clock, WaitContext } from "../waiting/clock.js";
import { Turns } from "../waiting/turns.js";
import { waitFor } from "../waiting/wait-for.js";
import { type PacingStore, slotLease } from "./pacer.js";

/** A place that is claimed: a fresh one, or that of the same create from before. */
interface Claimed {
  readonly holder: string;
  /** What the create may be known by. */
  readonly names: readonly string[];
  /** The slot of an earlier send with an unknown outcome. */
  readonly before?: UnknownSlot;
}

/** The places for background operations that may run at once. */
export class OperationSlots {
  readonly #clock: Clock;
  readonly #store: PacingStore;
  readonly #turns = new Turns();
  /** Places of operations that were started and not seen to end, by the operation's id. */
  readonly #held = new Map<string, HeldSlot>();
  readonly #unsettled: UnknownSlots;
  readonly #changes: SlotChanges;

  constructor(clock: Clock, store: PacingStore) {
    this.#clock = clock;
    this.#store = store;
    this.#unsettled = new UnknownSlots(clock);
    this.#changes = new SlotChanges(clock);
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
    const slot = this.#held.get(operationId);
    if (slot === undefined) return;
    if (ended) this.#over(operationId, slot, "ended");
    else ignoreErrors(this.#store.keepSlot(slot.holder));
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
    const watched = new Set<HeldSlot>();
    try {
      for (;;) {
        // Another call of the same create may have lost its response meanwhile.
        const again = this.#again(names);
        if (again !== undefined) return again;
        if (await this.#take(holder, most, context)) return { holder, names };
        this.#watch(watched, watching);
        await this.#changes.next(context);
      }
    } finally {
      over.abort();
    }
  }

  /**
   * Asks for each operation that is not asked for yet.
   *
   * @param watched - those that are; one of which nothing could be learnt is taken out again, for the next look
   */
  #watch(watched: Set<HeldSlot>, watching: WaitContext): void {
    for (const [operationId, slot] of this.#held) {
      if (watched.has(slot)) continue;
      watched.add(slot);
      slot.untilEnded(watching).then(
        (how) => {
          this.#over(operationId, slot, how);
        },
        () => watched.delete(slot),
      );
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
      .map((slot) => this.#store.leaveSlot(slot.holder).catch(() => undefined));
    if (lapsed.length > 0)
      await waitFor(Promise.all(lapsed), context, this.#clock);
    const taking = this.#store.takeSlot(holder, most);
    try {
      return await waitFor(taking, context, this.#clock);
    } catch (error) {
      ignoreErrors(
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
        const earlier = this.#unsettled.take(known);
        if (earlier !== undefined) this.#giveBack(earlier.holder);
        once(() => {
          // A repeated create gives the operation that is there already, which has its place.
          if (this.#held.has(operationId)) this.#giveBack(holder);
          else this.#held.set(operationId, { holder, untilEnded });
          this.#changes.notify();
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
  #over(operationId: string, slot: HeldSlot, how: "ended" | "lost"): void {
    if (this.#held.get(operationId) !== slot) return;
    this.#held.delete(operationId);
    if (how === "ended") this.#giveBack(slot.holder);
    else this.#keep(slot.holder, []);
  }

  #keep(holder: string, names: readonly string[], until?: number): void {
    if (!this.#unsettled.add(holder, names, until)) {
      this.#giveBack(holder);
      return;
    }
    ignoreErrors(this.#store.keepSlot(holder));
    this.#changes.notify();
  }

  #giveBack(holder: string): void {
    ignoreErrors(
      this.#store.leaveSlot(holder).then(() => {
        this.#changes.notify();
      }),
    );
  }
}

/** A store that fails to take a place back lets its lease run out, or holds fewer than are allowed: the safe side. */
function ignoreErrors(pending: Promise<void>): void {
  pending.catch(() => undefined);
}

/** How somebody who waits for a place sees an operation off: see `OperationSlot.holdFor`. */
type UntilEnded = (context: WaitContext) => Promise<"ended" | "lost">;

/** A place of a background operation whose id is known. */
interface HeldSlot {
  readonly holder: string;
  readonly untilEnded: UntilEnded;
}

/** Milliseconds after which a full store is asked again: another process may have left a place. */
const recheck = 2000;

/** Wakes those who wait for a place when one may be free. */
class SlotChanges {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A place was left, or is known by another name. */
  notify(): void {
    for (const wake of this.#waiting) wake();
  }

  /**
   * Waits for a change; at most for a while, because changes by other processes are not seen.
   *
   * @throws AbortedError, DeadlineError
   */
  async next(context: WaitContext): Promise<void> {
    let wake = (): void => undefined;
    const changed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    this.#waiting.add(wake);
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
      this.#waiting.delete(wake);
      over.abort();
    }
  }
}

/** A slot of an operation that may be running, and whose id is unknown. */
interface UnknownSlot {
  readonly holder: string;
  /** What identifies a retry of the create: its intent, its idempotency key, or both; empty once it has a response. */
  readonly names: readonly string[];
  /** Milliseconds on the monotonic clock at which the slot lapses. */
  readonly until: number;
}

/**
 * Slots of operations that may still run and cannot be polled: of creates whose outcome is unknown, and
 * of lost operations. Each waits for the repeat of its create, or for so long as a crashed process
 * would keep it.
 */
class UnknownSlots {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #slots = new Set<UnknownSlot>();

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /**
   * @param until - when it lapses; default: when a lease that begins now does
   * @returns false when there is one of that create already: it is one operation, and has one place
   */
  add(
    holder: string,
    names: readonly string[],
    until = this.#clock.monotonic() + slotLease,
  ): boolean {
    if (this.#find(names) !== undefined) return false;
    this.#slots.add({ holder, names, until });
    return true;
  }

  /** Takes out the place of a create that is repeated or settled now. */
  take(names: readonly string[]): UnknownSlot | undefined {
    const slot = this.#find(names);
    if (slot !== undefined) this.#slots.delete(slot);
    return slot;
  }

  /** Takes out those whose time has passed. */
  takeLapsed(): readonly UnknownSlot[] {
    const now = this.#clock.monotonic();
    const lapsed = [...this.#slots].filter(({ until }) => until <= now);
    for (const slot of lapsed) this.#slots.delete(slot);
    return lapsed;
  }

  #find(names: readonly string[]): UnknownSlot | undefined {
    return [...this.#slots].find((slot) =>
      slot.names.some((name) => names.includes(name)),
    );
  }
}

import type { Clock } from "../call/clock.js";
import { placeLease } from "./place-lease.js";

/** A place of an operation that may be running, and that nobody can ask for. */
export interface UnsettledPlace {
  readonly holder: string;
  /** What the create can be repeated by: its intent, its idempotency key, or both; none for one that was answered. */
  readonly names: readonly string[];
  /** Milliseconds on the monotonic clock from which nobody counts on it any more. */
  readonly until: number;
}

/**
 * Places that operations may still have which nobody can ask for (CAP-2): of creates whose outcome is unknown (IDM-3), and
 * of operations that were lost sight of. Each waits for the repeat of its create, or for so long as a crashed process
 * would keep it.
 */
export class UnsettledPlaces {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #places = new Set<UnsettledPlace>();

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
    until = this.#clock.monotonic() + placeLease,
  ): boolean {
    if (this.#find(names) !== undefined) return false;
    this.#places.add({ holder, names, until });
    return true;
  }

  /** Takes out the place of a create that is repeated or settled now. */
  take(names: readonly string[]): UnsettledPlace | undefined {
    const place = this.#find(names);
    if (place !== undefined) this.#places.delete(place);
    return place;
  }

  /** Takes out those whose time has passed. */
  takeLapsed(): readonly UnsettledPlace[] {
    const now = this.#clock.monotonic();
    const lapsed = [...this.#places].filter(({ until }) => until <= now);
    for (const place of lapsed) this.#places.delete(place);
    return lapsed;
  }

  #find(names: readonly string[]): UnsettledPlace | undefined {
    return [...this.#places].find((place) =>
      place.names.some((name) => names.includes(name)),
    );
  }
}

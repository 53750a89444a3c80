import type { Clock } from "../call/clock.js";
import { placeLease } from "./place-lease.js";

/** A place whose create was sent, and whose answer nobody knows. */
export interface UnsettledPlace {
  readonly holder: string;
  /** What the create can be repeated by: its intent, its idempotency key, or both. */
  readonly names: readonly string[];
  /** Milliseconds on the monotonic clock from which nobody counts on it any more. */
  readonly until: number;
}

/**
 * The places of creates whose outcome is unknown (CAP-2, IDM-3). Their operations may be running, and nobody has an id to
 * ask by: each waits for the repeat of its create, or for so long as a crashed process would keep it.
 */
export class UnsettledPlaces {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #places = new Set<UnsettledPlace>();

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** @param until - when it lapses; default: when a lease that begins now does */
  add(
    holder: string,
    names: readonly string[],
    until = this.#clock.monotonic() + placeLease,
  ): void {
    this.#places.add({ holder, names, until });
  }

  /** Takes out the place of a create that is repeated now. */
  take(names: readonly string[]): UnsettledPlace | undefined {
    for (const place of this.#places) {
      if (!place.names.some((name) => names.includes(name))) continue;
      this.#places.delete(place);
      return place;
    }
    return undefined;
  }

  /** Takes out those whose time has passed. */
  takeLapsed(): readonly UnsettledPlace[] {
    const now = this.#clock.monotonic();
    const lapsed = [...this.#places].filter(({ until }) => until <= now);
    for (const place of lapsed) this.#places.delete(place);
    return lapsed;
  }
}

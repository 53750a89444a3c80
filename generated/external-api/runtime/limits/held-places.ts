import type { WaitContext } from "../call/limits.js";

/** How somebody who waits for a place sees an operation off: see `OperationSlot.holdFor`. */
export type UntilEnded = (context: WaitContext) => Promise<"ended" | "lost">;

/** A place of a background operation whose id is known. */
export interface HeldPlace {
  readonly holder: string;
  readonly untilEnded: UntilEnded;
}

/** The places of operations that were started and not seen to end, by the operation's id. */
export class HeldPlaces {
  readonly #held = new Map<string, HeldPlace>();

  has(operationId: string): boolean {
    return this.#held.has(operationId);
  }

  get(operationId: string): HeldPlace | undefined {
    return this.#held.get(operationId);
  }

  add(operationId: string, place: HeldPlace): void {
    this.#held.set(operationId, place);
  }

  /** @returns false when it was taken out before */
  remove(operationId: string, place: HeldPlace): boolean {
    return (
      this.#held.get(operationId) === place && this.#held.delete(operationId)
    );
  }

  /**
   * Asks for each that is not asked for yet.
   *
   * @param watched - those that are; one of which nothing could be learnt is taken out again, for the next look
   * @param over - told how it was seen off
   */
  watch(
    watched: Set<HeldPlace>,
    watching: WaitContext,
    over: (
      operationId: string,
      place: HeldPlace,
      how: "ended" | "lost",
    ) => void,
  ): void {
    for (const [operationId, place] of this.#held) {
      if (watched.has(place)) continue;
      watched.add(place);
      place.untilEnded(watching).then(
        (how) => {
          over(operationId, place, how);
        },
        () => watched.delete(place),
      );
    }
  }
}

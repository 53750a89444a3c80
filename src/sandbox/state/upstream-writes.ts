import type { PlannedAmbiguity } from "../operations/mishaps.js";
import { Rejection } from "../problems/rejection.js";
import type { Call } from "../server/call.js";

/** Where writes meet the upstream system, which may leave it unknown whether it carried them out (IDM-5). */
export interface UpstreamWrites {
  /** The next write that fits ends in `ambiguous_upstream_outcome`. */
  planAmbiguity(planned: PlannedAmbiguity): void;
  /**
   * Carries out a write whose checks have passed.
   * @param effect what it does
   * @throws Refusal `ambiguous_upstream_outcome` when that was planned, after the effect or without it
   */
  execute<Result>(call: Call, effect: () => Result): Result;
  /** The ambiguity that was planned for this request, which is thereby used up. */
  takeAmbiguity(call: Call): PlannedAmbiguity | undefined;
}

/** Creates a link to the upstream system that works until something else is planned. */
export function createUpstreamWrites(): UpstreamWrites {
  const plans: PlannedAmbiguity[] = [];

  function takeAmbiguity({ operation, mishaps }: Call): PlannedAmbiguity | undefined {
    const own = mishaps.takeAmbiguity();
    if (own !== undefined) return own;
    const index = plans.findIndex(
      (planned) => (planned.operationId ?? operation.operationId) === operation.operationId,
    );
    return index === -1 ? undefined : plans.splice(index, 1)[0];
  }

  return {
    takeAmbiguity,
    planAmbiguity: (planned) => void plans.push(planned),
    execute: (call, effect) => {
      const planned = takeAmbiguity(call);
      if (planned === undefined) return effect();
      if (planned.applied) effect();
      throw ambiguousOutcome();
    },
  };
}

/** It is unknown whether the upstream system did it. */
export function ambiguousOutcome(): Rejection {
  const advice = "Check the actual state of the resource in the upstream system.";
  return new Rejection("ambiguous_upstream_outcome", advice);
}

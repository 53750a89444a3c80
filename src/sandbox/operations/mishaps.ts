import type { PlannedAmbiguity } from "../state/upstream-writes.js";
import type { PlannedFailure } from "./operation-store.js";

/** What is to befall the effect of one request; whoever takes a mishap lets it happen. */
export interface Mishaps {
  /** The upstream system leaves it unknown whether it carried out the request. */
  takeAmbiguity(): PlannedAmbiguity | undefined;
  /** The background operation that the request creates fails. */
  takeFailure(): PlannedFailure | undefined;
}

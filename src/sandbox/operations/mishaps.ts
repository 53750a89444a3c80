import type { PlannedAmbiguity } from "../state/upstream-writes.js";
import type { PlannedFailure } from "./operation-store.js";

/** What happens to the effect of one request; a mishap that is taken happens. */
export interface Mishaps {
  /** The upstream system leaves it unknown whether it carried out the request. */
  takeAmbiguity(): PlannedAmbiguity | undefined;
  /** The background operation that the request creates fails. */
  takeFailure(): PlannedFailure | undefined;
}

import type { OperationError } from "./operation-record.js";

/** What happens to the effect of one request; a mishap that is taken happens. */
export interface Mishaps {
  /** The upstream system leaves it unknown whether it carried out the request. */
  takeAmbiguity(): PlannedAmbiguity | undefined;
  /** The background operation that the request creates fails. */
  takeFailure(): PlannedFailure | undefined;
}

/** An ambiguous outcome that is waiting for its request. */
export interface PlannedAmbiguity {
  /** The operation of the contract that meets it; any write when undefined. */
  readonly operationId?: string | undefined;
  /** Whether the upstream system executes the request. */
  readonly applied: boolean;
}

/** A failure that is waiting for the next background operation. */
export interface PlannedFailure extends OperationError {
  /** Whether the work is done; then only the report says that it failed. */
  readonly applied: boolean;
}

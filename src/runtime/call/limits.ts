import type { RejectedAttempt } from "../retry/next-step.js";
import type { SecurityRequirement } from "../descriptors/operation-descriptor.js";
import type { WaitContext } from "../waiting/clock.js";
import type { ApiResponse } from "./call.js";

/**
 * Obeys the limits that the server states, on behalf of the core. Made by `obeyLimits`; a client whose
 * contract states no limits has none.
 */
export interface Limits {
  /** Options of a client that shares them: where the pace is counted. */
  readonly shared?: object;
  /**
   * Refuses a call that the limits at hand do not allow, at once and without asking the server: a body that is too large, an
   * operation that is switched off. Called before the first wait of a call. Limits that are not known, or due to be read
   * again, refuse nothing here; see {@link Limits.check}.
   *
   * @param bytes - size of the body; undefined: none, or an unknown size
   * @throws RequestTooLargeError, FeatureDisabledError
   */
  checkKnown(operation: PacedOperation, bytes: number | undefined): void;
  /**
   * As {@link Limits.checkKnown}, and asks the server first where the limits are not at hand and the operation may wait for
   * them. Called before every wait that may be long: for a slot, a turn or a token.
   *
   * @throws RequestTooLargeError, FeatureDisabledError; AbortedError, DeadlineError while asking
   */
  check(
    operation: PacedOperation,
    bytes: number | undefined,
    context: WaitContext,
  ): Promise<void>;
  /**
   * Waits until one more request of this operation may be sent; called before every attempt. Raises
   * `FeatureDisabledError` when the server has switched the operation off, `RateLimitedError` when its turn
   * would come too late.
   */
  pace(operation: PacedOperation, context: WaitContext): Promise<void>;
  /**
   * Tells that the server said no. A 429 holds the pace. A 403, or the code of a feature that is off, has the features of the
   * operation read again, unless one did just before; the failure gets that meaning where one of them is off, because not every
   * server has a code for it.
   */
  refused(
    operation: PacedOperation,
    failure: RejectedAttempt,
    context: WaitContext,
  ): Promise<void>;
  /**
   * Waits for a slot among the background operations that may run at once.
   *
   * @param names - intent and idempotency key of the create, where the caller gave any: a repeat takes up its own place
   */
  claimSlot(
    context: WaitContext,
    names?: readonly string[],
  ): Promise<OperationSlot>;
  /** Tells what a poll saw of a background operation; its place is free once it has ended. */
  operationSeen(operationId: string, ended: boolean): void;
  /** What the server says of itself, read now, whatever is known. */
  capabilities(context: WaitContext): Promise<ApiResponse<unknown>>;
  /** Milliseconds that the server keeps operations, results and idempotency keys; undefined when it does not say. */
  retention(context: WaitContext): Promise<number | undefined>;
}

/** What pacing needs to know of an operation. */
export interface PacedOperation {
  /** `cabinets.list` */
  readonly name: string;
  /** Upper-case method; the limits count by it. */
  readonly method: string;
  /** Absent: it needs no credential. */
  readonly security?: readonly SecurityRequirement[];
}

/** A slot among the background operations that may run at once. */
export interface OperationSlot {
  /**
   * The server responded to the create: the slot is taken until a terminal state of that operation was seen.
   *
   * @param untilEnded - polls until then, while another call waits for a slot; "lost": no request can read the state any more; raises what
   * says nothing of the operation
   */
  holdFor(
    operationId: string,
    untilEnded: (context: WaitContext) => Promise<"ended" | "lost">,
  ): void;
  /**
   * Something may have been started, and its id is unknown: the slot is taken until the create is repeated, or for as
   * long as a crashed process would hold it.
   *
   * @param names - intent and idempotency key that the create can be repeated by
   */
  keepFor(names: readonly string[]): void;
  /** Nothing was started. More than once, or after the others, does no harm. */
  release(): void;
}

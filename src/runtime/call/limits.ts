/** What a wait may use: the abort and the deadline of the call that it holds up. */
export interface WaitContext {
  readonly signal: AbortSignal;
  /** Milliseconds on the client's monotonic clock after which the call has no time left. */
  readonly deadlineAt: number;
}

/**
 * Obeys the limits that the server states, on behalf of the core (CAP-2). Made by `obeyLimits`; a client whose
 * contract states no limits has none.
 */
export interface Limits {
  /** Largest request body in bytes; undefined when the server states none. May ask the server, on first use. */
  maxBodyBytes(context: WaitContext): Promise<number | undefined>;
  /**
   * Waits until one more request of this operation may be sent; called before every attempt. Raises
   * `FeatureDisabledError` when the server has switched the operation off (CAP-3), `DeadlineError` when its turn
   * would come too late.
   */
  pace(operation: PacedOperation, context: WaitContext): Promise<void>;
  /** Tells of a 429 (CAP-6). `retryAfter`: milliseconds, when the server gave any. */
  refused(operation: PacedOperation, retryAfter: number | undefined): void;
  /** Waits for a place among the background operations that may run at once. */
  claimSlot(operation: PacedOperation, context: WaitContext): Promise<OperationSlot>;
  /** Milliseconds that the server keeps operations, results and idempotency keys; undefined when it does not say. */
  retention(context: WaitContext): Promise<number | undefined>;
}

/** What pacing needs to know of an operation. */
export interface PacedOperation {
  /** `cabinets.list` */
  readonly name: string;
  /** Upper-case method; the limits count by it. */
  readonly method: string;
}

/** A place among the background operations that may run at once (CAP-2). */
export interface OperationSlot {
  /** The create was answered: `ended` resolves once a terminal state was seen, polling on behalf of who waits for a place. */
  holdUntil(ended: (context: WaitContext) => Promise<void>): void;
  /** Still running: a shared store may lease a place for a while only. */
  renew(): void;
  /** Nothing runs behind this place any more, or nothing ever did. More than once does no harm. */
  release(): void;
}

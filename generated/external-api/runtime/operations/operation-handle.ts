import type { CallOptions } from "../call/call-options.js";
import type { PageSequence } from "../pages/pages.js";
import type { OperationState } from "./operation-state.js";

/** Options of a wait. */
export interface WaitOptions<Operation = unknown> extends Pick<
  CallOptions,
  "signal" | "deadline"
> {
  /** Called with each state that a poll saw, the last included; an error thrown in it ends the wait. */
  readonly onProgress?: (state: OperationState<Operation>) => void;
}

/** Options of reading a result. */
export interface ResultOptions extends CallOptions {
  /** Items per page. */
  readonly pageSize?: number;
}

/**
 * One background operation, by its id; it outlives the connection, the call and the process that started it (OPS-5).
 *
 * @typeParam Operation - the answer of the status operation
 */
export interface OperationHandle<Operation = unknown> extends AsyncIterable<
  OperationState<Operation>
> {
  readonly id: string;
  /** Its state by the poll that is due next; at once when it is known to have ended. A failed one is no error here. */
  status(
    options?: Pick<CallOptions, "signal" | "deadline">,
  ): Promise<OperationState<Operation>>;
  /**
   * Waits until it has ended (OPS-2 to OPS-5). Without a deadline it waits for as long as it takes. Polls that fail in
   * passing do not end the wait, unless ten do so in a row.
   *
   * @throws OperationFailedError when it ended in failure, OperationExpiredError when it is no longer kept,
   * AbortedError, DeadlineError; the operation goes on all the same, and `resume` finds it by its id
   */
  wait(options?: WaitOptions<Operation>): Promise<OperationState<Operation>>;
  /**
   * The states that polls see, up to the last; iterating over the handle itself gives the same without limits.
   *
   * @param options - end the iteration; `deadline` counts from this call
   */
  states(
    options?: Pick<CallOptions, "signal" | "deadline">,
  ): AsyncIterableIterator<OperationState<Operation>>;
  /** What is needed to resume it in another process. */
  toJSON(): { readonly id: string };
}

/**
 * A background operation that the contract has a result for.
 *
 * @typeParam Row - an item of its result
 * @typeParam Operation - the answer of the status operation
 */
export interface ResultHandle<
  Row,
  Operation = unknown,
> extends OperationHandle<Operation> {
  /** Walks the result (RES-4). Wait for success first: before that the server decides what it answers. */
  results(options?: ResultOptions): PageSequence<Row, unknown>;
}

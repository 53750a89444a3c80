import type { CallOptions, Input } from "../call/call-options.js";
import type { ApiResponse, Call } from "../call/call.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import type { ParameterDescriptor } from "../descriptors/parameter-descriptor.js";
import type { OperationFailure } from "../errors/operation-errors.js";
import type { PageSequence } from "../pages/pages.js";
import type { PagingDescriptor } from "../pages/paging-descriptor.js";
import {
  memberAt,
  type MemberPath,
  numberAt,
  textAt,
} from "../values/member-at.js";

/** Options of a wait. */
export interface WaitOptions<Operation = unknown> extends Pick<
  CallOptions,
  "signal" | "deadline"
> {
  /** Called with each state that a poll saw, the last included, and its response; an error thrown in it ends the wait. */
  readonly onProgress?: (
    state: OperationState<Operation>,
    response: ApiResponse<OperationState<Operation>>,
  ) => void;
}

/** Options of reading a result. */
export interface ResultOptions extends CallOptions {
  /** Items per page. */
  readonly pageSize?: number;
}

/**
 * One background operation, by its id; it outlives the connection, the call and the process that started it.
 *
 * @typeParam Operation - the response of the status operation
 */
export interface OperationHandle<Operation = unknown> extends AsyncIterable<
  OperationState<Operation>
> {
  /** What `resume` takes. Where more than an id leads to its state, it has that too: `storeId=5&id=7`. */
  readonly id: string;
  /**
   * Its state by the poll that is due next; at once when it is known to have ended. A failed one does not raise here.
   * `withResponse()` gives the response of that poll; waiters of one operation share it.
   */
  status(
    options?: Pick<CallOptions, "signal" | "deadline">,
  ): Call<OperationState<Operation>>;
  /**
   * Waits until it has ended. Without a deadline it waits for as long as it takes. Polls that fail in
   * passing do not end the wait, unless ten do so in a row.
   *
   * @throws OperationFailedError when it ended in failure, OperationExpiredError when it expired,
   * AbortedError, DeadlineError; the operation still goes on, and `resume` finds it by its id
   */
  wait(options?: WaitOptions<Operation>): Call<OperationState<Operation>>;
  /**
   * The states that polls see, up to the last; iterating over the handle itself gives the same without limits.
   *
   * @param options - end the iteration; `deadline` counts from this call
   */
  states(
    options?: Pick<CallOptions, "signal" | "deadline">,
  ): StateSequence<Operation>;
  /** What is needed to resume it in another process. */
  toJSON(): SavedOperation;
}

/** What `resume` takes, as a handle has it in JSON. */
export interface SavedOperation {
  readonly id: string;
  /** ISO 8601; absent where it is not known. */
  readonly startedAt?: string;
}

/** The states of a background operation, as polls see them. */
export interface StateSequence<
  Operation = unknown,
> extends AsyncIterableIterator<OperationState<Operation>> {
  /** The same iteration (not a second one) with status and headers of each poll beside the state. */
  withResponse(): AsyncIterableIterator<ApiResponse<OperationState<Operation>>>;
}

/**
 * A background operation that the contract has a result for.
 *
 * @typeParam Row - an item of its result
 * @typeParam Operation - the response of the status operation
 * @typeParam Page - a page of its result, as the server gives it
 */
export interface ResultHandle<
  Row,
  Operation = unknown,
  Page = unknown,
> extends OperationHandle<Operation> {
  /** Walks the result. Wait for success first: before that the server decides what it returns. */
  results(options?: ResultOptions): PageSequence<Row, Page>;
}

/** How the contract words background operations: what is started with 202 and asked for later. A generated constant. */
export interface BackgroundDescriptor {
  /** Reads the state of one operation. */
  readonly status: OperationDescriptor;
  /** Member of the input of `status` that takes the operation's id; that of `result` too, unless it says otherwise. */
  readonly idParameter: string;
  /** Set where what the start was given leads to the state: with an id of the response, or alone. */
  readonly fromStart?: {
    /**
     * Members of the input of `status`, with the parameters of the start that have their values. With `idParameter` among them, the
     * response has no id: the state is that of something which was there before the start.
     */
    readonly members: Readonly<
      Record<string, Pick<ParameterDescriptor, "in" | "name">>
    >;
    /** `compoundIds` */
    readonly ids: CompoundIds;
  };
  /** Where the response that starts an operation has the id. Without it the id is read from a header. */
  readonly id?: MemberPath;
  /** That header: the id, or an address that has it. Default: `Location`. */
  readonly header?: string;
  /** Where a status response has the state. */
  readonly state: MemberPath;
  /** Reads it: `laterState`, `scalarState`. Absent: it is a text that every response has, and says by itself what failed. */
  readonly read?: (
    background: BackgroundDescriptor,
    operation: unknown,
  ) => OperationState | undefined;
  /** Terminal states; every other one, known or not, goes on. */
  readonly states: {
    readonly succeeded: readonly string[];
    readonly failed: readonly string[];
  };
  /** Member that only a failed operation has, though its state is one of success. */
  readonly failure?: MemberPath;
  /** Where a failed operation says why. */
  readonly error?: {
    readonly code?: MemberPath;
    readonly title?: MemberPath;
    readonly message?: MemberPath;
    readonly retryable?: MemberPath;
  };
  readonly result?: ResultDescriptor;
  /** Statuses of an operation that the service has removed. Default: 410, and 404 after the retention time. */
  readonly expiredStatuses?: readonly number[];
  /** Milliseconds: the least time between two polls of one operation, over all callers. Default 2000. */
  readonly pollFloor?: number;
}

/** One text for all that leads to a state. */
export interface CompoundIds {
  /** Makes the id of an operation out of what the start is given, and the server's own, which it asks for where it takes one. */
  readonly ofStart: (
    background: BackgroundDescriptor,
    descriptor: OperationDescriptor,
    input: Input,
  ) => (ownId: () => string) => string;
  /** The id that an input of `status` has; empty: it does not have all of it. */
  readonly idOf: (
    background: BackgroundDescriptor,
    members: Readonly<Record<string, unknown>>,
  ) => string;
  /** An id as the handle of a start has it: parts in one order. Raises as `inputOf`. */
  readonly inOrder: (background: BackgroundDescriptor, id: string) => string;
  /**
   * The input of `status`.
   *
   * @throws ArgumentError for a text that lacks something, or has more
   */
  readonly inputOf: (
    background: BackgroundDescriptor,
    id: string,
  ) => Readonly<Record<string, string>>;
}

/** The input of the status operation for the operation with an id. */
export function statusInput(
  background: BackgroundDescriptor,
  id: string,
): Readonly<Record<string, string>> {
  return (
    background.fromStart?.ids.inputOf(background, id) ?? {
      [background.idParameter]: id,
    }
  );
}

/** How the result of an operation is read, page by page. */
interface ResultDescriptor {
  readonly operation: OperationDescriptor;
  readonly paging: PagingDescriptor;
  /** Member of the input that takes the operation's id, when it is another than for `status`. All others are those of `status`. */
  readonly idParameter?: string;
  /** Member of the input that takes the size of a page: `pageSize`, `page/size`. */
  readonly pageSize?: MemberPath;
}

/** A background operation as a poll saw it. */
export interface OperationState<Operation = unknown> {
  /**
   * The server's word for it; one that the contract does not name does not raise. `true`, `false` and numbers as JSON writes them;
   * empty where the response may be without a state, and is.
   */
  readonly status: string;
  /** What the word means. */
  readonly outcome: "pending" | "succeeded" | "failed";
  /**
   * The response value as the server gave it. After 303 (RFC 9110 section 15.4.4), a success with the status `""`, it is the address of
   * the result, as text.
   */
  readonly operation: Operation;
}

/** Reads a status response; undefined when it has no state. */
export function readState(
  background: BackgroundDescriptor,
  operation: unknown,
): OperationState | undefined {
  const status = textAt(operation, background.state);
  if (status === undefined) return undefined;
  const { succeeded, failed } = background.states;
  const outcome = succeeded.includes(status)
    ? "succeeded"
    : failed.includes(status)
      ? "failed"
      : "pending";
  return { status, outcome, operation };
}

/** What a failed operation says of itself; what it does not say is absent. */
export function readFailure(
  { error = {} }: BackgroundDescriptor,
  operation: unknown,
): OperationFailure {
  const code = textAt(operation, error.code) ?? numberAt(operation, error.code);
  const message =
    textAt(operation, error.message) ?? textAt(operation, error.title);
  const retryable = memberAt(operation, error.retryable);
  return {
    ...(code !== undefined && { code: String(code) }),
    ...(message !== undefined && { message }),
    ...(typeof retryable === "boolean" && { retryable }),
    operation,
  };
}

import type { CallOptions } from "../call/call-options.js";
import { type ApiResponse, type Call, toCall } from "../call/call.js";
import { checkNames } from "../call/check-options.js";
import type { Core } from "../call/core.js";
import { isApiError } from "../errors/api-error.js";
import { ArgumentError } from "../errors/argument-error.js";
import { callOf } from "../errors/call-errors.js";
import {
  isOperationExpiredError,
  OperationExpiredError,
  OperationFailedError,
} from "../errors/operation-errors.js";
import { shownWords } from "../errors/problem.js";
import { lockIntent } from "../idempotency/execute-keyed.js";
import { retentionOf } from "../idempotency/intents.js";
import { withMember } from "../pages/input-position.js";
import { pages, type PageSequence } from "../pages/pages.js";
import { meaningOf } from "../response/read-failure.js";
import { inspectSymbol } from "../secrets/shown-values.js";
import type { WaitContext } from "../waiting/clock.js";
import { waitContext } from "../waiting/wait-for.js";
import { isPassing } from "./is-passing.js";
import {
  type BackgroundDescriptor,
  type OperationState,
  readFailure,
  type ResultHandle,
  type ResultOptions,
  type SavedOperation,
  type StateSequence,
  statusInput,
  type WaitOptions,
} from "./operation-handle.js";
import { watchOf } from "./operation-watch.js";

/** How many polls in a row may fail in passing before a wait gives up. */
const patience = 10;

/** How an operation was started; of one that another process started, its time at most. */
interface Start {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** When its response came, in milliseconds on the monotonic clock. */
  readonly heardAt?: number;
  readonly intent?: string;
  readonly idempotencyKey?: string;
}

/** A state in the response of the poll that saw it. */
type PolledState<Operation> = ApiResponse<OperationState<Operation>>;

/** See {@link ResultHandle}. */
export class Handle<Row, Operation, Page> implements ResultHandle<
  Row,
  Operation,
  Page
> {
  readonly id: string;
  readonly #core: Core;
  readonly #background: BackgroundDescriptor;
  readonly #start: Start | undefined;
  #ended: PolledState<Operation> | undefined;

  constructor(
    core: Core,
    background: BackgroundDescriptor,
    id: string,
    start?: Start,
  ) {
    this.id = id;
    this.#core = core;
    this.#background = background;
    this.#start = start;
  }

  status(
    options: Pick<CallOptions, "signal" | "deadline"> = {},
  ): Call<OperationState<Operation>> {
    const poll = async (): Promise<PolledState<Operation>> =>
      this.#next(this.#context("`status`", options), 1);
    return toCall(poll());
  }

  wait(options: WaitOptions<Operation> = {}): Call<OperationState<Operation>> {
    return toCall(this.#wait(options));
  }

  async #wait(
    options: WaitOptions<Operation>,
  ): Promise<PolledState<Operation>> {
    const { onProgress, ...limits } = options;
    const context = this.#context("`wait`", limits, Infinity);
    if (onProgress !== undefined && typeof onProgress !== "function")
      throw this.#about(
        new ArgumentError({ happened: "`onProgress` must be a function." }),
      );
    for (;;) {
      const polled = await this.#next(context);
      const state = polled.value;
      onProgress?.(state, polled);
      if (state.outcome === "succeeded") return polled;
      if (state.outcome === "failed") throw this.#failed(polled);
    }
  }

  states(
    options: Pick<CallOptions, "signal" | "deadline"> = {},
  ): StateSequence<Operation> {
    const polled = this.#polled(this.#context("`states`", options, Infinity));
    return Object.assign(valuesOf(polled), { withResponse: () => polled });
  }

  [Symbol.asyncIterator](): StateSequence<Operation> {
    return this.states();
  }

  results({ pageSize, ...options }: ResultOptions = {}): PageSequence<
    Row,
    Page
  > {
    const { result, idParameter } = this.#background;
    const sizeMember = result?.pageSize;
    if (
      result === undefined ||
      (pageSize !== undefined && sizeMember === undefined)
    ) {
      throw new ArgumentError({
        happened: `The contract has no ${result === undefined ? "result" : "page size"} for this operation.`,
      });
    }
    const { [idParameter]: id, ...others } = statusInput(
      this.#background,
      this.id,
    );
    const input = { ...others, [result.idParameter ?? idParameter]: id };
    // The same core, whose errors say when the operation has expired.
    const core: Core = {
      ...this.#core,
      execute: (...call) =>
        this.#core
          .execute(...call)
          .catch((error: unknown) => this.#raise(error)),
    };
    return pages<Row, Page>(
      core,
      result.operation,
      result.paging,
      sizeMember === undefined || pageSize === undefined
        ? input
        : withMember(input, sizeMember.split("/"), pageSize),
      options,
    );
  }

  /**
   * Waits until it has ended, however it did. Not for callers: a place among those that may run at once waits by it.
   *
   * @returns `"lost"` when it may be running and cannot be asked for
   * @throws what ends the wait and says nothing of the operation: the time, an abort, a server that fails in passing
   */
  async untilEnded(context: WaitContext): Promise<"ended" | "lost"> {
    try {
      while ((await this.#next(context)).value.outcome === "pending");
      return "ended";
    } catch (error) {
      if (isOperationExpiredError(error)) return "ended";
      if (context.signal.aborted || !isApiError(error) || isPassing(error))
        throw error;
      return "lost";
    }
  }

  toJSON(): SavedOperation {
    return {
      id: this.id,
      ...(this.#start && { startedAt: new Date(this.#start.at).toISOString() }),
    };
  }

  /** Shows the id and nothing of the client behind it. */
  [inspectSymbol](): string {
    return `OperationHandle ${JSON.stringify(this)}`;
  }

  async *#polled(
    context: WaitContext,
  ): AsyncGenerator<PolledState<Operation>, void, undefined> {
    for (;;) {
      const polled = await this.#next(context);
      yield polled;
      if (polled.value.outcome !== "pending") return;
    }
  }

  /** @throws ArgumentError, with the operation's id, for options that the method does not take */
  #context(
    method: string,
    options: Pick<CallOptions, "signal" | "deadline">,
    otherwise?: number,
  ): WaitContext {
    try {
      checkNames(options, ["signal", "deadline"], method);
      return waitContext(this.#core, options, otherwise);
    } catch (error) {
      throw this.#about(error);
    }
  }

  /** The next state; over polls that fail in passing, unless so many do in a row. */
  async #next(
    context: WaitContext,
    most = patience,
  ): Promise<PolledState<Operation>> {
    if (this.#ended !== undefined) return this.#ended;
    const watch = watchOf(this.#core, this.#background, this.id);
    try {
      // What the server sent is what the contract says it is; the runtime does not check shapes twice.
      const polled = (await watch.poll(
        most,
        context,
        this.#start?.heardAt,
      )) as PolledState<Operation>;
      if (this.#isAmbiguous(polled.value) && this.#start !== undefined)
        await lockIntent(this.#core, this.#start, context);
      if (polled.value.outcome !== "pending") this.#ended = polled;
      return polled;
    } catch (error) {
      return this.#raise(error, context);
    }
  }

  /** Every error of a wait says which operation it waited for: what `resume` takes. */
  #about(error: unknown): unknown {
    return isApiError(error) ? error.about(this.id) : error;
  }

  /** It failed, and the server does not know whether it had its effect. */
  #isAmbiguous({ outcome, operation }: OperationState<Operation>): boolean {
    const { code } = readFailure(this.#background, operation);
    return (
      outcome === "failed" &&
      meaningOf(code, this.#core.contract?.problem) === "ambiguous-outcome"
    );
  }

  #failed(polled: PolledState<Operation>): OperationFailedError {
    const { value: state } = polled;
    const { striker, contract } = this.#core;
    const failure = readFailure(this.#background, state.operation);
    const { serverText } = shownWords(
      undefined,
      failure.message,
      striker,
      contract,
    );
    const error = new OperationFailedError({
      call: callOf(this.#background.status),
      operationId: this.id,
      striker,
      failure,
      // The values of the request that started it are not known here: a text with them is not shown.
      ...(serverText?.isShown && { serverText }),
      isAmbiguous: this.#isAmbiguous(state),
    });
    this.#core.identify?.(polled, error);
    return error;
  }

  /**
   * Raises for an operation that could not be asked for: `OperationExpiredError` when the server no longer keeps it, otherwise what was
   * caught.
   */
  async #raise(
    error: unknown,
    context = waitContext(this.#core, {}),
  ): Promise<never> {
    const located = this.#about(error);
    if (!isApiError(error) || isOperationExpiredError(error)) throw located;
    const { status = 0 } = error;
    if (!(this.#background.expiredStatuses ?? [410]).includes(status)) {
      if (status !== 404 || this.#start === undefined) throw located;
      const age = this.#core.clock.now() - this.#start.at;
      // Unreadable limits do not affect the operation: the server's response counts.
      const retention = await retentionOf(this.#core, context).catch(
        () => undefined,
      );
      if (age < (retention ?? Infinity)) throw located;
    }
    const words = { happened: undefined, remedy: undefined, cause: error };
    throw error.about(this.id, words, OperationExpiredError);
  }
}

async function* valuesOf<Value>(
  responses: AsyncIterable<ApiResponse<Value>>,
): AsyncGenerator<Value, void, undefined> {
  for await (const { value } of responses) yield value;
}

/**
 * The handle of an operation that was started before, here or in another process. Sends nothing by itself.
 *
 * @param startedAt - when: a 404 after the server's retention then means that it expired
 * @throws ArgumentError when the id is not a text, or is empty, or lacks a part of what leads to the state
 */
export function resumeOperation<
  Row = never,
  Operation = unknown,
  Page = unknown,
>(
  core: Core,
  background: BackgroundDescriptor,
  operationId: string,
  startedAt?: string,
): ResultHandle<Row, Operation, Page> {
  const id: unknown = operationId;
  const start =
    startedAt === undefined ? undefined : { at: Date.parse(startedAt) };
  if (typeof id === "string" && id !== "" && !Number.isNaN(start?.at)) {
    const known = background.fromStart?.ids.inOrder(background, id) ?? id;
    return new Handle<Row, Operation, Page>(core, background, known, start);
  }
  throw new ArgumentError({
    happened:
      "The id of an operation is a string that is not empty; its `startedAt` is a time.",
  });
}

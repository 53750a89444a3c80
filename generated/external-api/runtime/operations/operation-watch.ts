import type { ApiResponse } from "../call/call.js";
import type { Core, ExecuteOptions } from "../call/core.js";
import { callOf } from "../call/during-call.js";
import type { WaitContext } from "../call/limits.js";
import { DeadlineError } from "../errors/deadline-error.js";
import type { ErrorFacts } from "../errors/error-facts.js";
import { isRateLimitedError } from "../errors/rate-limited-error.js";
import { UnexpectedResponseError } from "../errors/unexpected-response-error.js";
import { readRetryAfter } from "../http/retry-after.js";
import { SharedWork } from "../waiting/shared-work.js";
import type { Turns } from "../waiting/turns.js";
import { waitFor } from "../waiting/wait-for.js";
import type { BackgroundDescriptor } from "./background-descriptor.js";
import { readState } from "./operation-state.js";
import type { OperationState } from "./operation-state.js";
import { isPassing } from "./passing-error.js";
import { pollInterval } from "./poll-interval.js";

/** When one operation is polled, by everyone in this process who asks for it, with whatever client. */
export interface PollTimes {
  /** One poll at a time. */
  readonly turns: Turns;
  /** Milliseconds on the monotonic clock before which nobody polls. */
  nextPollAt: number;
}

/** What one poll brought. */
export interface Polled {
  readonly response: ApiResponse<unknown>;
  /** Undefined for a response without a state. */
  readonly state: OperationState | undefined;
}

/** Sends one request for the state. */
export type SendPoll = (
  options: Pick<ExecuteOptions, "signal" | "deadlineAt" | "attempts">,
) => Promise<ApiResponse<unknown>>;

/** The polls of one background operation, shared by everyone who asks for it with one client. */
export class OperationWatch {
  readonly #core: Core;
  readonly #background: BackgroundDescriptor;
  readonly #id: string;
  readonly #times: () => PollTimes;
  readonly #poll: SharedWork<Polled>;
  #retryAfter: number | undefined;
  #failures = 0;

  constructor(
    core: Core,
    background: BackgroundDescriptor,
    id: string,
    times: () => PollTimes,
  ) {
    this.#core = core;
    this.#background = background;
    this.#id = id;
    this.#times = times;
    const { status, idParameter } = background;
    const input = { [idParameter]: id };
    this.#poll = new SharedWork(core.clock, ({ signal }) =>
      this.#ask(signal, (options) => core.execute(status, input, options)),
    );
  }

  /** Nobody polls, and anybody may at once: then nothing is lost by forgetting this watch. */
  get idle(): boolean {
    return (
      !this.#poll.underWay && this.#core.clock.monotonic() >= this.nextPollAt
    );
  }

  /** Milliseconds on the monotonic clock before which nobody polls. */
  get nextPollAt(): number {
    return this.#times().nextPollAt;
  }

  /** An answer spoke of the operation: what it says about when to ask is kept to. */
  heard(headers: Headers): void {
    this.#retryAfter =
      readRetryAfter(headers, this.#core.clock.now()) ?? this.#retryAfter;
    this.#schedule();
  }

  /**
   * The next state.
   *
   * @throws UnexpectedResponseError for a response without one; as {@link request}
   */
  async poll(most: number, context: WaitContext): Promise<OperationState> {
    const { state } = await this.request(most, context);
    if (state === undefined) throw this.#unreadable();
    return state;
  }

  /**
   * What the poll that is due next brings; the one after it when that fails in passing.
   *
   * @param most - how many in a row may fail
   * @param send - a request of the caller's own, which nobody shares; default: the one that everyone shares
   * @throws DeadlineError at once when the next poll is not allowed before the deadline; what the status call throws
   */
  async request(
    most: number,
    context: WaitContext,
    send?: SendPoll,
  ): Promise<Polled> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await this.#once(context, send);
      } catch (error) {
        const over =
          failures >= most ||
          context.signal.aborted ||
          this.#core.clock.monotonic() >= context.deadlineAt ||
          this.nextPollAt > context.deadlineAt;
        if (over || !isPassing(error)) throw error;
      }
    }
  }

  async #once(context: WaitContext, send?: SendPoll): Promise<Polled> {
    if (this.nextPollAt > context.deadlineAt) {
      throw new DeadlineError({
        ...this.#facts(),
        happened:
          "The next poll of the operation is not due before the deadline.",
        remedy:
          "Give a longer `deadline`, or resume from the operation's id later.",
      });
    }
    if (send === undefined) return this.#poll.join(context, this.#facts());
    const own = new SharedWork(this.#core.clock, ({ signal }) =>
      this.#ask(signal, send),
    );
    return own.join(context, this.#facts());
  }

  #ask(signal: AbortSignal, send: SendPoll): Promise<Polled> {
    const context = { signal, deadlineAt: Number.POSITIVE_INFINITY };
    return this.#times().turns.inTurn(context, this.#core.clock, () =>
      this.#askInTurn(context, send),
    );
  }

  async #askInTurn(context: WaitContext, send: SendPoll): Promise<Polled> {
    const { signal } = context;
    const { clock, report, defaultDeadline } = this.#core;
    const { status } = this.#background;
    const wait = this.nextPollAt - clock.monotonic();
    if (wait > 0) await clock.sleep(wait, signal);
    // Before the answer too: an answer that never comes must not let the next poll follow at once.
    this.#schedule();
    try {
      // Its own time: it ends earlier when nobody waits for it any more.
      const deadlineAt = clock.monotonic() + defaultDeadline;
      const response = await waitFor(
        send({ signal, deadlineAt, attempts: 1 }),
        context,
        clock,
      );
      const state = readState(this.#background, response.value);
      this.#failures = 0;
      this.heard(response.headers);
      if (state === undefined) return { response, state };
      report("poll", () => ({
        operation: status.name,
        operationId: this.#id,
        status: state.status,
      }));
      this.#core.limits?.operationSeen(this.#id, state.outcome !== "pending");
      return { response, state };
    } catch (error) {
      // Everyone has left: that is no failure of the server.
      if (signal.aborted) throw error;
      this.#failures += 1;
      this.#schedule(isRateLimitedError(error) ? error.retryAt : undefined);
      throw error;
    }
  }

  #schedule(notBefore?: Date): void {
    const { clock } = this.#core;
    const { pollFloor } = this.#background;
    const interval = pollInterval(
      {
        failures: this.#failures,
        ...(pollFloor !== undefined && { floor: pollFloor }),
        ...(this.#retryAfter !== undefined && { retryAfter: this.#retryAfter }),
      },
      clock.random(),
    );
    const asked =
      notBefore === undefined ? 0 : notBefore.getTime() - clock.now();
    this.#times().nextPollAt = clock.monotonic() + Math.max(interval, asked);
  }

  /** What errors of a wait say: a wait has many calls of the status operation and is none itself. */
  #facts(): Required<Pick<ErrorFacts, "call" | "operationId">> {
    return { call: callOf(this.#background.status), operationId: this.#id };
  }

  #unreadable(): UnexpectedResponseError {
    return new UnexpectedResponseError({
      ...this.#facts(),
      happened: "The status of the operation has no state.",
      remedy:
        "Compare the server's contract with the one that the client was generated from.",
    });
  }
}

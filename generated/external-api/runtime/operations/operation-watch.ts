import type { Core } from "../call/core.js";
import { callOf } from "../call/during-call.js";
import type { WaitContext } from "../call/limits.js";
import { DeadlineError } from "../errors/deadline-error.js";
import type { ErrorFacts } from "../errors/error-facts.js";
import { isRateLimitedError } from "../errors/rate-limited-error.js";
import { UnexpectedResponseError } from "../errors/unexpected-response-error.js";
import { readRetryAfter } from "../http/retry-after.js";
import { SharedWork } from "../waiting/shared-work.js";
import type { SharedContext } from "../waiting/shared-work.js";
import type { BackgroundDescriptor } from "./background-descriptor.js";
import { readState } from "./operation-state.js";
import type { OperationState } from "./operation-state.js";
import { pollInterval } from "./poll-interval.js";

/** The polls of one background operation, shared by everyone in the process who waits for it (OPS-4). */
export class OperationWatch {
  readonly #core: Core;
  readonly #background: BackgroundDescriptor;
  readonly #id: string;
  readonly #poll: SharedWork<OperationState>;
  #nextPollAt = Number.NEGATIVE_INFINITY;
  #retryAfter: number | undefined;
  #failures = 0;

  constructor(core: Core, background: BackgroundDescriptor, id: string) {
    this.#core = core;
    this.#background = background;
    this.#id = id;
    this.#poll = new SharedWork(core.clock, (context) => this.#ask(context));
  }

  /** Nobody polls, and anybody may at once: then nothing is lost by forgetting this watch. */
  get idle(): boolean {
    return (
      !this.#poll.underWay && this.#core.clock.monotonic() >= this.#nextPollAt
    );
  }

  /** Milliseconds on the monotonic clock before which nobody polls. */
  get nextPollAt(): number {
    return this.#nextPollAt;
  }

  /** An answer spoke of the operation: what it says about when to ask is kept to. */
  heard(headers: Headers): void {
    this.#retryAfter =
      readRetryAfter(headers, this.#core.clock.now()) ?? this.#retryAfter;
    this.#schedule();
  }

  /**
   * The next state, by the poll that is due next.
   *
   * @throws DeadlineError at once when the next poll is not allowed before the deadline; what the status call throws
   */
  async poll(context: WaitContext): Promise<OperationState> {
    if (this.#nextPollAt > context.deadlineAt) {
      throw new DeadlineError({
        ...this.#facts(),
        happened:
          "The next poll of the operation is not due before the deadline.",
        remedy:
          "Give a longer `deadline`, or resume from the operation's id later.",
      });
    }
    return this.#poll.join(context, this.#facts());
  }

  async #ask(context: SharedContext): Promise<OperationState> {
    const { clock, report, defaultDeadline } = this.#core;
    const { status, idParameter } = this.#background;
    const wait = this.#nextPollAt - clock.monotonic();
    if (wait > 0) await clock.sleep(wait, context.signal);
    // Before the answer too: an answer that never comes must not let the next poll follow at once.
    this.#schedule();
    try {
      // Its own time: it ends earlier when nobody waits for it any more.
      const deadlineAt = clock.monotonic() + defaultDeadline;
      const options = { signal: context.signal, deadlineAt, attempts: 1 };
      const response = await this.#core.execute(
        status,
        { [idParameter]: this.#id },
        options,
      );
      const state = readState(this.#background, response.value);
      if (state === undefined) throw this.#unreadable();
      this.#failures = 0;
      this.heard(response.headers);
      report("poll", {
        operation: status.name,
        operationId: this.#id,
        status: state.status,
      });
      this.#core.limits?.operationSeen(this.#id, state.outcome !== "pending");
      return state;
    } catch (error) {
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
    this.#nextPollAt = clock.monotonic() + Math.max(interval, asked);
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

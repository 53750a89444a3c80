import type {
  CallOptions,
  ExecuteOptions,
  Input,
} from "../call/call-options.js";
import { type ApiResponse, type Call, toCall } from "../call/call.js";
import type { Core } from "../call/core.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { type ErrorFacts, isApiError } from "../errors/api-error.js";
import {
  callOf,
  DeadlineError,
  UnexpectedResponseError,
} from "../errors/call-errors.js";
import { isRateLimitedError } from "../errors/limit-errors.js";
import { readRetryAfter } from "../http/header-fields.js";
import { inputMembers } from "../values/input-members.js";
import { snapshot } from "../values/snapshot.js";
import type { Clock, WaitContext } from "../waiting/clock.js";
import { SharedWork } from "../waiting/shared-work.js";
import { Turns } from "../waiting/turns.js";
import { waitContext, waitFor } from "../waiting/wait-for.js";
import { isPassing } from "./is-passing.js";
import {
  type BackgroundDescriptor,
  type OperationState,
  readState,
  statusInput,
} from "./operation-handle.js";

/** When one operation is polled, by everyone in this process who asks for it, with whatever client. */
interface PollTimes {
  /** One poll at a time. */
  readonly turns: Turns;
  /** Milliseconds on the monotonic clock before which no poll is sent. */
  nextPollAt: number;
}

/** What one poll brought. */
interface Polled {
  readonly response: ApiResponse<unknown>;
  /** Undefined for a response without a state. */
  readonly state: OperationState | undefined;
  /** Milliseconds on the monotonic clock. */
  readonly sentAt: number;
}

/** What a poll is limited by. */
type Limits = Pick<ExecuteOptions, "signal" | "deadlineAt" | "attempts">;

/** Sends one request for the state. */
type SendPoll = (
  status: OperationDescriptor,
  options: Limits,
) => Promise<ApiResponse<unknown>>;

/** The polls of one background operation, shared by everyone who asks for it with one client. */
class OperationWatch {
  readonly #core: Core;
  readonly #background: BackgroundDescriptor;
  readonly #id: string;
  readonly #poll: SharedWork<Polled>;
  #retryAfter: number | undefined;
  #failures = 0;

  constructor(core: Core, background: BackgroundDescriptor, id: string) {
    this.#core = core;
    this.#background = background;
    this.#id = id;
    this.#poll = this.#pollBy();
  }

  /** A poll that begins when the first joins it. */
  #pollBy(
    send: SendPoll = (status, options) =>
      this.#core.execute(
        status,
        statusInput(this.#background, this.#id),
        options,
      ),
  ): SharedWork<Polled> {
    const { clock } = this.#core;
    return new SharedWork(clock, ({ signal }) => {
      const context = { signal, deadlineAt: Infinity };
      return this.#times().turns.inTurn(context, clock, () =>
        this.#pollInTurn(context, send),
      );
    });
  }

  /** No poll is under way, and the next may be sent at once: then this watch can be forgotten. */
  get idle(): boolean {
    return (
      !this.#poll.underWay && this.#core.clock.monotonic() >= this.nextPollAt
    );
  }

  /** Milliseconds on the monotonic clock before which no poll is sent. */
  get nextPollAt(): number {
    return this.#times().nextPollAt;
  }

  #times(): PollTimes {
    return timesOf(this.#core, this.#background, this.#id);
  }

  /** Takes the poll interval from a response about the operation. */
  heard(headers: Headers): void {
    this.#retryAfter =
      readRetryAfter(headers, this.#core.clock.now()) ?? this.#retryAfter;
    this.#schedule();
  }

  /**
   * The next state, in the response that told it.
   *
   * @param since - milliseconds on the monotonic clock: what a poll that was sent by then shows may be from before the operation
   * @throws UnexpectedResponseError for a response without one; as {@link request}
   */
  async poll(
    most: number,
    context: WaitContext,
    since = -1,
  ): Promise<ApiResponse<OperationState>> {
    const { response, state, sentAt } = await this.request(most, context);
    if (sentAt <= since) return this.poll(most, context, since);
    if (!state)
      throw new UnexpectedResponseError({
        ...this.#facts(),
        happened: "The status of the operation has no state.",
        remedy:
          "Compare the server's contract with the one that the client was generated from.",
      });
    return { ...response, value: state };
  }

  /**
   * What the poll that is due next brings; the one after it when that fails in passing.
   *
   * @param most - how many in a row may fail
   * @param send - a request of the caller's own, which is not shared; default: the one that all waiters share
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
      });
    }
    const work = send ? this.#pollBy(send) : this.#poll;
    return work.join(context, this.#facts());
  }

  async #pollInTurn(context: WaitContext, send: SendPoll): Promise<Polled> {
    const { signal } = context;
    const { clock, report, defaultDeadline } = this.#core;
    const { status, read = readState } = this.#background;
    // A 303 that the contract describes says that the operation has ended (RFC 9110 section 15.4.4). Others are followed, as by every read.
    const responses = status.responses.map((one) =>
      one.statuses.includes(303) ? ended : one,
    );
    const wait = this.nextPollAt - clock.monotonic();
    if (wait > 0) await clock.sleep(wait, signal);
    // Before the response too: a lost response must not let the next poll follow at once.
    this.#schedule();
    try {
      // Its own time: it ends earlier when the last waiter leaves.
      const sentAt = clock.monotonic();
      const deadlineAt = sentAt + defaultDeadline;
      const response = await waitFor(
        send({ ...status, responses }, { signal, deadlineAt, attempts: 1 }),
        context,
        clock,
      );
      const state: OperationState | undefined =
        response.status === 303
          ? { status: "", outcome: "succeeded", operation: response.value }
          : read(this.#background, response.value);
      this.#failures = 0;
      this.heard(response.headers);
      if (state) {
        report("poll", () => ({
          operation: status.name,
          operationId: this.#id,
          status: state.status,
        }));
        this.#core.limits?.operationSeen(this.#id, state.outcome !== "pending");
      }
      return { response, state, sentAt };
    } catch (error) {
      // All waiters have left: that is not a failure of the server.
      if (signal.aborted) throw error;
      this.#failures += 1;
      this.#schedule(isRateLimitedError(error) ? error.retryAt : undefined);
      throw error;
    }
  }

  /**
   * The next poll comes after the floor, raised by `Retry-After` and by polls that failed. Jitter, up to a fifth, only ever adds.
   */
  #schedule(notBefore?: Date): void {
    const { clock } = this.#core;
    const { floor, most } = bounds;
    const least = Math.max(floor, this.#background.pollFloor ?? 0);
    const raised = Math.min(most, least * 2 ** this.#failures);
    const interval =
      Math.max(least, raised, this.#retryAfter ?? 0) * (1 + clock.random() / 5);
    const requested = (notBefore?.getTime() ?? 0) - clock.now();
    this.#times().nextPollAt =
      clock.monotonic() + Math.max(interval, requested);
  }

  /** The facts of errors of a wait, which makes many calls of the status operation. */
  #facts(): Required<Pick<ErrorFacts, "call" | "operationId">> {
    return { call: callOf(this.#background.status), operationId: this.#id };
  }
}

/** The address of what came of an operation. */
const ended = { statuses: [303], redirect: true, content: [] } as const;

/**
 * Milliseconds: the least time between two polls of one operation, whatever the contract's own floor, and the most that failed polls
 * raise it to.
 */
const bounds = { floor: 2000, most: 30_000 } as const;

/** A core knows nothing of background operations, so that a client without them does not carry them. */
const watches = new WeakMap<Core, Map<string, OperationWatch>>();

/** When each operation is polled, by everyone in this process who counts time by the same clock. */
const times = new WeakMap<Clock, Map<string, PollTimes>>();

/**
 * The one watch that everyone shares who asks for this operation with this client. Watches of several clients, and of operations on one
 * thing that end in other states, share the time of the next poll and nothing else: what one client may see, another may not.
 */
export function watchOf(
  core: Core,
  background: BackgroundDescriptor,
  id: string,
): OperationWatch {
  return sharedOf(
    watches,
    core,
    JSON.stringify([background.status.name, id, background.states]),
    ({ idle }) => idle,
    () => new OperationWatch(core, background, id),
  );
}

/** Looked up for each use: those of an operation without a poll, whose next poll may be sent at once, are forgotten. */
function timesOf(
  { clock, serverUrl = "" }: Core,
  { status }: BackgroundDescriptor,
  id: string,
): PollTimes {
  return sharedOf<Clock, PollTimes>(
    times,
    clock,
    JSON.stringify([status.server ?? serverUrl, status.path, id]),
    ({ turns, nextPollAt }) => turns.idle && nextPollAt <= clock.monotonic(),
    () => ({ turns: new Turns(), nextPollAt: -Infinity }),
  );
}

/** What an owner has by a key, made where there is none; others that can be forgotten by then are. */
function sharedOf<Owner extends object, Value>(
  all: WeakMap<Owner, Map<string, Value>>,
  owner: Owner,
  key: string,
  isIdle: (value: Value) => boolean,
  make: () => Value,
): Value {
  const known = all.get(owner) ?? new Map<string, Value>();
  all.set(owner, known);
  const found = known.get(key);
  if (found !== undefined) return found;
  for (const [other, value] of known) {
    if (isIdle(value)) known.delete(other);
  }
  const made = make();
  known.set(key, made);
  return made;
}

/** The most requests for one status call, the first included. */
const attempts = 4;

/**
 * Reads the state of a background operation, as often as everyone in this process may together: a status call waits for
 * the poll that is due next, and shares it with the others who wait for the same operation.
 *
 * @throws as a call; DeadlineError at once when the next poll is not due before the deadline
 */
export function readStatus<
  Value,
  Response extends ApiResponse<Value> = ApiResponse<Value>,
>(
  core: Core,
  descriptor: OperationDescriptor,
  background: BackgroundDescriptor,
  input?: Input,
  options: CallOptions = {},
): Call<Value, Response> {
  return toCall(
    read(core, descriptor, background, input, options) as Promise<Response>,
  );
}

async function read(
  core: Core,
  descriptor: OperationDescriptor,
  background: BackgroundDescriptor,
  input: Input,
  options: CallOptions,
): Promise<ApiResponse<unknown>> {
  const members = snapshot(inputMembers(descriptor, input));
  const id =
    background.fromStart?.ids.idOf(background, members) ??
    members[background.idParameter];
  // What names no operation is refused by the call itself, before anything is sent.
  if ((typeof id !== "string" && typeof id !== "number") || id === "")
    return core.execute(descriptor, input, options);
  const { signal, deadline, attempts: most = attempts, ...own } = options;
  const prepared = core.prepare(descriptor, members, options);
  const operationId = String(id);
  const context = waitContext(core, { signal, deadline });
  const send: SendPoll = (status, limits) =>
    core.execute(status, members, { ...own, ...limits, prepared });
  const isShared =
    Object.keys({ ...members, ...own }).length ===
    Object.keys(statusInput(background, operationId)).length;
  try {
    const { response } = await watchOf(core, background, operationId).request(
      most,
      context,
      isShared ? undefined : send,
    );
    return response.status === 303
      ? await core.execute(descriptor, members, options)
      : response;
  } catch (error) {
    throw isApiError(error) ? error.about(operationId) : error;
  }
}

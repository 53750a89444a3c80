import { type ErrorFacts, isApiError } from "../errors/api-error.js";
import { AbortedError, DeadlineError } from "../errors/call-errors.js";
import { CallTimer, checkSignal } from "./call-timer.js";
import {
  type Clock,
  type Duration,
  readDuration,
  type WaitContext,
} from "./clock.js";

/**
 * Waits for work that goes on whether this caller stays or leaves.
 *
 * @throws AbortedError as soon as the signal is aborted, DeadlineError as soon as the deadline passes
 */
export async function waitFor<Value>(
  work: Promise<Value>,
  context: WaitContext,
  clock: Clock,
  facts: ErrorFacts = {},
): Promise<Value> {
  const timer = new CallTimer(clock, context.deadlineAt, context.signal);
  try {
    return await timer.until(work);
  } catch (error) {
    if (timer.endedBy === undefined) throw error;
    throw timer.endedBy === "deadline"
      ? new DeadlineError(facts)
      : abortOf(context.signal, facts);
  } finally {
    timer.end();
  }
}

/**
 * Sleeps, unless the call has no time for it: a wait that would outlast the deadline fails before it begins.
 *
 * @param milliseconds - how long; nothing to wait for returns at once
 * @throws AbortedError as soon as the signal is aborted, DeadlineError at once when the deadline is nearer
 */
export async function pause(
  milliseconds: number,
  context: WaitContext,
  clock: Clock,
  facts: ErrorFacts = {},
): Promise<void> {
  if (isAborted(context.signal)) throw abortOf(context.signal, facts);
  if (milliseconds <= 0) return;
  if (clock.monotonic() + milliseconds > context.deadlineAt)
    throw new DeadlineError(facts);
  try {
    await clock.sleep(milliseconds, context.signal);
  } catch (error) {
    throw isAborted(context.signal) ? abortOf(context.signal, facts) : error;
  }
}

/** The caller's reason as an error of the client; one that already is one stays as it is. */
function abortOf(signal: AbortSignal, facts: ErrorFacts): Error {
  const reason: unknown = signal.reason;
  return isApiError(reason)
    ? reason
    : new AbortedError({ ...facts, cause: reason });
}

/** Asked again each time: what was false before a wait need not be so after it. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/**
 * The time and the abort of one call, for the waits around it. It begins now.
 *
 * @param otherwise - milliseconds when the caller gave no deadline; default: that of the client
 * @throws ArgumentError when the deadline is not a length of time, or the signal not a signal
 */
export function waitContext(
  client: { readonly clock: Clock; readonly defaultDeadline: number },
  options: {
    readonly signal?: AbortSignal | undefined;
    readonly deadline?: Duration | undefined;
  },
  otherwise = client.defaultDeadline,
): WaitContext {
  checkSignal(options.signal);
  const length =
    options.deadline === undefined
      ? otherwise
      : readDuration(options.deadline, "deadline");
  return {
    signal: options.signal ?? new AbortController().signal,
    deadlineAt: client.clock.monotonic() + length,
  };
}

import { type ErrorFacts, isApiError } from "../errors/api-error.js";
import { ArgumentError } from "../errors/argument-error.js";
import { AbortedError, DeadlineError } from "../errors/call-errors.js";
import { type Clock, type WaitContext, calledOff, onAbort } from "./clock.js";
import { type Duration, readDuration } from "./duration.js";

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
  const done = new AbortController();
  try {
    return await Promise.race([
      work,
      ended(context, clock, facts, done.signal),
    ]);
  } finally {
    done.abort(calledOff);
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

/** Never resolves: rejects when the caller's time or patience is over, until `settled` makes it pointless. */
async function ended(
  context: WaitContext,
  clock: Clock,
  facts: ErrorFacts,
  done: AbortSignal,
): Promise<never> {
  const left = context.deadlineAt - clock.monotonic();
  if (!context.signal.aborted && left <= 0) throw new DeadlineError(facts);
  const aborted = new Promise<never>((_, reject) => {
    const leave = (): void => {
      reject(abortOf(context.signal, facts));
    };
    if (context.signal.aborted) leave();
    else
      done.addEventListener("abort", onAbort(context.signal, leave), {
        once: true,
      });
  });
  if (!Number.isFinite(left)) return aborted;
  return Promise.race([aborted, overdue(clock, left, facts, done)]);
}

async function overdue(
  clock: Clock,
  left: number,
  facts: ErrorFacts,
  done: AbortSignal,
): Promise<never> {
  await clock.sleep(left, done);
  throw new DeadlineError(facts);
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
  options: { readonly signal?: AbortSignal; readonly deadline?: Duration },
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

/**
 * Refuses what is not an `AbortSignal`: an abort without a listener would leave a call running.
 *
 * @throws ArgumentError also for an `AbortController`, whose `signal` is meant
 */
export function checkSignal(signal: AbortSignal | undefined): void {
  const given: unknown = signal;
  if (given === undefined) return;
  if (
    typeof given === "object" &&
    given !== null &&
    "aborted" in given &&
    "addEventListener" in given &&
    typeof given.addEventListener === "function"
  )
    return;
  throw new ArgumentError({
    happened: "`signal` must be an AbortSignal.",
    remedy: "Give the `signal` of an AbortController, or `AbortSignal.any`.",
  });
}

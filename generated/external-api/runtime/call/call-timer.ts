import { DeadlineError } from "../errors/deadline-error.js";
import { checkSignal } from "./check-signal.js";
import type { Clock } from "./clock.js";
import { onAbort } from "./on-abort.js";

/** One deadline and one abort over everything that a logical call does. */
export interface CallTimer {
  /** Aborted when the caller's signal is, or when the deadline passes; every wait of the call listens to it. */
  readonly signal: AbortSignal;
  /** Milliseconds on the monotonic clock. */
  readonly deadlineAt: number;
  /** What ended the call, while it was under way. */
  endedBy(): "deadline" | "caller" | undefined;
  /** Stops the deadline and leaves the caller's abort in place: for answers that are read as a stream. */
  stopDeadline(): void;
  /** The call is over: lets go of the timer and of the caller's signal. */
  end(): void;
}

/**
 * Starts the time of a call.
 *
 * @param deadlineAt - milliseconds on the monotonic clock; infinity for none
 * @param caller - the caller's signal; one that is aborted already aborts at once
 * @throws ArgumentError when the caller gave something else for a signal
 */
export function startTimer(
  clock: Clock,
  deadlineAt: number,
  caller?: AbortSignal,
): CallTimer {
  checkSignal(caller);
  const controller = new AbortController();
  const alarm = new AbortController();
  let endedBy: "deadline" | "caller" | undefined;
  const finish = (by: "deadline" | "caller", reason: unknown): void => {
    endedBy ??= by;
    controller.abort(reason);
  };
  const abort = (): void => {
    finish("caller", caller?.reason);
  };
  let leave: (() => void) | undefined;
  if (caller?.aborted === true) abort();
  else if (caller !== undefined) leave = onAbort(caller, abort);

  const remaining = deadlineAt - clock.monotonic();
  if (remaining <= 0) finish("deadline", new DeadlineError());
  else if (Number.isFinite(remaining)) {
    clock.sleep(remaining, alarm.signal).then(
      () => {
        finish("deadline", new DeadlineError());
      },
      () => undefined,
    );
  }
  return {
    signal: controller.signal,
    deadlineAt,
    endedBy: () => endedBy,
    stopDeadline: () => {
      alarm.abort();
    },
    end: () => {
      alarm.abort();
      leave?.();
    },
  };
}

/** Settles like `work`, or rejects with the signal's reason as soon as it is aborted, even when `work` goes on. */
export function untilAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) {
      abort();
      work.catch(() => undefined);
      return;
    }
    const leave = onAbort(signal, abort);
    work.then(resolve, reject).finally(leave);
  });
}

import { checkSignal } from "../call/check-signal.js";
import type { CallOptions } from "../call/call-options.js";
import type { Core } from "../call/core.js";
import { readDuration } from "../call/duration.js";
import type { WaitContext } from "../call/limits.js";

/**
 * The time and the abort of one call, for the waits around it. It begins now.
 *
 * @param otherwise - milliseconds when the caller gave no deadline; default: that of the client
 * @throws ArgumentError when the deadline is no length of time, or the signal none
 */
export function waitContext(
  core: Core,
  options: Pick<CallOptions, "signal" | "deadline">,
  otherwise = core.defaultDeadline,
): WaitContext {
  checkSignal(options.signal);
  const length =
    options.deadline === undefined
      ? otherwise
      : readDuration(options.deadline, "deadline");
  return {
    signal: options.signal ?? new AbortController().signal,
    deadlineAt: core.clock.monotonic() + length,
  };
}

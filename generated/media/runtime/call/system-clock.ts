import type { Clock } from "./clock.js";
import { onAbort } from "./on-abort.js";

/** The longest that a platform timer can be set for; longer sleeps are slept in pieces. */
const longestTimer = 2 ** 31 - 1;

/** The platform's clocks and timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  async sleep(milliseconds, signal) {
    const wakesAt = performance.now() + milliseconds;
    for (;;) {
      const left = wakesAt - performance.now();
      await sleepOnce(Math.min(Math.max(left, 0), longestTimer), signal);
      if (left <= longestTimer) return;
    }
  },
};

function sleepOnce(
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    let leave: (() => void) | undefined;
    const timer = setTimeout(() => {
      leave?.();
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) abort();
    else if (signal !== undefined) leave = onAbort(signal, abort);
  });
}

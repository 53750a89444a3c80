import type { Clock } from "./clock.js";
import { onAbort } from "./on-abort.js";

/** The longest that a platform timer can be set for; longer times pass in pieces. */
const longestTimer = 2 ** 31 - 1;

/** The platform's clocks and timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const stop = after(milliseconds, () => {
        leave?.();
        resolve();
      });
      const leave =
        signal &&
        onAbort(signal, () => {
          stop();
          reject(signal.reason as Error);
        });
    }),
  after,
};

function after(milliseconds: number, work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (left: number): void => {
    timer = setTimeout(
      () => {
        if (left > longestTimer) wait(left - longestTimer);
        else work();
      },
      Math.min(Math.max(left, 0), longestTimer),
    );
  };
  wait(milliseconds);
  return () => {
    clearTimeout(timer);
  };
}

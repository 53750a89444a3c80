import { DeadlineError } from "../errors/deadline-error.js";
import { callAfter, type Clock } from "./clock.js";

/**
 * Waits for one piece of an answer that is handed out as it arrives: for as long as it takes altogether, but not for a
 * server that has fallen silent.
 *
 * @param limit - milliseconds
 * @throws DeadlineError when nothing came in that time
 */
export function withinTime<Value>(
  clock: Clock,
  limit: number,
  work: Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = callAfter(clock, limit, () => {
      reject(
        new DeadlineError({
          happened: `No bytes came for ${String(limit)} ms in the middle of the answer.`,
          remedy:
            "Make the call again; give it a `deadline` when the server may be silent for longer.",
        }),
      );
    });
    work.then(resolve, reject).finally(stop);
  });
}

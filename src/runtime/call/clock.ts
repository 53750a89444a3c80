/** Time as the client sees it; tests put a virtual one in its place. */
export interface Clock {
  /** Milliseconds since the Unix epoch: for dates that people and servers read. */
  now(): number;
  /** Milliseconds of a clock that never goes back: for lifetimes, deadlines and pacing. */
  monotonic(): number;
  /** Resolves after that many milliseconds; rejects with the signal's reason as soon as it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls `work` once, after that many milliseconds. The function that it returns calls it off. Optional: without it, the
   * client uses `sleep`, which costs more.
   */
  after?(milliseconds: number, work: () => void): () => void;
  /** A number in [0, 1): the source of jitter. */
  random(): number;
}

/**
 * Calls `work` once, after that many milliseconds.
 *
 * @param milliseconds - infinity: never
 * @returns calls it off
 */
export function callAfter(
  clock: Clock,
  milliseconds: number,
  work: () => void,
): () => void {
  if (!Number.isFinite(milliseconds)) return () => undefined;
  if (clock.after !== undefined) return clock.after(milliseconds, work);
  const alarm = new AbortController();
  clock.sleep(milliseconds, alarm.signal).then(work, () => undefined);
  return () => {
    alarm.abort(calledOff);
  };
}

/** Without a reason, the platform makes an error with a stack for each abort. */
export const calledOff = "called off";

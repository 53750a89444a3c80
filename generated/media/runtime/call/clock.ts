/** Time as the client sees it; tests put a virtual one in its place. */
export interface Clock {
  /** Milliseconds since the Unix epoch: for dates that people and servers read. */
  now(): number;
  /** Milliseconds of a clock that never goes back: for lifetimes, deadlines and pacing. */
  monotonic(): number;
  /** Resolves after that many milliseconds; rejects with the signal's reason as soon as it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A number in [0, 1): the source of jitter. */
  random(): number;
}

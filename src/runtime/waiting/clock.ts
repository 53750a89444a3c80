import { ArgumentError, quoted } from "../errors/argument-error.js";

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
      Math.min(left, longestTimer),
    );
  };
  wait(milliseconds);
  return () => {
    clearTimeout(timer);
  };
}

/** What waits for each signal; one listener of the platform serves all of it. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Does something when a signal is aborted. However many calls share a signal, it has one listener, because platforms warn
 * of more than a few; and none once nothing waits for it any more.
 *
 * @param signal - not aborted yet
 * @returns stops waiting
 */
export function onAbort(signal: AbortSignal, work: () => void): () => void {
  let works = waiting.get(signal);
  if (works === undefined) {
    const all = new Set<() => void>();
    const abort = (): void => {
      waiting.delete(signal);
      for (const one of all) one();
    };
    all.add(work);
    waiting.set(signal, all);
    signal.addEventListener("abort", abort, { once: true });
    stops.set(all, () => {
      signal.removeEventListener("abort", abort);
    });
    works = all;
  } else works.add(work);
  const joined = works;
  return () => {
    joined.delete(work);
    if (joined.size > 0 || waiting.get(signal) !== joined) return;
    waiting.delete(signal);
    stops.get(joined)?.();
  };
}

/** What takes the listener of a set off its signal. */
const stops = new WeakMap<Set<() => void>, () => void>();

/** What a wait may use: the abort and the deadline of the call that it holds up. */
export interface WaitContext {
  readonly signal: AbortSignal;
  /** Milliseconds on the client's monotonic clock after which the call has no time left. */
  readonly deadlineAt: number;
}

/** A length of time: milliseconds, or a number with a unit: `"250ms"`, `"30s"`, `"10m"`, `"2h"`, `"7d"`. */
export type Duration = number | `${number}${"ms" | "s" | "m" | "h" | "d"}`;

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * A length of time in milliseconds.
 *
 * @param option - its name, as the caller knows it
 * @throws ArgumentError when it is not a positive number of milliseconds or a number with a unit (`"250ms"`, `"10m"`)
 */
export function readDuration(duration: Duration, option: string): number {
  const given: unknown = duration;
  const milliseconds = typeof given === "string" ? readText(given) : given;
  if (
    typeof milliseconds === "number" &&
    Number.isFinite(milliseconds) &&
    milliseconds > 0
  )
    return milliseconds;
  throw new ArgumentError({
    happened: `\`${option}\` must be a length of time (got ${quoted(given)}).`,
    remedy:
      'Give positive milliseconds, or a text like "250ms", "30s", "10m", "2h", "7d".',
  });
}

function readText(text: string): number {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text);
  return Number(parts?.[1]) * (units[parts?.[2] ?? ""] ?? Number.NaN);
}

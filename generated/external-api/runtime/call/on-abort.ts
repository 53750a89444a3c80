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

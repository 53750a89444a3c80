/** Milliseconds of the reference on the machine on which the limits of the tests were set. */
const REFERENCE_MILLISECONDS = 30;

/** What a contract costs most: texts that are searched, made and looked up. */
function reference(): number {
  const found = new Map<string, number>();
  const words = "a response may be kept for 30 minutes, or until it is deleted; ".repeat(400);
  for (let round = 0; round < 20; round += 1)
    for (const [word] of words.matchAll(/[a-z]+|\d+ (?:minutes|hours)/gu)) {
      const key = `${word}-${String(round)}`;
      found.set(key, (found.get(key) ?? 0) + JSON.stringify({ key }).length);
    }
  return found.size;
}

function processorTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1_000;
}

/**
 * Counts from now on. What it returns gives the processor time of this process since then, in milliseconds of the
 * machine on which the limits of the tests were set: a slow machine, or one that does other work, does not fail a test.
 */
export function countTime(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user } = process.cpuUsage(start);
    reference();
    const fastest = Math.min(...Array.from({ length: 3 }, () => processorTime(reference)));
    return (user / 1_000) * Math.min(1, REFERENCE_MILLISECONDS / fastest);
  };
}

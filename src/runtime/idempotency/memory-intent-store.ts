import type { IntentClaim, IntentRecord, IntentStore } from "./intent-store.js";
import { mayFollow, mayRelease } from "./intent-states.js";

interface Kept {
  readonly record: IntentRecord;
  /** Milliseconds since the Unix epoch. */
  readonly until: number;
}

/**
 * Intents of this process, for as long as it runs.
 *
 * @param now - milliseconds since the Unix epoch; default: the system's clock
 */
export function memoryIntentStore(now: () => number = Date.now): IntentStore {
  const kept = new Map<string, Kept>();
  const find = (intent: string): IntentRecord | undefined => {
    const found = kept.get(intent);
    if (found !== undefined && found.until > now()) return found.record;
    kept.delete(intent);
    return undefined;
  };
  const keep = (
    intent: string,
    record: IntentRecord,
    keepFor = Number.POSITIVE_INFINITY,
  ): IntentRecord => {
    kept.set(intent, { record, until: now() + keepFor });
    return record;
  };
  return {
    claim: (intent: string, claim: IntentClaim) =>
      Promise.resolve(
        find(intent) ?? keep(intent, { ...claim, state: "open" }),
      ),
    read: (intent) => Promise.resolve(find(intent)),
    mark: (intent, idempotencyKey, state, keepFor) => {
      const record = find(intent);
      if (
        record?.idempotencyKey === idempotencyKey &&
        mayFollow(record.state, state)
      )
        keep(intent, { ...record, state }, keepFor);
      return Promise.resolve();
    },
    release: (intent, idempotencyKey, unless) => {
      const record = find(intent);
      if (
        record?.idempotencyKey === idempotencyKey &&
        mayRelease(record.state, unless)
      )
        kept.delete(intent);
      return Promise.resolve();
    },
  };
}

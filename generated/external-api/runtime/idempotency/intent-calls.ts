import type { IntentStore } from "./intent-store.js";

/** The calls of one intent that are under way in this process. */
interface IntentCalls {
  count: number;
  /** Keys that one of them claimed. */
  readonly claimed: Set<string>;
  /** Keys under which something may have happened. */
  readonly used: Set<string>;
}

/** One call of an intent. */
export interface IntentCall {
  /** The call has claimed the intent with this key: there was none before. */
  claimed(idempotencyKey: string): void;
  /** Whether a call of this process that is under way has claimed the intent with this key. */
  isOwn(idempotencyKey: string): boolean;
  /** Something may have happened under this key: the intent keeps it. */
  used(idempotencyKey: string): void;
  /**
   * The call is over.
   *
   * @returns keys to release: calls under way have claimed them, all of these are over, and nothing happened under the keys
   */
  leave(): readonly string[];
}

const underWay = new WeakMap<IntentStore, Map<string, IntentCalls>>();

/**
 * Joins the calls of an intent, before it is claimed. They share one key, so the refusal of one says nothing of the others:
 * were its key released meanwhile, the next call would do under a new key what another of them has done.
 */
export function joinIntent(store: IntentStore, intent: string): IntentCall {
  const intents = underWay.get(store) ?? new Map<string, IntentCalls>();
  underWay.set(store, intents);
  const calls = intents.get(intent) ?? {
    count: 0,
    claimed: new Set<string>(),
    used: new Set<string>(),
  };
  intents.set(intent, calls);
  calls.count += 1;
  return {
    claimed: (key) => calls.claimed.add(key),
    isOwn: (key) => calls.claimed.has(key),
    used: (key) => calls.used.add(key),
    leave: () => {
      calls.count -= 1;
      if (calls.count > 0) return [];
      intents.delete(intent);
      return [...calls.claimed].filter((key) => !calls.used.has(key));
    },
  };
}

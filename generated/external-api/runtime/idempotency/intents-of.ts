import { checkFunctions } from "../call/check-functions.js";
import type { Core } from "../call/core.js";
import type { Duration } from "../call/call-options.js";
import { readDuration } from "../call/duration.js";
import type { IntentStore } from "./intent-store.js";
import { memoryIntentStore } from "./memory-intent-store.js";

/** What a client whose contract has keyed creates takes in addition. */
export interface IntentOptions {
  /** Where intents are remembered. Default: in memory; give a durable store to keep them across a crash (IDM-4). */
  readonly intents?: IntentStore;
  /** How long the server keeps idempotency keys, when its limits do not say. Default: answered intents are kept for ever. */
  readonly intentRetention?: Duration;
}

/** Where the intents of one client are. */
export interface Intents {
  readonly store: IntentStore;
  /** Milliseconds. */
  readonly retention?: number;
}

/** A core knows nothing of intents, so that a client without keyed creates does not carry them. */
const known = new WeakMap<Core, Intents>();

/**
 * Tells where the intents of a client are remembered; the generated code calls it once, after `createCore`.
 *
 * @throws ArgumentError when `intentRetention` is no length of time, or `intents` no store
 */
export function keepIntents(core: Core, options: IntentOptions): void {
  const retention =
    options.intentRetention === undefined
      ? {}
      : { retention: readDuration(options.intentRetention, "intentRetention") };
  if (options.intents !== undefined)
    checkFunctions(
      options.intents,
      ["claim", "mark", "read", "release"],
      "intents",
    );
  known.set(core, {
    store: options.intents ?? memoryIntentStore(() => core.clock.now()),
    ...retention,
  });
}

/** Where the intents of a client are remembered: in memory, when nothing else was said. */
export function intentsOf(core: Core): Intents {
  const found = known.get(core);
  if (found !== undefined) return found;
  keepIntents(core, {});
  return intentsOf(core);
}

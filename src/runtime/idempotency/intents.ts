import { checkFunctions } from "../call/check-options.js";
import type { Core } from "../call/core.js";
import { type CallFacts, isApiError } from "../errors/api-error.js";
import { IntentStoreError } from "../errors/idempotency-errors.js";
import {
  type Duration,
  readDuration,
  type WaitContext,
} from "../waiting/clock.js";
import {
  type IntentClaim,
  type IntentRecord,
  type IntentStore,
  mayFollow,
  mayRelease,
} from "./intent-store.js";

/** What a client whose contract has keyed creates takes in addition. */
export interface IntentOptions {
  /** Where intents are remembered. Default: in memory; give a durable store to keep them across a crash. */
  readonly intents?: IntentStore;
  /** How long the server keeps idempotency keys, when its limits do not say. Default: intents with a response are kept for ever. */
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
 * @throws ArgumentError when `intentRetention` is not a duration, or `intents` not a store
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
  const store = options.intents ?? memoryIntentStore(() => core.clock.now());
  known.set(core, { store, ...retention });
  Object.assign(core, { shared: { intents: store } } satisfies Partial<Core>);
}

/** Where the intents of a client are remembered: in memory, when nothing else was said. */
export function intentsOf(core: Core): Intents {
  const found = known.get(core);
  if (found !== undefined) return found;
  keepIntents(core, {});
  return intentsOf(core);
}

interface StoredIntent {
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
  const records = new Map<string, StoredIntent>();
  const find = (intent: string): IntentRecord | undefined => {
    const found = records.get(intent);
    if (found !== undefined && found.until > now()) return found.record;
    records.delete(intent);
    return undefined;
  };
  const keep = (
    intent: string,
    record: IntentRecord,
    keepFor = Infinity,
  ): IntentRecord => {
    records.set(intent, { record, until: now() + keepFor });
    return record;
  };
  return {
    claim: (intent: string, claim: IntentClaim) =>
      Promise.resolve(
        find(intent) ?? keep(intent, { ...claim, state: "open" }),
      ),
    read: (intent) => Promise.resolve(find(intent)),
    list: () =>
      Promise.resolve(
        [...records].map(([intent, { record }]) => ({ ...record, intent })),
      ),
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
        records.delete(intent);
      return Promise.resolve();
    },
  };
}

/** Milliseconds that the server keeps keys, as the caller or the server's limits say; undefined when neither does. */
export async function retentionOf(
  core: Core,
  context: WaitContext,
): Promise<number | undefined> {
  return intentsOf(core).retention ?? (await core.limits?.retention(context));
}

/** Times that an intent is claimed again. A real intent is freed a few times in a row at most. */
const mostTurns = 100;

/**
 * Claims an intent, and again whenever somebody freed it before the claim could be used.
 *
 * @param turn - claims once; undefined when the claim was freed
 * @throws IntentStoreError when no claim lasts: a store that does not hold what it says must not keep its caller forever
 */
export async function claimInTurns<Value>(
  intent: string,
  turn: () => Promise<Value | undefined>,
): Promise<Value> {
  for (let count = 0; count < mostTurns; count += 1) {
    const claimed = await turn();
    if (claimed !== undefined) return claimed;
  }
  throw new IntentStoreError({
    intent,
    happened: `The intent store lost the same claim ${String(mostTurns)} times in a row; nothing was sent.`,
    remedy:
      "`read` of the store must return what `claim` returned, until `release`.",
  });
}

/**
 * Asks a store of intents before anything is sent, and has whatever it raises be an error of the client.
 *
 * @param call - the call that it is asked for; undefined outside of one
 * @throws IntentStoreError with the store's own error as its cause, unless that is one of the client
 */
export async function withStoreErrors<Value>(
  intent: string,
  call: CallFacts | undefined,
  use: () => Promise<Value>,
): Promise<Value> {
  try {
    return await use();
  } catch (cause) {
    if (!isApiError(cause))
      throw new IntentStoreError({
        intent,
        cause,
        ...(call !== undefined && { call }),
      });
    throw call === undefined ? cause : cause.during(call, 0, 0);
  }
}

/** Kinds of errors after which it is certain that the server has not carried out the create. */
const rejections: ReadonlySet<string> = new Set([
  "aborted",
  "access-denied",
  "argument",
  "authentication",
  "deadline",
  "feature-disabled",
  "precondition-required",
  "rate-limited",
  "request-too-large",
  "resource-problem",
  "scope",
  "stale-etag",
  "token-exchange",
  "transport",
]);

/**
 * Whether a create that ended in this error has certainly not happened, so that its intent may be used again with other
 * data. The core raises `OutcomeUnknownError` whenever any attempt may have been carried out, whatever the response to a
 * later one, and whatever ended the call meanwhile; so a 4xx that it raises is the response to the only attempt that can
 * have been carried out, and an abort or a deadline came before or between attempts that were refused.
 */
export function isKnownNotExecuted(error: unknown): boolean {
  if (!isApiError(error)) return false;
  if (rejections.has(error.kind)) return true;
  const refused =
    error.status !== undefined &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 409;
  return refused && (error.kind === "problem" || error.kind === "response");
}

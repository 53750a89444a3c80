import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { callOf } from "../errors/call-errors.js";
import {
  AmbiguousOutcomeError,
  IdempotencyConflictError,
  OutcomeUnknownError,
} from "../errors/idempotency-errors.js";
import type { IntentClaim, IntentRecord, IntentStore } from "./intent-store.js";

/**
 * Checks that an intent which was claimed before may be sent again, under its first key.
 *
 * @param wanted - what this call would claim
 * @param retention - milliseconds that the server keeps keys; undefined when that is not known
 * @throws IdempotencyConflictError for other data, and what {@link checkState} throws
 */
export function checkClaim(
  descriptor: OperationDescriptor,
  intent: string,
  record: IntentRecord,
  wanted: Pick<IntentClaim, "fingerprint" | "claimedAt">,
  retention: number | undefined,
): void {
  if (record.fingerprint !== wanted.fingerprint) {
    throw new IdempotencyConflictError({
      call: callOf(descriptor),
      happened: "The intent was used before with other data; nothing was sent.",
      remedy:
        "Repeat it with the data it began with, or give what must happen now a name of its own.",
    });
  }
  checkState(descriptor, intent, record, wanted.claimedAt, retention);
}

/**
 * Checks what does not depend on the data of the call: an intent that is settled or locked is not sent again.
 *
 * @param now - milliseconds since the Unix epoch
 * @param retention - milliseconds that the server keeps keys; undefined when that is not known
 * @throws IdempotencyConflictError for an intent that is settled, AmbiguousOutcomeError for one that is locked,
 * OutcomeUnknownError for one whose key the server no longer knows, ArgumentError for one whose key the contract no longer allows
 */
export function checkState(
  descriptor: OperationDescriptor,
  intent: string,
  record: IntentRecord,
  now: number,
  retention: number | undefined,
): void {
  const call = callOf(descriptor);
  if (record.state === "settled") {
    throw new IdempotencyConflictError({
      call,
      happened:
        "The intent was settled by hand: it has happened; nothing was sent.",
      remedy: "Give what must happen now a name of its own.",
    });
  }
  if (record.state === "ambiguous") {
    throw new AmbiguousOutcomeError({
      call,
      happened:
        "The server did not know what became of this intent; it is locked and nothing was sent.",
      remedy:
        "Check the actual state in the upstream system, then say what you found with `resolveIntent`.",
    });
  }
  // Past retention the server takes a known key for a new one: to repeat an open intent could then do it twice.
  if (
    (record.state === "open" || record.state === "shared") &&
    retention !== undefined &&
    now - record.claimedAt >= retention
  ) {
    throw new OutcomeUnknownError({
      call,
      intent,
      happened:
        "The response to this intent was lost longer ago than the server keeps keys; nothing was sent.",
      remedy:
        "Check the actual state in the upstream system, then say what you found with `resolveIntent`.",
    });
  }
  // Another key in place of one that an earlier contract allowed could make it happen twice.
  descriptor.keys?.check(descriptor, record.idempotencyKey);
}

/** The calls of one intent that are under way in this process. */
interface IntentCalls {
  count: number;
  /** Keys that one of them claimed. */
  readonly claimed: Set<string>;
  /** Keys under which something may have happened. */
  readonly used: Set<string>;
}

/** One call of an intent. */
interface IntentCall {
  /** The call has claimed the intent with this key: there was none before. */
  claimed(idempotencyKey: string): void;
  /** Whether a call of this process that is under way has claimed the intent with this key. */
  isOwn(idempotencyKey: string): boolean;
  /** Something may have happened under this key: the intent keeps it. */
  used(idempotencyKey: string): void;
  /**
   * The call is over.
   *
   * @returns keys to release: calls under way have claimed them, all of these are over, and every one is known not executed
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

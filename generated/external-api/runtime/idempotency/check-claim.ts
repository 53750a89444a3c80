import type { OperationDescriptor } from "../call/operation-descriptor.js";
import { callOf } from "../call/during-call.js";
import { AmbiguousOutcomeError } from "../errors/ambiguous-outcome-error.js";
import { IdempotencyConflictError } from "../errors/idempotency-conflict-error.js";
import { OutcomeUnknownError } from "../errors/outcome-unknown-error.js";
import type { IntentClaim, IntentRecord } from "./intent-store.js";

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
 * OutcomeUnknownError for one whose key the server no longer knows
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
        "The answer to this intent was lost longer ago than the server keeps keys; nothing was sent.",
      remedy:
        "Check whether it happened, then say what you found with `resolveIntent`.",
    });
  }
}

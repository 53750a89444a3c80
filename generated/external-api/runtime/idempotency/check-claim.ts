import type { OperationDescriptor } from "../call/operation-descriptor.js";
import { AmbiguousOutcomeError } from "../errors/ambiguous-outcome-error.js";
import { IdempotencyConflictError } from "../errors/idempotency-conflict-error.js";
import { OutcomeUnknownError } from "../errors/outcome-unknown-error.js";
import type { IntentClaim, IntentRecord } from "./intent-store.js";

/**
 * Whether an intent that was claimed before may be sent again, under its first key.
 *
 * @param wanted - what this call would have claimed
 * @param retention - milliseconds that the server keeps keys; undefined when that is not known
 * @throws IdempotencyConflictError for other data (IDM-2, ACC-8) or one that is settled, AmbiguousOutcomeError for one
 * that is locked (IDM-5), OutcomeUnknownError for one whose key the server has forgotten by now
 */
export function checkClaim(
  descriptor: OperationDescriptor,
  intent: string,
  record: IntentRecord,
  wanted: IntentClaim,
  retention: number | undefined,
): void {
  const call = {
    operation: descriptor.name,
    method: descriptor.method,
    path: descriptor.path,
  };
  if (record.fingerprint !== wanted.fingerprint) {
    throw new IdempotencyConflictError({
      call,
      happened: "The intent was used before with other data; nothing was sent.",
      remedy:
        "Repeat it with the data it began with, or give what must happen now a name of its own.",
    });
  }
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
    record.state === "open" &&
    retention !== undefined &&
    wanted.claimedAt - record.claimedAt >= retention
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

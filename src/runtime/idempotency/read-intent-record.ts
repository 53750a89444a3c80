import { IntentStoreError } from "../errors/intent-store-error.js";
import type { IntentRecord, IntentState } from "./intent-store.js";
import { intentStates } from "./intent-states.js";

const states: ReadonlySet<unknown> = new Set(intentStates);

/**
 * A record as a durable store kept it.
 *
 * @param place - where it was: a path, or a key of Redis
 * @throws IntentStoreError when it was damaged: to take it for a free intent would let a create happen twice
 */
export function readIntentRecord(
  value: unknown,
  intent: string,
  place: string,
): IntentRecord {
  if (
    typeof value === "object" &&
    value !== null &&
    "idempotencyKey" in value &&
    "fingerprint" in value
  ) {
    const { idempotencyKey, fingerprint } = value;
    const claimedAt = "claimedAt" in value ? value.claimedAt : undefined;
    const state = "state" in value ? value.state : undefined;
    if (
      typeof idempotencyKey === "string" &&
      typeof fingerprint === "string" &&
      typeof claimedAt === "number" &&
      isState(state)
    ) {
      return { idempotencyKey, fingerprint, claimedAt, state };
    }
  }
  throw new IntentStoreError({ intent, place, damaged: true });
}

function isState(value: unknown): value is IntentState {
  return states.has(value);
}

import type { IntentRecord, IntentState } from "./intent-store.js";

const states: ReadonlySet<string> = new Set<IntentState>([
  "open",
  "done",
  "ambiguous",
  "settled",
]);

/**
 * A record as a durable store kept it.
 *
 * @throws Error when it was damaged: to take it for a free intent would let a create happen twice
 */
export function readIntentRecord(value: unknown): IntentRecord {
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
  throw new Error(
    "A stored intent is damaged; check whether it happened, then remove its record from the store.",
  );
}

function isState(value: unknown): value is IntentState {
  return typeof value === "string" && states.has(value);
}

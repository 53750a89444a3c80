import type { IntentState } from "./intent-store.js";

/**
 * Every state of an intent, in the order in which a record takes them. A record moves forward only and can skip states.
 * So a late report of one process never hides what another process has recorded in the meantime.
 */
export const intentStates: readonly IntentState[] = [
  "open",
  "shared",
  "done",
  "ambiguous",
  "settled",
];

/**
 * Whether a record in the state `now` can still take the state `next`. A store must check this in the same atomic step that
 * changes the record: `mark` takes the new state as `next`, `release` its `unless`.
 */
export function mayFollow(now: IntentState, next: IntentState): boolean {
  return intentStates.indexOf(next) > intentStates.indexOf(now);
}

/** Whether a record in the state `now` can be freed: see `IntentStore.release`. */
export function mayRelease(
  now: IntentState,
  unless: IntentState | undefined,
): boolean {
  return unless === undefined || mayFollow(now, unless);
}

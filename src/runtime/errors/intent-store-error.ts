import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** What an {@link IntentStoreError} says beside what every error does. */
export interface IntentStoreFacts extends ErrorFacts {
  /** The business name that the caller gave to the create. */
  readonly intent?: string;
  /** Where the store looked: a path, or a key of Redis. */
  readonly place?: string;
  /** A record is there, and is none: to take it for a free intent would let a create happen twice. */
  readonly damaged?: boolean;
}

/**
 * The store of the intents could not be read or written before the request of an intent was sent, so it was not sent: it
 * might have happened already (IDM-4). A store that fails once the request is out never hides its answer.
 */
export class IntentStoreError extends ApiError {
  override readonly kind = "intent-store";
  /** The business name that the caller gave to the create. */
  declare readonly intent?: string;
  /** Where the store looked: a path, or a key of Redis. Absent for a store that does not say. */
  declare readonly place?: string;
  /** Whether there is a record that cannot be read; false: the store itself failed, its error is the `cause`. */
  readonly damaged: boolean;

  constructor(facts: IntentStoreFacts = {}) {
    const { damaged = false, intent, place } = facts;
    const at = place === undefined ? "" : ` (${place})`;
    super(
      {
        name: "IntentStoreError",
        happened: damaged
          ? `A stored intent is damaged${at}; nothing was sent.`
          : `The store of the intents cannot be read or written${at}; nothing was sent.`,
        remedy: damaged
          ? "Check whether it happened, then remove its record from the store."
          : "Make the store usable, then make the same call again.",
      },
      facts,
    );
    if (intent !== undefined) this.intent = intent;
    if (place !== undefined) this.place = place;
    this.damaged = damaged;
  }
}

/** Narrows something caught to {@link IntentStoreError}, without `instanceof`. */
export function isIntentStoreError(error: unknown): error is IntentStoreError {
  return isApiError(error) && error.kind === "intent-store";
}

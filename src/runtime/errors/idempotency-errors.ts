import {
  ApiError,
  type ErrorFacts,
  isApiError,
  type SentKey,
} from "./api-error.js";

/** The idempotency key was used before with other data. */
export class IdempotencyConflictError extends ApiError {
  override readonly kind = "idempotency-conflict";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "IdempotencyConflictError",
        happened: "The idempotency key was used before with other data.",
        remedy:
          "Repeat the first request unchanged, or use a new key or intent for the new data.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link IdempotencyConflictError}, without `instanceof`. */
export function isIdempotencyConflictError(
  error: unknown,
): error is IdempotencyConflictError {
  return isApiError(error) && error.kind === "idempotency-conflict";
}

/** The server itself does not know what became of the request. */
export class AmbiguousOutcomeError extends ApiError {
  override readonly kind = "ambiguous-outcome";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "AmbiguousOutcomeError",
        happened: "The server does not know whether the change was made.",
        remedy:
          "Check the actual state in the upstream system first; never repeat with a new key before that.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link AmbiguousOutcomeError}, without `instanceof`. */
export function isAmbiguousOutcomeError(
  error: unknown,
): error is AmbiguousOutcomeError {
  return isApiError(error) && error.kind === "ambiguous-outcome";
}

/**
 * The request was sent and its response was lost, whole or from some byte on, or the server failed each time: the change may
 * have been made or not. With a key the very same call can be made again, now or after a restart, without doing it
 * twice. `status` is that of the last response, where one came.
 */
export class OutcomeUnknownError extends ApiError {
  override readonly kind = "outcome-unknown";
  /** When the server will take the call again, where it said so. */
  declare readonly retryAt?: Date;

  constructor(facts: ErrorFacts & { readonly retryAt?: Date } = {}) {
    super(
      {
        name: "OutcomeUnknownError",
        happened:
          "The request was sent and its response was lost: the change may have been made or not.",
        remedy: retryAdvice(facts, facts.retryAt),
      },
      facts,
    );
    if (facts.retryAt !== undefined) this.retryAt = facts.retryAt;
  }
}

/** Narrows something caught to {@link OutcomeUnknownError}, without `instanceof`. */
export function isOutcomeUnknownError(
  error: unknown,
): error is OutcomeUnknownError {
  return isApiError(error) && error.kind === "outcome-unknown";
}

/**
 * What to do about a change that may have been made or not: with a key it can be sent again as it was.
 *
 * @param retryAt - when the server will take it again, where it said so
 */
export function retryAdvice(
  {
    idempotencyKey,
    isBodySpent,
  }: Pick<ErrorFacts, keyof SentKey | "isBodySpent">,
  retryAt?: Date,
): string {
  if (idempotencyKey === undefined)
    return "Read the resource to see whether the change was made before repeating it.";
  const call =
    isBodySpent === true
      ? "Make the call again with the same `idempotencyKey` and a new stream of the same bytes"
      : "Make the same call again with the same `idempotencyKey` (or intent)";
  return `${call}${notBefore(retryAt)}: it cannot happen twice.`;
}

function notBefore(retryAt: Date | undefined): string {
  return retryAt === undefined ? "" : `, not before ${retryAt.toISOString()}`;
}

/** What an {@link IntentStoreError} says beside what every error does. */
interface IntentStoreFacts extends ErrorFacts {
  /** The business name that the caller gave to the create. */
  readonly intent?: string;
  /** Where the store looked: a path, or a key of Redis. */
  readonly location?: string;
  /** A record is there and cannot be read: to take it for a free intent would let a create happen twice. */
  readonly damaged?: boolean;
}

/**
 * The store of the intents could not be read or written before the request of an intent was sent, so it was not sent: it
 * might have happened already. A store that fails once the request is out never hides its response.
 */
export class IntentStoreError extends ApiError {
  override readonly kind = "intent-store";
  /** The business name that the caller gave to the create. */
  declare readonly intent?: string;
  /** Where the store looked: a path, or a key of Redis. Absent for a store that does not say. */
  declare readonly location?: string;
  /** Whether there is a record that cannot be read; false: the store itself failed, its error is the `cause`. */
  readonly damaged: boolean;

  constructor(facts: IntentStoreFacts = {}) {
    const { damaged = false, intent, location } = facts;
    const at = location === undefined ? "" : ` (${location})`;
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
    if (location !== undefined) this.location = location;
    this.damaged = damaged;
  }
}

/** Narrows something caught to {@link IntentStoreError}, without `instanceof`. */
export function isIntentStoreError(error: unknown): error is IntentStoreError {
  return isApiError(error) && error.kind === "intent-store";
}

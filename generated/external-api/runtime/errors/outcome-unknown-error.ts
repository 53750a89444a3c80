import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/**
 * The request was sent and its answer was lost, whole or from some byte on: the change may have been made or not (IDM-3). With a key the very same
 * call can be made again, now or after a restart, without doing it twice.
 */
export class OutcomeUnknownError extends ApiError {
  override readonly kind = "outcome-unknown";
  /** What to pass again to repeat the same create; absent for changes without one. */
  declare readonly idempotencyKey?: string;
  /** The business name that the caller gave to the create. */
  declare readonly intent?: string;
  /** When the server will take the call again, where it said so. */
  declare readonly retryAt?: Date;

  constructor(
    facts: ErrorFacts & {
      readonly idempotencyKey?: string;
      readonly intent?: string;
      readonly retryAt?: Date;
    } = {},
  ) {
    super(
      {
        name: "OutcomeUnknownError",
        happened:
          "The request was sent and its answer was lost: the change may have been made or not.",
        remedy:
          facts.idempotencyKey === undefined
            ? "Read the resource to see whether the change was made before repeating it."
            : `Make the same call again with the same \`idempotencyKey\` (or intent)${notBefore(facts.retryAt)}: it cannot happen twice.`,
      },
      facts,
    );
    if (facts.idempotencyKey !== undefined)
      this.idempotencyKey = facts.idempotencyKey;
    if (facts.intent !== undefined) this.intent = facts.intent;
    if (facts.retryAt !== undefined) this.retryAt = facts.retryAt;
  }
}

function notBefore(retryAt: Date | undefined): string {
  return retryAt === undefined ? "" : `, not before ${retryAt.toISOString()}`;
}

/** Narrows something caught to {@link OutcomeUnknownError}, without `instanceof`. */
export function isOutcomeUnknownError(
  error: unknown,
): error is OutcomeUnknownError {
  return isApiError(error) && error.kind === "outcome-unknown";
}

import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";
import { shownCode, tell } from "./shown-code.js";

/** What a failed background operation says of itself (OPS-3). */
export interface OperationFailure {
  readonly code?: string;
  /** In the server's words; can hold values of the call, so it is not for logs. */
  readonly message?: string;
  readonly retryable?: boolean;
}

/** A background operation ended in failure. Not an HTTP error: the status call itself succeeded (OPS-3). */
export class OperationFailedError extends ApiError {
  override readonly kind = "operation-failed";
  declare readonly code?: string;
  declare readonly retryable?: boolean;
  declare readonly operationId: string;
  readonly #failure: OperationFailure;

  constructor(
    facts: ErrorFacts & {
      readonly operationId: string;
      readonly failure?: OperationFailure;
    },
  ) {
    const failure = facts.failure ?? {};
    super(
      {
        name: "OperationFailedError",
        happened: `The background operation failed${failure.code === undefined ? "" : ` (${shownCode(failure.code, facts.striker)})`}.`,
        remedy:
          failure.retryable === true
            ? "Start it again with a new intent."
            : "Starting it again unchanged will not help: correct what its code names.",
      },
      facts,
    );
    this.#failure = failure;
    if (failure.code !== undefined)
      tell(this, "code", failure.code, shownCode(failure.code, facts.striker));
    if (failure.retryable !== undefined) this.retryable = failure.retryable;
  }

  /** Code, message and retryable as the operation has them. */
  get failure(): OperationFailure {
    return this.#failure;
  }
}

/** Narrows something caught to {@link OperationFailedError}, without `instanceof`. */
export function isOperationFailedError(
  error: unknown,
): error is OperationFailedError {
  return isApiError(error) && error.kind === "operation-failed";
}

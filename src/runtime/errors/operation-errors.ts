import { shownCode, setShown } from "../secrets/shown-values.js";
import { ApiError, type ErrorFacts, isApiError } from "./api-error.js";

/** The background operation or its result is past its retention. */
export class OperationExpiredError extends ApiError {
  override readonly kind = "operation-expired";

  constructor(facts: ErrorFacts = {}) {
    super(
      {
        name: "OperationExpiredError",
        happened: "The server no longer has the operation.",
        remedy:
          "Check its effect, then start it again when it is still wanted.",
      },
      facts,
    );
  }
}

/** Narrows something caught to {@link OperationExpiredError}, without `instanceof`. */
export function isOperationExpiredError(
  error: unknown,
): error is OperationExpiredError {
  return isApiError(error) && error.kind === "operation-expired";
}

/** What a failed background operation says of itself. */
export interface OperationFailure {
  /** A number as text. */
  readonly code?: string;
  /** In the server's words; can hold values of the call, so it is not for logs. */
  readonly message?: string;
  readonly retryable?: boolean;
  /** The response that told it, as the server gave it. Not for logs. */
  readonly operation?: unknown;
}

/** A background operation ended in failure. Not an HTTP error: the status call itself succeeded. */
export class OperationFailedError extends ApiError {
  override readonly kind = "operation-failed";
  declare readonly code?: string;
  /** As the server has it; false where it does not know the outcome, whatever it says. */
  declare readonly retryable?: boolean;
  declare readonly operationId: string;
  readonly #failure: OperationFailure;

  constructor(
    facts: ErrorFacts & {
      readonly operationId: string;
      readonly failure?: OperationFailure;
      /** The server does not know whether the operation had its effect. */
      readonly isAmbiguous?: boolean;
    },
  ) {
    const { failure = {}, isAmbiguous, striker } = facts;
    const { code, retryable } = failure;
    const shown = code === undefined ? "" : shownCode(code, striker);
    super(
      {
        name: "OperationFailedError",
        happened: `The background operation failed${shown && ` (${shown})`}.`,
        remedy: isAmbiguous
          ? "Check the actual state in the upstream system first."
          : retryable === true
            ? "Start it again, with a new intent if it takes one."
            : "Correct what is in `failure.operation` first.",
      },
      facts,
    );
    this.#failure = failure;
    if (code !== undefined) setShown(this, "code", code, shown);
    if (retryable !== undefined) this.retryable = retryable && !isAmbiguous;
  }

  /** Code, message and retryable as the operation has them, and all that it says. */
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

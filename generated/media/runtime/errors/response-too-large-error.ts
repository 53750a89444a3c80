import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/**
 * The response, or one line or event of a stream, is larger than the client reads. Reading ended there and the connection was
 * given up. What the server did with the request is done: `remedy` says what that means for a change.
 */
export class ResponseTooLargeError extends ApiError {
  override readonly kind = "response-too-large";
  /** The most that the client reads, in bytes. */
  readonly maxBytes: number;

  constructor(facts: ErrorFacts & { readonly maxBytes: number }) {
    super(
      {
        name: "ResponseTooLargeError",
        happened: `The response is larger than ${String(facts.maxBytes)} bytes.`,
        remedy:
          "Ask for less, read it as a stream, or raise `maxResponseBytes` of the call or the client.",
      },
      facts,
    );
    this.maxBytes = facts.maxBytes;
  }
}

/** Narrows something caught to {@link ResponseTooLargeError}, without `instanceof`. */
export function isResponseTooLargeError(
  error: unknown,
): error is ResponseTooLargeError {
  return isApiError(error) && error.kind === "response-too-large";
}

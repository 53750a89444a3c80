import { ApiError, isApiError } from "./api-error.js";
import type { ErrorFacts } from "./error-facts.js";

/** The body is larger than the server takes: refused before sending (CAP-2), or answered with 413. */
export class RequestTooLargeError extends ApiError {
  override readonly kind = "request-too-large";
  /** Size of the body in bytes, when it is known. */
  declare readonly bytes?: number;
  /** The most the server takes, in bytes, when it is known. */
  declare readonly maxBytes?: number;

  constructor(
    facts: ErrorFacts & {
      readonly bytes?: number;
      readonly maxBytes?: number;
    } = {},
  ) {
    super(
      {
        name: "RequestTooLargeError",
        happened:
          facts.bytes === undefined || facts.maxBytes === undefined
            ? "The request body is larger than the server takes."
            : `The request body has ${String(facts.bytes)} bytes; the server takes ${String(facts.maxBytes)}.`,
        remedy: "Split the request.",
      },
      facts,
    );
    if (facts.bytes !== undefined) this.bytes = facts.bytes;
    if (facts.maxBytes !== undefined) this.maxBytes = facts.maxBytes;
  }
}

/** Narrows something caught to {@link RequestTooLargeError}, without `instanceof`. */
export function isRequestTooLargeError(
  error: unknown,
): error is RequestTooLargeError {
  return isApiError(error) && error.kind === "request-too-large";
}

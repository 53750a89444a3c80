import { type ApiError, isApiError } from "../errors/api-error.js";

const passing: readonly string[] = ["transport", "deadline", "rate-limited"];

/**
 * Whether a failed poll says nothing about the operation, so that a wait goes on: the server was not reached, was too
 * slow, asked for a pause, failed itself, or its response arrived damaged (a success that breaks off or is a proxy's
 * page). A server that says `retryable: false` is believed.
 */
export function isPassing(error: unknown): error is ApiError {
  if (!isApiError(error)) return false;
  const { kind, retryable, status = 0 } = error;
  return (
    retryable ??
    (passing.includes(kind) ||
      status >= 500 ||
      // A success that could not be read.
      (kind === "unexpected-response" && status >= 200 && status < 300))
  );
}

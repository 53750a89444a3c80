import { type ApiError, isApiError } from "../errors/api-error.js";

const passing: ReadonlySet<string> = new Set([
  "transport",
  "deadline",
  "rate-limited",
]);

/**
 * Whether a failed poll says nothing about the operation, so that a wait goes on: the server was not reached, was too
 * slow, asked for a pause, or failed itself. A server that says `retryable: false` is believed.
 */
export function isPassing(error: unknown): error is ApiError {
  if (!isApiError(error) || error.retryable === false) return false;
  return (
    passing.has(error.kind) ||
    error.retryable === true ||
    (error.status !== undefined && error.status >= 500)
  );
}

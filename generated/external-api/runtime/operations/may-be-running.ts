import type { ApiError } from "../errors/api-error.js";
import { nothingHappened } from "../idempotency/nothing-happened.js";

/** Kinds of errors that leave open what became of a create, whatever status its last attempt had. */
const open: ReadonlySet<string> = new Set([
  "ambiguous-outcome",
  "outcome-unknown",
]);

/**
 * Whether a create that ended in this error may have started an operation whose id nobody was told. Then its place stays
 * taken; otherwise it is free at once.
 */
export function mayBeRunning(error: ApiError): boolean {
  if (error.attempts === 0) return false;
  if (open.has(error.kind)) return true;
  return !isRefused(error) && !nothingHappened(error);
}

/** Any 4xx, and a failure that is not to be retried, is the server's word on this very create: it started nothing. */
function isRefused({ status = 0, retryable }: ApiError): boolean {
  return (status >= 400 && status < 500) || retryable === false;
}

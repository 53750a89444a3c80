import type { ApiError } from "../errors/api-error.js";
import { nothingHappened } from "../idempotency/nothing-happened.js";

/** Kinds of errors that are the server's word on this very create: it made no operation of it. */
const answered: ReadonlySet<string> = new Set([
  "ambiguous-outcome",
  "idempotency-conflict",
]);

/** Whether a create that ended in this error may have started an operation whose id nobody was told (CAP-2, IDM-3). */
export function mayBeRunning(error: ApiError): boolean {
  return (
    error.attempts > 0 && !answered.has(error.kind) && !nothingHappened(error)
  );
}

import type { ApiError } from "../errors/api-error.js";
import { nothingHappened } from "../idempotency/nothing-happened.js";

/** Whether a create that ended in this error may have started an operation whose id nobody was told (CAP-2, IDM-3). */
export function mayBeRunning(error: ApiError): boolean {
  return error.attempts > 0 && !isRefused(error) && !nothingHappened(error);
}

/** Any 4xx is the server's word on this very create: it made no operation of it. */
function isRefused({ status = 0 }: ApiError): boolean {
  return status >= 400 && status < 500;
}

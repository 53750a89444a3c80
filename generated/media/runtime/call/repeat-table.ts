import type { Fault } from "./fault.js";
import type { RepeatClass } from "./operation-descriptor.js";

/**
 * What to do after an attempt failed.
 *
 * `repeat`: send the same bytes again after a growing wait, or the one that the server asked for.
 * `pause`: the server asked for a pause; wait it out, then repeat.
 * `renew`: once, with a new credential.
 * `raise`: the error says how it ended.
 * `unknown`: nobody knows whether the change was made; say so.
 */
export type Verdict = "repeat" | "pause" | "renew" | "raise" | "unknown";

/** The repeat table: one row a kind of failure, one column a class of operation. Budgets are not its business. */
export function decideRepeat(fault: Fault, column: RepeatClass): Verdict {
  switch (fault.kind) {
    case "unsent":
      return "repeat";
    case "lost":
      return column === "read" || column === "keyed" ? "repeat" : "unknown";
    case "refused":
      return "renew";
    case "answered":
      break;
  }
  // Repeating it would do the very thing that the server warns of (IDM-5), whatever else it says.
  if (
    fault.meaning === "ambiguous-outcome" ||
    fault.meaning === "idempotency-conflict"
  )
    return "raise";
  if (fault.status === 429) return "pause";
  if (fault.status >= 500)
    return retryServerFault(fault.retryable, fault.retryAfter);
  // With a key, a retryable conflict says that the first request is still being worked on.
  if (fault.status === 409 && column === "keyed" && fault.retryable === true)
    return "repeat";
  return "raise";
}

/** Server-side failures are repeated when the server says so, and not otherwise (ERR-6). */
function retryServerFault(
  retryable: boolean | undefined,
  retryAfter: number | undefined,
): Verdict {
  if (retryable !== true) return "raise";
  return retryAfter === undefined ? "repeat" : "pause";
}

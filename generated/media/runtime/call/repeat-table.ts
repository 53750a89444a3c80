import type { RetryBounds } from "./connection.js";
import type { RetryPolicy } from "./core.js";
import type { AnsweredFault, Fault } from "./fault.js";
import type {
  OperationDescriptor,
  RepeatClass,
} from "./operation-descriptor.js";

/**
 * What to do after an attempt failed.
 *
 * `repeat`: send the same bytes again after a growing wait, or the one that the server asked for.
 * `pause`: the server did not take the request, or asked for a pause; wait, then repeat.
 * `renew`: once, with a new credential.
 * `raise`: the error says how it ended.
 * `unknown`: nobody knows whether the change was made; say so.
 */
export type Verdict = "repeat" | "pause" | "renew" | "raise" | "unknown";

/**
 * What a request is to a retry: `read` changes nothing; `keyed` happens once whatever the number of attempts, because
 * of its idempotency header; `idempotent` is a PUT or DELETE, `conditional` one under a condition (RFC 9110 section
 * 13.1), or a change with `If-Match` where problems say what is retryable; `write` is anything else.
 */
export type RetryClass = RepeatClass | "idempotent";

/** The class of a request. Its headers count: a caller can give a condition or an idempotency header. */
export function retryClassOf(
  { repeat, method }: OperationDescriptor,
  headers: Headers,
  { policy, idempotencyHeaders }: RetryBounds,
): RetryClass {
  if (repeat === "read" || repeat === "keyed") return repeat;
  if (idempotencyHeaders.some((name) => headers.has(name))) return "keyed";
  if (policy === "problem") return repeat;
  if (method !== "PUT" && method !== "DELETE") return "write";
  return conditions.some((name) => headers.has(name))
    ? "conditional"
    : "idempotent";
}

/** Conditions that a change which was made before makes false (RFC 9110 section 13.1). */
const conditions = ["if-match", "if-none-match", "if-unmodified-since"];

/** The retry table: one row a kind of failure, one column a class of request. Budgets are not its business. */
export function decideRepeat(
  fault: Fault,
  column: RetryClass,
  policy: RetryPolicy,
): Verdict {
  switch (fault.kind) {
    case "unsent":
      return "repeat";
    case "lost":
      return column === "write" || column === "conditional"
        ? "unknown"
        : "repeat";
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
  return policy === "problem"
    ? byProblem(fault, column)
    : byMethod(fault, column);
}

/** Program logic goes by what the problem says (ERR-2). */
function byProblem(fault: AnsweredFault, column: RetryClass): Verdict {
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

/**
 * Idempotent requests are repeated after failures that can pass (RFC 9110 section 9.2.2). 501 and 505 do not pass; 408
 * and 429 say that the server did not take the request (RFC 9110 section 15.5.9, RFC 6585 section 4).
 */
function byMethod(fault: AnsweredFault, column: RetryClass): Verdict {
  const { status, meaning, retryable, retryAfter } = fault;
  // A code that asks for another step is not one that passes.
  if (meaning !== undefined) return "raise";
  const passes =
    status === 408 ||
    status === 429 ||
    (status >= 500 && status !== 501 && status !== 505);
  if (column === "write" || !passes || retryable === false) return "raise";
  return status < 500 || retryAfter !== undefined ? "pause" : "repeat";
}

import type { RetryBounds, RetryPolicy } from "../call/core.js";
import type {
  OperationDescriptor,
  RepeatClass,
} from "../call/operation-descriptor.js";
import type { CallLimit } from "../errors/limit-errors.js";
import type { AnsweredFault, Fault } from "./fault.js";

/** How far a call has come when an attempt fails. */
export interface Progress {
  readonly column: RetryClass;
  readonly policy: RetryPolicy;
  /** Attempts that count against the budget: all but the replay after a 401. */
  readonly counted: number;
  /** The most attempts, the first included. */
  readonly attempts: number;
  /** A new credential was tried already. */
  readonly renewed: boolean;
  /** The refused credential's provider can get another. */
  readonly renewable: boolean;
  /** The body can be sent again. */
  readonly repeatable: boolean;
  /** An earlier attempt may have been carried out. */
  readonly uncertain: boolean;
  /** Milliseconds until the deadline. */
  readonly remaining: number;
  /** Milliseconds of the growing wait that is due next. */
  readonly backoff: number;
}

/** What comes next. Milliseconds. */
export type Step =
  | { readonly kind: "repeat"; readonly after: number }
  | { readonly kind: "renew" }
  | { readonly kind: "raise" }
  | { readonly kind: "unknown" };

/** Brings the verdict of the repeat table inside the bounds of the call: attempts, deadline, a body that can be resent. */
export function nextStep(fault: Fault, progress: Progress): Step {
  const verdict = decideRepeat(fault, progress.column, progress.policy);
  if (verdict === "unknown") return { kind: "unknown" };
  if (verdict === "renew") {
    const possible =
      progress.renewable && !progress.renewed && progress.repeatable;
    return possible ? { kind: "renew" } : surrender(fault, progress);
  }
  if (verdict === "raise" || limitOf(fault, progress) !== undefined)
    return surrender(fault, progress);
  return { kind: "repeat", after: waitBefore(fault, progress.backoff) };
}

/** The bound of the call that keeps a failed attempt from being repeated; undefined where no repeat is due, or one follows. */
export function limitOf(
  fault: Fault,
  progress: Progress,
): CallLimit | undefined {
  const verdict = decideRepeat(fault, progress.column, progress.policy);
  if (verdict !== "repeat" && verdict !== "pause") return undefined;
  if (!progress.repeatable) return "body";
  if (progress.counted >= progress.attempts) return "attempts";
  const after = waitBefore(fault, progress.backoff);
  return after >= progress.remaining ? "deadline" : undefined;
}

/** A wait that the server asked for is waited out whole; it is never shortened by the client's own bounds. */
function waitBefore(fault: Fault, backoff: number): number {
  const asked =
    fault.kind === "lost" || fault.kind === "answered"
      ? fault.retryAfter
      : undefined;
  return fault.kind === "answered" && asked !== undefined
    ? asked
    : Math.max(backoff, asked ?? 0);
}

/**
 * The end of a call. A change whose outcome is open says so, with its key: either this attempt leaves it open, or an
 * earlier one did. After a lost attempt only the server's word on the key itself closes it: any other answer,
 * a 404 for example, can come of what the lost attempt did, or from a server that never looked at the key.
 */
function surrender(fault: Fault, progress: Progress): Step {
  const open =
    endsOpen(fault, progress) ||
    (progress.uncertain && !settles(fault, progress));
  return progress.column !== "read" && open
    ? { kind: "unknown" }
    : { kind: "raise" };
}

type Judged = Pick<Progress, "column" | "policy">;

/**
 * Whether an attempt that failed so may have been carried out all the same. A server that fails and may be asked again
 * says nothing of what it did before, whether or not it asks for a pause; 429 says that it did nothing. A refusal after
 * a repeat can come of what the failed attempt did: 404 of a DELETE, 412 of a PUT with `If-Match`.
 */
export function leavesOpen(fault: Fault, judged: Judged): boolean {
  const byMethod =
    judged.column === "idempotent" ||
    (judged.column === "conditional" && judged.policy === "method");
  return endsOpen(fault, judged) || (byMethod && failed(fault));
}

/** Whether a call that ends with this failure ends open; of a failed change without a key the server's own error says more. */
function endsOpen(fault: Fault, { column, policy }: Judged): boolean {
  if (fault.kind === "lost") return true;
  if (column !== "keyed" || fault.kind !== "answered") return false;
  // A feature that is switched off did nothing, even where it may be switched on later.
  if (fault.meaning === "feature-disabled") return false;
  const verdict = decideRepeat(fault, column, policy);
  return verdict === "repeat" || (verdict === "pause" && fault.status >= 500);
}

function failed(fault: Fault): boolean {
  return fault.kind === "answered" && fault.status >= 500;
}

/** Whether an error says enough of the attempts before it: the server's word on the key, or that it failed again. */
function settles(fault: Fault, { column }: Judged): boolean {
  const speaksOfKey =
    fault.kind === "answered" &&
    (fault.meaning === "idempotency-conflict" ||
      fault.meaning === "ambiguous-outcome");
  return speaksOfKey || (column !== "keyed" && failed(fault));
}

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
  // Repeating it would do the very thing that the server warns of, whatever else it says.
  if (
    fault.meaning === "ambiguous-outcome" ||
    fault.meaning === "idempotency-conflict"
  )
    return "raise";
  return policy === "problem"
    ? byProblem(fault, column)
    : byMethod(fault, column);
}

/** Program logic goes by what the problem says. */
function byProblem(fault: AnsweredFault, column: RetryClass): Verdict {
  if (fault.status === 429) return "pause";
  if (fault.status >= 500)
    return retryServerFault(fault.retryable, fault.retryAfter);
  // With a key, a retryable conflict says that the first request is still being worked on.
  if (fault.status === 409 && column === "keyed" && fault.retryable === true)
    return "repeat";
  return "raise";
}

/** Server-side failures are repeated when the server says so, and not otherwise. */
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

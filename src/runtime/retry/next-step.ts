import type { ProblemMeaning } from "../descriptors/contract-facts.js";
import type { CallLimit } from "../errors/limit-errors.js";
import type { RetryClass, RetryPolicy } from "./read-retry.js";

/** How far a call has come when an attempt fails. */
export interface Progress {
  readonly retryClass: RetryClass;
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
  readonly resendable: boolean;
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

/** Brings the verdict of the retry policy inside the bounds of the call: attempts, deadline, a body that can be resent. */
export function nextStep(failure: AttemptFailure, progress: Progress): Step {
  const verdict = decideRetry(failure, progress.retryClass, progress.policy);
  if (verdict === "unknown") return { kind: "unknown" };
  if (verdict === "renew") {
    const possible =
      progress.renewable && !progress.renewed && progress.resendable;
    return possible ? { kind: "renew" } : surrender(failure, progress);
  }
  if (verdict === "raise" || limitOf(failure, progress) !== undefined)
    return surrender(failure, progress);
  return { kind: "repeat", after: waitBefore(failure, progress.backoff) };
}

/** The bound of the call that keeps a failed attempt from being repeated; undefined where no repeat is due, or one follows. */
export function limitOf(
  failure: AttemptFailure,
  progress: Progress,
): CallLimit | undefined {
  const verdict = decideRetry(failure, progress.retryClass, progress.policy);
  if (verdict !== "repeat" && verdict !== "pause") return undefined;
  if (!progress.resendable) return "body";
  if (progress.counted >= progress.attempts) return "attempts";
  const after = waitBefore(failure, progress.backoff);
  return after >= progress.remaining ? "deadline" : undefined;
}

/** A wait that the server asked for is waited out whole; it is never shortened by the client's own bounds. */
function waitBefore(failure: AttemptFailure, backoff: number): number {
  const requested =
    failure.kind === "lost" || failure.kind === "answered"
      ? failure.retryAfter
      : undefined;
  return failure.kind === "answered" && requested !== undefined
    ? requested
    : Math.max(backoff, requested ?? 0);
}

/**
 * The end of a call. A change whose outcome is open says so, with its key: either this attempt leaves it open, or an
 * earlier one did. After a lost attempt only the server's word on the key itself closes it: any other response,
 * a 404 for example, can come of what the lost attempt did, or from a server that never looked at the key.
 */
function surrender(failure: AttemptFailure, progress: Progress): Step {
  const open =
    endsOpen(failure, progress) ||
    (progress.uncertain && !closesOutcome(failure, progress));
  return progress.retryClass !== "read" && open
    ? { kind: "unknown" }
    : { kind: "raise" };
}

type Judged = Pick<Progress, "retryClass" | "policy">;

/**
 * Whether an attempt that failed so may nevertheless have been carried out. A server that fails and may be asked again
 * says nothing of what it did before, whether or not it asks for a pause; 429 says that it did nothing. A refusal after
 * a repeat can come of what the failed attempt did: 404 of a DELETE, 412 of a PUT with `If-Match`.
 */
export function leavesOpen(failure: AttemptFailure, judged: Judged): boolean {
  const byMethod =
    judged.retryClass === "idempotent" ||
    (judged.retryClass === "conditional" && judged.policy === "method");
  return endsOpen(failure, judged) || (byMethod && failed(failure));
}

/** Whether a call that ends with this failure ends open; of a failed change without a key the server's own error says more. */
function endsOpen(
  failure: AttemptFailure,
  { retryClass, policy }: Judged,
): boolean {
  if (failure.kind === "lost") return true;
  if (retryClass !== "keyed" || failure.kind !== "answered") return false;
  // A feature that is switched off did nothing, even where it may be switched on later.
  if (failure.meaning === "feature-disabled") return false;
  const verdict = decideRetry(failure, retryClass, policy);
  return verdict === "repeat" || (verdict === "pause" && failure.status >= 500);
}

function failed(failure: AttemptFailure): boolean {
  return failure.kind === "answered" && failure.status >= 500;
}

/** Whether an error says enough of the attempts before it: the server's word on the key, or that it failed again. */
function closesOutcome(
  failure: AttemptFailure,
  { retryClass }: Judged,
): boolean {
  const speaksOfKey =
    failure.kind === "answered" &&
    (failure.meaning === "idempotency-conflict" ||
      failure.meaning === "ambiguous-outcome");
  return speaksOfKey || (retryClass !== "keyed" && failed(failure));
}

/**
 * What to do after an attempt failed.
 *
 * `repeat`: send the same bytes again after a growing wait, or the one that the server asked for.
 * `pause`: the server did not take the request, or asked for a pause; wait, then repeat.
 * `renew`: once, with a new credential.
 * `raise`: the error says how it ended.
 * `unknown`: it is open whether the change was made; say so.
 */
export type Verdict = "repeat" | "pause" | "renew" | "raise" | "unknown";

/** The retry table: one row a kind of failure, one column a class of request. Budgets are not its business. */
export function decideRetry(
  failure: AttemptFailure,
  retryClass: RetryClass,
  policy: RetryPolicy,
): Verdict {
  switch (failure.kind) {
    case "unsent":
      return "repeat";
    case "lost":
      return retryClass === "write" || retryClass === "conditional"
        ? "unknown"
        : "repeat";
    case "refused":
      return "renew";
    case "answered":
      break;
  }
  // Repeating it would do the very thing that the server warns of, whatever else it says.
  if (
    failure.meaning === "ambiguous-outcome" ||
    failure.meaning === "idempotency-conflict"
  )
    return "raise";
  return policy === "problem"
    ? byProblem(failure, retryClass)
    : byMethod(failure, retryClass);
}

/** Program logic goes by what the problem says. */
function byProblem(failure: RejectedAttempt, retryClass: RetryClass): Verdict {
  if (failure.status === 429) return "pause";
  if (failure.status >= 500)
    return retryServerFailure(failure.retryable, failure.retryAfter);
  // With a key, a retryable conflict says that the first request is still being worked on.
  if (
    failure.status === 409 &&
    retryClass === "keyed" &&
    failure.retryable === true
  )
    return "repeat";
  return "raise";
}

/** Server-side failures are repeated when the server says so, and not otherwise. */
function retryServerFailure(
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
function byMethod(failure: RejectedAttempt, retryClass: RetryClass): Verdict {
  const { status, meaning, retryable, retryAfter } = failure;
  // A code that asks for another step is not one that passes.
  if (meaning !== undefined) return "raise";
  const passes =
    status === 408 ||
    status === 429 ||
    (status >= 500 && status !== 501 && status !== 505);
  if (retryClass === "write" || !passes || retryable === false) return "raise";
  return status < 500 || retryAfter !== undefined ? "pause" : "repeat";
}

/**
 * How an attempt failed, as far as repeating goes.
 *
 * `unsent`: the request never left this machine (name not resolved, connection refused).
 * `lost`: sent, and no whole response of the server came: reset, broken off, or a gateway's 502/503/504 in its place.
 * `refused`: 401, the credential was not taken.
 * `answered`: the server itself said no.
 */
export type AttemptFailure =
  | { readonly kind: "unsent" }
  | {
      readonly kind: "lost";
      readonly status?: number;
      readonly retryAfter?: number;
    }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code?: string;
    }
  | RejectedAttempt;

/** See {@link AttemptFailure}. */
export interface RejectedAttempt {
  readonly kind: "answered";
  readonly status: number;
  /** Machine code of the problem. */
  readonly code?: string;
  /** What it means to the client: by its code, or by what the server allows (see `Limits.explain`). */
  meaning?: ProblemMeaning;
  /** What the server says about repeating; absent when it says nothing. */
  readonly retryable?: boolean;
  /** Milliseconds, from `Retry-After`. */
  readonly retryAfter?: number;
}

/** Codes of failures before the first byte of a request left: Node and Bun name them, others say nothing. */
const beforeSending: ReadonlySet<string> = new Set([
  "ConnectionRefused",
  "EADDRNOTAVAIL",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "FailedToOpenSocket",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/**
 * What an error of `fetch` says about the request: `unsent` only when the platform names a failure from before sending,
 * `lost` in every other case, because a wrong `unsent` would repeat a change.
 */
export function transportFailure(error: unknown): AttemptFailure {
  return { kind: neverLeft(error, 0) ? "unsent" : "lost" };
}

/** A route can also be lost while a connection is in use: Node names the system call that failed. */
function isLaterCall(error: Error): boolean {
  return (
    "syscall" in error &&
    typeof error.syscall === "string" &&
    !/^(?:connect|bind|getaddrinfo|query)/.test(error.syscall)
  );
}

function neverLeft(error: unknown, depth: number): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  if (
    "code" in error &&
    typeof error.code === "string" &&
    beforeSending.has(error.code)
  )
    return !isLaterCall(error);
  // Several addresses were tried: every one of them has to have failed before sending.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.every((one) => neverLeft(one, depth + 1));
  }
  return neverLeft(error.cause, depth + 1);
}

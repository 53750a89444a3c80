import type { ProblemMeaning } from "../descriptors/contract-facts.js";

/**
 * How an attempt failed, as far as repeating goes.
 *
 * `unsent`: the request never left this machine (name not resolved, connection refused).
 * `lost`: sent, and no response of the server came: reset, broken off, or a gateway's 502/503/504 in its place.
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
  /** What the code means to the client. */
  readonly meaning?: ProblemMeaning;
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

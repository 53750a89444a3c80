import { ArgumentError, quoted } from "../errors/argument-error.js";
import { type Duration, readDuration } from "../waiting/clock.js";

/**
 * What decides whether a failed attempt is retried.
 *
 * `problem`: the member `retryable` of the server's Problem Details. `method`: the method (RFC 9110 section 9.2.2). GET,
 * HEAD, OPTIONS, PUT and DELETE are retried after a lost response, 408, 429 and 5xx (not 501 and 505), but PUT and
 * DELETE with a condition not after a lost response; POST and PATCH only with an idempotency header. Under both, a
 * request that never left this machine is retried.
 */
export type RetryPolicy = "problem" | "method";

/** Bounds and policy of retries. */
export interface RetryOptions {
  /** The most requests for one logical call, the first included. Default 4; 1 turns repeats off. */
  readonly attempts?: number;
  /** Milliseconds: the upper bound of the first wait, doubled each time (full jitter). Default 500. */
  readonly baseDelay?: number;
  /** Milliseconds: the upper bound of every wait. Default 20 000. */
  readonly maxDelay?: number;
  /** Default: `problem` where the problems of the contract have the member `retryable`, else `method`. */
  readonly policy?: RetryPolicy;
  /**
   * Request headers that make the server carry out a request once, beside the one that the contract declares: a POST
   * that the caller gives one of them is retried like an idempotent method. Only name what the server supports.
   */
  readonly idempotencyHeaders?: readonly string[];
}

/** {@link RetryOptions} with every default settled; milliseconds. */
export interface RetryBounds {
  readonly attempts: number;
  readonly baseDelay: number;
  readonly maxDelay: number;
  /** The most that one attempt may take; absent: what is left of the deadline. */
  readonly timeout?: number;
  readonly policy: RetryPolicy;
  readonly idempotencyHeaders: readonly string[];
}

/**
 * The bounds of retries with every default resolved; a member that is undefined counts as absent.
 *
 * @throws ArgumentError for a value that cannot be used
 */
export function readRetry(
  {
    retry = {},
    timeout,
  }: { readonly retry?: RetryOptions; readonly timeout?: Duration },
  problem?: { readonly retryable?: true; readonly policy?: RetryPolicy },
): RetryBounds {
  const {
    attempts = 4,
    baseDelay = 500,
    maxDelay = 20_000,
    policy = problem?.policy ??
      (problem?.retryable === true ? "problem" : "method"),
    idempotencyHeaders = [],
  } = retry;
  checkDelay(baseDelay, "retry.baseDelay");
  checkDelay(maxDelay, "retry.maxDelay");
  // Other values become texts where they name a member: `["problem"]` would pass.
  const isPolicy =
    typeof policy === "string" && Object.hasOwn(policies, policy);
  if (!isPolicy)
    throw new ArgumentError({
      happened: `\`retry.policy\` must be "problem" or "method" (got ${quoted(policy)}).`,
    });
  return {
    attempts: checkAttempts(attempts, "retry.attempts"),
    baseDelay,
    maxDelay,
    policy,
    idempotencyHeaders: checkHeaders(idempotencyHeaders),
    ...(timeout !== undefined && { timeout: readDuration(timeout, "timeout") }),
  };
}

function checkDelay(given: unknown, option: string): void {
  if (typeof given === "number" && given >= 0) return;
  throw new ArgumentError({
    happened: `\`${option}\` must be milliseconds ≥ 0 (got ${quoted(given)}).`,
  });
}

/** @throws ArgumentError for what is not an integer of at least 1 */
export function checkAttempts(attempts: number, option: string): number {
  if (Number.isInteger(attempts) && attempts >= 1) return attempts;
  throw new ArgumentError({
    happened: `\`${option}\` must be an integer ≥ 1 (got ${quoted(attempts)}).`,
  });
}

function checkHeaders(names: readonly string[]): readonly string[] {
  // A token of RFC 9110 section 5.6.2: no other name can be looked up.
  const isName = (name: unknown): boolean =>
    typeof name === "string" && /^[\w!#$%&'*+.^`|~-]+$/.test(name);
  const given: unknown = names;
  if (Array.isArray(given) && given.every(isName)) return names;
  throw new ArgumentError({
    happened: "`retry.idempotencyHeaders` must be a list of header names.",
  });
}

const policies: Readonly<Record<RetryPolicy, true>> = {
  method: true,
  problem: true,
};

/**
 * Milliseconds to wait before a repeat: exponential with full jitter, bounded, so that clients which failed together do
 * not come back together.
 *
 * @param attempt - the attempt that failed, 1 for the first
 * @param random - in [0, 1)
 */
export function backoff(
  attempt: number,
  bounds: { readonly baseDelay: number; readonly maxDelay: number },
  random: number,
): number {
  return (
    random * Math.min(bounds.maxDelay, bounds.baseDelay * 2 ** (attempt - 1))
  );
}

/**
 * `read`: GET, HEAD, or a POST that only reads. `keyed`: a create with an idempotency key.
 * `conditional`: a change with `If-Match` alone. `write`: anything else.
 */
export type DeclaredRetryClass = "read" | "keyed" | "conditional" | "write";

/**
 * What a request is to a retry: `read` changes nothing; `keyed` happens once whatever the number of attempts, because
 * of its idempotency header; `idempotent` is a PUT or DELETE, `conditional` one under a condition (RFC 9110 section
 * 13.1), or a change with `If-Match` where problems say what is retryable; `write` is anything else.
 */
export type RetryClass = DeclaredRetryClass | "idempotent";

/** The class of a request. Its headers count: a caller can give a condition or an idempotency header. */
export function retryClassOf(
  {
    retryClass,
    method,
  }: { readonly retryClass: DeclaredRetryClass; readonly method: string },
  headers: Headers,
  { policy, idempotencyHeaders }: RetryBounds,
): RetryClass {
  if (retryClass === "read" || retryClass === "keyed") return retryClass;
  if (idempotencyHeaders.some((name) => headers.has(name))) return "keyed";
  if (policy === "problem") return retryClass;
  if (method !== "PUT" && method !== "DELETE") return "write";
  return conditions.some((name) => headers.has(name))
    ? "conditional"
    : "idempotent";
}

/** Conditions that a change which was made before makes false (RFC 9110 section 13.1). */
const conditions = ["if-match", "if-none-match", "if-unmodified-since"];

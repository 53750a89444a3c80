import type { ProblemMeaning } from "./core.js";

/**
 * How an attempt failed, as far as repeating goes.
 *
 * `unsent`: the request never left this machine (name not resolved, connection refused).
 * `lost`: sent, and no answer of the server came: reset, broken off, or a gateway's 502/503/504 in its place.
 * `refused`: 401, the credential was not taken.
 * `answered`: the server itself said no.
 */
export type Fault =
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
  | AnsweredFault;

/** See {@link Fault}. */
export interface AnsweredFault {
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

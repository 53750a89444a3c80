import type { ProblemCode } from "./problem-catalog.js";

/** A request that is not carried out, and why. It becomes a Problem Details response, or the error of an operation. */
export class Rejection extends Error {
  readonly code: ProblemCode;
  /** Seconds for `Retry-After`; undefined when waiting does not help. */
  readonly retryAfterSeconds: number | undefined;

  /** @param detail what happened this time, without sensitive data */
  constructor(code: ProblemCode, detail: string, retryAfterSeconds?: number) {
    super(detail);
    this.name = "Refusal";
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

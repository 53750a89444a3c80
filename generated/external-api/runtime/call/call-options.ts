import type { StrongETag } from "../etag/strong-etag.js";

/** A length of time: milliseconds, or a number with a unit: `"250ms"`, `"30s"`, `"10m"`, `"2h"`, `"7d"`. */
export type Duration = number | `${number}${"ms" | "s" | "m" | "h" | "d"}`;

/** What every call takes beside its input. */
export interface CallOptions {
  /** Ends the call, and every wait inside it, at once. */
  readonly signal?: AbortSignal;
  /**
   * The most time the whole call may take: token exchange, attempts, waits and the body included. Of a sequence of pages,
   * every page is a call; `signal: AbortSignal.timeout(…)` bounds all of it.
   */
  readonly deadline?: Duration;
  /** The most requests for this call, the first included. Default: `retry.attempts` of the client. */
  readonly attempts?: number;
  /** The most time that one attempt may take; then its response counts as lost. Default: `timeout` of the client. */
  readonly timeout?: Duration;
  /** The most bytes that are read of the response, or of one line or event of a stream. Default: that of the client. */
  readonly maxResponseBytes?: number;
  /**
   * Added to the request. Names that the client sets itself (condition, key) are refused; `authorization` too, unless
   * the contract asks for no credential here.
   */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Options of a create that carries an idempotency key: at most one of the two members. */
export interface KeyedOptions extends CallOptions {
  /** The key to send; a fresh UUID when absent. */
  readonly idempotencyKey?: string;
  /** A business name for what must happen once, whatever the number of attempts, processes and restarts. */
  readonly intent?: string;
}

/** Options of a change that is protected by a validator (ETG-2). */
export interface ConditionalOptions<
  Of extends string = string,
> extends CallOptions {
  /** The strong validator that a read of the same resource handed out. */
  readonly ifMatch: StrongETag<Of>;
}

/** The input of an operation that takes nothing yet: when the contract adds a parameter, calls stay as they are. */
export type NoInput = Readonly<Record<string, never>>;

import type { ReadBody } from "../descriptors/media-descriptor.js";
import type { StrongETag } from "../http/strong-etag.js";
import type { Duration } from "../waiting/clock.js";
import type { PreparedCall, ServerLink } from "./own-options.js";

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

/** Options of a create whose idempotency keys only the caller can make: the client knows no form that fits the contract. */
export interface OwnKeyOptions extends CallOptions {
  /** The key to send. */
  readonly idempotencyKey: string;
}

/** Options of a change that is protected by a validator. */
export interface ConditionalOptions<
  Of extends string = string,
> extends CallOptions {
  /** The strong validator that a read of the same resource handed out. */
  readonly ifMatch: StrongETag<Of>;
}

/** The input of an operation that takes nothing yet: when the contract adds a parameter, calls stay as they are. */
export type NoInput = Readonly<Record<string, never>>;

/**
 * What a caller gave: the members of the parameters and of the body; or a bare value, which stands for
 * the operation's only path parameter.
 */
export type Input = string | number | bigint | boolean | object | undefined;

/** Call options and what the traits of an operation add to them. */
export interface ExecuteOptions extends CallOptions {
  /** Sent in the descriptor's `idempotencyHeader`; every repeat carries the same one. */
  readonly idempotencyKey?: string;
  /** Sent in the descriptor's `conditionHeader`; strong, checked before anything is sent. */
  readonly ifMatch?: string;
  /** The intent that a keyed create belongs to, for errors. */
  readonly intent?: string;
  /**
   * Link of a next page, sent in place of the URL built from path and query. A text is refused: only the runtime makes links.
   * The core refuses another origin than the server's.
   */
  readonly target?: ServerLink;
  /**
   * Milliseconds on the clock's monotonic scale: a deadline that several calls share (a wait with its polls, a
   * modification with its rounds). The earlier of it and `deadline` counts.
   */
  readonly deadlineAt?: number;
  /** The call as `prepare` made it of the same input; absent: it is made now. */
  readonly prepared?: PreparedCall;
  /** Hands the response out as a stream of bytes: `readStream`. */
  readonly asStream?: ReadBody;
  /** Media types of the contract that a success may come in. Default: all that need not be asked for. */
  readonly accept?: readonly string[];
}

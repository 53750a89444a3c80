import type { TraceContext } from "../call/core.js";

/**
 * Follows what a client does, step by step; {@link ClientOptions.tracing} takes one. `spans` makes one for
 * OpenTelemetry. What its functions throw is swallowed: watching a call must not change what becomes of it.
 */
export interface Tracing {
  /**
   * A piece of work begins: a logical call, by its operation (`cabinets.list`), or an exchange for a token
   * (`token.exchange`). Called where the work was asked for, before its first wait.
   */
  begin(name: string): WorkTrace;
}

/** One piece of work, with every wait and repeat in it. */
export interface WorkTrace {
  /** Calls `work`, at once and once; work that begins during it belongs to this one. */
  during(work: () => void): void;
  /** A request of this work is about to be sent. */
  attempt(request: TracedRequest): AttemptTrace;
  /** The work was done; of an answer that is handed out as a stream, its beginning is there. */
  done(): void;
  /** The work ended in an error; that of a caller's own store or callback can hold anything. */
  failed(error: unknown): void;
}

/** What may be known of a request: where it goes, by the contract's words and never with the values of a call. */
export interface TracedRequest {
  /** Upper-case method. */
  readonly method: string;
  /** Absolute URL that `path` is joined to. */
  readonly server: string;
  /** Path template: `/cabinets/{cabinetId}/settings`. */
  readonly path: string;
  /** Requests of the same work before this one. */
  readonly resends: number;
}

/** One request of a piece of work. */
export interface AttemptTrace {
  /** What the request carries in place of the trace that `traceContext` gives. */
  readonly context?: TraceContext | undefined;
  /** The answer's headers are there. */
  answered(status: number): void;
  /** The answer was read, whatever it says; of one that is handed out as a stream, its beginning. */
  done(): void;
  /** No answer came, or it broke off. The platform's error can hold anything. */
  failed(error: unknown): void;
}

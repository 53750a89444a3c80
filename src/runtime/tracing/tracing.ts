import { setHeader } from "../http/header-fields.js";

/**
 * Follows what a client does, step by step; `tracing` in the options of a client takes one. `spans` makes one for
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
  /** The work was done; of a response that is handed out as a stream, its beginning is there. */
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
  /** The response's headers are there. */
  responded(status: number): void;
  /** The response was read, whatever it says; of one that is handed out as a stream, its beginning. */
  done(): void;
  /** No response came, or it broke off. The platform's error can hold anything. */
  failed(error: unknown): void;
}

/** What work tells of its requests; never throws. */
export type FollowAttempt = (request: TracedRequest) => AttemptTrace;

/**
 * Does a piece of work and lets `tracing` follow it, from here to its end.
 *
 * @param name - see {@link Tracing.begin}
 * @param work - begins at once
 */
export function followWork<Value>(
  tracing: Tracing | undefined,
  name: string,
  work: (attempt: FollowAttempt) => Promise<Value>,
): Promise<Value> {
  const trace = tracing && ignoreErrors(() => tracing.begin(name));
  if (trace === undefined) return work(() => untraced);
  const result = beginDuring(trace, () =>
    work((request) => followAttempt(trace, request)),
  );
  return result.then(
    (value) => {
      ignoreErrors(() => {
        trace.done();
      });
      return value;
    },
    (error: unknown) => {
      ignoreErrors(() => {
        trace.failed(error);
      });
      throw error;
    },
  );
}

/** Begins the work inside of its trace; a trace that fails to call it must neither prevent it nor have it done twice. */
function beginDuring<Value>(
  trace: WorkTrace,
  work: () => Promise<Value>,
): Promise<Value> {
  const begun: Promise<Value>[] = [];
  const begin = (): Promise<Value> => {
    const [result = work()] = begun;
    begun[0] = result;
    return result;
  };
  ignoreErrors(() => {
    trace.during(() => {
      // The caller of the work learns how it ended.
      begin().catch(() => undefined);
    });
  });
  return begin();
}

function followAttempt(trace: WorkTrace, request: TracedRequest): AttemptTrace {
  const attempt = ignoreErrors(() => trace.attempt(request));
  if (attempt === undefined) return untraced;
  return {
    context: ignoreErrors(() => attempt.context),
    responded: (status) => {
      ignoreErrors(() => {
        attempt.responded(status);
      });
    },
    done: () => {
      ignoreErrors(() => {
        attempt.done();
      });
    },
    failed: (error) => {
      ignoreErrors(() => {
        attempt.failed(error);
      });
    },
  };
}

const untraced: AttemptTrace = {
  responded: () => undefined,
  done: () => undefined,
  failed: () => undefined,
};

/** Calls what only watches: that it throws, or rejects, changes nothing. */
export function ignoreErrors<Value>(watch: () => Value): Value | undefined {
  try {
    const watched = watch();
    if (watched instanceof Promise) watched.catch(() => undefined);
    return watched;
  } catch {
    // Watching a call must not change what becomes of it: a write would be lost to an error in a log line.
    return undefined;
  }
}

/**
 * Adds the trace of a call to its headers (W3C Trace Context). What is malformed is omitted, as that standard asks; so
 * is a trace whose function throws: tracing must not break a call.
 */
export function addTrace(
  headers: Headers,
  traceContext: () => TraceContext | undefined,
): void {
  try {
    const trace = traceContext();
    if (trace === undefined || !isTraceParent(trace.traceparent)) return;
    setHeader(headers, "traceparent", trace.traceparent);
    if (trace.tracestate !== undefined)
      setHeader(headers, "tracestate", trace.tracestate);
  } catch {
    // Omitted.
  }
}

function isTraceParent(text: string): boolean {
  return /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}/.test(text);
}

/** The headers of W3C Trace Context. */
export interface TraceContext {
  /** `00-<trace-id>-<parent-id>-<flags>` */
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** What the sandbox says to its log. No event holds a key, a JWT, a body or contact data (SEC-1). */
export type SandboxEvent = RequestEvent | DefectEvent;

/** A response was sent, or the connection was cut. */
export interface RequestEvent {
  readonly kind: "request";
  /** Epoch milliseconds of the sandbox's clock. */
  readonly time: number;
  readonly method: string;
  /** The path template; the address itself may hold identifiers. */
  readonly path: string;
  /** The HTTP status; 0 when the connection was cut. */
  readonly status: number;
  /** The code of the problem; undefined for a success. */
  readonly code: string | undefined;
  readonly traceId: string;
  /** The names of the planned faults that were injected. */
  readonly injected: readonly string[];
}

/** An error of the sandbox itself: an invalid response, or an unexpected error. */
export interface DefectEvent {
  readonly kind: "defect";
  readonly time: number;
  readonly operationId: string;
  /** What is wrong, without any value of a request or a response. */
  readonly message: string;
  readonly traceId: string;
}

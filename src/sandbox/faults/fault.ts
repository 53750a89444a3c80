/** On which side of the request's effect a fault strikes: `before` leaves no effect, `after` hides one. */
export type FaultStage = "before" | "after";

/** Whether a failed or unknown operation was executed. */
export type FaultEffect = "none" | "done";

/** What `Retry-After` says: whole seconds, or the HTTP date that lies so many seconds ahead (RFC 9110 section 10.2.3). */
export interface RetryAfterMembers {
  readonly retryAfter?: number;
  readonly retryAfterDate?: number;
}

/** The connection ends without a response. */
export interface DisconnectFault {
  readonly kind: "disconnect";
  readonly when?: FaultStage;
}

/** A wait in real time, for it is the patience of a client that it tries. */
export interface DelayFault {
  readonly kind: "delay";
  readonly milliseconds: number;
  readonly when?: FaultStage;
}

/** The response's head comes at once, its body in ten pieces over the time given. */
export interface SlowBodyFault {
  readonly kind: "slowBody";
  readonly milliseconds: number;
}

/** Half of the response's body: as a whole message, or with the connection cut in the middle of it. */
export interface TruncatedBodyFault {
  readonly kind: "truncatedBody";
  readonly connection?: "kept" | "cut";
}

/** No body, under the real response's status or another; with a status it can also come `before` the effect. */
export interface EmptyBodyFault {
  readonly kind: "emptyBody";
  readonly status?: number;
  readonly when?: FaultStage;
}

/** The page of a proxy that has lost the service behind it. */
export interface HtmlFault extends RetryAfterMembers {
  readonly kind: "html";
  readonly status?: 502 | 503 | 504;
  readonly when?: FaultStage;
}

/** Problem Details: a code of the contract, which brings its own status, or any other code with a status. */
export interface ProblemFault extends RetryAfterMembers {
  readonly kind: "problem";
  readonly code: string;
  readonly status?: number;
  /** `absent` leaves the member out of the body. */
  readonly retryable?: boolean | "absent";
  readonly when?: FaultStage;
}

/** An error of the token endpoint (RFC 6749 section 5.2). */
export interface TokenErrorFault extends RetryAfterMembers {
  readonly kind: "tokenError";
  readonly error: string;
  readonly status?: number;
  readonly when?: FaultStage;
}

/** Any other response, word for word. */
export interface ResponseFault {
  readonly kind: "response";
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly when?: FaultStage;
}

/** From this request on its JWT is refused, as expired or as withdrawn. */
export interface RefuseTokenFault {
  readonly kind: "refuseToken";
  readonly as?: "expired" | "revoked";
}

/** `nextCursor` is the very cursor that the request brought; a first page has none to repeat and stays as it is. */
export interface RetryCursorFault {
  readonly kind: "repeatCursor";
}

/** Members that the contract does not know, wherever it allows them, and every object's members in reverse order. */
export interface UnknownFieldsFault {
  readonly kind: "unknownFields";
}

/** An operation is in a state that the contract does not list. */
export interface OperationStateFault {
  readonly kind: "operationState";
  readonly status?: string;
}

/** The background operation that the request creates will fail. */
export interface FailOperationFault {
  readonly kind: "failOperation";
  readonly code: string;
  readonly message?: string;
  readonly retryable?: boolean;
  readonly effect?: FaultEffect;
}

/** `ambiguous_upstream_outcome`, again for every repeat with the same idempotency key (IDM-5). */
export interface AmbiguousOutcomeFault {
  readonly kind: "ambiguousOutcome";
  readonly effect?: FaultEffect;
}

/** The wall clock of the service jumps before the request is looked at: forward, or backward with a negative number. */
export interface ClockJumpFault {
  readonly kind: "clockJump";
  readonly milliseconds: number;
}

/** What goes wrong. */
export type Fault =
  | DisconnectFault
  | DelayFault
  | SlowBodyFault
  | TruncatedBodyFault
  | EmptyBodyFault
  | HtmlFault
  | ProblemFault
  | TokenErrorFault
  | ResponseFault
  | RefuseTokenFault
  | RetryCursorFault
  | UnknownFieldsFault
  | OperationStateFault
  | FailOperationFault
  | AmbiguousOutcomeFault
  | ClockJumpFault;

/** The name of a fault. */
export type FaultKind = Fault["kind"];

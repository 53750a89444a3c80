import type { Striker } from "../secrets/striker.js";
import type { ProblemDetails } from "./problem.js";

/** What a create went out with that makes it happen once, however often it is sent (IDM-1); absent for other calls. */
export interface SentKey {
  /** The caller's key, that of the intent, or the one that the client made. */
  readonly idempotencyKey?: string;
  /** The business name that the caller gave to the create. */
  readonly intent?: string;
}

/** What every error of the client knows of the call that it ended. All of it may be logged, unless it says otherwise. */
export interface ErrorFacts extends SentKey {
  /** One sentence on what happened; no values that a caller or a server sent. Default: that of the class. */
  readonly happened?: string;
  /** One sentence on what to do next. Default: that of the class (the action policy of the contract). */
  readonly remedy?: string;
  readonly call?: CallFacts;
  /** The background operation that it was about. */
  readonly operationId?: string;
  /** How many requests were sent. */
  readonly attempts?: number;
  /** Milliseconds spent waiting between them. */
  readonly waited?: number;
  readonly answer?: AnswerFacts;
  /** Strikes the credentials of the call out of what a server or the platform said. */
  readonly striker?: Striker;
  /** What led to it: an error of the platform, the caller's abort reason, an earlier error of the client. */
  readonly cause?: unknown;
}

/** Which operation it was, in the words of the contract: never with the values of a call. */
export interface CallFacts {
  /** `cabinets.list` */
  readonly operation: string;
  /** Upper-case method. */
  readonly method: string;
  /** Path *template*: `/cabinets/{cabinetId}/settings`. */
  readonly path: string;
}

/** What came back, when something did. */
export interface AnswerFacts {
  readonly status: number;
  /** Headers that may be shown (`safeHeaders`). */
  readonly headers: Readonly<Record<string, string>>;
  /** All of them; kept where inspection does not reach. */
  readonly allHeaders?: Headers;
  /** RFC 9457; kept where inspection does not reach, except for its type, title, code and trace identifier. */
  readonly problem?: ProblemDetails;
  /** What the server said in its own words, redacted; `isShown`: in the text of the error as well. */
  readonly said?: { readonly text: string; readonly isShown: boolean };
  /** A parsed error body; kept where inspection does not reach. */
  readonly body?: unknown;
  /** The body is JSON in a media type that the contract describes for an error of this status. */
  readonly isBodyDescribed?: true;
}

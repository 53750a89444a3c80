import {
  hidden,
  inspectSymbol,
  shownCode,
  shownTrace,
  setShown,
} from "../secrets/shown-values.js";
import type { Striker } from "../secrets/striker.js";
import type { ProblemDetails, ServerText } from "./problem.js";

/** Marks errors of generated clients, so that guards work across copies of the runtime in one process. */
const mark: unique symbol = Symbol.for("cabinetry.error");

/** The two sentences of a class: what happened and what to do next. */
interface ErrorWording {
  readonly name: string;
  readonly happened: string;
  readonly remedy: string;
}

/**
 * Root of every error that a client raises. Subclasses differ by what the caller does next.
 *
 * Message, `inspect`, `toJSON` and `String()` can be logged as they are: no payload, no ids of people, no keys or
 * tokens. What the server said in its own words is on `problem.detail` and `body`, for code alone.
 */
export abstract class ApiError extends Error {
  /** Distinguishes subclasses without `instanceof`. */
  abstract readonly kind: string;
  /** What happened, in one sentence. */
  readonly happened: string;
  /** What to do next. */
  readonly remedy: string;
  /** Operation name, `cabinets.list`; absent outside of a call. */
  declare readonly operation?: string;
  /** Upper-case method. */
  declare readonly method?: string;
  /** Path template, never with values in it. */
  declare readonly path?: string;
  /** The background operation that it was about: what `resume` takes. */
  declare readonly operationId?: string;
  /** What to pass again to repeat the same create, once it was sent; absent for calls without one. */
  declare readonly idempotencyKey?: string;
  /** The business name that the caller gave to the create, once it was sent. */
  declare readonly intent?: string;
  /** How many requests were sent for the logical call. */
  readonly attempts: number;
  /** Milliseconds spent waiting between them. */
  readonly waited: number;
  /** HTTP status code, when there was a response. */
  declare readonly status?: number;
  /** Machine code of the problem, carried through when the contract does not name it. */
  declare readonly code?: string;
  /** What the server said about repeating; absent when it said nothing. */
  declare readonly retryable?: boolean;
  /** Identifies the request for the people who run the server. */
  declare readonly traceId?: string;
  readonly #facts: ErrorFacts;

  constructor(wording: ErrorWording, facts: ErrorFacts) {
    super(
      wordMessage(wording, facts),
      facts.cause === undefined ? undefined : { cause: causeOf(facts) },
    );
    Object.defineProperty(this, mark, { value: true });
    Object.defineProperty(this, "name", {
      value: wording.name,
      configurable: true,
    });
    this.happened = facts.happened ?? wording.happened;
    this.remedy = facts.remedy ?? wording.remedy;
    this.attempts = facts.attempts ?? 0;
    this.waited = facts.waited ?? 0;
    this.#facts = facts;
    Object.assign(this, facts.call, sentKeyOf(facts));
    if (facts.operationId !== undefined) this.operationId = facts.operationId;
    if (facts.response !== undefined) this.status = facts.response.status;
    const problem = facts.response?.problem;
    if (problem?.code !== undefined)
      setShown(
        this,
        "code",
        problem.code,
        shownCode(problem.code, facts.striker),
      );
    if (problem?.retryable !== undefined) this.retryable = problem.retryable;
    const traceId = traceOf(facts.response);
    if (traceId !== undefined)
      setShown(this, "traceId", traceId, shownTrace(traceId, facts.striker));
  }

  /** Problem Details of the response, when it had them. Its `detail` can hold values of the call: not for logs. */
  get problem(): ProblemDetails | undefined {
    return this.#facts.response?.problem;
  }

  /**
   * What the server said in its own words, redacted: credentials, email addresses and digits that could be a phone number are struck out. It is
   * in `message` as well, unless the contract marks fields as sensitive: then it is here alone, and not for logs.
   */
  get serverMessage(): string | undefined {
    return (this.#facts.response ?? this.#facts).serverText?.text;
  }

  /** What led to it, as it was raised or given; `cause` has it without message and members. Not for logs. */
  get rawCause(): unknown {
    return this.#facts.cause;
  }

  /** Parsed body of the error response, Problem Details as well. Not for logs. */
  get body(): unknown {
    return this.#facts.response?.body;
  }

  /** Whether `body` is JSON in a media type that the contract describes for an error of this status. */
  get isBodyDescribed(): boolean {
    return this.#facts.response?.isBodyDescribed === true;
  }

  /** Response headers that may be shown; empty without a response. */
  get headers(): Readonly<Record<string, string>> {
    return this.#facts.response?.headers ?? {};
  }

  /** All headers of the response, when there was one. They can hold values of the call: not for logs. */
  get allHeaders(): Headers | undefined {
    return this.#facts.response?.allHeaders;
  }

  /**
   * The same error with the facts of a call: for what was raised where the call was not known. A copy, because one failed token
   * exchange is raised by every call that waited for it.
   *
   * @param call - undefined removes the facts of the call
   */
  during(
    call: CallFacts | undefined,
    attempts: number,
    waited: number,
    sent: SentKey = {},
  ): this {
    if (call && this.operation !== undefined) return this;
    const Kind = this.constructor as new (facts: ErrorFacts) => this;
    return new Kind({ ...this.#facts, ...sent, call, attempts, waited });
  }

  /**
   * The same error with the facts of a background operation; one that names an operation already stays as it is.
   *
   * @param operationId - undefined: of none, with other words alone
   * @param more - what is different then
   * @param Kind - the class, where another one says more of it
   */
  about(
    operationId: string | undefined,
    more: ConstructorParameters<typeof ApiError>[1] = {},
    Kind = this.constructor as new (facts: typeof more) => ApiError,
  ): ApiError {
    return this.operationId === undefined
      ? new Kind({ ...this.#facts, ...more, operationId })
      : this;
  }

  /** What may be logged, as plain data. */
  toJSON(): Readonly<Record<string, unknown>> {
    const own = Object.entries(this).filter(([, value]) => value !== undefined);
    const masked = ["code", "traceId"].filter(
      (name) => Object.hasOwn(this, name) && !own.some(([one]) => one === name),
    );
    return {
      name: this.name,
      message: this.message,
      ...Object.fromEntries(own),
      ...Object.fromEntries(masked.map((name) => [name, hidden])),
      ...(this.rawCause !== undefined && { cause: showCause(this.#facts) }),
    };
  }

  /** What `console.log` shows: the stack, which begins with the message, and the facts. */
  [inspectSymbol](): string {
    const facts = { ...this.toJSON() };
    delete facts["name"];
    delete facts["message"];
    return `${this.stack ?? String(this)} ${JSON.stringify(facts, undefined, 2)}`;
  }
}

/** Whether something caught is an error of a generated client, of this copy of the runtime or another. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && mark in error;
}

function wordMessage(wording: ErrorWording, facts: ErrorFacts): string {
  const where =
    facts.call === undefined
      ? ""
      : `${facts.call.operation} (${facts.call.method} ${facts.call.path}): `;
  const problem = facts.response?.problem;
  const traceId = traceOf(facts.response);
  const asides = [
    ...(facts.response === undefined
      ? []
      : [`status ${String(facts.response.status)}`]),
    ...(problem?.code === undefined
      ? []
      : [`code ${shownCode(problem.code, facts.striker)}`]),
    ...(traceId === undefined
      ? []
      : [`trace ${shownTrace(traceId, facts.striker)}`]),
    ...(facts.attempts === undefined || facts.attempts < 2
      ? []
      : [`${String(facts.attempts)} attempts`]),
  ];
  const aside = asides.length === 0 ? "" : ` [${asides.join(", ")}]`;
  const { serverText } = facts.response ?? facts;
  const words =
    serverText?.isShown === true
      ? ` The server said: ${JSON.stringify(serverText.text)}.`
      : "";
  return `${where}${facts.happened ?? wording.happened}${words} ${facts.remedy ?? wording.remedy}${aside}`;
}

/** What identifies the request. Servers without Problem Details put it in a header. */
export function traceOf(
  response: ResponseFacts | undefined,
): string | undefined {
  const { problem, traceHeaders = ["x-trace-id", "x-request-id"] } =
    response ?? {};
  const { traceId = problem?.traceId } = response ?? {};
  const [found] = traceHeaders.flatMap(
    (name) => response?.allHeaders?.get(name) ?? response?.headers[name] ?? [],
  );
  return traceId ?? found;
}

/** Errors of the client print nothing that may not be shown; all others are redacted. */
function causeOf({ cause, striker }: ErrorFacts): unknown {
  return isApiError(cause) ? cause : redactedCause(cause, striker);
}

/** A foreign error can carry anything in its message and members: name and code say enough. */
function showCause({ cause, striker }: ErrorFacts): unknown {
  if (isApiError(cause)) return cause.toJSON();
  if (!(cause instanceof Error)) return typeof cause;
  const code = "code" in cause ? cause.code : codeOf(cause.cause);
  return {
    name: shownCode(cause.name, striker),
    ...(typeof code === "string" && { code: shownCode(code, striker) }),
  };
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}

/**
 * A foreign error without its message and members, which can quote anything: name, code, frames and causes are left.
 * Runtimes and loggers print `cause` in full, an uncaught one too, whatever the class says of how it is printed.
 *
 * @param striker - strikes the credentials of the call out of name and code
 * @returns `[hidden]` for what is not an error
 */
function redactedCause(
  cause: unknown,
  striker: Striker | undefined,
  depth = 0,
): unknown {
  if (!(cause instanceof Error)) return hidden;
  const inner =
    cause.cause === undefined || depth > 4
      ? undefined
      : redactedCause(cause.cause, striker, depth + 1);
  const error = new Error(
    hidden,
    inner === undefined ? undefined : { cause: inner },
  );
  const name = shownCode(cause.name, striker);
  Object.defineProperty(error, "name", { value: name, configurable: true });
  Object.defineProperty(error, "stack", {
    value: [`${name}: ${hidden}`, ...framesOf(cause)].join("\n"),
    configurable: true,
    writable: true,
  });
  const code = "code" in cause ? cause.code : undefined;
  return typeof code === "string"
    ? Object.assign(error, { code: shownCode(code, striker) })
    : error;
}

/** Lines of the stack after the message; none when the message was changed since, for then it cannot be found. */
function framesOf({ stack, message }: Error): readonly string[] {
  const at = stack?.lastIndexOf(message) ?? -1;
  if (stack === undefined || at === -1 || message === "") return [];
  return stack
    .slice(at + message.length)
    .split("\n")
    .filter((line) => /^\s+at [^?]*:\d+:\d+\)?$/.test(line));
}

/** What a create went out with that makes it happen once, however often it is sent; absent for other calls. */
export interface SentKey {
  /** The caller's key, that of the intent, or the one that the client made. */
  readonly idempotencyKey?: string;
  /** The business name that the caller gave to the create. */
  readonly intent?: string;
}

/** Key and intent of what has them among its members, and nothing else of it. */
export function sentKeyOf({
  idempotencyKey,
  intent,
}: {
  readonly [Name in keyof SentKey]?: SentKey[Name] | undefined;
}): SentKey {
  return {
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(intent !== undefined && { intent }),
  };
}

/** What every error of the client knows of the call that it ended. All of it may be logged, unless it says otherwise. */
export interface ErrorFacts extends SentKey {
  /** One sentence on what happened; no values that a caller or a server sent. Default: that of the class. */
  readonly happened?: string | undefined;
  /** One sentence on what to do next. Default: that of the class (the action policy of the contract). */
  readonly remedy?: string | undefined;
  readonly call?: CallFacts | undefined;
  /** The background operation that it was about. */
  readonly operationId?: string | undefined;
  /** The body was a stream, which can be sent only once. */
  readonly isBodySpent?: true;
  /** How many requests were sent. */
  readonly attempts?: number;
  /** Milliseconds spent waiting between them. */
  readonly waited?: number;
  readonly response?: ResponseFacts;
  /** As `response` has it, of a failure that is not an error response. */
  readonly serverText?: ServerText | undefined;
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
export interface ResponseFacts {
  readonly status: number;
  /** Headers that may be shown (`safeHeaders`). */
  readonly headers: Readonly<Record<string, string>>;
  /** All of them; kept where inspection does not reach. */
  readonly allHeaders?: Headers;
  /** Those that can identify the request; undefined: `X-Trace-Id` and `X-Request-Id`. */
  readonly traceHeaders?: readonly string[] | undefined;
  /** What identifies the request, where `problem` and the headers do not say it. */
  readonly traceId?: string | undefined;
  /** RFC 9457; kept where inspection does not reach, except for its type, title, code and trace identifier. */
  readonly problem?: ProblemDetails;
  readonly serverText?: ServerText | undefined;
  /** A parsed error body; kept where inspection does not reach. */
  readonly body?: unknown;
  /** The body is JSON in a media type that the contract describes for an error of this status. */
  readonly isBodyDescribed?: true;
}

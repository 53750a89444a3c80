import { ignoreErrors } from "./tracing.js";
import type { Clock } from "../waiting/clock.js";

/** What a client tells of its work. Every event can be logged as it is: headers and parameters pass an allow-list. */
export interface ClientEvents {
  /** One attempt is about to be sent. */
  readonly request: RequestEvent;
  /** An attempt got a response, whatever the status. */
  readonly response: ResponseEvent;
  /** An attempt failed and will be repeated. */
  readonly retry: RetryEvent;
  /** A call ended in an error. */
  readonly failure: FailureEvent;
  /** A token was obtained, or could not be. */
  readonly token: TokenEvent;
  /** A page of a sequence arrived. */
  readonly page: PageEvent;
  /** The state of a background operation was asked for. */
  readonly poll: PollEvent;
  /** The server's contract is not the one that the client was generated from. */
  readonly contract: ContractEvent;
}

/** Which operation an event belongs to. */
interface OperationEvent {
  readonly operation: string;
  readonly method: string;
  /** Path template. */
  readonly path: string;
}

/** See {@link ClientEvents}. */
export interface RequestEvent extends OperationEvent {
  /** 1 for the first. */
  readonly attempt: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parameters by wire name: values of those that may be shown, `[hidden]` for the others. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Size of the body; absent without one, or when it is a stream. */
  readonly bytes?: number;
}

/** See {@link ClientEvents}. */
export interface ResponseEvent extends OperationEvent {
  readonly attempt: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** From sending to the response's headers. */
  readonly milliseconds: number;
}

/** See {@link ClientEvents}. */
export interface RetryEvent extends OperationEvent {
  /** The attempt that failed. */
  readonly attempt: number;
  readonly reason: "unsent" | "lost" | "refused" | "answered";
  readonly status?: number;
  readonly code?: string;
  /** How long the client waits before it repeats. */
  readonly milliseconds: number;
}

/** See {@link ClientEvents}. */
interface FailureEvent extends OperationEvent {
  /** What the error's `toJSON` shows. */
  readonly error: Readonly<Record<string, unknown>>;
}

/** See {@link ClientEvents}. With `error` the exchange failed; in the background no call raises it. */
export interface TokenEvent {
  /** Why a token was needed: none yet, the last one runs out, or the server refused it. */
  readonly reason: "first" | "refresh" | "refused";
  /** Scopes that were granted. */
  readonly granted: readonly string[];
  /** Scopes that were requested and not granted. */
  readonly missing: readonly string[];
  /** Lifetime in seconds, as the server gave it; absent when it gave none. */
  readonly expiresIn?: number;
  /** What the error's `toJSON` shows. */
  readonly error?: Readonly<Record<string, unknown>>;
}

/** See {@link ClientEvents}. */
interface PageEvent {
  readonly operation: string;
  /** 0 for the first page of the sequence. */
  readonly index: number;
  readonly items: number;
}

/** See {@link ClientEvents}. */
interface PollEvent {
  readonly operation: string;
  readonly operationId: string;
  /** As the server words it. */
  readonly status: string;
}

/** See {@link ClientEvents}. */
interface ContractEvent {
  /** Version that the client was generated from. */
  readonly expected: string;
  /** Version that the server reports. */
  readonly actual: string;
}

/** Called for each event; an error thrown in one is swallowed, since watching a call must not change it. */
export type Hooks = {
  readonly [Name in keyof ClientEvents]?: (event: ClientEvents[Name]) => void;
};

/** One structured line for a log, already redacted. */
export interface LogEntry {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly event: keyof ClientEvents;
  /** ISO 8601. */
  readonly time: string;
  readonly data: ClientEvents[keyof ClientEvents];
}

/** Takes log entries: `(entry) => pino[entry.level](entry)`. */
export type Logger = (entry: LogEntry) => void;

/** Tells of one event. `build` makes it, and is called only when somebody listens: what is shown has to be redacted first. */
export type Report = <Name extends keyof ClientEvents>(
  name: Name,
  build: () => ClientEvents[Name],
) => void;

const levels: Readonly<Record<keyof ClientEvents, LogEntry["level"]>> = {
  request: "debug",
  response: "debug",
  retry: "warn",
  failure: "error",
  token: "info",
  page: "debug",
  poll: "debug",
  contract: "warn",
};

/**
 * Makes the function that hands events to hooks and logger. What they throw, or reject with, is swallowed. An event
 * without a listener is not built.
 */
export function createReport(
  clock: Clock,
  hooks: Hooks | undefined,
  logger: Logger | undefined,
): Report {
  return (name, build) => {
    const isHooked =
      hooks !== undefined &&
      ignoreErrors(() => hooks[name] !== undefined) === true;
    if (!isHooked && logger === undefined) return;
    const event = build();
    ignoreErrors(() => hooks?.[name]?.(event));
    if (logger === undefined) return;
    const time = new Date(clock.now()).toISOString();
    ignoreErrors(() => {
      logger({ level: levels[name], event: name, time, data: event });
    });
  };
}

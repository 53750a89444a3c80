import type { CredentialProvider } from "../credentials/credential-provider.js";
import { ArgumentError } from "../errors/argument-error.js";
import type { ProblemMembers } from "../errors/problem.js";
import type { Striker } from "../secrets/striker.js";
import type { ServerOptions } from "../servers/resolve-server.js";
import type { Tracing } from "../tracing/tracing.js";
import type { Clock } from "../waiting/clock.js";
import type { ApiResponse, CallOptions, Duration } from "./call.js";
import type { Hooks, Logger, Report } from "./events.js";
import type { Limits } from "./limits.js";
import type { OperationDescriptor, ReadBody } from "./operation-descriptor.js";
import type { ServerLink } from "./own-options.js";
import type { PreparedCall } from "./prepare-call.js";

declare const granted: unique symbol;

/**
 * What the resources of one client share: server, credentials, pacing, hooks. Made by `createCore`.
 *
 * @typeParam Granted - the scopes that were requested; contravariant, so that a resource of a client without a scope
 * is not one with it.
 */
export interface Core<in Granted extends string = never> {
  readonly [granted]?: (scope: Granted) => void;
  readonly clock: Clock;
  /** Tells the caller's hooks and logger; what it is given must be fit for a log. */
  readonly report: Report;
  /** Strikes the credentials of the client out of what is shown. */
  readonly striker: Striker;
  /** The most bytes that are read of one line or event of a stream. */
  readonly maxPartBytes: number;
  /** Deadline in milliseconds of calls that give none. */
  readonly defaultDeadline: number;
  /** Absolute URL of the server that paths are joined to; tells the operations of one service from those of another. */
  readonly serverUrl?: string;
  /** What the problem codes of the contract mean, in failed background operations too. */
  readonly problem?: ProblemFacts | undefined;
  /** Obeys the server's limits; absent when the contract states none. */
  readonly limits?: Limits;
  /**
   * Checks a call and serialises it, at once and without sending anything. What is sent later with it
   * (`ExecuteOptions.prepared`) is what the caller gave now, whatever was waited for or changed meanwhile.
   *
   * @throws ArgumentError, PreconditionRequiredError, ScopeError, AuthenticationError: the caller's mistakes;
   * RequestTooLargeError, FeatureDisabledError: what the limits that are known by now do not allow
   */
  prepare(
    descriptor: OperationDescriptor,
    input: Input,
    options?: ExecuteOptions,
  ): PreparedCall;
  /** Checks what {@link Core.prepare} checks, as far as it does not depend on the input: options, scopes and features. */
  check(descriptor: OperationDescriptor, options?: ExecuteOptions): void;
  /** One logical call, in the order of the client's design, up to the parsed answer. */
  execute(
    descriptor: OperationDescriptor,
    input: Input,
    options?: ExecuteOptions,
  ): Promise<ApiResponse<unknown>>;
}

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
  /** Hands the answer out as a stream of bytes: `readStream`. */
  readonly asStream?: ReadBody;
  /** Media types of the contract that a success may come in. Default: all that need not be asked for. */
  readonly accept?: readonly string[];
}

/** What every client takes, whatever its contract. */
export interface ClientOptions extends ServerOptions {
  /** Default: the global `fetch`. It is always called with `redirect: "manual"`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Default: the platform's clocks and timers. */
  readonly clock?: Clock;
  /**
   * The most bytes that are read of a response, decompressed; a larger one raises `ResponseTooLargeError`. Of a stream it
   * is the most of one line or event. Default: 64 MiB; 1 MiB of a line or an event. Of error bodies and token responses
   * never more than 1 MiB is read.
   */
  readonly maxResponseBytes?: number;
  /** Deadline of calls that give none. Default: one minute. */
  readonly deadline?: Duration;
  /** The most time that one attempt of a call may take; then its response counts as lost. Default: what is left of the deadline. */
  readonly timeout?: Duration;
  readonly retry?: RetryOptions;
  /**
   * Hosts that credentials may be sent to over plain http, as in a container network: `["api.internal:8080"]`. Without a
   * port: all ports of that host. The access key of a token exchange never goes over plain http, whatever is named here.
   */
  readonly allowInsecureHosts?: readonly string[];
  /**
   * Follow the redirect of a GET to another origin, without credentials, cookies and added headers. Default false: it
   * raises, or gives the address where the contract describes it without content. Redirects on the same origin are followed:
   * of GET and HEAD always, of other methods by 307 and 308.
   */
  readonly crossOriginRedirects?: boolean;
  /** Added to every request to the API (not to the token endpoint). */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called for each event, attempt by attempt. */
  readonly hooks?: Hooks;
  /** Takes structured entries, already redacted. */
  readonly logger?: Logger;
  /** What hooks and logger may show beside the built-in allow-list. */
  readonly show?: ShowOptions;
  /** The trace that a call belongs to (W3C Trace Context); asked once per attempt. */
  readonly traceContext?: () => TraceContext | undefined;
  /** Follows calls and their attempts: `spans({ trace, context })` shows them as OpenTelemetry spans. */
  readonly tracing?: Tracing;
}

/** Names that may be shown in events; those that the contract marks as sensitive stay hidden all the same. */
export interface ShowOptions {
  /** Header names, any case. */
  readonly headers?: readonly string[];
  /** Parameter names on the wire. */
  readonly parameters?: readonly string[];
}

/** The headers of W3C Trace Context. */
export interface TraceContext {
  /** `00-<trace-id>-<parent-id>-<flags>` */
  readonly traceparent: string;
  readonly tracestate?: string;
}

/**
 * What decides whether a failed attempt is retried.
 *
 * `problem`: the member `retryable` of the server's Problem Details. `method`: the method (RFC 9110 section 9.2.2). GET,
 * HEAD, OPTIONS, PUT and DELETE are retried after a lost response, 408, 429 and 5xx (not 501 and 505), but PUT and
 * DELETE with a condition not after a lost response; POST and PATCH only with an idempotency header. Under both, a
 * request that never left this machine is retried.
 */
export type RetryPolicy = "problem" | "method";

/** Bounds and policy of retries. */
export interface RetryOptions {
  /** The most requests for one logical call, the first included. Default 4; 1 turns repeats off. */
  readonly attempts?: number;
  /** Milliseconds: the upper bound of the first wait, doubled each time (full jitter). Default 500. */
  readonly baseDelay?: number;
  /** Milliseconds: the upper bound of every wait. Default 20 000. */
  readonly maxDelay?: number;
  /** Default: `problem` where the problems of the contract have the member `retryable`, else `method`. */
  readonly policy?: RetryPolicy;
  /**
   * Request headers that make the server carry out a request once, beside the one that the contract declares: a POST
   * that the caller gives one of them is retried like an idempotent method. Only name what the server supports.
   */
  readonly idempotencyHeaders?: readonly string[];
}

/** What the generated code knows of the contract and hands to the core, once. */
export interface CoreSetup {
  readonly contract: ContractFacts;
  /** Absolute URL of the server that paths are joined to. */
  readonly serverUrl: string;
  /** Scheme name → what supplies it. A scheme that is absent has no credential: calls that need it fail before sending. */
  readonly credentials: Readonly<Record<string, CredentialProvider>>;
  /** The caller's option `scopes`, checked (`knownScopes`); absent where the contract lists none. */
  readonly scopes?: readonly string[] | undefined;
  /** Called once with the core that is being made, because limits are read through it (`obeyLimits`). */
  readonly limits?: (core: Core) => Limits;
}

/** The parts of the contract that the runtime works by; a constant in the generated code. */
export interface ContractFacts {
  readonly title: string;
  /** `info.version`. */
  readonly version: string;
  /** How this contract words its problems; absent when it has no Problem Details. */
  readonly problem?: ProblemFacts;
  /** Headers of keys and conditions that the contract names itself: each belongs to one request. */
  readonly requestHeaders?: readonly string[];
  /** Names of members that are masked wherever they could be shown, as the schema marks them. */
  readonly sensitive?: SensitiveFields;
}

/** What keeps the values of fields out of what is shown. Made by `sensitiveFields`. */
export interface SensitiveFields {
  /** Of members and parameters; compared without regard to case. */
  readonly names: readonly string[];
  /** Texts and numbers that a call has in them. */
  readonly find: (input: SensitiveInput) => readonly string[];
  /** A copy of plain data in which they are masked, at any depth. */
  readonly mask: (value: unknown) => unknown;
}

/** What a call was given. */
export type SensitiveInput = Pick<PreparedCall, "given" | "bodyValue">;

/** Problem codes of the contract (RFC 9457 extension members) and what the client does on them. */
export interface ProblemFacts {
  /** Names of the extension members, where the contract calls them otherwise than `code`, `retryable`, `traceId`. */
  readonly members?: ProblemMembers;
  /**
   * Problems of this contract say whether a request may be repeated, so that silence means no. Without it,
   * silence says nothing.
   */
  readonly retryable?: true;
  /**
   * Codes with a meaning for the client's next step, in addition to those that every client knows
   * (`ambiguous_upstream_outcome`, `idempotency_key_conflict`, `feature_disabled`).
   */
  readonly codes: Readonly<Record<string, ProblemMeaning>>;
}

/** The next steps that differ by code and not by status alone. */
export type ProblemMeaning =
  | "idempotency-conflict"
  | "ambiguous-outcome"
  | "feature-disabled"
  | "operation-expired"
  | "access-denied"
  | "resource-problem";

/** What every call of one client works with; settled when the client is made, never changed. */
export interface Connection {
  readonly contract: ContractFacts;
  /** Absolute. */
  readonly serverUrl: string;
  /** The absolute URL of a server that an operation has of its own. */
  readonly resolve: (
    server: NonNullable<OperationDescriptor["server"]>,
  ) => string;
  readonly credentials: Readonly<Record<string, CredentialProvider>>;
  /** What the caller said the client needs; a call beyond it is refused. Undefined: nothing was said. */
  readonly scopes: ReadonlySet<string> | undefined;
  /** The caller's `fetch`; undefined: the platform's. */
  readonly ownFetch: ((request: Request) => Promise<Response>) | undefined;
  readonly clock: Clock;
  readonly report: Report;
  /** Strikes the credentials that calls went out with. */
  readonly striker: Striker;
  /** Undefined while the client is being made, and for contracts that state none. */
  readonly limits: () => Limits | undefined;
  readonly insecureHosts: readonly string[];
  readonly crossOriginRedirects: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly show: ShowOptions;
  readonly traceContext: (() => TraceContext | undefined) | undefined;
  readonly tracing: Tracing | undefined;
  /** A trace may be added to requests. */
  readonly isTraced: boolean;
  /** The most bytes that are read of a response. */
  readonly maxBytes: number;
  /** Milliseconds. */
  readonly defaultDeadline: number;
  readonly retry: RetryBounds;
}

/** {@link RetryOptions} with every default settled; milliseconds. */
export interface RetryBounds {
  readonly attempts: number;
  readonly baseDelay: number;
  readonly maxDelay: number;
  /** The most that one attempt may take; absent: what is left of the deadline. */
  readonly timeout?: number;
  readonly policy: RetryPolicy;
  readonly idempotencyHeaders: readonly string[];
}

/**
 * A connected client, as its caller holds it: pass it to the constructors of resources. It has no members. Only the
 * modules of the client reach what is behind it, so no caller can send a request that the contract does not describe.
 *
 * @typeParam Granted - the scopes that were requested; contravariant, so that a connection without a scope does not
 * pass for one with it
 */
export interface ClientConnection<in Granted extends string = never> {
  readonly [granted]: (scope: Granted) => void;
}

const cores = new WeakMap<object, Core>();

/** Hides a core behind a new connection. */
export function connectionOf<Granted extends string = never>(
  core: Core<Granted>,
): ClientConnection<Granted> {
  const connection = Object.freeze({}) as ClientConnection<Granted>;
  cores.set(connection, core);
  return connection;
}

/**
 * The core behind a connection.
 *
 * @throws ArgumentError for any other value, the connection of another generated client included
 */
export function coreOf<Granted extends string = never>(
  connection: ClientConnection<Granted>,
): Core<Granted> {
  // The types of the connection say which scopes its core has.
  const core = cores.get(connection) as Core<Granted> | undefined;
  if (core !== undefined) return core;
  throw new ArgumentError({
    happened: "The connection was not made by this client.",
    remedy:
      "Pass what the `connect…` function of the same generated client returned.",
  });
}

import type { CredentialProvider } from "../credentials/credential-provider.js";
import { ArgumentError } from "../errors/argument-error.js";
import type { RetryBounds } from "../retry/read-retry.js";
import type { Striker } from "../secrets/striker.js";
import type { TraceContext, Tracing } from "../tracing/tracing.js";
import type { Clock } from "../waiting/clock.js";
import type { ExecuteOptions, Input } from "./call-options.js";
import type { ApiResponse, Executor } from "./call.js";
import type { ContractFacts } from "../descriptors/contract-facts.js";
import type { Report } from "../tracing/events.js";
import type { ShowOptions } from "./client-options.js";
import type { Limits } from "./limits.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import type { PreparedCall } from "./own-options.js";

declare const granted: unique symbol;

/**
 * What the resources of one client share: server, credentials, pacing, hooks. Made by `createCore`.
 *
 * @typeParam Granted - the scopes that were requested; contravariant, so that a resource of a client without a scope
 * is not one with it.
 */
export interface Core<in Granted extends string = never> extends Executor {
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
  /** What problem codes mean, and what is sensitive, in failed background operations too. */
  readonly contract?: ContractFacts;
  /** Obeys the server's limits; absent when the contract states none. */
  readonly limits?: Limits;
  /**
   * Checks a call and serialises it, at once and without sending anything. What is sent later with it
   * (`ExecuteOptions.prepared`) is what the caller gave now, whatever was waited for or changed meanwhile.
   *
   * @throws ArgumentError, PreconditionRequiredError, ScopeError, AuthenticationError: the caller's mistakes;
   * RequestTooLargeError, FeatureDisabledError: what the known limits do not allow
   */
  prepare(
    descriptor: OperationDescriptor,
    input: Input,
    options?: ExecuteOptions,
  ): PreparedCall;
  /** Options of a client that is made of this one: what both must share. */
  readonly shared?: object;
  /** Keeps the identifier of a request by what was made of its response (`requestIdOf`). */
  readonly identify?: (response: ApiResponse<unknown>, made?: unknown) => void;
  /** Checks what {@link Core.prepare} checks, as far as it does not depend on the input: options, scopes and features. */
  check(descriptor: OperationDescriptor, options?: ExecuteOptions): void;
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
 * Gives a resource or a client the core behind a connection. They have no member for it, so an object with the same
 * methods has their type: tests can pass one of their own.
 *
 * @throws ArgumentError for a value that is not a connection of this client
 */
export function keepCore(holder: object, connection: ClientConnection): void {
  cores.set(holder, coreOf(connection));
}

/** The connection of a client that {@link keepCore} was called with. */
export function ownConnection(client: object): ClientConnection {
  // Whatever has a core stands for it; what has none is refused where the core is needed.
  return client as ClientConnection;
}

/**
 * The core behind a connection, a resource or a client.
 *
 * @throws ArgumentError for any other value, the connection of another generated client included
 */
export function coreOf(holder: object): Core {
  const core = cores.get(holder);
  if (core !== undefined) return core;
  throw new ArgumentError({
    happened: "The connection was not made by this client.",
    remedy: "Pass what `connect…` of the same client returned.",
  });
}

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

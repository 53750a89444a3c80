import { isApiError } from "../errors/api-error.js";
import { ArgumentError } from "../errors/argument-error.js";
import { checkClientHeaders, newKey } from "../request/write-headers.js";
import { checkMaxBytes, mostBytes, mostOfPart } from "../response/read-body.js";
import { checkAttempts, readRetry, retryClassOf } from "../retry/read-retry.js";
import { createStriker } from "../secrets/striker.js";
import { type FollowAttempt, followWork } from "../tracing/tracing.js";
import { CallTimer } from "../waiting/call-timer.js";
import { readDuration, systemClock } from "../waiting/clock.js";
import { chooseSecurity } from "./apply-credentials.js";
import { callError } from "./call-error.js";
import type { ExecuteOptions, Input } from "./call-options.js";
import { startRecord } from "./call-record.js";
import type { ApiResponse } from "./call.js";
import { checkOptions } from "./check-options.js";
import type { ClientOptions } from "./client-options.js";
import type { Connection, Core, CoreSetup } from "./core.js";
import { createReport } from "../tracing/events.js";
import type { Limits } from "./limits.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { type PreparedCall, registerPrepared } from "./own-options.js";
import { prepareCall, underKey } from "./prepare-call.js";
import { runCall } from "./run-call.js";

/**
 * Makes what the resources of one client share. Nothing is sent yet.
 *
 * Everything lives in closures: printing a core, or a client that holds one, shows no credential.
 *
 * @throws ArgumentError for options that cannot be used
 */
export function createCore<Granted extends string = never>(
  setup: CoreSetup,
  options: ClientOptions = {},
): Core<Granted> {
  const clock = options.clock ?? systemClock;
  const retry = readRetry(options, setup.contract.problem);
  checkClientHeaders(
    options.headers ?? {},
    Object.keys(setup.credentials).length > 0,
    [...retry.idempotencyHeaders, ...(setup.contract.requestHeaders ?? [])],
  );
  const report = createReport(clock, options.hooks, options.logger);
  // Limits are read through the core that they hold back, so they come after it.
  const made: { limits?: Limits } = {};
  const connection: Connection = {
    contract: setup.contract,
    serverUrl: setup.serverUrl,
    resolve: ({ resolve, at }) => resolve("", at, setup.serverUrl, options),
    credentials: setup.credentials,
    scopes: setup.scopes === undefined ? undefined : new Set(setup.scopes),
    ownFetch: options.fetch,
    clock,
    report,
    striker: createStriker(),
    limits: () => made.limits,
    insecureHosts: readHosts(options.allowInsecureHosts ?? []),
    crossOriginRedirects: options.crossOriginRedirects === true,
    headers: { ...options.headers },
    show: options.show ?? {},
    traceContext: options.traceContext,
    tracing: options.tracing,
    isTraced:
      options.tracing !== undefined || options.traceContext !== undefined,
    maxBytes: checkMaxBytes(options.maxResponseBytes) ?? mostBytes,
    defaultDeadline: readDuration(options.deadline ?? "1m", "deadline"),
    retry,
  };
  const plain: Core<Granted> = {
    clock,
    report,
    striker: connection.striker,
    maxPartBytes: options.maxResponseBytes ?? mostOfPart,
    defaultDeadline: connection.defaultDeadline,
    serverUrl: connection.serverUrl,
    contract: setup.contract,
    prepare: (descriptor, input, callOptions = {}) =>
      checked(connection, descriptor, callOptions, () => {
        const call = prepare(connection, descriptor, input, callOptions);
        checkSecurity(connection, descriptor);
        made.limits?.checkKnown(descriptor, call.body?.bytes);
        return registerPrepared(call);
      }),
    check: (descriptor, callOptions = {}) => {
      checked(connection, descriptor, callOptions, () => {
        checkOptions(descriptor, callOptions);
        checkSecurity(connection, descriptor);
        made.limits?.checkKnown(descriptor, undefined);
      });
    },
    execute: (descriptor, input, callOptions) =>
      followWork(connection.tracing, descriptor.name, (attempt) =>
        execute(connection, descriptor, input, callOptions, attempt),
      ),
  };
  const limits = setup.limits?.(plain);
  if (limits === undefined) return plain;
  made.limits = limits;
  return { ...plain, limits };
}

async function execute(
  connection: Connection,
  descriptor: OperationDescriptor,
  input: Input,
  callOptions: ExecuteOptions = {},
  followAttempt: FollowAttempt,
): Promise<ApiResponse<unknown>> {
  const options = withKey(descriptor, callOptions);
  const record = startRecord(descriptor, options, connection.striker);
  let timer: CallTimer | undefined;
  try {
    timer = new CallTimer(
      connection.clock,
      deadlineOf(connection, options),
      options.signal,
    );
    if (options.prepared !== undefined) checkOptions(descriptor, options);
    const given =
      options.prepared ?? prepare(connection, descriptor, input, options);
    record.identifiers = given.identifiers;
    // Only what carries a key waits here; all other calls are under way when they return.
    const prepared =
      options.idempotencyKey === undefined
        ? given
        : await underKey(given, descriptor, options.idempotencyKey);
    record.bytes = prepared.body?.bytes;
    record.retryClass = retryClassOf(
      descriptor,
      prepared.headers,
      connection.retry,
    );
    const key = callersKey(prepared.headers, connection);
    if (key !== undefined) record.idempotencyKey ??= key;
    return await runCall({
      connection,
      descriptor,
      prepared,
      server: prepared.server,
      followAttempt,
      asStream: options.asStream,
      maxBytes: checkMaxBytes(options.maxResponseBytes) ?? connection.maxBytes,
      accept: options.accept,
      ownDeadline:
        options.deadline !== undefined || options.deadlineAt !== undefined,
      attempts:
        options.attempts === undefined
          ? connection.retry.attempts
          : checkAttempts(options.attempts, "attempts"),
      timeout:
        options.timeout === undefined
          ? (connection.retry.timeout ?? Infinity)
          : readDuration(options.timeout, "timeout"),
      record,
      timer,
    });
  } catch (thrown) {
    const error = callError(thrown, record, timer);
    timer?.end();
    if (isApiError(error))
      connection.report("failure", () => ({
        ...record.facts,
        error: error.toJSON(),
      }));
    throw error;
  }
}

function prepare(
  connection: Connection,
  descriptor: OperationDescriptor,
  input: Input,
  options: ExecuteOptions,
): PreparedCall {
  const server =
    descriptor.server === undefined
      ? connection.serverUrl
      : connection.resolve(descriptor.server);
  return prepareCall(server, connection.headers, descriptor, input, options);
}

/** @throws ScopeError, AuthenticationError when no alternative of the contract can be satisfied, as far as is known now */
function checkSecurity(
  { credentials, scopes }: Connection,
  { security }: OperationDescriptor,
): void {
  chooseSecurity(security, credentials, scopes);
}

/** Does what comes before a call: an error of it is one of the call, which was not sent. */
function checked<Value>(
  { report, striker }: Connection,
  descriptor: OperationDescriptor,
  options: ExecuteOptions,
  work: () => Value,
): Value {
  try {
    return work();
  } catch (thrown) {
    const record = startRecord(descriptor, options, striker);
    const error = callError(thrown, record, undefined);
    if (isApiError(error))
      report("failure", () => ({ ...record.facts, error: error.toJSON() }));
    throw error;
  }
}

/** A keyed create always has a key: without one no lost response could be repeated. */
function withKey(
  descriptor: OperationDescriptor,
  options: ExecuteOptions,
): ExecuteOptions {
  if (
    descriptor.idempotencyHeader === undefined ||
    options.idempotencyKey !== undefined
  )
    return options;
  return { ...options, idempotencyKey: newKey(descriptor) };
}

/** What the caller gave in a header that the client was told of. */
function callersKey(headers: Headers, { retry }: Connection) {
  for (const name of retry.idempotencyHeaders) {
    const key = headers.get(name);
    if (key !== null) return key;
  }
  return undefined;
}

/** Monotonic milliseconds at which the call ends: the earlier of its own deadline and one that it shares. */
function deadlineOf(
  { clock, defaultDeadline }: Connection,
  { deadline, deadlineAt }: ExecuteOptions,
): number {
  const shared = deadlineAt ?? Infinity;
  if (deadline === undefined && deadlineAt !== undefined) return shared;
  const length =
    deadline === undefined
      ? defaultDeadline
      : readDuration(deadline, "deadline");
  return Math.min(shared, clock.monotonic() + length);
}

/** @throws ArgumentError for what is not a host: a URL would never match */
function readHosts(hosts: readonly string[]): readonly string[] {
  const isHost = (host: unknown): boolean =>
    typeof host === "string" &&
    URL.canParse(`http://${host}`) &&
    /^[^/?#@\\*]+$/.test(host);
  const given: unknown = hosts;
  if (Array.isArray(given) && given.every(isHost)) return [...hosts];
  throw new ArgumentError({
    happened: "`allowInsecureHosts` must be a list of hosts.",
    remedy: 'Give hosts like "api.internal:8080".',
  });
}

import { isApiError } from "../errors/api-error.js";
import { ArgumentError } from "../errors/argument-error.js";
import { createStriker } from "../secrets/striker.js";
import { type FollowAttempt, followWork } from "../tracing/follow-work.js";
import type { ApiResponse } from "./call.js";
import { callError } from "./call-error.js";
import { startRecord } from "./call-record.js";
import { type CallTimer, startTimer } from "./call-timer.js";
import { checkUserInfo } from "./check-user-info.js";
import type { Connection } from "./connection.js";
import type {
  ClientOptions,
  Core,
  CoreSetup,
  ExecuteOptions,
  Input,
} from "./core.js";
import { createReport } from "./create-report.js";
import { readDuration } from "./duration.js";
import { identifiersOf } from "./identifiers-of.js";
import type { Limits } from "./limits.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import { prepareCall } from "./prepare-call.js";
import { checkAttempts, readRetry } from "./read-retry.js";
import { readScopes } from "./read-scopes.js";
import { retryClassOf } from "./repeat-table.js";
import { resolveEndpoint } from "./resolve-server.js";
import { runCall } from "./run-call.js";
import { systemClock } from "./system-clock.js";

/**
 * Makes what the resources of one client share. Nothing is sent yet.
 *
 * Everything lives in closures: printing a core, or a client that holds one, shows no credential (TOK-7).
 *
 * @throws ArgumentError for options that cannot be used
 */
export function createCore<Granted extends string = never>(
  setup: CoreSetup,
  options: ClientOptions = {},
): Core<Granted> {
  const clock = options.clock ?? systemClock;
  const report = createReport(clock, options.hooks, options.logger);
  // Limits are read through the core that they hold back, so they come after it.
  const made: { limits?: Limits } = {};
  const connection: Connection = {
    contract: setup.contract,
    serverUrl: checkServerUrl(setup.serverUrl),
    resolve: (server) => resolveEndpoint("", server, setup.serverUrl, options),
    credentials: setup.credentials,
    scopes: setup.scopes === undefined ? undefined : readScopes(setup.scopes),
    fetch: options.fetch ?? ((request) => fetch(request)),
    clock,
    report,
    striker: createStriker(),
    limits: () => made.limits,
    crossOriginRedirects: options.crossOriginRedirects === true,
    headers: { ...options.headers },
    show: options.show ?? {},
    traceContext: options.traceContext ?? ((): undefined => undefined),
    tracing: options.tracing,
    defaultDeadline: readDuration(options.deadline ?? "1m"),
    retry: readRetry(options, setup.contract.problem),
  };
  const plain: Core<Granted> = {
    clock,
    report,
    striker: connection.striker,
    defaultDeadline: connection.defaultDeadline,
    serverUrl: connection.serverUrl,
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
  given: ExecuteOptions = {},
  followAttempt: FollowAttempt,
): Promise<ApiResponse<unknown>> {
  const options = withKey(descriptor, given);
  const record = startRecord(descriptor, options, connection.striker);
  let timer: CallTimer | undefined;
  try {
    timer = startTimer(
      connection.clock,
      deadlineOf(connection, options),
      options.signal,
    );
    const server =
      descriptor.server === undefined
        ? connection.serverUrl
        : connection.resolve(descriptor.server);
    const { split, ...prepared } = prepareCall(
      server,
      connection.headers,
      descriptor,
      input,
      options,
    );
    record.identifiers = identifiersOf(descriptor, split);
    record.bytes = prepared.body?.bytes;
    record.column = retryClassOf(
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
      server,
      followAttempt,
      asStream: options.asStream === true,
      accept: options.accept,
      ownDeadline:
        options.deadline !== undefined || options.deadlineAt !== undefined,
      attempts:
        options.attempts === undefined
          ? connection.retry.attempts
          : checkAttempts(options.attempts, "attempts"),
      timeout:
        options.timeout === undefined
          ? (connection.retry.timeout ?? Number.POSITIVE_INFINITY)
          : readDuration(options.timeout),
      record,
      timer,
    });
  } catch (thrown) {
    const error = callError(thrown, record, timer);
    timer?.end();
    if (isApiError(error))
      connection.report("failure", { ...record.facts, error: error.toJSON() });
    throw error;
  }
}

/** A keyed create always has a key: without one no lost answer could be repeated (IDM-3). */
function withKey(
  descriptor: OperationDescriptor,
  options: ExecuteOptions,
): ExecuteOptions {
  if (
    descriptor.idempotencyHeader === undefined ||
    options.idempotencyKey !== undefined
  )
    return options;
  return { ...options, idempotencyKey: crypto.randomUUID() };
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
  const shared = deadlineAt ?? Number.POSITIVE_INFINITY;
  if (deadline === undefined && deadlineAt !== undefined) return shared;
  const length =
    deadline === undefined ? defaultDeadline : readDuration(deadline);
  return Math.min(shared, clock.monotonic() + length);
}

function checkServerUrl(serverUrl: string): string {
  const url = URL.canParse(serverUrl) ? new URL(serverUrl) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new ArgumentError({
      happened: "The server's address is no absolute http or https URL.",
      remedy: "Give a base URL like https://platform.example.",
    });
  }
  checkUserInfo(url, "The server's address");
  return serverUrl;
}

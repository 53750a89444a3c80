import type { AppliedCredential } from "../credentials/credential-provider.js";
import type { ReadBody } from "../descriptors/media-descriptor.js";
import {
  leavesOpen,
  limitOf,
  nextStep,
  type Progress,
} from "../retry/next-step.js";
import { backoff } from "../retry/read-retry.js";
import {
  requestEvent,
  responseEvent,
  retryEvent,
} from "../tracing/attempt-events.js";
import { addTrace, type FollowAttempt } from "../tracing/tracing.js";
import { CallTimer } from "../waiting/call-timer.js";
import {
  addressAttempts,
  type AddressedAttempt,
  type AttemptTarget,
} from "./apply-credentials.js";
import { failureError, invalidResponseError } from "./call-error.js";
import { type CallRecord, sentKey } from "./call-record.js";
import type { ApiResponse } from "./call.js";
import type { Connection } from "./core.js";
import { checkRedirects, type Redirection } from "./follow-redirect.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import type { PreparedCall } from "./own-options.js";
import { type BuiltRequest, buildRequest } from "./prepare-call.js";
import { credentialSent } from "./refused-credential.js";
import {
  type Failed,
  type RefusedCredential,
  checkRenewed,
  serviceFacts,
} from "./renew-credential.js";
import { type AttemptResult, sendAttempt } from "./send-attempt.js";

/** One logical call under way: what it works with and how far it has come. */
interface RunningCall {
  readonly connection: Connection;
  readonly descriptor: OperationDescriptor;
  readonly prepared: PreparedCall;
  /** Absolute URL of the server that the operation is of. */
  readonly server: string;
  readonly followAttempt: FollowAttempt;
  /** Reads the response in place of what the descriptor names. */
  readonly asStream: ReadBody | undefined;
  /** The most bytes that are read of a response. */
  readonly maxBytes: number;
  /** Media types that a success may come in; undefined: all that need not be asked for. */
  readonly accept: readonly string[] | undefined;
  /** A deadline of the call's own counts while the response is handed out; the client's default does not. */
  readonly ownDeadline: boolean;
  /** The most requests, the first included. */
  readonly attempts: number;
  /** The most milliseconds of one attempt; infinity for what is left of the deadline. */
  readonly timeout: number;
  readonly record: CallRecord;
  readonly timer: CallTimer;
}

/** Sends a prepared call until a response ends it, it cannot be retried, or its time is over. */
export async function runCall(
  running: RunningCall,
): Promise<ApiResponse<unknown>> {
  const { connection, descriptor, prepared, record, timer } = running;
  const address = addressAttempts(descriptor, prepared, connection, timer);
  timer.check();
  // The size of a stream is not known and not checked; whether the operation is on, `pace` asks before it waits.
  if (record.bytes !== undefined)
    await connection.limits()?.check(descriptor, record.bytes, timer);
  let refused: RefusedCredential | undefined;
  let to: Redirection | undefined;
  let redirects = 0;
  for (;;) {
    await connection.limits()?.pace(descriptor, timer);
    const addressed = address(to);
    // Without a credential there is nothing to wait for.
    const { target, applied } =
      addressed instanceof Promise ? await addressed : addressed;
    const secrets = secretsOf(prepared, applied);
    connection.striker.add(secrets);
    if (refused !== undefined)
      checkRenewed(connection, record, refused, target);
    else if (record.credential !== "renewed")
      record.credential = credentialSent(descriptor, target, applied);
    const result = await attemptOnce(running, target, {
      secrets,
      anonymous: to?.anonymous === true,
    });
    if (result.kind === "redirected") {
      checkRedirects((redirects += 1), result.response);
      ({ to } = result);
      refused = undefined;
      continue;
    }
    if (result.kind === "unreadable")
      throw invalidResponseError(result, record);
    if (result.kind === "done") {
      if (!result.streaming) timer.end();
      else if (!running.ownDeadline) timer.stopDeadline();
      return {
        value: result.value,
        status: result.response.status,
        headers: handedOut(connection, result.response),
        attempts: record.attempts,
        waited: record.waited,
        ...sentKey(record),
      };
    }
    refused = await afterFailure(running, result, { target, applied });
    // A temporary redirect may lead elsewhere by then (RFC 9110 section 15.4.3).
    if (refused === undefined) to = undefined;
  }
}

/** The headers of a success; without credentials where a redirect hands out an address, which goes to whom it may concern. */
function handedOut(
  { striker }: Connection,
  { status, headers }: Response,
): Headers {
  return status < 300
    ? headers
    : striker.headers(headers, (text) => striker.whole(text));
}

const none: readonly string[] = [];

/** What an attempt proves itself with: the caller's own `Authorization` counts as well. */
function secretsOf(
  { headers }: PreparedCall,
  applied: readonly AppliedCredential[],
): readonly string[] {
  const own = headers.get("authorization");
  if (own === null && applied.length === 0) return none;
  return [
    ...applied.flatMap((one) => one.secrets?.() ?? []),
    ...(own === null ? [] : [own, own.replace(/^\S+ +/, "")]),
  ];
}

async function attemptOnce(
  running: RunningCall,
  target: AttemptTarget,
  {
    secrets,
    anonymous,
  }: { readonly secrets: readonly string[]; readonly anonymous: boolean },
): Promise<AttemptResult> {
  const { connection, descriptor, prepared, record, timer } = running;
  const { clock, report } = connection;
  const since = clock.monotonic();
  const endsAt = since + running.timeout;
  // Where the call ends first, its end must not pass for a lost response.
  const own =
    endsAt < timer.deadlineAt ? new CallTimer(clock, endsAt, timer) : timer;
  const request = buildOrEnd(running, target, own);
  const trace = running.followAttempt({
    method: descriptor.method,
    server: running.server,
    path: descriptor.path,
    resends: record.attempts,
  });
  if (connection.isTraced)
    addTrace(
      request.headers,
      () => trace.context ?? connection.traceContext?.(),
    );
  record.attempts += 1;
  report("request", () => requestEvent(connection, record, prepared));
  record.inFlight = true;
  record.isBodySpent = prepared.body?.resendable === false;
  const result = await sendAttempt(connection, {
    descriptor,
    request,
    resendable: prepared.body?.resendable !== false,
    anonymous,
    time: own,
    asStream: running.asStream,
    maxBytes: running.maxBytes,
    sensitive: () => connection.contract.sensitive?.find(prepared) ?? [],
    accept: running.accept,
    running: {
      own,
      timer,
      record,
      clock,
      longestSilence: running.ownDeadline
        ? Infinity
        : connection.defaultDeadline,
    },
    responded: (response) => {
      // Those of many attempts at once may have been forgotten meanwhile.
      connection.striker.add(secrets);
      trace.responded(response.status);
      report("response", () =>
        responseEvent(connection, record, response, since),
      );
    },
  });
  if (result.kind === "failed" && result.failure === undefined)
    trace.failed(result.cause);
  else trace.done();
  if (own !== timer) {
    if (result.kind === "done" && result.streaming) own.stopDeadline();
    else own.end();
  }
  // Ended by the call's own time or its caller: then it is the call that ends, and not the attempt that failed.
  if (result.kind === "failed") timer.check();
  record.inFlight = false;
  // A success settles what became of the attempts before it: they carried the same key.
  if (result.kind !== "failed" && result.kind !== "redirected")
    record.uncertain = false;
  return result;
}

/** A request that cannot be built ends its attempt, whose timer must not outlive it. */
function buildOrEnd(
  { connection, descriptor, prepared, timer }: RunningCall,
  target: AttemptTarget,
  own: CallTimer,
): BuiltRequest {
  const { method } = descriptor;
  try {
    return buildRequest(connection, method, target, prepared.body, own.signal);
  } catch (error) {
    if (own !== timer) own.end();
    throw error;
  }
}

/** Raises, or returns when the next attempt is due: with the refusal, if that shall have another credential. */
async function afterFailure(
  running: RunningCall,
  failed: Failed,
  { target, applied }: AddressedAttempt,
): Promise<RefusedCredential | undefined> {
  const { connection, descriptor, prepared, record, timer } = running;
  const { clock, retry } = connection;
  const { reason } = failed;
  const refused = reason.kind === "refused";
  if (!refused) record.counted += 1;
  if (reason.kind === "answered")
    await connection.limits()?.refused(descriptor, reason, timer);
  // Every credential of the attempt is told, because the server does not say which one it refused.
  const challenge = failed.failure?.challenge;
  const renewable =
    refused &&
    applied.map((one) => one.refused?.(challenge) ?? false).includes(true);
  const progress: Progress = {
    retryClass: record.retryClass,
    policy: retry.policy,
    counted: record.counted,
    attempts: running.attempts,
    renewed: record.credential === "renewed",
    renewable,
    resendable: prepared.body?.resendable !== false,
    uncertain: record.uncertain,
    remaining: timer.deadlineAt - clock.monotonic(),
    backoff: backoff(Math.max(1, record.counted), retry, clock.random()),
  };
  const step = nextStep(reason, progress);
  if (step.kind === "raise" || step.kind === "unknown") {
    const open = step.kind === "unknown";
    throw failureError(failed, record, open, {
      ...serviceFacts(connection),
      limit: limitOf(reason, progress),
    });
  }
  if (step.kind === "renew") return { failed, target };
  record.uncertain ||= leavesOpen(reason, {
    retryClass: record.retryClass,
    policy: retry.policy,
  });
  const wait = step.after;
  connection.report("retry", () => retryEvent(record, reason, wait));
  if (wait === 0) return undefined;
  await clock.sleep(wait, timer.signal);
  record.waited += wait;
  return undefined;
}

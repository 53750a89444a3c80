import type {
  ExecuteOptions,
  Input,
  KeyedOptions,
} from "../call/call-options.js";
import type { ApiResponse } from "../call/call.js";
import type { Core } from "../call/core.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import type { PreparedCall } from "../call/own-options.js";
import { isApiError } from "../errors/api-error.js";
import { ArgumentError } from "../errors/argument-error.js";
import { callOf, duringCall } from "../errors/call-errors.js";
import { isAmbiguousOutcomeError } from "../errors/idempotency-errors.js";
import { newKey } from "../request/write-headers.js";
import { hashOf } from "../values/fingerprint.js";
import { inputMembers } from "../values/input-members.js";
import { snapshot } from "../values/snapshot.js";
import type { WaitContext } from "../waiting/clock.js";
import { pause, waitContext, waitFor } from "../waiting/wait-for.js";
import { checkClaim, checkState, joinIntent } from "./check-claim.js";
import type { IntentClaim, IntentRecord, IntentStore } from "./intent-store.js";
import {
  withStoreErrors,
  claimInTurns,
  intentsOf,
  isKnownNotExecuted,
  retentionOf,
} from "./intents.js";

/** A create or change that carries an idempotency key: checked, serialised, and not sent yet. */
interface KeyedCall {
  readonly descriptor: OperationDescriptor;
  readonly members: object;
  readonly prepared: PreparedCall;
  /** Their key is the caller's, or a new one. */
  readonly options: KeyedCallOptions & { readonly idempotencyKey: string };
  /** Tells its payload from others; worked out once. */
  readonly fingerprint: () => Promise<string>;
}

type KeyedCallOptions = KeyedOptions & Pick<ExecuteOptions, "ifMatch">;

/**
 * Checks and serialises a call that carries an idempotency key, at once: what is waited for, and what the caller changes
 * meanwhile, comes after.
 *
 * @throws ArgumentError for a key beside an intent, and for an intent of what can be sent only once; what
 * `Core.prepare` throws
 */
export function prepareKeyed(
  core: Core,
  descriptor: OperationDescriptor,
  input: Input,
  options: KeyedCallOptions,
): KeyedCall {
  const idempotencyKey = chooseKey(descriptor, options);
  const members = snapshot(inputMembers(descriptor, input));
  const prepared = core.prepare(descriptor, members, options);
  if (options.intent !== undefined && prepared.body?.resendable === false)
    throw argumentError(
      descriptor,
      "A stream can be read once, so an intent with one could not be repeated.",
      "Give the bytes as a Blob, or leave the intent out.",
    );
  let known: Promise<string> | undefined;
  const fingerprint = () => (known ??= fingerprintOf(descriptor, prepared));
  return {
    descriptor,
    members,
    prepared,
    options: { ...options, idempotencyKey },
    fingerprint,
  };
}

/**
 * The key that a call is sent under, where its intent has none yet: the caller's, or a new one.
 *
 * @throws ArgumentError for an intent without a name, for one beside a key, and where the caller has to give a key
 */
export function chooseKey(
  descriptor: OperationDescriptor,
  { intent, idempotencyKey }: KeyedOptions,
): string {
  const isName = typeof intent === "string" && intent !== "";
  if (intent !== undefined && (!isName || idempotencyKey !== undefined))
    throw argumentError(
      descriptor,
      "`intent` must be a string that is not empty, and not beside an `idempotencyKey`.",
    );
  if (idempotencyKey === undefined) return newKey(descriptor);
  descriptor.keys?.check(descriptor, idempotencyKey);
  return idempotencyKey;
}

/**
 * Checks what can be known before the call waits for a place, a turn or a token: its intent may be sent with this payload,
 * and the server's limits allow it.
 *
 * @throws IdempotencyConflictError, AmbiguousOutcomeError or OutcomeUnknownError when the intent does not allow it;
 * IntentStoreError when the store fails; RequestTooLargeError, FeatureDisabledError
 */
export async function checkKeyed(
  core: Core,
  { descriptor, prepared, options, fingerprint }: KeyedCall,
  context: WaitContext,
): Promise<void> {
  const { intent } = options;
  if (intent !== undefined)
    await checkIntentState(core, descriptor, intent, context, fingerprint);
  await checkLimits(core, descriptor, prepared, context);
}

/**
 * Checks the record of an intent, which may be claimed before the call is sent.
 *
 * @param fingerprint - of the payload; absent: it is not known yet
 * @throws IdempotencyConflictError, AmbiguousOutcomeError or OutcomeUnknownError when the intent does not allow the call;
 * IntentStoreError when the store fails
 */
export async function checkIntentState(
  core: Core,
  descriptor: OperationDescriptor,
  intent: string,
  context: WaitContext,
  fingerprint?: () => Promise<string>,
): Promise<void> {
  const call = callOf(descriptor);
  const { store, retention } = intentsOf(core);
  const wanted = await fingerprint?.();
  const claimedAt = core.clock.now();
  const record = await waitFor(
    withStoreErrors(intent, call, () => store.read(intent)),
    context,
    core.clock,
    { call },
  );
  if (record === undefined) return;
  if (wanted === undefined)
    checkState(descriptor, intent, record, claimedAt, retention);
  else {
    const claim = { fingerprint: wanted, claimedAt };
    checkClaim(descriptor, intent, record, claim, retention);
  }
}

/** @throws RequestTooLargeError, FeatureDisabledError; AbortedError, DeadlineError while the server is asked */
export async function checkLimits(
  core: Core,
  descriptor: OperationDescriptor,
  { body }: PreparedCall,
  context: WaitContext,
): Promise<void> {
  const call = callOf(descriptor);
  try {
    await duringCall(call, async () =>
      core.limits?.check(descriptor, body?.bytes, context),
    );
  } catch (error) {
    if (isApiError(error))
      core.report("failure", () => ({ ...call, error: error.toJSON() }));
    throw error;
  }
}

/** {@link prepareKeyed} and {@link sendKeyed}, which checks the intent by claiming it: not for what the limits forbid. */
export async function executeKeyed(
  core: Core,
  descriptor: OperationDescriptor,
  input: Input,
  options: KeyedCallOptions,
  context?: WaitContext,
): Promise<ApiResponse<unknown>> {
  const call = prepareKeyed(core, descriptor, input, options);
  const waiting = context ?? waitContext(core, options);
  if (options.intent !== undefined)
    await checkLimits(core, descriptor, call.prepared, waiting);
  return sendKeyed(core, call, waiting);
}

/**
 * Sends a call that carries an idempotency key: its own, or that of its intent.
 *
 * @throws IdempotencyConflictError, AmbiguousOutcomeError or OutcomeUnknownError before anything is sent, when the intent
 * does not allow it; IntentStoreError when the store fails; whatever `Core.execute` throws
 */
export async function sendKeyed(
  core: Core,
  { descriptor, members, prepared, options, fingerprint }: KeyedCall,
  context: WaitContext,
): Promise<ApiResponse<unknown>> {
  const { intent, ...rest } = options;
  const { deadlineAt } = context;
  if (intent === undefined) {
    return core.execute(descriptor, members, { ...rest, prepared, deadlineAt });
  }
  const claim = {
    idempotencyKey: rest.idempotencyKey,
    operation: descriptor.name,
    fingerprint: await fingerprint(),
    claimedAt: core.clock.now(),
  };
  const call = callOf(descriptor);
  const { store } = intentsOf(core);
  // Before the claim: a caller who leaves while the server is asked leaves no open intent behind.
  const retention = await duringCall(call, () => retentionOf(core, context));
  const mine = joinIntent(store, intent);
  try {
    const record = await waitFor(
      withStoreErrors(intent, call, () =>
        claimInTurns(intent, async () => {
          // A call that has ended claims nothing more.
          await pause(0, context, core.clock, { call });
          return claimOrShare(store, intent, claim, (key) => mine.isOwn(key));
        }),
      ),
      context,
      core.clock,
      { call },
    );
    const { idempotencyKey: key } = record;
    const fresh = key === claim.idempotencyKey;
    if (fresh) mine.claimed(key);
    else checkClaim(descriptor, intent, record, claim, retention);
    const claimed = {
      record,
      fresh,
      retention,
      used: () => {
        mine.used(key);
      },
    };
    return await settle(core, intent, claimed, context, () =>
      core.execute(descriptor, members, {
        ...rest,
        prepared,
        intent,
        idempotencyKey: key,
        deadlineAt,
      }),
    );
  } finally {
    // Only what is still open: what another process sends, has finished or has locked stays as it is.
    for (const key of mine.leave())
      await ignoreErrors(core, context, () =>
        store.release(intent, key, "shared"),
      );
  }
}

/**
 * Claims an intent, or joins the call that has claimed it. What this process has not claimed itself is marked as shared before it is
 * sent, so that a refusal there cannot free the intent while this call is under way.
 *
 * @returns the record in force after that: it can have been finished or locked meanwhile; undefined when it was freed
 */
async function claimOrShare(
  store: IntentStore,
  intent: string,
  claim: IntentClaim,
  isOwn: (key: string) => boolean,
): Promise<IntentRecord | undefined> {
  const record = await store.claim(intent, claim);
  const { idempotencyKey: key, state } = record;
  const isFresh = key === claim.idempotencyKey;
  if (isFresh || isOwn(key) || state !== "open") return record;
  await store.mark(intent, key, "shared");
  const now = await store.read(intent);
  return now?.idempotencyKey === key ? now : undefined;
}

/**
 * A store that fails or hangs now must not hide what the server said. The intent stays open, and so on the safe side: the
 * same key goes out again, never another.
 */
function ignoreErrors(
  core: Core,
  context: WaitContext,
  mark: () => Promise<void>,
): Promise<void> {
  const marked = Promise.resolve().then(() => mark());
  return waitFor(marked, context, core.clock).catch(() => undefined);
}

/**
 * Locks an intent that has a response, once its background operation ended with an unknown outcome: as after an
 * ambiguous response, only `resolveIntent` frees it. One that the caller has settled meanwhile stays settled.
 */
export function lockIntent(
  core: Core,
  { intent, idempotencyKey }: KeyedOptions,
  context: WaitContext,
): Promise<void> {
  if (intent === undefined || idempotencyKey === undefined)
    return Promise.resolve();
  const { store } = intentsOf(core);
  return ignoreErrors(core, context, () =>
    store.mark(intent, idempotencyKey, "ambiguous"),
  );
}

interface Claimed {
  readonly record: IntentRecord;
  readonly fresh: boolean;
  readonly retention: number | undefined;
  /** Says that something may have happened. */
  readonly used: () => void;
}

/** Makes the call and records what became of it. */
async function settle(
  core: Core,
  intent: string,
  { record, fresh, retention, used }: Claimed,
  context: WaitContext,
  call: () => Promise<ApiResponse<unknown>>,
): Promise<ApiResponse<unknown>> {
  const { store } = intentsOf(core);
  const { idempotencyKey } = record;
  try {
    const response = await call();
    used();
    // What is done already stays so for its own time: a repeat does not make the server keep its key for longer.
    if (record.state !== "done") {
      // One that was claimed just now has its whole time, wherever the wall clock went meanwhile.
      const age = fresh ? 0 : core.clock.now() - record.claimedAt;
      const left =
        retention === undefined ? undefined : Math.max(0, retention - age);
      await ignoreErrors(core, context, () =>
        store.mark(intent, idempotencyKey, "done", left),
      );
    }
    return response;
  } catch (error) {
    if (!isKnownNotExecuted(error)) used();
    if (isAmbiguousOutcomeError(error))
      await ignoreErrors(core, context, () =>
        store.mark(intent, idempotencyKey, "ambiguous"),
      );
    throw error;
  }
}

/** Distinguishes payloads by what is sent: parameters, and the very bytes of the body. */
async function fingerprintOf(
  descriptor: OperationDescriptor,
  { given, body }: PreparedCall,
): Promise<string> {
  // With the same key for all, the bytes differ by the payload alone.
  const { content, contentType } = (await body?.underKey?.("")) ?? body ?? {};
  const parameters = given.map(([one, value]) => [one.in, one.name, value]);
  const operation = descriptor.name;
  try {
    return await hashOf({ operation, parameters, content, contentType });
  } catch (cause) {
    const reason =
      cause instanceof Error ? cause.message : "the input cannot be read";
    throw argumentError(
      descriptor,
      `With an intent the payload must be comparable: ${reason}.`,
      "Leave the intent out.",
    );
  }
}

function argumentError(
  descriptor: OperationDescriptor,
  happened: string,
  remedy = "Give an `intent`, or an `idempotencyKey`, or neither.",
): ArgumentError {
  return new ArgumentError({ call: callOf(descriptor), happened, remedy });
}

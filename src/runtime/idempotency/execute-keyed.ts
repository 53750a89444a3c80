import type { ApiResponse } from "../call/call.js";
import type { KeyedOptions } from "../call/call-options.js";
import type { Core, ExecuteOptions, Input } from "../call/core.js";
import type { WaitContext } from "../call/limits.js";
import type { OperationDescriptor } from "../call/operation-descriptor.js";
import { callOf, duringCall } from "../call/during-call.js";
import { isAmbiguousOutcomeError } from "../errors/ambiguous-outcome-error.js";
import { ArgumentError } from "../errors/argument-error.js";
import { fingerprint } from "../values/fingerprint.js";
import { inputMembers } from "../values/input-members.js";
import { snapshot } from "../values/snapshot.js";
import { waitContext } from "../waiting/wait-context.js";
import { waitFor } from "../waiting/wait-for.js";
import { askingStore } from "./asking-store.js";
import { checkClaim } from "./check-claim.js";
import type { IntentRecord } from "./intent-store.js";
import { intentsOf } from "./intents-of.js";
import { nothingHappened } from "./nothing-happened.js";
import { retentionOf } from "./retention-of.js";

/**
 * One create or change that carries an idempotency key (IDM-1 to IDM-5): the caller's key, the key of the intent, or a
 * fresh one; under a validator where the operation takes one as well.
 *
 * @throws ArgumentError for a key beside an intent; IdempotencyConflictError, AmbiguousOutcomeError or
 * OutcomeUnknownError before anything is sent, when the intent does not allow it; IntentStoreError when nobody can say;
 * whatever `Core.execute` throws
 */
export async function executeKeyed(
  core: Core,
  descriptor: OperationDescriptor,
  input: Input,
  options: KeyedOptions & Pick<ExecuteOptions, "ifMatch">,
  context: WaitContext = waitContext(core, options),
): Promise<ApiResponse<unknown>> {
  const { intent, idempotencyKey, ...rest } = options;
  const { deadlineAt } = context;
  if (intent === undefined) {
    return core.execute(descriptor, input, {
      ...rest,
      deadlineAt,
      idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
    });
  }
  if (intent === "" || idempotencyKey !== undefined) {
    throw argumentError(
      descriptor,
      "An intent is a name of its own: not empty, and not beside an `idempotencyKey`.",
    );
  }
  const members = snapshot(inputMembers(descriptor, input));
  const claim = {
    idempotencyKey: crypto.randomUUID(),
    fingerprint: await fingerprintOf(descriptor, members),
    claimedAt: core.clock.now(),
  };
  const call = callOf(descriptor);
  const { store } = intentsOf(core);
  // Before the claim: a caller who leaves while the server is asked leaves no open intent behind.
  const retention = await duringCall(call, () => retentionOf(core, context));
  const record = await waitFor(
    askingStore(intent, call, () => store.claim(intent, claim)),
    context,
    core.clock,
    { call },
  );
  const fresh = record.idempotencyKey === claim.idempotencyKey;
  if (!fresh) checkClaim(descriptor, intent, record, claim, retention);
  const execute: ExecuteOptions = {
    ...rest,
    intent,
    idempotencyKey: record.idempotencyKey,
    deadlineAt,
  };
  return settle(core, intent, { record, fresh, retention }, context, () =>
    core.execute(descriptor, members, execute),
  );
}

interface Claimed {
  readonly record: IntentRecord;
  readonly fresh: boolean;
  readonly retention: number | undefined;
}

/** Makes the call and records what became of it. */
async function settle(
  core: Core,
  intent: string,
  { record, fresh, retention }: Claimed,
  context: WaitContext,
  call: () => Promise<ApiResponse<unknown>>,
): Promise<ApiResponse<unknown>> {
  const { store } = intentsOf(core);
  // A store that fails or hangs now must not hide what the server said. The intent stays open, and so on the safe side:
  // the same key goes out again, never another.
  const quietly = (say: () => Promise<void>): Promise<void> =>
    waitFor(
      Promise.resolve().then(() => say()),
      context,
      core.clock,
    ).catch(() => undefined);
  const { idempotencyKey } = record;
  try {
    const response = await call();
    // What is done already stays so for its own time: a repeat does not make the server keep its key for longer.
    if (record.state !== "done") {
      // One that was claimed just now has its whole time, wherever the wall clock went meanwhile.
      const age = fresh ? 0 : core.clock.now() - record.claimedAt;
      const left =
        retention === undefined ? undefined : Math.max(0, retention - age);
      await quietly(() => store.mark(intent, idempotencyKey, "done", left));
    }
    return response;
  } catch (error) {
    if (isAmbiguousOutcomeError(error))
      await quietly(() => store.mark(intent, idempotencyKey, "ambiguous"));
    else if (fresh && nothingHappened(error))
      await quietly(() => store.release(intent, idempotencyKey));
    throw error;
  }
}

async function fingerprintOf(
  descriptor: OperationDescriptor,
  members: object,
): Promise<string> {
  try {
    return await fingerprint({ operation: descriptor.name, members });
  } catch (cause) {
    const reason =
      cause instanceof Error ? cause.message : "the input cannot be read";
    throw argumentError(
      descriptor,
      `With an intent the payload must be comparable: ${reason}.`,
    );
  }
}

function argumentError(
  descriptor: OperationDescriptor,
  happened: string,
): ArgumentError {
  return new ArgumentError({
    call: callOf(descriptor),
    happened,
    remedy:
      "Give a business name for what must happen once, or an `idempotencyKey` of your own, or neither.",
  });
}

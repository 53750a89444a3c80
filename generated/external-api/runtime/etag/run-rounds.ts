import type { ApiResponse } from "../call/call.js";
import type { CallOptions, KeyedOptions } from "../call/call-options.js";
import type { Core, ExecuteOptions, Input } from "../call/core.js";
import { callOf } from "../call/during-call.js";
import type { WaitContext } from "../call/limits.js";
import { ArgumentError } from "../errors/argument-error.js";
import { isStaleETagError } from "../errors/stale-etag-error.js";
import { UnexpectedResponseError } from "../errors/unexpected-response-error.js";
import { UnreadChangeError } from "../errors/unread-change-error.js";
import { safeHeaders } from "../secrets/safe-headers.js";
import { strikerOf } from "../secrets/striker.js";
import { inputMembers } from "../values/input-members.js";
import { snapshot } from "../values/snapshot.js";
import { waitContext } from "../waiting/wait-context.js";
import { carriedMembers, checkContext } from "./carried-members.js";
import type { ModifyDescriptor, ModifyOptions, Rebuild } from "./modify.js";
import type { Versioned } from "./strong-etag.js";
import { versioned } from "./versioned.js";

/** What a change gives once it is made: the new state, with its validator. */
export type FinishChange<Value, Of extends string> = (
  changed: ApiResponse<unknown>,
) => Promise<ApiResponse<Versioned<Value, Of>>>;

/** Sends the change of one round under the validator that was just read. */
export type SendChange<Value, Of extends string, Result> = (
  members: object,
  options: CallOptions & Pick<ExecuteOptions, "ifMatch">,
  context: WaitContext,
  finish: FinishChange<Value, Of>,
) => Promise<ApiResponse<Result>>;

/**
 * The rounds of `modify`: read, rebuild, change, and again after 412. One deadline spans them all.
 *
 * @param unchanged - what there is to give when nothing is left to change
 * @param once - key or intent that `sendChange` adds; checked here, before the first read
 * @param beforeRead - checks what else can be known of the change before the first read
 */
export async function runRounds<Value, Of extends string, Result>(
  core: Core,
  descriptor: ModifyDescriptor,
  input: Input,
  rebuild: Rebuild<Value, object>,
  options: ModifyOptions,
  sendChange: SendChange<Value, Of, Result>,
  unchanged: (now: Versioned<Value, Of>) => Result,
  once: KeyedOptions = {},
  beforeRead?: (context: WaitContext) => Promise<void>,
): Promise<ApiResponse<Result>> {
  const { rounds = 3, ...shared } = options;
  const members = snapshot(inputMembers(descriptor.read, input));
  const carried = carriedMembers(descriptor, members);
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new ArgumentError({
      call: callOf(descriptor.change),
      happened: "`rounds` is no whole number of at least 1.",
    });
  }
  if (typeof rebuild !== "function")
    throw notAChange(
      descriptor,
      "The second argument must be a function that builds the change.",
    );
  // A change that cannot be sent is not begun with a read.
  core.check(descriptor.change, { ...shared, ...once });
  const context = waitContext(core, options);
  await beforeRead?.(context);
  const read = async (): Promise<ApiResponse<Versioned<Value, Of>>> =>
    versioned<Value, Of>(
      descriptor.read,
      await core.execute(descriptor.read, members, {
        ...shared,
        deadlineAt: context.deadlineAt,
      }),
    );
  const finish: FinishChange<Value, Of> = async (changed) => {
    if (changed.status === 202) throw notMadeYet(descriptor, changed);
    return descriptor.reread === true
      ? readChange(read, descriptor)
      : versioned<Value, Of>(descriptor.change, changed);
  };
  for (let round = 1; ; round += 1) {
    const now = await read();
    const change = await rebuild(now.value.value);
    if (change === undefined) return { ...now, value: unchanged(now.value) };
    if (typeof change !== "object" || (change as unknown) === null)
      throw notAChange(
        descriptor,
        "The function must return an object with the change, or undefined.",
      );
    checkContext(descriptor, change);
    try {
      const whole = { ...carried, ...change };
      const ifMatch = now.value.etag;
      return await sendChange(whole, { ...shared, ifMatch }, context, finish);
    } catch (error) {
      if (!isStaleETagError(error) || round >= rounds) throw error;
    }
  }
}

function notAChange(
  { change }: ModifyDescriptor,
  happened: string,
): ArgumentError {
  return new ArgumentError({ call: callOf(change), happened });
}

/** RFC 9110 section 15.3.3: what is there to read is the old state, which must not pass for the new one. */
function notMadeYet(
  { change }: ModifyDescriptor,
  { status, headers, attempts, waited }: ApiResponse<unknown>,
): UnexpectedResponseError {
  return new UnexpectedResponseError({
    call: callOf(change),
    attempts,
    waited,
    answer: {
      status,
      headers: safeHeaders(headers),
      allHeaders: strikerOf(headers).headers(headers),
    },
    happened:
      "The server accepted the change (202) and may not have made it yet.",
    remedy:
      "Do not send it again; read the resource later. `allHeaders` can name where to ask (`location`).",
  });
}

/** The change is made, whatever becomes of this read: an error of it must not pass for one of the change. */
async function readChange<Value>(
  read: () => Promise<ApiResponse<Value>>,
  { change }: ModifyDescriptor,
): Promise<ApiResponse<Value>> {
  try {
    return await read();
  } catch (cause) {
    throw new UnreadChangeError({ call: callOf(change), cause });
  }
}

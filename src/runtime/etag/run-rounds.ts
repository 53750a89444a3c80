import type { ApiResponse } from "../call/call.js";
import type { CallOptions, KeyedOptions } from "../call/call-options.js";
import type { Core, ExecuteOptions, Input } from "../call/core.js";
import { callOf } from "../call/during-call.js";
import type { WaitContext } from "../call/limits.js";
import { ArgumentError } from "../errors/argument-error.js";
import { isStaleETagError } from "../errors/stale-etag-error.js";
import { UnreadChangeError } from "../errors/unread-change-error.js";
import { inputMembers } from "../values/input-members.js";
import { snapshot } from "../values/snapshot.js";
import { waitContext } from "../waiting/wait-context.js";
import { carriedMembers, checkContext } from "./carried-members.js";
import type { ModifyDescriptor, ModifyOptions, Rebuild } from "./modify.js";
import type { Versioned } from "./strong-etag.js";
import { versioned } from "./versioned.js";

/** Sends the change of one round under the validator that was just read. */
export type SendChange = (
  members: object,
  options: CallOptions & Pick<ExecuteOptions, "ifMatch">,
  context: WaitContext,
) => Promise<ApiResponse<unknown>>;

/**
 * The rounds of `modify`: read, rebuild, change, and again after 412. One deadline spans them all.
 *
 * @param once - key or intent that `sendChange` adds; checked here, before the first read
 */
export async function runRounds<Value, Of extends string>(
  core: Core,
  descriptor: ModifyDescriptor,
  input: Input,
  rebuild: Rebuild<Value, object>,
  options: ModifyOptions,
  sendChange: SendChange,
  once: KeyedOptions = {},
): Promise<ApiResponse<Versioned<Value, Of>>> {
  const { rounds = 3, ...shared } = options;
  const members = snapshot(inputMembers(descriptor.read, input));
  const carried = carriedMembers(descriptor, members);
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new ArgumentError({
      call: callOf(descriptor.change),
      happened: "`rounds` is no whole number of at least 1.",
    });
  }
  // A change that cannot be sent is not begun with a read.
  core.check(descriptor.change, { ...shared, ...once });
  const context = waitContext(core, options);
  const read = async (): Promise<ApiResponse<Versioned<Value, Of>>> =>
    versioned<Value, Of>(
      descriptor.read,
      await core.execute(descriptor.read, members, {
        ...shared,
        deadlineAt: context.deadlineAt,
      }),
    );
  for (let round = 1; ; round += 1) {
    const now = await read();
    const change = await rebuild(now.value.value);
    if (change === undefined) return now;
    checkContext(descriptor, change);
    let changed: ApiResponse<unknown>;
    try {
      const whole = { ...carried, ...change };
      const ifMatch = now.value.etag;
      changed = await sendChange(whole, { ...shared, ifMatch }, context);
    } catch (error) {
      if (!isStaleETagError(error) || round >= rounds) throw error;
      continue;
    }
    return descriptor.reread === true
      ? await readChange(read, descriptor)
      : versioned<Value, Of>(descriptor.change, changed);
  }
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

import type { ApiResponse } from "../call/call.js";
import type { CallOptions } from "../call/call-options.js";
import type { Core, ExecuteOptions, Input } from "../call/core.js";
import { callOf } from "../call/during-call.js";
import type { WaitContext } from "../call/limits.js";
import { ArgumentError } from "../errors/argument-error.js";
import { isStaleETagError } from "../errors/stale-etag-error.js";
import { UnreadChangeError } from "../errors/unread-change-error.js";
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

/** The rounds of `modify`: read, rebuild, change, and again after 412 (ETG-3). One deadline spans them all. */
export async function runRounds<Value, Of extends string>(
  core: Core,
  descriptor: ModifyDescriptor,
  input: Input,
  rebuild: Rebuild<Value, object>,
  options: ModifyOptions,
  sendChange: SendChange,
): Promise<ApiResponse<Versioned<Value, Of>>> {
  const { rounds = 3, ...shared } = options;
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new ArgumentError({
      call: callOf(descriptor.change),
      happened: "`rounds` is no whole number of at least 1.",
    });
  }
  const context = waitContext(core, options);
  const read = async (): Promise<ApiResponse<Versioned<Value, Of>>> =>
    versioned<Value, Of>(
      descriptor.read,
      await core.execute(descriptor.read, input, {
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
      const members = { ...carriedMembers(descriptor, input), ...change };
      const ifMatch = now.value.etag;
      changed = await sendChange(members, { ...shared, ifMatch }, context);
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

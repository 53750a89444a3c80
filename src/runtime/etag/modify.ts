import type { ApiResponse, Call } from "../call/call.js";
import type { CallOptions } from "../call/call-options.js";
import type { Core, Input } from "../call/core.js";
import { readDuration } from "../call/duration.js";
import type { OperationDescriptor } from "../call/operation-descriptor.js";
import { toCall } from "../call/to-call.js";
import { callOf } from "../call/during-call.js";
import { ArgumentError } from "../errors/argument-error.js";
import { isStaleETagError } from "../errors/stale-etag-error.js";
import { inputMembers } from "../values/input-members.js";
import type { Versioned } from "./strong-etag.js";
import { versioned } from "./versioned.js";

/** A read and the change that its validator protects. */
export interface ModifyDescriptor {
  readonly read: OperationDescriptor;
  readonly change: OperationDescriptor;
  /**
   * Members of the read's input that the change takes under the same name and that stay the same in every round
   * (identifiers, context). Default: the read's path parameters.
   */
  readonly carry?: readonly string[];
  /** The change does not answer with the new representation and its validator: it is read again. */
  readonly reread?: true;
}

/** Builds a change from what was just read; undefined when nothing is left to change. */
export type Rebuild<Value, Change> = (
  now: Value,
) => Change | undefined | Promise<Change | undefined>;

/** Options of a modification; signal and deadline span all of its rounds. */
export interface ModifyOptions extends CallOptions {
  /** The most rounds of reading and changing, the first included. Default 3. */
  readonly rounds?: number;
}

/**
 * Reads a resource, has the change built from it and makes the change under its validator; when the resource has
 * changed meanwhile (412), it is reread and the change rebuilt, a bounded number of times (ETG-3).
 *
 * Raises `StaleETagError` when the last round was overtaken too. A lost answer is not tried again: it raises
 * `OutcomeUnknownError`, because the next read may already show the change.
 *
 * @param rebuild - gives the change for what was just read; undefined when nothing is left to change
 */
export function modify<Value, Of extends string, Change extends object>(
  core: Core,
  descriptor: ModifyDescriptor,
  input: Input,
  rebuild: Rebuild<Value, Change>,
  options: ModifyOptions = {},
): Call<Versioned<Value, Of>> {
  return toCall(
    runRounds<Value, Of>(core, descriptor, input, rebuild, options),
  );
}

async function runRounds<Value, Of extends string>(
  core: Core,
  descriptor: ModifyDescriptor,
  input: Input,
  rebuild: Rebuild<Value, object>,
  options: ModifyOptions,
): Promise<ApiResponse<Versioned<Value, Of>>> {
  const { rounds = 3, deadline, ...shared } = options;
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new ArgumentError({
      happened: "`rounds` is no whole number of at least 1.",
    });
  }
  const length =
    deadline === undefined ? core.defaultDeadline : readDuration(deadline);
  const within = { ...shared, deadlineAt: core.clock.monotonic() + length };
  for (let round = 1; ; round += 1) {
    const now = versioned<Value, Of>(
      descriptor.read,
      await core.execute(descriptor.read, input, within),
    );
    const change = await rebuild(now.value.value);
    if (change === undefined) return now;
    checkContext(descriptor, change);
    try {
      const changed = await core.execute(
        descriptor.change,
        { ...carried(descriptor, input), ...change },
        { ...within, ifMatch: now.value.etag },
      );
      if (descriptor.reread !== true) {
        return versioned<Value, Of>(descriptor.change, changed);
      }
    } catch (error) {
      if (!isStaleETagError(error) || round >= rounds) throw error;
      continue;
    }
    // Outside of the rounds: the change is made, whatever becomes of this read.
    const after = await core.execute(descriptor.read, input, within);
    return versioned<Value, Of>(descriptor.read, after);
  }
}

/** What was read is what is changed: the resource and its context are given once, for every round (ACC-8). */
function checkContext(descriptor: ModifyDescriptor, change: object): void {
  const given = new Map(Object.entries(change));
  const twice = carriedKeys(descriptor).filter(
    (key) => given.get(key) !== undefined,
  );
  if (twice.length === 0) return;
  throw new ArgumentError({
    call: callOf(descriptor.change),
    happened: `The change says anew what the read has said already: ${twice.join(", ")}.`,
    remedy: "Give it in the first argument alone; it holds for every round.",
  });
}

function carriedKeys({ read, carry }: ModifyDescriptor): readonly string[] {
  const inPath = (read.parameters ?? []).filter(
    (parameter) => parameter.in === "path",
  );
  return carry ?? inPath.map(({ key, name }) => key ?? name);
}

function carried(
  descriptor: ModifyDescriptor,
  input: Input,
): Readonly<Record<string, unknown>> {
  const { read } = descriptor;
  const keys = carriedKeys(descriptor);
  const members = Object.entries(inputMembers(read, input));
  return Object.fromEntries(
    members.filter(
      ([name, value]) => keys.includes(name) && value !== undefined,
    ),
  );
}

import type { Call } from "../call/call.js";
import type { CallOptions } from "../call/call-options.js";
import type { Core, Input } from "../call/core.js";
import type { OperationDescriptor } from "../call/operation-descriptor.js";
import { toCall } from "../call/to-call.js";
import { runRounds } from "./run-rounds.js";
import type { Versioned } from "./strong-etag.js";

/** A read and the change that its validator protects. */
export interface ModifyDescriptor {
  readonly read: OperationDescriptor;
  readonly change: OperationDescriptor;
  /**
   * Members of the read's input that the change takes under the same name and that stay the same in every round
   * (identifiers, context). Default: the read's path parameters.
   */
  readonly carry?: readonly string[];
  /** The change does not answer with what the read gives, and its validator: it is read again. */
  readonly reread?: true;
}

declare const kept: unique symbol;

/** Of a member that stays as the read has it: nothing has this type, so that giving one does not compile (ACC-8). */
export interface KeptAsRead {
  readonly [kept]: never;
}

/** A change without the members that stay as the read has them. */
export type Rebuilt<Change, Kept extends PropertyKey> = Omit<Change, Kept> & {
  readonly [Name in Kept]?: KeptAsRead;
};

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
 * `OutcomeUnknownError`, because the next read may already show the change. `UnreadChangeError`: the change was made,
 * and only what came of it could not be read.
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
    runRounds<Value, Of, Versioned<Value, Of>>(
      core,
      descriptor,
      input,
      rebuild,
      options,
      async (members, shared, { deadlineAt }, finish) =>
        finish(
          await core.execute(descriptor.change, members, {
            ...shared,
            deadlineAt,
          }),
        ),
      (now) => now,
    ),
  );
}

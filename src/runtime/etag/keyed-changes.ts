import type { Input, KeyedOptions } from "../call/call-options.js";
import { type ApiResponse, type Call, toCall } from "../call/call.js";
import type { Core } from "../call/core.js";
import { sentKeyOf } from "../errors/api-error.js";
import type { Versioned } from "../http/strong-etag.js";
import {
  chooseKey,
  checkIntentState,
  executeKeyed,
} from "../idempotency/execute-keyed.js";
import {
  type ModifyDescriptor,
  type ModifyOptions,
  type Rebuild,
  runModifyAttempts,
} from "./modify.js";
import { callVersioned, type VersionedCall } from "./versioned.js";

/** As `versioned`, for an operation that carries an idempotency key: the caller's, that of the intent, or a fresh one. */
export const versionedKeyed: VersionedCall = (
  core,
  descriptor,
  input,
  options = {},
) => callVersioned(descriptor, executeKeyed(core, descriptor, input, options));

/**
 * As `modify`, for a change that carries an idempotency key beside the validator. Without options every
 * round has a fresh key. An intent lets its key go with a 412, which made nothing happen, and the next round claims one
 * for what was rebuilt; an `idempotencyKey` of the caller's own goes out in every round.
 */
export function modifyKeyed<Value, Of extends string, Change extends object>(
  core: Core,
  descriptor: ModifyDescriptor,
  input: Input,
  rebuild: Rebuild<Value, Change>,
  options: ModifyOptions & KeyedOptions = {},
): Call<Versioned<Value, Of>> {
  const { intent, idempotencyKey, ...others } = options;
  const once = sentKeyOf({ intent, idempotencyKey });
  const run = async (): Promise<ApiResponse<Versioned<Value, Of>>> => {
    chooseKey(descriptor.change, once);
    return runModifyAttempts<Value, Of, Versioned<Value, Of>>(
      core,
      descriptor,
      input,
      rebuild,
      others,
      async (members, shared, context, finish) =>
        finish(
          await executeKeyed(
            core,
            descriptor.change,
            members,
            { ...shared, ...once },
            context,
          ),
        ),
      (now) => now,
      once,
      async (context) => {
        if (intent !== undefined)
          await checkIntentState(core, descriptor.change, intent, context);
      },
    );
  };
  return toCall(run());
}

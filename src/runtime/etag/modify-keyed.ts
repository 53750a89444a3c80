import type { ApiResponse, Call } from "../call/call.js";
import type { KeyedOptions } from "../call/call-options.js";
import type { Core, Input } from "../call/core.js";
import { toCall } from "../call/to-call.js";
import {
  checkIntent,
  checkIntentState,
  executeKeyed,
} from "../idempotency/execute-keyed.js";
import type { ModifyDescriptor, ModifyOptions, Rebuild } from "./modify.js";
import { runRounds } from "./run-rounds.js";
import type { Versioned } from "./strong-etag.js";

/**
 * As `modify`, for a change that carries an idempotency key beside the validator (IDM-3, ETG-3). Without options every
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
  const once = {
    ...(intent !== undefined && { intent }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  const run = async (): Promise<ApiResponse<Versioned<Value, Of>>> => {
    checkIntent(descriptor.change, once);
    return runRounds<Value, Of, Versioned<Value, Of>>(
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

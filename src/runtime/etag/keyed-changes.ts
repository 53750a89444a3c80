import type {
  ConditionalOptions,
  Input,
  KeyedOptions,
} from "../call/call-options.js";
import { type ApiResponse, type Call, toCall } from "../call/call.js";
import type { Core } from "../call/core.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { sentKeyOf } from "../errors/api-error.js";
import type { Versioned } from "../http/strong-etag.js";
import {
  checkIntent,
  checkIntentState,
  executeKeyed,
} from "../idempotency/execute-keyed.js";
import {
  type ModifyDescriptor,
  type ModifyOptions,
  type Rebuild,
  runModifyAttempts,
} from "./modify.js";
import { versioned } from "./versioned.js";

/**
 * As `changeVersioned`, for an operation that carries an idempotency key beside the validator: the caller's key, the
 * key of the intent, or a fresh one.
 */
export function changeVersionedKeyed<
  Value,
  Of extends string,
  Response extends ApiResponse<Versioned<Value, Of>> = ApiResponse<
    Versioned<Value, Of>
  >,
>(
  core: Core,
  descriptor: OperationDescriptor,
  input: Input,
  options: ConditionalOptions<Of> & KeyedOptions,
): Call<Versioned<Value, Of>, Response> {
  return toCall(
    executeKeyed(core, descriptor, input, options).then(
      (response) => versioned<Value, Of>(descriptor, response) as Response,
    ),
  );
}

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
    checkIntent(descriptor.change, once);
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

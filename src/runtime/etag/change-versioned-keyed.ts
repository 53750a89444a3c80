import type { ApiResponse, Call } from "../call/call.js";
import type { ConditionalOptions, KeyedOptions } from "../call/call-options.js";
import type { Core, Input } from "../call/core.js";
import type { OperationDescriptor } from "../call/operation-descriptor.js";
import { toCall } from "../call/to-call.js";
import { executeKeyed } from "../idempotency/execute-keyed.js";
import type { Versioned } from "./strong-etag.js";
import { versioned } from "./versioned.js";

/**
 * As `changeVersioned`, for an operation that carries an idempotency key beside the validator: the caller's key, the
 * key of the intent, or a fresh one (IDM-3, ETG-2).
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

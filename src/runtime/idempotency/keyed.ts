import type { Input, KeyedOptions } from "../call/call-options.js";
import { type ApiResponse, type Call, toCall } from "../call/call.js";
import type { Core } from "../call/core.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { executeKeyed } from "./execute-keyed.js";

/** A create with an idempotency key whose response has its result (and not a background operation). */
export function keyed<
  Value,
  Response extends ApiResponse<Value> = ApiResponse<Value>,
>(
  core: Core,
  descriptor: OperationDescriptor,
  input?: Input,
  options: KeyedOptions = {},
): Call<Value, Response> {
  const call = executeKeyed(core, descriptor, input, options);
  return toCall(call as Promise<Response>);
}

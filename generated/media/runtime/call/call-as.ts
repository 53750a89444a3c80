import type { ApiResponse, Call } from "./call.js";
import type { Core, ExecuteOptions, Input } from "./core.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import { toCall } from "./to-call.js";

/**
 * Starts a call that accepts one media type of those that the contract describes for a success, and not the one that a
 * plain call gets.
 *
 * @param mediaType - as in the contract; an answer in another raises
 * @typeParam Value - what the contract says comes back in it; nothing checks it at run time
 */
export function callAs<
  Value,
  Response extends ApiResponse<Value> = ApiResponse<Value>,
>(
  core: Core,
  descriptor: OperationDescriptor,
  mediaType: string,
  input?: Input,
  options?: ExecuteOptions,
): Call<Value, Response> {
  const answer = core.execute(descriptor, input, {
    ...options,
    accept: [mediaType],
  });
  return toCall(answer as Promise<Response>);
}

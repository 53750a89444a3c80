import type { ApiResponse, Call } from "./call.js";
import type { Core, ExecuteOptions, Input } from "./core.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import { toCall } from "./to-call.js";

/**
 * Starts a call that accepts one media type of a success and hands its bytes out as they arrive, whatever they are. Time is
 * counted as for any stream of bytes: without a `deadline` of the call, for each wait.
 *
 * @param mediaType - as in the contract; an answer in another raises
 * @typeParam Value - the stream; with undefined where the contract also describes a success without content
 */
export function streamAs<
  Value = ReadableStream<Uint8Array>,
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
    asStream: true,
  });
  return toCall(answer as Promise<Response>);
}

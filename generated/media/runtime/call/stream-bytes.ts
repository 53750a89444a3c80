import { acceptableMedia } from "../http/choose-answer.js";
import type { ApiResponse, Call } from "./call.js";
import type { Core, ExecuteOptions, Input } from "./core.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import { toCall } from "./to-call.js";

/**
 * Starts a call whose binary answer is handed out as it arrives, and never held in memory as a whole.
 *
 * A `deadline` of the call counts to the last byte; without one, the client's own counts up to the answer's headers,
 * and then for each wait for bytes. The signal ends the stream too; cancelling the stream ends the connection.
 *
 * @typeParam Value - the stream; with undefined where the contract also describes a success without content
 */
export function streamBytes<
  Value = ReadableStream<Uint8Array>,
  Response extends ApiResponse<Value> = ApiResponse<Value>,
>(
  core: Core,
  descriptor: OperationDescriptor,
  input?: Input,
  options?: ExecuteOptions,
): Call<Value, Response> {
  const answer = core.execute(descriptor, input, {
    ...options,
    accept: acceptableMedia(descriptor, ["binary"]),
    asStream: true,
  });
  return toCall(answer as Promise<Response>);
}

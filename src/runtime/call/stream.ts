import type { ApiResponse, Call } from "./call.js";
import type { CallOptions } from "./call-options.js";
import type { Core, Input } from "./core.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import { toCall } from "./to-call.js";

/**
 * Starts a call whose binary answer is handed out as it arrives. The deadline counts up to the answer's headers; the
 * signal ends the stream too.
 */
export function stream(
  core: Core,
  descriptor: OperationDescriptor,
  input?: Input,
  options?: CallOptions,
): Call<ReadableStream<Uint8Array>> {
  return toCall(
    core.execute(descriptor, input, { ...options, asStream: true }) as Promise<
      ApiResponse<ReadableStream<Uint8Array>>
    >,
  );
}

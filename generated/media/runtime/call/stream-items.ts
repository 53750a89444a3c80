import { readLines } from "../http/read-lines.js";
import { readSequence } from "../http/read-sequence.js";
import type { Core, ExecuteOptions, Input } from "./core.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import { type StreamCall, streamCall } from "./stream-call.js";

/**
 * Starts a call whose answer is a sequence of JSON values: newline-delimited JSON, or a JSON text sequence (RFC 7464).
 *
 * @typeParam Item - what the contract says each of them is; nothing checks it at run time
 */
export function streamItems<Item>(
  core: Core,
  descriptor: OperationDescriptor,
  input?: Input,
  options?: ExecuteOptions,
): StreamCall<Item> {
  return streamCall(
    core,
    descriptor,
    ["lines", "sequence"],
    input,
    options,
    (bytes, { codec, longIntegers }, maxBytes) => {
      const items =
        codec === "lines"
          ? readLines(bytes, longIntegers, maxBytes)
          : readSequence(bytes, longIntegers, maxBytes);
      return items as AsyncIterable<Item>;
    },
  );
}

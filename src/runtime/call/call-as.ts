import type { ExecuteOptions, Input } from "./call-options.js";
import { type ApiResponse, type Call, toCall } from "./call.js";
import type { Core } from "./core.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";

/**
 * Starts a call that accepts one media type of those that the contract describes for a success, and not the one that a
 * plain call gets.
 *
 * @param mediaType - as in the contract; a response in another raises
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
  const call = core.execute(descriptor, input, {
    ...options,
    accept: [mediaType],
  });
  return toCall(call as Promise<Response>);
}

/**
 * Every status of success (RFC 9110 section 15.3) but those that the contract names: a server may send one of them, and a
 * client treats it as the class that it is of.
 */
export type OtherSuccess<Named extends number = never> =
  `2${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}` extends infer Text
    ? Text extends `${infer Code extends number}`
      ? Exclude<Code, Named>
      : never
    : never;

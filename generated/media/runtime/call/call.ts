import type { Core, ExecuteOptions, Input } from "./core.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import { toCall } from "./to-call.js";

/**
 * The promise of one logical call. Await it for the value; `withResponse()` for the value with status and headers.
 */
export interface Call<Value> extends Promise<Value> {
  /** The same call (not a second one) with what HTTP said beside the value. */
  withResponse(): Promise<ApiResponse<Value>>;
}

/** A parsed answer with what HTTP said around it. */
export interface ApiResponse<Value> {
  readonly value: Value;
  /** Status code (RFC 9110 section 15). */
  readonly status: number;
  readonly headers: Headers;
  /** How many requests were sent for this one logical call; at least 1. */
  readonly attempts: number;
  /** Milliseconds spent waiting between attempts. */
  readonly waited: number;
}

/**
 * Starts one logical call.
 *
 * @typeParam Value - what the contract says comes back; the generated code names it, nothing checks it at run time
 */
export function call<Value>(
  core: Core,
  descriptor: OperationDescriptor,
  input?: Input,
  options?: ExecuteOptions,
): Call<Value> {
  return toCall(
    core.execute(descriptor, input, options) as Promise<ApiResponse<Value>>,
  );
}

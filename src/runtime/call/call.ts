import type { Core, ExecuteOptions, Input } from "./core.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import { toCall } from "./to-call.js";

/**
 * The promise of one logical call. Await it for the value; `withResponse()` for the value with status and headers.
 *
 * @typeParam Response - where the contract describes several answers: a union that `status` tells apart
 */
export interface Call<
  Value,
  Response extends ApiResponse<Value> = ApiResponse<Value>,
> extends Promise<Value> {
  /** The same call (not a second one) with what HTTP said beside the value. */
  withResponse(): Promise<Response>;
}

/** A parsed answer with what HTTP said around it. */
export interface ApiResponse<Value, Status extends number = number> {
  readonly value: Value;
  /** Status code (RFC 9110 section 15). */
  readonly status: Status;
  readonly headers: Headers;
  /** How many requests were sent for this one logical call; at least 1. */
  readonly attempts: number;
  /** Milliseconds spent waiting between attempts. */
  readonly waited: number;
  /** The key that a create was sent with; absent for other calls. */
  readonly idempotencyKey?: string;
  /** The business name that the caller gave to the create. */
  readonly intent?: string;
}

/**
 * Starts one logical call.
 *
 * @typeParam Value - what the contract says comes back; the generated code names it, nothing checks it at run time
 */
export function call<
  Value,
  Response extends ApiResponse<Value> = ApiResponse<Value>,
>(
  core: Core,
  descriptor: OperationDescriptor,
  input?: Input,
  options?: ExecuteOptions,
): Call<Value, Response> {
  return toCall(core.execute(descriptor, input, options) as Promise<Response>);
}

import type { ExecuteOptions, Input } from "./call-options.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";

/**
 * The promise of one logical call. Await it for the value; `withResponse()` for the value with status and headers.
 *
 * @typeParam Response - where the contract describes several responses: a union that `status` tells apart
 */
export interface Call<
  Value,
  Response extends ApiResponse<Value> = ApiResponse<Value>,
> extends Promise<Value> {
  /** The same call (not a second one) with status and headers beside the value. */
  withResponse(): Promise<Response>;
}

/** A parsed response with what HTTP said around it. */
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

/** What sends calls: the core of a client. */
export interface Executor {
  /** One logical call, in the order of the client's design, up to the parsed response. */
  execute(
    descriptor: OperationDescriptor,
    input: Input,
    options?: ExecuteOptions,
  ): Promise<ApiResponse<unknown>>;
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
  core: Executor,
  descriptor: OperationDescriptor,
  input?: Input,
  options?: ExecuteOptions,
): Call<Value, Response> {
  return toCall(core.execute(descriptor, input, options) as Promise<Response>);
}

/**
 * Makes a {@link Call} of a response that is on its way.
 *
 * A rejection is reported as unhandled exactly when the caller used neither form: the value hangs on the response, so the
 * response is always handled, and asking for the response takes over the value's rejection.
 */
export function toCall<Value, Response extends ApiResponse<Value>>(
  call: Promise<Response & ApiResponse<Value>>,
): Call<Value, Response> {
  const value = call.then((response) => response.value);
  return Object.assign(value, {
    withResponse: (): Promise<Response> => {
      value.catch(() => undefined);
      return call;
    },
  });
}

import type { ApiResponse, Call } from "../call/call.js";
import type { CallOptions } from "../call/call-options.js";
import type { Core, Input } from "../call/core.js";
import type { OperationDescriptor } from "../call/operation-descriptor.js";
import { toCall } from "../call/to-call.js";
import type { Versioned } from "./strong-etag.js";
import { versioned } from "./versioned.js";

/**
 * Reads a resource together with its strong validator (ETG-1).
 *
 * Raises `UnexpectedResponseError` when the server gives no strong validator.
 *
 * @typeParam Of - name of the read, so that the validator fits changes of this resource alone
 */
export function readVersioned<
  Value,
  Of extends string,
  Response extends ApiResponse<Versioned<Value, Of>> = ApiResponse<
    Versioned<Value, Of>
  >,
>(
  core: Core,
  descriptor: OperationDescriptor,
  input: Input,
  options?: CallOptions,
): Call<Versioned<Value, Of>, Response> {
  return toCall(
    core
      .execute(descriptor, input, options)
      .then(
        (response) => versioned<Value, Of>(descriptor, response) as Response,
      ),
  );
}

import type { ApiResponse, Call } from "../call/call.js";
import type { ConditionalOptions } from "../call/call-options.js";
import type { Core, Input } from "../call/core.js";
import type { OperationDescriptor } from "../call/operation-descriptor.js";
import { toCall } from "../call/to-call.js";
import type { Versioned } from "./strong-etag.js";
import { versioned } from "./versioned.js";

/**
 * Changes a resource under its validator (ETG-2) and hands out the new representation with the new one.
 *
 * Raises `StaleETagError` when the resource has changed since (ETG-3), `PreconditionRequiredError` or `ArgumentError`
 * before anything is sent when the validator is missing or weak (ETG-4).
 */
export function changeVersioned<
  Value,
  Of extends string,
  Response extends ApiResponse<Versioned<Value, Of>> = ApiResponse<
    Versioned<Value, Of>
  >,
>(
  core: Core,
  descriptor: OperationDescriptor,
  input: Input,
  options: ConditionalOptions<Of>,
): Call<Versioned<Value, Of>, Response> {
  return toCall(
    core
      .execute(descriptor, input, options)
      .then(
        (response) => versioned<Value, Of>(descriptor, response) as Response,
      ),
  );
}

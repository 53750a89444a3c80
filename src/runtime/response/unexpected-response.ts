import type { ApiResponse } from "../call/call.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { sentKeyOf } from "../errors/api-error.js";
import { callOf, UnexpectedResponseError } from "../errors/call-errors.js";
import { shownResponse } from "../secrets/safe-headers.js";

/** The error of a success that lacks what the contract promises of it. */
export function unexpectedResponse(
  descriptor: OperationDescriptor,
  response: ApiResponse<unknown>,
  happened: string,
  remedy: string,
): UnexpectedResponseError {
  const { attempts, waited } = response;
  return new UnexpectedResponseError({
    call: callOf(descriptor),
    attempts,
    waited,
    ...sentKeyOf(response),
    response: { ...shownResponse(response), body: response.value },
    happened,
    remedy,
  });
}

import type {
  ConditionalOptions,
  Input,
  KeyedOptions,
} from "../call/call-options.js";
import { type ApiResponse, type Call, toCall } from "../call/call.js";
import type { Core } from "../call/core.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { retryAdvice } from "../errors/idempotency-errors.js";
import { isEntityTag, type Versioned } from "../http/strong-etag.js";
import { describesStatus } from "../response/choose-response.js";
import { unexpectedResponse } from "../response/unexpected-response.js";

/** What reads and writes with a validator take: a method's own type says which of it. */
type VersionedOptions<Of extends string> = KeyedOptions &
  Partial<Pick<ConditionalOptions<Of>, "ifMatch">>;

/**
 * Makes a call whose response has a validator.
 *
 * @typeParam Of - name of the read of the same resource, so that the validator fits changes of this resource alone
 */
export type VersionedCall = <
  Value,
  Of extends string,
  Response extends ApiResponse<Versioned<Value, Of>> = ApiResponse<
    Versioned<Value, Of>
  >,
>(
  core: Core,
  descriptor: OperationDescriptor,
  input: Input,
  options?: VersionedOptions<Of>,
) => Call<Versioned<Value, Of>, Response>;

/** A read, or a write that responds with what was written. */
export const versioned: VersionedCall = (core, descriptor, input, options) =>
  callVersioned(descriptor, core.execute(descriptor, input, options));

/** The call whose response that will be, with its validator. */
export function callVersioned<
  Value,
  Of extends string,
  Response extends ApiResponse<Versioned<Value, Of>>,
>(
  descriptor: OperationDescriptor,
  response: Promise<ApiResponse<unknown>>,
): Call<Versioned<Value, Of>, Response> {
  return toCall(
    response.then(
      (one) => withValidator<Value, Of>(descriptor, one) as Response,
    ),
  );
}

/**
 * Puts the value of a response together with its validator. The value is there whatever the validator is: a weak one is
 * handed out as it is, and every change refuses it; where there is none, looking at `etag` raises
 * `UnexpectedResponseError`.
 *
 * @throws UnexpectedResponseError for the response to a conditional change that has no validator and a status that the
 * contract does not describe: it can be a proxy's
 */
export function withValidator<Value, Of extends string>(
  descriptor: OperationDescriptor,
  response: ApiResponse<unknown>,
): ApiResponse<Versioned<Value, Of>> {
  const etag = response.headers.get("etag") ?? "";
  const value = response.value as Value;
  if (isEntityTag<Of>(etag)) return { ...response, value: { value, etag } };
  const missing = (remedy: string) =>
    unexpectedResponse(
      descriptor,
      response,
      "The server responded with success, but without a valid `ETag`.",
      remedy,
    );
  if (
    descriptor.conditionHeader !== undefined &&
    !descriptor.responses.some((one) => describesStatus(one, response.status))
  )
    throw missing(
      `It is unknown whether the change was made: a proxy may have responded in place of the server. ${retryAdvice(response)}`,
    );
  // Who prints or copies the value does not ask for its validator: it is not enumerable.
  const unversioned = Object.defineProperty({ value }, "etag", {
    get: () => {
      throw missing(
        "Read the resource again. A proxy that compresses may have removed it.",
      );
    },
  });
  return { ...response, value: unversioned as Versioned<Value, Of> };
}

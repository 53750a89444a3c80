import type {
  CallOptions,
  ConditionalOptions,
  Input,
} from "../call/call-options.js";
import { type ApiResponse, type Call, toCall } from "../call/call.js";
import type { Core } from "../call/core.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { retryAdvice } from "../errors/idempotency-errors.js";
import { isStrongETag, type Versioned } from "../http/strong-etag.js";
import { describesStatus } from "../response/choose-response.js";
import { unexpectedResponse } from "../response/unexpected-response.js";

/**
 * Puts the value of a response together with its validator.
 *
 * @throws UnexpectedResponseError when the contract promises a strong validator and the response has none, or a weak one,
 * which must not be used for a change
 */
export function versioned<Value, Of extends string>(
  descriptor: OperationDescriptor,
  response: ApiResponse<unknown>,
): ApiResponse<Versioned<Value, Of>> {
  const etag = response.headers.get("etag") ?? "";
  if (isStrongETag<Of>(etag))
    return { ...response, value: { value: response.value as Value, etag } };
  const what =
    etag === ""
      ? "without an `ETag`"
      : etag.startsWith("W/")
        ? "with a weak `ETag`"
        : "with a malformed `ETag`";
  throw unexpectedResponse(
    descriptor,
    response,
    `The server responded with success, but ${what}. A change of this resource needs a strong one.`,
    descriptor.retryClass === "read"
      ? "Look for a proxy on the way that changes `ETag` (by compressing, for example)."
      : changeRemedy(descriptor, response),
  );
}

/** Another success than the contract's can be a proxy's: it says nothing of the change. */
function changeRemedy(
  { responses }: OperationDescriptor,
  response: ApiResponse<unknown>,
): string {
  return responses.some((declared) =>
    describesStatus(declared, response.status),
  )
    ? "Its status is the contract's, so the change was made: read the resource to see its state and validator."
    : `It is unknown whether the change was made: a proxy may have responded in place of the server. ${retryAdvice(response)}`;
}

/**
 * Reads a resource together with its strong validator.
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

/**
 * Changes a resource under its validator and hands out the new representation with the new one.
 *
 * Raises `StaleETagError` when the resource has changed since, `PreconditionRequiredError` or `ArgumentError`
 * before anything is sent when the validator is missing or weak.
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
  return readVersioned(core, descriptor, input, options);
}
